"""Votes at a table: proposals that pass when everybody whose agreement is needed has agreed."""

from __future__ import annotations

from typing import Literal

import msgspec

Kind = Literal["undo", "rematch"]


class Vote(msgspec.Struct, frozen=True):
    """A proposal by a person."""

    id: int
    kind: Kind
    by: int | None
    to: int | None
    people: frozenset[int]  # whose agreement is needed
    yes: frozenset[int]

    @property
    def passed(self) -> bool:
        """Whether nobody's answer is missing."""
        return self.people <= self.yes


class Votes(msgspec.Struct, frozen=True):
    """The open proposals, at most one of a kind."""

    open: tuple[Vote, ...] = ()
    last: int = 0  # no number is given twice, so that no answer counts for a later proposal

    def get(self, id: int) -> Vote | None:
        """A proposal by its number."""
        return next((vote for vote in self.open if vote.id == id), None)

    def of_kind(self, kind: Kind) -> Vote | None:
        """The open proposal of a kind."""
        return next((vote for vote in self.open if vote.kind == kind), None)

    def without(self, kind: Kind) -> Votes:
        """The same without those of a kind."""
        return Votes(tuple(vote for vote in self.open if vote.kind != kind), self.last)

    def proposed(
        self, kind: Kind, by: int | None, to: int | None, person: int, people: frozenset[int]
    ) -> Votes:
        """With a new proposal, which replaces an earlier one of its kind."""
        new = Vote(self.last + 1, kind, by, to, people | {person}, frozenset({person}))
        return Votes((*self.without(kind).open, new), new.id)

    def agreed(self, kind: Kind, person: int, people: frozenset[int] | None = None) -> Votes:
        """With somebody's agreement; `people` are those who are asked now."""

        def answered(vote: Vote) -> Vote:
            asked = vote.people if people is None else people | {person}
            return msgspec.structs.replace(vote, people=asked, yes=vote.yes | {person})

        same = (answered(vote) if vote.kind == kind else vote for vote in self.open)
        return Votes(tuple(same), self.last)

"""The emitted code as instructions that can be changed and removed, before it is linked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from ..machine import ops
from ..machine import state as m
from ..machine.program import ActionInfo, Binding, SiteInfo
from .code import Code, Label

JUMPS = [
    tuple(i for i, kind in enumerate(spec.operands) if kind in ("jump", "fail"))
    for spec in ops.SPECS
]
"""By op, which operands are addresses of code."""


@dataclass
class Instruction:
    """An op at its address, as it was emitted."""

    at: int
    op: int
    operands: list[int | Label]

    def labels(self) -> list[Label]:
        """The labels among its operands, which are all labels of code."""
        found = (self.operands[i] for i in JUMPS[self.op])
        return [operand for operand in found if isinstance(operand, Label)]


class CodeRewrite:
    """The instructions of a program, and which of them are dropped."""

    def __init__(
        self, code: Code, entries: tuple[Label, ...], chance: tuple[SiteInfo, ...]
    ) -> None:
        self.code = code
        self.list = list(_parsed(code.ops))
        self.index = {each.at: i for i, each in enumerate(self.list)}
        self.dropped = [False] * len(self.list)
        self.entries = entries
        self.sites = (*code.sites, *chance)

    def at(self, label: Label) -> Instruction | None:
        """The instruction at a label; none at the end of the code."""
        assert label.address is not None, "a label was never placed"
        found = self.index.get(label.address)
        return None if found is None else self.list[found]

    def labels(self) -> Iterator[Label]:
        """Every label, some of them more than once."""
        for each in self.list:
            yield from each.labels()
        yield from (word for word in self.code.tables if isinstance(word, Label))
        yield from (label for label, _ in self.code.rollbacks)
        yield from self.entries

    def roots(self) -> Iterator[int]:
        """Where the machine starts or continues, other than by an op."""
        yield from (label.address or 0 for label in self.entries)
        words = (word for word in self.code.tables if isinstance(word, Label))
        yield from (word.address or 0 for word in words)
        for action in _actions(self.sites):
            yield from (text.entry for text in action.texts.values())
            yield from (why.entry for why in action.why)

    def aimed(self) -> set[int]:
        """The addresses that something leads to, other than the op before."""
        return {label.address or 0 for label in self.labels()} | set(self.roots())

    def targets(self, jump: Instruction) -> list[Label]:
        """The labels in the table of a JUMP_TABLE."""
        table = jump.operands[1]
        assert isinstance(table, int)
        count = self.code.tables[table + 1]
        assert isinstance(count, int)
        words = self.code.tables[table + 2 : table + 2 + count]
        return [word for word in words if isinstance(word, Label)]

    def compact(self) -> None:
        """Remove what is dropped, and move everything that refers to an address."""
        code, moved, words = self.code, {}, []
        at = m.P_CODE
        for i, each in enumerate(self.list):
            moved[each.at] = at
            if not self.dropped[i]:
                words += [each.op, *each.operands]
                at += 1 + len(each.operands)
        moved[m.P_CODE + len(code.ops)] = at
        labels = {id(label): label for label in self.labels()}
        for label in labels.values():
            label.address = moved[label.address or 0]
        code.ops = words
        code.locations = [(moved[start], span) for start, span in code.locations]
        code.attempts = [(moved[a], moved[b], name) for a, b, name in code.attempts]
        code.bindings = [
            Binding(moved[x.start], moved[x.end], x.address, x.name) for x in code.bindings
        ]
        for i in range(0, len(code.procedures), m.PROCEDURE_WORDS):
            code.procedures[i : i + 2] = (moved[x] for x in code.procedures[i : i + 2])
        for action in _actions(self.sites):
            for name, text in action.texts.items():
                action.texts[name] = replace(text, entry=moved[text.entry])
            action.why[:] = (replace(why, entry=moved[why.entry]) for why in action.why)
        code.sites = [
            replace(site, body=(moved.get(site.body[0], 0), moved.get(site.body[1], 0)))
            for site in code.sites
        ]


def _parsed(words: list[int | Label]) -> Iterator[Instruction]:
    # Labels are operands, never opcodes or counts, so any number will do for the widths.
    plain = [word if isinstance(word, int) else 0 for word in words]
    at = 0
    while at < len(words):
        size = ops.width(plain, at)
        yield Instruction(m.P_CODE + at, plain[at], words[at + 1 : at + size])
        at += size


def _actions(sites: Iterable[SiteInfo]) -> Iterator[ActionInfo]:
    seen: set[int] = set()
    for site in sites:
        for action in (*site.actions, *site.refused):
            # Two sites may share what they know of an action; it is moved once.
            if id(action) not in seen:
                seen.add(id(action))
                yield action


def label_at(address: int) -> Label:
    """A label of a known address."""
    label = Label()
    label.address = address
    return label

"""Peephole optimisation: the emitted code with fewer ops to run, before it is linked.

First tests and jumps are changed in place, then what is not needed is removed, and everything that
refers to an address is moved (`code_rewrite.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from ..machine import ops
from ..machine.program import SiteInfo
from .code import UNLISTED, Code, Label
from .code_rewrite import JUMPS, CodeRewrite, Instruction, label_at
from .known_words import CLEAR, MOST_ROUNDS, NOTHING, Facts, after, both, edges, tested

LEAST_CASES = 3  # tests of one word that become a JUMP_TABLE
MOST_TARGETS = 64  # words of its table

INVERSE = {
    ops.IF_ZERO: ops.IF_SET,
    ops.IF_SET: ops.IF_ZERO,
    ops.IF_EQUAL: ops.IF_DIFFER,
    ops.IF_DIFFER: ops.IF_EQUAL,
    ops.IF_LESS: ops.IF_AT_MOST,
    ops.IF_AT_MOST: ops.IF_LESS,
    ops.IF_ANY: ops.IF_ANY,
}
MIRRORED = {ops.IF_LESS, ops.IF_AT_MOST}  # not a < b is b <= a
ENDS = {ops.JUMP, ops.JUMP_TABLE, ops.RETURN, ops.FAIL, ops.HALT}  # never go on to the next op


def optimise(
    code: Code,
    entries: Iterable[Label],
    chance: tuple[SiteInfo, ...],
) -> None:
    """Optimise the code of a program, given the labels of its procedures and the sites of chance,
    which are not among its own."""
    labels = tuple(entries)
    # What is removed in one round may leave jumps to jumps for the next.
    for final in (False, False, True):
        rewrite = Rewrite(code, labels, chance)
        if not final:
            rewrite.decide_tests()
        rewrite.thread_jumps()
        if final:
            rewrite.add_jump_tables()
            rewrite.join_settings()
        rewrite.invert_branches()
        rewrite.drop_unreachable()
        rewrite.drop_brackets()
        rewrite.compact()


class Rewrite(CodeRewrite):
    """The optimisations, one method each."""

    # ---- tests that are decided -----------------------------------------------------------------

    def decide_tests(self) -> None:
        """Remove tests whose outcome is known, and jump past those that are decided where a jump
        comes from."""
        known = self._known()
        if known is None:
            return
        for i, here in enumerate(self.list):
            facts = known[i]
            if facts is None:
                continue
            test = tested(here.op, here.operands, self.code.constant_at)
            truth = None if test is None else facts.truth(test.word, test.constant)
            if test is not None and truth is not None:
                if truth is test.jumps_if_equal:
                    here.op, here.operands = ops.JUMP, here.operands[-1:]
                else:
                    self.dropped[i] = True
                    continue
            if here.op in CLEAR:
                jumps, _ = edges(test, facts)
                for k in JUMPS[here.op]:
                    target = here.operands[k]
                    if isinstance(target, Label):
                        here.operands[k] = self._decided(target, jumps)

    def _decided(self, target: Label, facts: Facts) -> Label:
        """Where a jump leads in the end, given what is known where it starts."""
        at, seen = target.address or 0, set()
        while (i := self.index.get(at)) is not None and at not in seen:
            seen.add(at)
            here = self.list[i]
            test = tested(here.op, here.operands, self.code.constant_at)
            truth = None if test is None else facts.truth(test.word, test.constant)
            if here.op == ops.JUMP or (test and truth is test.jumps_if_equal):
                label = here.operands[-1]
                assert isinstance(label, Label)
                at = label.address or 0
            elif (truth is not None or self.dropped[i]) and i + 1 < len(self.list):
                at = self.list[i + 1].at
            else:
                break
        return target if at == target.address else label_at(at)

    def _known(self) -> list[Facts | None] | None:
        """What is known before each op: a fixpoint, None if it takes too long to find."""
        known: list[Facts | None] = [None] * len(self.list)
        open_ = {self.index.get(at) for at in self.roots()}
        open_ |= {self.index.get(label.address or 0) for label, _ in self.code.rollbacks}
        for here in self.list:
            if here.op not in CLEAR:  # nothing is known where such an op leads
                open_ |= {self.index.get(label.address or 0) for label in here.labels()}
        for i in open_:
            if i is not None:
                known[i] = NOTHING
        constant_at = self.code.constant_at
        waiting, rounds = {i for i in open_ if i is not None}, Counter[int]()
        while waiting:
            i = min(waiting) if len(waiting) < 4 else waiting.pop()
            waiting.discard(i)
            rounds[i] += 1
            if rounds[i] > MOST_ROUNDS:
                return None
            here, facts = self.list[i], known[i]
            assert facts is not None
            jumps, past = edges(tested(here.op, here.operands, constant_at), facts)
            ways = []
            if here.op in CLEAR:
                ways = [(self.index.get(label.address or 0), jumps) for label in here.labels()]
            if here.op not in ENDS and i + 1 < len(known):
                ways.append((i + 1, after(here.op, here.operands, past, constant_at)))
            for to, given in ways:
                if to is not None and (met := both(known[to], given)) != known[to]:
                    known[to] = met
                    waiting.add(to)
        return known

    # ---- jumps -----------------------------------------------------------------------------------

    def thread_jumps(self) -> None:
        """Let what jumps to a jump go straight to its target."""
        # Where procedures and actions begin, listings say so.
        words = (word for word in self.code.tables if isinstance(word, Label))
        own = {id(label) for label in (*self.entries, *words)}
        for label in self.labels():
            seen = set()
            while (there := self.at(label)) and there.op == ops.JUMP and id(label) not in own:
                (target,) = there.operands
                assert isinstance(target, Label)
                if there.at in seen:  # an empty loop
                    break
                seen.add(there.at)
                label.address = target.address

    def add_jump_tables(self) -> None:
        """Replace the first of several tests of one word for constants by a jump by a table. The
        tests stay, for what else leads to them; a JUMP_TABLE is as wide as the test it replaces."""
        for each in self.list:
            if each.op not in (ops.IF_EQUAL, ops.IF_DIFFER):
                continue
            found = self._cases(each)
            if found is None or len(found[1]) < LEAST_CASES:
                continue
            word, cases, otherwise = found
            low, high = min(cases), max(cases)
            if high - low < MOST_TARGETS:
                targets = [label_at(cases.get(x, otherwise)) for x in range(low, high + 1)]
                table = len(self.code.tables)
                self.code.tables.extend((low, len(targets), *targets))
                each.op, each.operands = ops.JUMP_TABLE, [word, table, label_at(otherwise)]

    def _cases(self, first: Instruction) -> tuple[int, dict[int, int], int] | None:
        """The word that a chain of tests is about, where each value leads, and all others."""
        words = [x for x in first.operands[:2] if isinstance(x, int)]
        open_words = [x for x in words if self.code.constant_at(x) is None]
        if len(open_words) != 1:
            return None
        (word,) = open_words
        cases: dict[int, int] = {}
        here: Instruction | None = first
        seen: set[int] = set()
        at = first.at
        while here is not None and here.at not in seen:
            seen.add(here.at)
            at = here.at
            case = self._case(here, word)
            if case is None:
                break
            value, equal, differs = case
            cases.setdefault(value, equal)
            at = differs
            here = self.list[self.index[at]] if at in self.index else None
        return word, cases, at

    def _case(self, here: Instruction, word: int) -> tuple[int, int, int] | None:
        """The constant that an op compares a word with; where it continues if they are equal, and
        if they differ."""
        past = here.at + 1 + len(here.operands)
        if here.op in (ops.IF_EQUAL, ops.IF_DIFFER):
            left, right, target = here.operands
            other = right if left == word else left if right == word else None
            value = self.code.constant_at(other) if isinstance(other, int) else None
        elif here.op in (ops.IF_ZERO, ops.IF_SET):
            left, target = here.operands
            value = 0 if left == word else None
        else:
            return None
        if value is None:
            return None
        assert isinstance(target, Label) and target.address is not None
        equal = here.op in (ops.IF_EQUAL, ops.IF_ZERO)
        return (value, target.address, past) if equal else (value, past, target.address)

    def invert_branches(self) -> None:
        """Make a branch over a jump one branch."""
        aimed = self.aimed()
        for i, (branch, jump) in enumerate(pairwise(self.list)):
            if branch.op not in INVERSE or jump.op != ops.JUMP or jump.at in aimed:
                continue
            if self.dropped[i] or self.dropped[i + 1]:
                continue
            *operands, past = branch.operands
            if not isinstance(past, Label) or past.address != jump.at + 2:
                continue
            if branch.op in MIRRORED:
                operands = operands[::-1]
            if branch.op == ops.IF_ANY:
                sense = operands[-1]
                assert isinstance(sense, int)
                operands[-1] = 1 - sense
            branch.op, branch.operands = INVERSE[branch.op], [*operands, *jump.operands]
            self.dropped[i + 1] = True

    def join_settings(self) -> None:
        """Make a copy to a variable and the report of that one op."""
        aimed = self.aimed()
        for i, (copy, changed) in enumerate(pairwise(self.list)):
            if (copy.op, changed.op) != (ops.COPY, ops.CHANGED) or changed.at in aimed:
                continue
            if copy.operands[0] == changed.operands[0]:
                copy.op, copy.operands = ops.SET, [*copy.operands, changed.operands[1]]
                self.dropped[i + 1] = True

    # ---- ops that are not needed -----------------------------------------------------------------

    def drop_unreachable(self) -> None:
        """Drop what nothing leads to, and jumps to where the code continues anyway."""
        reached: set[int] = set()
        waiting = [*self.roots(), *(label.address or 0 for label, _ in self.code.rollbacks)]
        while waiting:
            at = waiting.pop()
            i = self.index.get(at)
            if i is None or i in reached:
                continue
            reached.add(i)
            here = self.list[i]
            waiting.extend(label.address or 0 for label in here.labels())
            if here.op == ops.JUMP_TABLE:
                waiting.extend(label.address or 0 for label in self.targets(here))
            if (here.op not in ENDS or self.dropped[i]) and i + 1 < len(self.list):
                waiting.append(self.list[i + 1].at)
        for i in range(len(self.list)):
            self.dropped[i] = self.dropped[i] or i not in reached
        following = self.list[-1].at + 1 + len(self.list[-1].operands)
        for i in range(len(self.list) - 1, -1, -1):
            here = self.list[i]
            if self.dropped[i]:
                continue
            label = here.operands[0] if here.op == ops.JUMP else None
            if isinstance(label, Label) and here.at < (label.address or 0) <= following:
                self.dropped[i] = True
            else:
                following = here.at

    def drop_brackets(self) -> None:
        """Drop the ops that restore the list area where no list is made."""
        sources = self._last_sources()
        kept: dict[int, list[int]] = {}  # by register, the KEEP_LISTS and its DROP_LISTS
        brackets: list[list[int]] = []
        for i, here in enumerate(self.list):
            register = here.operands[0] if here.op in (ops.KEEP_LISTS, ops.DROP_LISTS) else None
            if isinstance(register, int) and here.op == ops.KEEP_LISTS:
                kept[register] = [i]
                brackets.append(kept[register])
            elif isinstance(register, int) and register in kept:
                kept[register].append(i)
        for bracket in reversed(brackets):  # from the inside out
            inside = self._between(bracket[0], bracket[-1], sources)
            own = set(bracket)
            if all(self.list[i].op in UNLISTED or self.dropped[i] or i in own for i in inside):
                for i in bracket:
                    self.dropped[i] = True

    def _last_sources(self) -> dict[int, int]:
        """By the index of a target, the index of the last op that jumps there."""
        found: dict[int, int] = {}
        for i, here in enumerate(self.list):
            targets = here.labels()
            targets += self.targets(here) if here.op == ops.JUMP_TABLE else []
            for label in targets:
                if label.address in self.index:
                    found[self.index[label.address]] = i
        return found

    def _between(self, start: int, end: int, sources: dict[int, int]) -> range:
        """The ops from one to another, and further on up to the last that jumps back there."""
        i = start + 1  # a jump to the start itself begins anew
        while i <= end:
            end = max(end, sources.get(i, 0))
            i += 1
        return range(start, end + 1)

"""The peephole pass: which ops are left of small pieces of code, and where they jump to."""

from __future__ import annotations

from ludwright.compiler.code import Code, Label, resolved
from ludwright.compiler.peephole import optimise
from ludwright.machine import ops
from ludwright.machine import state as m

FIRST = 100  # the address of the first word of the state that the code may use


class Piece:
    """A piece of code, whose procedure begins with its first op."""

    def __init__(self) -> None:
        self.code = Code([0] * FIRST)
        self.entry = Label()
        self.code.place(self.entry)

    def words(self, count: int) -> list[int]:
        return [self.code.word() for _ in range(count)]

    def emit(self, op: int, *operands: int | Label) -> None:
        self.code.emit(op, *operands)

    def place(self, label: Label) -> None:
        self.code.place(label)

    def optimised(self) -> list[tuple[str, list[int]]]:
        """The ops that are left, with their operands."""
        optimise(self.code, [self.entry], ())
        plain = [resolved(word, 0) for word in self.code.ops]
        found, at = [], 0
        while at < len(plain):
            size = ops.width(plain, at)
            found.append((ops.NAMES[plain[at]], plain[at + 1 : at + size]))
            at += size
        return found


def names(found: list[tuple[str, list[int]]]) -> list[str]:
    return [name for name, _ in found]


def test_a_jump_to_a_jump_goes_straight_there() -> None:
    p, (x,) = (piece := Piece()), piece.words(1)
    far, near, end = Label(), Label(), Label()
    p.emit(ops.IF_ZERO, x, near)
    p.emit(ops.JUMP, end)
    p.place(near)
    p.emit(ops.JUMP, far)
    p.place(end)
    p.emit(ops.ADD, x, x, x)
    p.place(far)
    p.emit(ops.RETURN, x)
    found = p.optimised()
    assert names(found) == ["IF_ZERO", "ADD", "RETURN"]
    assert found[0][1] == [x, m.P_CODE + 3 + 4]


def test_a_test_that_follows_from_an_earlier_one_is_decided() -> None:
    p, (x, y) = (piece := Piece()), piece.words(2)
    two, other, end = p.code.constant(2), Label(), Label()
    p.emit(ops.COPY, x, two)
    p.emit(ops.IF_DIFFER, x, two, other)
    p.emit(ops.JUMP, end)
    p.place(other)
    p.emit(ops.ADD, y, y, y)
    p.place(end)
    p.emit(ops.RETURN, y)
    assert names(p.optimised()) == ["COPY", "RETURN"]


def test_nothing_is_known_of_a_word_that_was_written_or_behind_a_call() -> None:
    for between in (ops.ADD, ops.CALL):
        p, (x, y) = (piece := Piece()), piece.words(2)
        two, end = p.code.constant(2), Label()
        p.emit(ops.COPY, x, two)
        if between == ops.CALL:
            p.emit(ops.CALL, p.entry, y, 0)
        else:
            p.emit(ops.ADD, x, x, y)
        p.emit(ops.IF_EQUAL, x, two, end)
        p.emit(ops.SUBTRACT, y, y, x)
        p.place(end)
        p.emit(ops.RETURN, y)
        assert names(p.optimised()) == [
            "COPY",
            ops.NAMES[between],
            "IF_EQUAL",
            "SUBTRACT",
            "RETURN",
        ]


def test_an_op_that_reads_a_word_may_write_it_too() -> None:
    p, (cursor, items, x) = (piece := Piece()), piece.words(3)
    none, again, end = p.code.constant(0), Label(), Label()
    p.emit(ops.COPY, cursor, none)
    p.place(again)
    p.emit(ops.NEXT, x, items, cursor, end)
    p.emit(ops.IF_ZERO, cursor, again)
    p.place(end)
    p.emit(ops.RETURN, x)
    assert names(p.optimised()) == ["COPY", "NEXT", "IF_ZERO", "RETURN"]


def test_what_is_known_is_what_holds_on_all_ways() -> None:
    p, (x, y) = (piece := Piece()), piece.words(2)
    one, two, other, join, end = p.code.constant(1), p.code.constant(2), Label(), Label(), Label()
    p.emit(ops.IF_LESS, y, one, other)
    p.emit(ops.COPY, x, one)
    p.emit(ops.ADD, y, y, one)
    p.emit(ops.JUMP, join)
    p.place(other)
    p.emit(ops.COPY, x, two)
    p.place(join)
    p.emit(ops.SUBTRACT, y, y, one)
    p.emit(ops.IF_EQUAL, x, one, end)
    p.emit(ops.MULTIPLY, y, y, two)
    p.place(end)
    p.emit(ops.RETURN, y)
    assert "IF_EQUAL" in names(p.optimised())


def test_several_tests_of_one_word_become_a_jump_by_a_table() -> None:
    p, (x, y) = (piece := Piece()), piece.words(2)
    end = Label()
    constants = [p.code.constant(value) for value in (3, 4, 6)]
    for constant in constants:
        other = Label()
        p.emit(ops.IF_DIFFER, x, constant, other)
        p.emit(ops.ADD, y, y, constant)
        p.emit(ops.JUMP, end)
        p.place(other)
    p.place(end)
    p.emit(ops.RETURN, y)
    found = p.optimised()
    assert names(found) == ["JUMP_TABLE", "ADD", "JUMP", "ADD", "JUMP", "ADD", "RETURN"]
    word, table, otherwise = found[0][1]
    low, count, *targets = (resolved(each, 0) for each in p.code.tables[table : table + 6])
    first = m.P_CODE + 4
    assert (word, low, count) == (x, 3, 4)
    assert targets == [first, first + 6, otherwise, first + 12]


def test_a_copy_and_its_report_are_one_op() -> None:
    p, (x, y) = (piece := Piece()), piece.words(2)
    p.emit(ops.COPY, x, y)
    p.emit(ops.CHANGED, x, m.EVERYBODY)
    p.emit(ops.RETURN, y)
    assert p.optimised()[0] == ("SET", [x, y, m.EVERYBODY])


def test_the_list_area_is_restored_only_where_lists_are_made() -> None:
    for maker, left in ((ops.NEW_LIST, 2), (0, 0)):
        p, (kept, made) = (piece := Piece()), piece.words(2)
        p.emit(ops.KEEP_LISTS, kept)
        p.emit(ops.ADD, made, made, made)
        if maker:
            p.emit(maker, made)
        p.emit(ops.DROP_LISTS, kept)
        p.emit(ops.RETURN, made)
        assert sum(name.endswith("_LISTS") for name in names(p.optimised())) == left


def test_a_loop_without_end_still_restores_it() -> None:
    p, (kept, made) = (piece := Piece()), piece.words(2)
    again = Label()
    p.emit(ops.KEEP_LISTS, kept)
    p.place(again)
    p.emit(ops.DROP_LISTS, kept)
    p.emit(ops.NEW_LIST, made)
    p.emit(ops.JUMP, again)
    p.emit(ops.DROP_LISTS, kept)
    assert names(p.optimised()) == ["KEEP_LISTS", "DROP_LISTS", "NEW_LIST", "JUMP"]

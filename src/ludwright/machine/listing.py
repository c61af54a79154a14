"""The listing of a program, for people: what each piece of code is for, then source line, address,
op and operands of every op, with the names behind the numbers."""

from __future__ import annotations

from collections.abc import Iterator

from . import ops
from . import state as m
from .program import ActionInfo, Program, SiteInfo, Slot, ValueAt, instructions

# How an operand of each kind is marked; plain numbers have #.
MARKS = {
    **dict.fromkeys(("at", "list", "*"), "@"),
    **dict.fromkeys(("to", "both"), "=@"),
    **{"jump": ">", "fail": "!", "table": ":t"},
}
# What the constants and numbers are that operands of these names have.
VALUES = {
    **{name: "zone" for name in ("zone", "source", "target", "parent")},
    "token": "token",
    "seat": "seat",
}
# The numbers that are state addresses. The elements of a `base` start one word behind it.
ADDRESSES = {"word": 0, "scores": 0, "base": 1}


def listing(program: Program) -> str:
    """The program, one line per op, with a heading for each piece of code and each file."""
    names, pieces = Names(program), Pieces(program)
    lines = []
    file, last = None, None
    for at, op, operands in instructions(program):
        if heading := pieces.heading(at, op, operands):
            lines.append(f"; {heading}")
        span = program.location(at)
        if span and span.file != file:
            file, last = span.file, None
            lines.append(f"; in {file}")
        line = str(span.line) if span and span.line != last else ""
        last = span.line if span else last
        spec = ops.SPECS[op]
        shown = (names.operand(at, *spec.operand(i), value) for i, value in enumerate(operands))
        lines.append(f"{line:>5} {at:7d}  {ops.NAMES[op].lower():<12} {' '.join(shown)}".rstrip())
    return "\n".join(lines)


# ---- pieces of code ------------------------------------------------------------------------------


class Pieces:
    """What each piece of code is for; `heading` is called for all ops in order.

    The code of a site is in the middle of the code around it: the bodies, texts and explanations of
    its actions, and what lists its options. Where these end, the code around it continues."""

    def __init__(self, program: Program) -> None:
        self.starts: dict[int, str] = dict(program.symbols.procedures)
        self.inside = ""  # what the current op belongs to
        self.around: list[str] = []  # what continues behind the sites that have begun
        self.listed = False  # whether the op before ended the last piece of a site
        for number, offset in enumerate(program.sites, start=1):
            for address, piece in _pieces(program, program.sites[offset]):
                self.starts[address] = f"site {number}, {piece}"
        for site in program.chance:
            for text in site.actions[0].texts.values():
                self.starts[text.entry] = "texts of chance"

    def heading(self, at: int, op: int, operands: list[int]) -> str:
        """The heading of the code that starts at an address, if a piece starts or continues."""
        found = self.starts.get(at, "")
        if not found and self.listed and self.around:
            self.inside = self.around.pop()
            found = f"{self.inside}, continued"
        elif found:
            self.inside = found
        self.listed = op == ops.ROWS_END
        if op == ops.DECIDE:
            self.around.append(self.inside)
        elif op == ops.TAKE:
            # Without an option, and after the body of one, the code around it continues there.
            self.starts[operands[1]] = f"{self.inside}, continued"
        return found


def _pieces(program: Program, site: SiteInfo) -> Iterator[tuple[int, str]]:
    """The first op of each piece of code of a site, and what it is for."""
    record = program.code[site.offset :].tolist()
    rows = record[m.SITE_ROWS]
    if rows:
        yield rows, "options"
    if record[m.SITE_NONE]:
        yield record[m.SITE_NONE], "without an option"
    for number, action in enumerate(site.actions):
        start = record[m.SITE_HEAD + number * m.ACTION_WORDS + m.ACTION_CODE]
        name = f"action {number + 1} ({_named(action)})"
        # An answer has no body: the code behind the site continues with it.
        if start < rows or not rows:
            yield start, f"{name}: body"
        yield from _about(action, name)
    for refused in site.refused:
        yield from _about(refused, f"never legal ({_named(refused)})")


def _about(action: ActionInfo, name: str) -> Iterator[tuple[int, str]]:
    for notation, text in action.texts.items():
        yield text.entry, f"{name}: text{f' {notation}' if notation else ''}"
    for explained in action.why:
        yield explained.entry, f"{name}: why"


def _named(action: ActionInfo) -> str:
    """The name of an action, or else its text, with its values in brackets."""
    text = next(iter(action.texts.values()), None)
    if action.name or text is None:
        return action.name
    parts = (
        f"<{_parameter(action, part)}>" if isinstance(part, ValueAt) else part
        for part in text.parts
    )
    return " ".join("".join(parts).split())


def _parameter(action: ActionInfo, part: ValueAt) -> str:
    return part.type if part.parameter is None else action.operands[part.parameter][0]


# ---- names ---------------------------------------------------------------------------------------


class Names:
    """The names behind the operands of a program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.slots = {s.start + i: (s, i) for s in program.slots for i in range(s.count)}
        self.sites = {
            offset: f"site {number}{f': {site.prompt}' if site.prompt else ''}"
            for number, (offset, site) in enumerate(program.sites.items(), start=1)
        }
        self.bindings: dict[int, list[tuple[int, int, str]]] = {}
        for start, end, address, name in program.symbols.bindings:
            self.bindings.setdefault(address, []).append((start, end, name))

    def operand(self, at: int, kind: str, name: str, value: int) -> str:
        """An operand of the op at an address: its name, its value and what that is."""
        meaning = self._meaning(at, kind, name, value)
        return f"{name}{MARKS.get(kind, '#')}{value}{f'({meaning})' if meaning else ''}".lstrip(":")

    def _meaning(self, at: int, kind: str, name: str, value: int) -> str:
        program = self.program
        if kind in ("to", "at", "both", "list", "*"):
            known = self._word(at, value)
            constant = program.symbols.constants.get(value)
            return known if constant is None else f"{known}={self._constant(kind, name, constant)}"
        if kind == "jump":
            return program.symbols.procedures.get(value, "")
        if kind == "table":
            return self.sites.get(value, "")
        if name == "reason":
            return repr(program.reasons[value])
        if name in ADDRESSES and value:
            return self._word(at, value + ADDRESSES[name], whole=name == "base")
        return program.value_text(value, VALUES[name]) if name in VALUES else ""

    def _constant(self, kind: str, name: str, value: int) -> str:
        if kind == "list":  # the constant is the address of the list
            count = int(self.program.image[value])
            return str(self.program.image[value + 1 : value + 1 + count].tolist())
        if name in VALUES and value > 0:
            return f"{value} {self.program.value_text(value, VALUES[name])}"
        return str(value)

    def _word(self, at: int, address: int, whole: bool = False) -> str:
        """The name of a word of the state for the op at an address; `whole`: of its slot."""
        for start, end, name in self.bindings.get(address, ()):
            if start <= at < end:
                return name
        if address not in self.slots:
            return self.program.symbols.words.get(address, "")
        slot, index = self.slots[address]
        return slot.name if whole or slot.count == 1 else self._element(slot, index)

    def _element(self, slot: Slot, index: int) -> str:
        """A word of a slot that has several: of a zone, a token, a seat, or an indexed variable."""
        program = self.program
        variable = program.variables.get(slot.name)
        if variable and variable.address == slot.start:
            if variable.per_seat or variable.per_team:
                kind = "seat" if variable.per_seat else "team"
                return f"{slot.name} of {program.value_text(index + 1, kind)}"
            return f"{slot.name} {index + 1}"
        # All other slots have a word for each token, or for each zone; those of a tree, several.
        if slot.count == len(program.tokens) and slot.start < program.columns.top:
            return f"{slot.name} of {program.tokens[index]}"
        if slot.start in (program.columns.top, program.columns.bottom, program.columns.size):
            return f"{slot.name} of {program.value_text(index, 'zone')}"
        return f"{slot.name} {index}"

"""From what is written to what is meant: constants, macros and boards replaced, trees to trees."""

from __future__ import annotations

from collections.abc import Mapping as Mapped
from dataclasses import dataclass, field, replace

from .....diagnostics import Code, Report, Span, did_you_mean
from ....yaml.read import DEPTH_LIMIT, NODE_LIMIT, Mapping, Scalar, Sequence, Tree
from ...codes import document as codes
from ..document import Call, Document, capped
from ..keyed import number_of
from .boards import MOST_ZONES, board_zones, is_board, no_board
from .builtins import BUILT_INS, built_in
from .definitions import CONDITIONS, EFFECTS, Env, Kind, Macro, arguments, macros_of, param_of
from .synthesise import fresh, hole, measures, scalar

MOST_EFFECTS = 20_000
MOST_CALLS = 10  # of macros within macros
MOST_PARTS = 500_000  # of a document after all this


def expand(document: Document, report: Report) -> Document:
    """The document without constants, macros and boards; nodes keep their places, and what a macro
    stands for has those of the macro's text."""
    found = Report()
    sections = dict(document.sections)
    effects = macros_of(EFFECTS, sections.pop(EFFECTS.section, None), found)
    conditions = macros_of(CONDITIONS, sections.pop(CONDITIONS.section, None), found)
    constants = sections.get("constants")
    known = dict(constants.entries) if isinstance(constants, Mapping) else {}
    numbers = {key.text: value for key, value in known.items()}
    work = _Expanding(found, numbers, {EFFECTS: effects, CONDITIONS: conditions})
    expanded: dict[str, Tree] = {}
    for name, tree in sections.items():
        ways = {"constants": _unchanged, "zones": work.zones}
        expanded[name] = ways.get(name, work.walk)(tree)
    too_much = _too_much(expanded)
    for name, message in too_much.items():
        found.error(codes.EXPANSION_LIMIT, sections[name].span, message)
        del expanded[name]
    told = list(dict.fromkeys(found.items))
    paths = document.paths() if told else {}
    report.items += capped([replace(d, path=paths.get(d.span, "")) for d in told])
    lost = document.lost + len(too_much)
    partial = frozenset(work.partial)
    return replace(document, sections=expanded, lost=lost, calls=work.calls, partial=partial)


def _too_much(sections: Mapped[str, Tree]) -> dict[str, str]:
    """What is wrong with sections that became larger or deeper than a document may be."""
    known: dict[int, tuple[int, int]] = {}
    wrong: dict[str, str] = {}
    total = 0
    for name, tree in sections.items():
        parts, levels = measures(tree, known)
        total += parts
        if levels > DEPTH_LIMIT:
            wrong[name] = f"macros make '{name}' more than {DEPTH_LIMIT} levels deep"
        elif total > MOST_PARTS:
            wrong[name] = f"macros make '{name}' larger than a document may be"
            total -= parts
    return wrong


@dataclass(slots=True)
class _Expanding:
    """The state of the work: what is known, what was made, and the calls that we are inside."""

    report: Report
    constants: Mapped[str, Tree]
    macros: Mapped[Kind, Mapped[str, Macro]]
    calls: dict[int, tuple[Call, ...]] = field(default_factory=dict)
    stack: list[Call] = field(default_factory=list)
    done: dict[int, tuple[Tree, Tree]] = field(default_factory=dict)
    sizes: dict[int, tuple[int, int]] = field(default_factory=dict)
    alive: list[Tree] = field(default_factory=list)  # so that no other node gets their `id`
    effects: int = 0
    steps: int = 0
    called_so_far: int = 0
    levels: int = 0
    full: bool = False
    partial: set[str] = field(default_factory=set)

    # ---- any node ----

    def walk(self, tree: Tree, env: Env | None = None) -> Tree:
        """What a node stands for. Outside of macros a node stands for the same everywhere."""
        if isinstance(tree, Scalar):
            return tree
        if env is None:
            if id(tree) not in self.done:
                self.done[id(tree)] = tree, self.node(tree, env)
            return self.done[id(tree)][1]
        self.steps += 1
        if self.steps > NODE_LIMIT or self.levels >= DEPTH_LIMIT:
            self.overflow(tree.span)
        return tree if self.full else self.node(tree, env)

    def node(self, tree: Mapping | Sequence, env: Env | None) -> Tree:
        self.levels += 1
        if isinstance(tree, Sequence):
            made: Tree = self.items(tree, env)
        elif (special := self.special(tree, env)) is not None:
            made = special
        else:
            values = [self.walk(value, env) for _, value in tree.entries]
            same = all(new is old for new, (_, old) in zip(values, tree.entries, strict=True))
            keys = (key for key, _ in tree.entries)
            pairs = tuple(zip(keys, values, strict=True))
            made = tree if same else Mapping(tree.span, pairs, tree.tag)
        self.levels -= 1
        return made

    def special(self, tree: Mapping, env: Env | None) -> Tree | None:
        """What a param, a constant or a condition macro stands for."""
        param = param_of(tree)
        if env is not None and param is not None and param in env:
            return env[param]
        ref, name = tree.get("ref"), tree.get("name")
        if isinstance(ref, Scalar) and ref.value in ("constant", "const"):
            return self.constant(tree, name)
        if CONDITIONS.call in (key.text for key, _ in tree.entries):
            made = self.call(CONDITIONS, tree, env)
            return made if made is not None else scalar(tree.span, True)
        return None

    def constant(self, tree: Mapping, name: Tree | None) -> Tree:
        text = name.text if isinstance(name, Scalar) else ""
        value = self.constants.get(text)
        if value is None:
            at = name.span if name else tree.span
            message = f"there is no constant '{text}'" if name else "a constant needs a 'name'"
            self.tell(codes.CONSTANT_UNKNOWN, at, message, did_you_mean(text, self.constants))
        number = number_of(value)
        return hole(tree.span) if number is None else scalar(tree.span, number)

    # ---- lists ----

    def items(self, tree: Sequence, env: Env | None) -> Sequence:
        made: list[Tree] = []
        for item in tree.items:
            several = self.several(item, env)
            if several is None:
                made.append(self.walk(item, env))
                self.effects += env is not None
            else:
                made += several
        if self.effects > MOST_EFFECTS:
            self.overflow(tree.span)
        if len(made) == len(tree.items) and all(map(_same, made, tree.items)):
            return tree
        return Sequence(tree.span, tuple(made), tree.tag)

    def several(self, item: Tree, env: Env | None) -> tuple[Tree, ...] | None:
        """What stands in the place of an item of a list, if that is more or less than one."""
        if not isinstance(item, Mapping):
            return None
        param = param_of(item)
        argument = env.get(param) if env is not None and param is not None else None
        if isinstance(argument, Sequence):
            self.effects += len(argument.items)
            return argument.items if self.effects <= MOST_EFFECTS else ()
        name = item.get(EFFECTS.call)
        if isinstance(name, Scalar) and isinstance(name.value, str):
            made = self.call(EFFECTS, item, env)
            return made.items if isinstance(made, Sequence) else (hole(item.span),)
        return self.short(item, env)

    def short(self, item: Mapping, env: Env | None) -> tuple[Tree, ...] | None:
        """What a built-in macro stands for."""
        if not any(key.text in BUILT_INS for key, _ in item.entries):
            return None
        walked = self.walk(item, env)
        made = built_in(walked, MOST_EFFECTS - self.effects, self.report)
        self.effects += (env is not None) if made is None else len(made)
        return (walked,) if made is None else made

    # ---- calls ----

    def call(self, kind: Kind, call: Mapping, env: Env | None) -> Tree | None:
        """What a call stands for, or nothing if it is wrong."""
        self.called_so_far += 1
        if self.called_so_far > MOST_EFFECTS:
            self.overflow(call.span)
        if self.full:
            return None
        name = call.get(kind.call)
        text = name.text if isinstance(name, Scalar) else ""
        macro = self.macros[kind].get(text)
        at = name.span if name else call.span
        if macro is None:
            hint = did_you_mean(text, self.macros[kind])
            self.tell(codes.MACRO_UNKNOWN, at, f"there is no macro '{text}'", hint)
        elif any(each.kind == kind.call and each.macro == text for each in self.stack):
            way = " -> ".join([*(each.macro for each in self.stack), text])
            self.tell(codes.MACRO_CYCLE, at, f"the macro '{text}' calls itself: {way}")
        elif len(self.stack) >= MOST_CALLS:
            message = f"'{text}' is called more than {MOST_CALLS} macros deep"
            self.tell(codes.MACRO_DEPTH, at, message)
        elif not macro.broken:
            return self.called(kind, macro, call, env)
        return None

    def called(self, kind: Kind, macro: Macro, call: Mapping, env: Env | None) -> Tree | None:
        given = arguments(call, macro, self.report)
        if given is None:
            return None
        inner = {name: self.walk(value, env) for name, value in given.items()}
        self.alive += inner.values()
        if any(measures(value, self.sizes)[1] > DEPTH_LIMIT for value in inner.values()):
            self.overflow(call.span)
        self.stack.append(Call(kind.call, macro.id, call.span))
        made = self.walk(macro.body, inner)
        if isinstance(made, Sequence):
            made = Sequence(made.span, tuple(map(self.known, made.items)), made.tag)
        else:
            made = self.known(made)
        self.stack.pop()
        return None if self.full else made

    def known(self, made: Tree) -> Tree:
        """Remember through which calls a node came: the innermost call tells it."""
        if id(made) in self.calls:
            return made
        made = fresh(made)
        self.alive.append(made)
        self.calls[id(made)] = tuple(self.stack)
        return made

    # ---- telling ----

    def tell(self, code: Code, at: Span, message: str, help: str = "") -> None:
        self.report.error(code, at, message, help)

    def zones(self, zones: Tree) -> Tree:
        """The zones with those of boards, whose measures may be constants."""
        made: list[Tree] = []
        room = MOST_ZONES
        for item in zones.items if isinstance(zones, Sequence) else ():
            name = item.get(EFFECTS.call) if isinstance(item, Mapping) else None
            board = self.walk(item) if is_board(item) else None
            if isinstance(board, Mapping):
                cells = board_zones(board, room, self.report)
                made += cells
                room -= len(cells)
                self.partial |= set() if cells else {"zones"}
            elif isinstance(name, Scalar) and name.text not in self.macros[EFFECTS]:
                no_board(name, self.macros[EFFECTS], self.report)
                self.partial.add("zones")
            else:
                made += self.items(Sequence(item.span, (item,)), None).items
        return Sequence(zones.span, tuple(made))

    def overflow(self, at: Span) -> None:
        if not self.full:
            self.full = True
            message = f"macros make more than {MOST_EFFECTS} effects, or nest them too deeply"
            self.tell(codes.EXPANSION_LIMIT, at, message)


def _same(one: Tree, other: Tree) -> bool:
    return one is other


def _unchanged(tree: Tree) -> Tree:
    return tree

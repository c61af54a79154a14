"""Macro expansion, tree to tree: constants, macros, built-in effects and boards."""

from __future__ import annotations

from collections.abc import Mapping as Mapped
from dataclasses import dataclass, field, replace
from operator import is_

from .....diagnostics import Code, Report, Span, did_you_mean
from ....names import declares, refers
from ....yaml.read import DEPTH_LIMIT, NODE_LIMIT, Mapping, Scalar, Sequence, Tree
from ...codes import document as codes
from ..document import Call, Document, capped
from ..keyed import number_of
from .boards import MOST_ZONES, board_zones, is_board, report_unknown_board
from .builtins import BUILT_INS, expand_built_in
from .definitions import (
    CONDITIONS,
    EFFECTS,
    MACRO,
    Env,
    Kind,
    Macro,
    arguments,
    macros_of,
    param_of,
)
from .synthesise import distinct_copy, hole, scalar, size_and_depth

MOST_EFFECTS = 20_000
MOST_CALLS = 10  # nesting depth of macro calls
MOST_NODES = 500_000  # of the expanded document; sharing keeps it smaller in memory


CONSTANT = "constant"


def expand(document: Document, report: Report) -> Document:
    """The document after expansion. Nodes keep their locations; those of an expanded macro have the
    locations in the body of the macro."""
    found = Report()
    sections = dict(document.sections)
    effects = macros_of(EFFECTS, sections.pop(EFFECTS.section, None), found)
    conditions = macros_of(CONDITIONS, sections.pop(CONDITIONS.section, None), found)
    constants = sections.get("constants")
    entries = constants.entries if isinstance(constants, Mapping) else ()
    numbers = {key.text: value for key, value in entries}
    for key, _ in entries:
        declares(CONSTANT, key.text, key.span)
    expander = _Expander(found, numbers, {EFFECTS: effects, CONDITIONS: conditions})
    expanded: dict[str, Tree] = {}
    for name, tree in sections.items():
        # Constants may not refer to constants, and in `zones` a macro may be a board.
        walkers = {"constants": _identity, "zones": expander.zones}
        expanded[name] = walkers.get(name, expander.walk)(tree)
    oversized = _oversized(expanded)
    for name, message in oversized.items():
        found.error(codes.EXPANSION_LIMIT, sections[name].span, message)
        del expanded[name]
    # An error in a macro body is found at each call, at the same location.
    unique = list(dict.fromkeys(found.items))
    paths = document.paths() if unique else {}
    report.items += capped([replace(d, path=paths.get(d.span, "")) for d in unique])
    lost = document.lost + len(oversized)
    partial = frozenset(expander.partial)
    return replace(document, sections=expanded, lost=lost, calls=expander.calls, partial=partial)


def _oversized(sections: Mapped[str, Tree]) -> dict[str, str]:
    """Messages for the sections that have become too large or too deeply nested."""
    known: dict[int, tuple[int, int]] = {}
    wrong: dict[str, str] = {}
    total = 0
    for name, tree in sections.items():
        parts, levels = size_and_depth(tree, known)
        total += parts
        if levels > DEPTH_LIMIT:
            wrong[name] = f"after expansion '{name}' is more than {DEPTH_LIMIT} levels deep"
        elif total > MOST_NODES:
            wrong[name] = f"after expansion '{name}' exceeds {MOST_NODES} nodes in total"
            # This section is dropped, so smaller ones after it may still fit.
            total -= parts
    return wrong


@dataclass(slots=True)
class _Expander:
    """The state of an expansion. `stack` has the calls being expanded, `memo` the results for nodes
    outside macros, `calls` the origin of nodes for backtraces; the counters enforce the limits."""

    report: Report
    constants: Mapped[str, Tree]
    macros: Mapped[Kind, Mapped[str, Macro]]
    calls: dict[int, tuple[Call, ...]] = field(default_factory=dict)
    stack: list[Call] = field(default_factory=list)
    memo: dict[int, tuple[Tree, Tree]] = field(default_factory=dict)
    sizes: dict[int, tuple[int, int]] = field(default_factory=dict)
    alive: list[Tree] = field(default_factory=list)  # keys of `calls` and `sizes` are their `id()`
    effects: int = 0
    steps: int = 0
    call_count: int = 0
    levels: int = 0
    overflowed: bool = False
    partial: set[str] = field(default_factory=set)

    # ---- any node ----

    def walk(self, tree: Tree, env: Env | None = None) -> Tree:
        """The expansion of a node, in the environment of a macro body or outside (None)."""
        if isinstance(tree, Scalar):
            return tree
        if env is None:
            # Outside macros the expansion does not depend on the context, so an aliased node stays
            # shared. The memo also holds the node itself, lest its `id()` be reused.
            if id(tree) not in self.memo:
                self.memo[id(tree)] = tree, self.node(tree, env)
            return self.memo[id(tree)][1]
        self.steps += 1
        if self.steps > NODE_LIMIT or self.levels >= DEPTH_LIMIT:
            self.overflow(tree.span)
        return tree if self.overflowed else self.node(tree, env)

    def node(self, tree: Mapping | Sequence, env: Env | None) -> Tree:
        self.levels += 1
        if isinstance(tree, Sequence):
            made: Tree = self.items(tree, env)
        elif (replaced := self.replacement(tree, env)) is not None:
            made = replaced
        else:
            values = [self.walk(value, env) for _, value in tree.entries]
            same = all(new is old for new, (_, old) in zip(values, tree.entries, strict=True))
            keys = (key for key, _ in tree.entries)
            pairs = tuple(zip(keys, values, strict=True))
            # An unchanged node is reused: its identity is what memos and aliases rely on.
            made = tree if same else Mapping(tree.span, pairs, tree.tag)
        self.levels -= 1
        return made

    def replacement(self, tree: Mapping, env: Env | None) -> Tree | None:
        """The replacement of a param, a constant or a call of a condition macro."""
        param = param_of(tree)
        if env is not None and param is not None and param in env:
            # Expanded before the call, since it may contain params of the calling macro.
            return env[param]
        ref, name = tree.get("ref"), tree.get("name")
        if isinstance(ref, Scalar) and ref.value in ("constant", "const"):
            return self.constant(tree, name)
        if CONDITIONS.call in (key.text for key, _ in tree.entries):
            made = self.call(CONDITIONS, tree, env)
            # A condition binds no names, and a hole in a list would switch off checks of names.
            return made if made is not None else scalar(tree.span, True)
        return None

    def constant(self, tree: Mapping, name: Tree | None) -> Tree:
        text = name.text if isinstance(name, Scalar) else ""
        value = self.constants.get(text)
        refers(CONSTANT, text, name.span if name else None)
        if value is None:
            at = name.span if name else tree.span
            message = f"unknown constant '{text}'" if name else "missing 'name' of a constant"
            self.error(codes.CONSTANT_UNKNOWN, at, message, did_you_mean(text, self.constants))
        # A constant that is not a number has been reported at its declaration.
        number = number_of(value)
        return hole(tree.span) if number is None else scalar(tree.span, number)

    # ---- lists ----

    def items(self, tree: Sequence, env: Env | None) -> Sequence:
        made: list[Tree] = []
        for item in tree.items:
            spliced = self.splice(item, env)
            if spliced is None:
                made.append(self.walk(item, env))
                self.effects += env is not None
            else:
                made += spliced
        if self.effects > MOST_EFFECTS:
            self.overflow(tree.span)
        if len(made) == len(tree.items) and all(map(is_, made, tree.items)):
            return tree
        return Sequence(tree.span, tuple(made), tree.tag)

    def splice(self, item: Tree, env: Env | None) -> tuple[Tree, ...] | None:
        """The items that replace a list item, None if it is not replaced by a list."""
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
            # A failed call leaves a hole, so that names it would have bound are not reported.
            return made.items if isinstance(made, Sequence) else (hole(item.span),)
        return self.shorthand(item, env)

    def shorthand(self, item: Mapping, env: Env | None) -> tuple[Tree, ...] | None:
        """The expansion of a built-in effect such as `refillToSize`."""
        if not any(key.text in BUILT_INS for key, _ in item.entries):
            return None
        # Inside out: the size of a built-in may be a constant or a param.
        walked = self.walk(item, env)
        made = expand_built_in(walked, MOST_EFFECTS - self.effects, self.report)
        self.effects += (env is not None) if made is None else len(made)
        return (walked,) if made is None else made

    # ---- calls ----

    def call(self, kind: Kind, call: Mapping, env: Env | None) -> Tree | None:
        """The expansion of a macro call, None after an error."""
        self.call_count += 1
        if self.call_count > MOST_EFFECTS:
            self.overflow(call.span)
        if self.overflowed:
            return None
        name = call.get(kind.call)
        text = name.text if isinstance(name, Scalar) else ""
        macro = self.macros[kind].get(text)
        refers(MACRO, text, name.span if name else None, known=self.macros[kind])
        at = name.span if name else call.span
        if macro is None:
            hint = did_you_mean(text, self.macros[kind])
            self.error(codes.MACRO_UNKNOWN, at, f"unknown macro '{text}'", hint)
        elif any(each.kind == kind.call and each.macro == text for each in self.stack):
            chain = " -> ".join([*(each.macro for each in self.stack), text])
            self.error(codes.MACRO_CYCLE, at, f"recursive macro '{text}': {chain}")
        elif len(self.stack) >= MOST_CALLS:
            message = f"macro calls are nested more than {MOST_CALLS} levels deep"
            self.error(codes.MACRO_DEPTH, at, message)
        elif not macro.broken:
            return self.body(kind, macro, call, env)
        return None

    def body(self, kind: Kind, macro: Macro, call: Mapping, env: Env | None) -> Tree | None:
        """The body of a macro with the arguments of a call in place of its params."""
        given = arguments(call, macro, self.report)
        if given is None:
            return None
        inner = {name: self.walk(value, env) for name, value in given.items()}
        self.alive += inner.values()
        # Arguments that wrap their params could otherwise grow by a level with each nested call.
        if any(size_and_depth(value, self.sizes)[1] > DEPTH_LIMIT for value in inner.values()):
            self.overflow(call.span)
        self.stack.append(Call(kind.call, macro.id, call.span))
        made = self.walk(macro.body, inner)
        if isinstance(made, Sequence):
            made = Sequence(made.span, tuple(map(self.traced, made.items)), made.tag)
        else:
            made = self.traced(made)
        self.stack.pop()
        return None if self.overflowed else made

    def traced(self, made: Tree) -> Tree:
        """The node, recorded as produced by the current calls; the innermost call comes first."""
        if id(made) in self.calls:
            return made
        # Other calls share the nodes of the body, but each needs a backtrace of its own.
        made = distinct_copy(made)
        self.alive.append(made)
        self.calls[id(made)] = tuple(self.stack)
        return made

    # ---- boards and limits ----

    def error(self, code: Code, at: Span, message: str, help: str = "") -> None:
        self.report.error(code, at, message, help)

    def zones(self, zones: Tree) -> Tree:
        """`zones` with its boards expanded; the sizes of a board may be constants."""
        made: list[Tree] = []
        budget = MOST_ZONES
        for item in zones.items if isinstance(zones, Sequence) else ():
            name = item.get(EFFECTS.call) if isinstance(item, Mapping) else None
            board = self.walk(item) if is_board(item) else None
            if isinstance(board, Mapping):
                cells = board_zones(board, budget, self.report)
                made += cells
                budget -= len(cells)
                # Names of cells are not unknown zones if their board had an error.
                self.partial |= set() if cells else {"zones"}
            elif isinstance(name, Scalar) and name.text not in self.macros[EFFECTS]:
                report_unknown_board(name, self.macros[EFFECTS], self.report)
                self.partial.add("zones")
            else:
                made += self.items(Sequence(item.span, (item,)), None).items
        return Sequence(zones.span, tuple(made))

    def overflow(self, at: Span) -> None:
        # Reported once: every enclosing call overflows as well.
        if not self.overflowed:
            self.overflowed = True
            message = f"macros expand to more than {MOST_EFFECTS} effects, or nest them too deeply"
            self.error(codes.EXPANSION_LIMIT, at, message)


def _identity(tree: Tree) -> Tree:
    return tree

"""The uses of constructs in trees: keys and words of CGML and GameSpecDoc, elements of Rule XML."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from reference_uses import Use, UsesIn, sgdl_uses

from ludwright.diagnostics import Report, Source, Span
from ludwright.languages.cgml import reference as cgml
from ludwright.languages.cgml.lower import selectors
from ludwright.languages.cgml.lower.functions import FUNCTIONS
from ludwright.languages.cgml.read import shapes
from ludwright.languages.gamespec import reference as gamespec
from ludwright.languages.gamespec.meanings.words import WORDS_OF
from ludwright.languages.gamespec.read.document import read_document
from ludwright.languages.gamespec.read.effects import HOLDING
from ludwright.languages.gamespec.read.queries import OWNED
from ludwright.languages.gamespec.read.values import ARITHMETIC, BY_KEY
from ludwright.languages.gamespec.write.schema import PAYLOADS
from ludwright.languages.reference import Reference, id_of
from ludwright.languages.rulexml.meanings import GROUPS
from ludwright.languages.rulexml.read.elements import Element, parse
from ludwright.languages.rulexml.read.schema import KINDS, SHAPES
from ludwright.languages.rulexml.reference import TEXTS
from ludwright.languages.shapes import Key, Table
from ludwright.languages.table_reference import base
from ludwright.languages.yaml.read import Mapping, Scalar, Sequence, Tree, parts_of, read_yaml

Walk = Iterator[Use]


def use(id: str, start: Span, end: Tree | None, text: list[str]) -> Use:
    """A construct from the start of its key to the end of what it holds."""
    at = start if end is None else last(end, text)
    return Use(id, start.line, start.column, at.end_line, at.end_column)


def last(tree: Tree, text: list[str]) -> Span:
    """The span whose end is that of a node; that of a block may reach to the next token."""
    parts = [v for _, v in tree.entries] if isinstance(tree, Mapping) else None
    parts = list(tree.items) if isinstance(tree, Sequence) else parts
    span = tree.span
    line = text[span.end_line - 1] if span.end_line <= len(text) else ""
    closed = line[span.end_column - 2 : span.end_column - 1] in ("}", "]")
    return span if not parts or closed else last(parts[-1], text)


# ---- CGML ----------------------------------------------------------------------------------------


class CgmlWalk:
    """The uses in a document of CGML, found along its tables of keys."""

    def __init__(self, text: str, ids: Iterable[str]) -> None:
        self.lines = text.splitlines()
        self.ids = frozenset(ids)
        self.special: dict[str, Callable[[Tree], Walk]] = {
            "action": self.action,
            "evaluator": self.evaluator,
            "part": self.part,
            "template_property": lambda tree: self.keys(tree, "lookup"),
            "teams": lambda tree: self.keys(tree, "alternate"),
            "free": self.free,
            **dict.fromkeys((*shapes.OPERANDS, "definition"), self.operand),
        }

    def tree(self, tree: Tree, kind: str) -> Walk:
        """The uses in a value of a kind."""
        if kind.startswith("["):
            for item in tree.items if isinstance(tree, Sequence) else ():
                yield from self.tree(item, base(kind))
        elif kind.startswith("{"):
            for _, value in tree.entries if isinstance(tree, Mapping) else ():
                yield from self.tree(value, base(kind))
        elif kind in self.special:
            yield from self.special[kind](tree)
        elif kind in cgml.TABLES:
            yield from self.keys(tree, kind)

    def keys(self, tree: Tree, name: str) -> Walk:
        """The uses in a mapping with a table."""
        yield from self.table(tree, cgml.TABLES[name], id_of(cgml.GROUPS[name]))

    def table(self, tree: Tree, table: Table, start: str) -> Walk:
        """The uses of keys, whose ids begin with `start`."""
        for name, value in tree.entries if isinstance(tree, Mapping) else ():
            key = table.by_name.get(name.text)
            if key is None:
                continue
            yield use(f"{start}.{key.name}", name.span, value, self.lines)
            yield from self.word(key, name.span, value)
            yield from self.tree(value, key.kind)
            if key.kind == "variable_path" and isinstance(value, Scalar):
                yield from self.path(name.span, value)
            if key.name == "trigger" and isinstance(value, Scalar):
                yield from self.trigger(name.span, value)

    def word(self, key: Key, start: Span, value: Tree) -> Walk:
        """The use of a word that a key accepts."""
        if isinstance(value, Scalar) and (key.words or key.kind in ("audience", "order")):
            yield use(id_of(cgml.group_of(key), value.text), start, value, self.lines)

    def trigger(self, start: Span, value: Scalar) -> Walk:
        """The use of a trigger."""
        names = [name.removeprefix("triggers.") for name in self.ids if name[:9] == "triggers."]
        for name in names:
            if value.text == name or value.text.startswith(f"{name}."):
                yield use(f"triggers.{name}", start, value, self.lines)

    def path(self, start: Span, value: Scalar) -> Walk:
        """The uses in a path."""
        for id in path_ids(value.text):
            yield use(id, start, value, self.lines)

    def action(self, tree: Tree) -> Walk:
        """The uses in an action."""
        word = tree.get("action") if isinstance(tree, Mapping) else None
        if not isinstance(word, Scalar) or word.text not in shapes.ACTION_KEYS:
            return
        yield use(id_of(cgml.ACTIONS, word.text), tree.span, tree, self.lines)
        start = id_of(cgml.ACTIONS, word.text)
        yield from self.table(tree, shapes.ACTION_KEYS[word.text], start)
        yield from self.table(tree, shapes.EVERY_ACTION, id_of(cgml.EVERY))

    def evaluator(self, tree: Tree) -> Walk:
        """The uses in a win condition."""
        named = isinstance(tree, Mapping) and tree.get("winners")
        yield from self.keys(tree, "winners") if named else self.operand(tree)

    def part(self, tree: Tree) -> Walk:
        """The uses in a part of a deck."""
        kind = tree.get("type") if isinstance(tree, Mapping) else None
        card = isinstance(kind, Scalar) and kind.text == "card"
        yield from self.keys(tree, "card" if card else "template")

    def free(self, tree: Tree) -> Walk:
        """The uses of keys below `meta`."""
        for name, value in tree.entries if isinstance(tree, Mapping) else ():
            yield use(id_of(cgml.META_KEYS, name.text), name.span, value, self.lines)

    def operand(self, tree: Tree) -> Walk:
        """The uses in an expression."""
        if isinstance(tree, Sequence):
            for item in tree.items:
                yield from self.operand(item)
        if not isinstance(tree, Mapping):
            return
        for name, value in tree.entries:
            yield use(id_of(cgml.EXPRESSIONS, name.text), tree.span, tree, self.lines)
            if name.text == "path" and isinstance(value, Scalar):
                yield from self.path(name.span, value)
            elif name.text == "canPerform" and isinstance(value, Sequence):
                for item in value.items:
                    yield from self.action(item)
            elif name.text != "value":
                yield from self.operand(value)


def path_ids(text: str) -> Iterator[str]:
    """The ids of what a path consists of."""
    yield from (id_of(cgml.PATHS, name) for name in re.findall(r"\$\.?(\w+)", text))
    for root, selectors_of in (
        ("players", "Selectors of players"),
        ("teams", "Selectors of teams"),
    ):
        for word in re.findall(rf"\$\.{root}\[(\w+)\]", text):
            yield id_of(selectors_of, word)
    yield from (id_of("Path functions", n) for n in re.findall(r"(\w+)\(", text) if n in FUNCTIONS)
    before, kind = "", ""
    for name in re.findall(r"[.$](\w+)", text):
        kind = _KIND_AFTER.get(before, kind if before in ("visibility",) else "")
        found = [k for k, fields in selectors.FIELDS.items() if name in fields]
        mine = kind if kind in found else found[0] if len(found) == 1 and name != "name" else ""
        if mine and before:
            yield id_of(f"Fields of {cgml._KINDS[mine]}", name)
        before = name


_KIND_AFTER = {
    **dict.fromkeys(("players", "player", "owner", "currentPlayer"), "seat"),
    **dict.fromkeys(("teams", "team"), "team"),
    **dict.fromkeys(("card", "top_card", "bottom_card"), "token"),
    "visibility": "visibility",
}


def cgml_uses(reference: Reference) -> UsesIn:
    """The uses in texts of CGML."""

    def uses(text: str) -> Walk:
        report = Report()
        tree = read_yaml(Source("text", text), report, shapes.TAGS)
        if isinstance(tree, Mapping) and not report.failed and '"1.2"' not in text[:200]:
            yield from CgmlWalk(text, reference.by_id).keys(tree, "document")

    return uses


# ---- GameSpecDoc ---------------------------------------------------------------------------------


class GamespecWalk:
    """The uses in a document of GameSpecDoc, found along its tables of keys."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.special: dict[str, Callable[[Tree], Walk]] = {
            "value": self.value,
            "condition": self.value,
            "if_value": lambda tree: self.table(tree, "Values", "if"),
            "aggregate": self.aggregate,
            "zone": self.value,
            "query": self.query,
            "effect": self.effect,
            "player": self.player,
            "token_test": self.test,
            "row_test": self.test,
            "zone_filter": self.zone_filter,
            "holding": lambda tree: self.plain(tree, gamespec.TRANSFERS, HOLDING.table),
            "turn_order": lambda tree: self.section(tree, "order"),
            "config": self.config,
            "zone_def": self.zone_def,
            "asset": self.asset,
            "cardinality": self.cardinality,
            "effect_macro": self.macro,
            "condition_macro": self.macro,
        }

    def tree(self, tree: Tree, kind: str) -> Walk:
        """The uses in a value of a kind."""
        kind = "[effect]" if kind == "effects" else kind
        if kind.startswith("["):
            for item in tree.items if isinstance(tree, Sequence) else ():
                yield from self.tree(item, base(kind))
        elif kind.startswith("{"):
            for _, value in tree.entries if isinstance(tree, Mapping) else ():
                yield from self.tree(value, base(kind))
        elif kind in self.special:
            yield from self.special[kind](tree)
        elif kind in gamespec.SECTIONS:
            yield from self.section(tree, kind)

    def section(self, tree: Tree, name: str) -> Walk:
        """The uses in a declaration."""
        group, table = gamespec.SECTIONS[name]
        yield from self.plain(tree, group, table)
        for key, value in tree.entries if isinstance(tree, Mapping) else ():
            title = WORDS_OF.get(f"{name}.{key.text}", "")
            for word in parts_of(value) if title else ():
                if isinstance(word, Scalar):
                    yield use(id_of(title, word.text), key.span, value, self.lines)

    def plain(self, tree: Tree, group: str, table: Table, *of: str) -> Walk:
        """The uses of keys of a table."""
        for key, value in tree.entries if isinstance(tree, Mapping) else ():
            known = table.by_name.get(key.text)
            if known is not None:
                yield use(id_of(group, *of, key.text), key.span, value, self.lines)
                yield from self.tree(value, known.kind)

    def table(self, tree: Tree, group: str, word: str) -> Walk:
        """The uses of the keys of a form."""
        yield from self.plain(tree, group, gamespec.FORMS[group].get(word, Table()), word)

    def form(self, tree: Mapping, group: str, word: str) -> Walk:
        """The uses in a form."""
        yield use(id_of(group, word), tree.span, tree, self.lines)
        yield from self.table(tree, group, word)

    def value(self, tree: Tree) -> Walk:
        """The uses in a value, or in a condition."""
        keys = {key.text: value for key, value in tree.entries} if isinstance(tree, Mapping) else {}
        first = next((key for key in ("ref", "op", *BY_KEY) if key in keys), "")
        word = keys.get(first)
        if "conditionMacro" in keys:
            yield from self.section(tree, "condition_call")
        if word is None or not isinstance(tree, Mapping):
            return
        yield use(id_of("Values", first), tree.span, tree, self.lines)
        if first in ("ref", "op") and isinstance(word, Scalar):
            known = "Arithmetic" if word.text in ARITHMETIC else "Conditions"
            yield from self.form(tree, "References" if first == "ref" else known, word.text)
        else:
            kinds = {"aggregate": "aggregate", "concat": "[value]", "if": "if_value"}
            yield from self.tree(word, kinds.get(first, "value"))

    def aggregate(self, tree: Tree) -> Walk:
        """The uses in an aggregate."""
        op = tree.get("op") if isinstance(tree, Mapping) else None
        if isinstance(op, Scalar) and isinstance(tree, Mapping):
            yield from self.form(tree, "Aggregates", op.text)

    def query(self, tree: Tree) -> Walk:
        """The uses in a query."""
        word = tree.get("query") if isinstance(tree, Mapping) else None
        if isinstance(word, Scalar) and isinstance(tree, Mapping):
            yield from self.form(tree, "Queries", word.text)

    def effect(self, tree: Tree) -> Walk:
        """The uses in an effect."""
        for key, value in tree.entries if isinstance(tree, Mapping) else ():
            if key.text in gamespec.FORMS["Effects"]:
                yield use(id_of("Effects", key.text), key.span, value, self.lines)
                inner = tree if key.text == "macro" else value
                yield from self.table(inner, "Effects", key.text)

    def player(self, tree: Tree) -> Walk:
        """The uses in a selector of players."""
        if isinstance(tree, Scalar):
            yield use(id_of(gamespec.PLAYERS, tree.text), tree.span, tree, self.lines)
        for key, _ in tree.entries if isinstance(tree, Mapping) else ():
            yield use(id_of(gamespec.PLAYERS, key.text), tree.span, tree, self.lines)

    def test(self, tree: Tree) -> Walk:
        """The uses in a test of a filter."""
        for key, value in tree.entries if isinstance(tree, Mapping) else ():
            yield use(id_of(gamespec.FILTERS, key.text), tree.span, tree, self.lines)
            if key.text == "op" and isinstance(value, Scalar):
                yield use(id_of(gamespec.FILTERS, value.text), tree.span, tree, self.lines)
            yield from self.value(value)

    def zone_filter(self, tree: Tree) -> Walk:
        """The uses in a filter of zones."""
        yield from self.plain(tree, gamespec.ZONE_FILTERS, OWNED.table)
        yield from self.value(tree)

    def config(self, tree: Tree) -> Walk:
        """The uses in the config of a card-driven order, nested or flat."""
        yield from self.section(tree, "config")
        if isinstance(tree, Mapping) and tree.get("turnFlow") is None:
            yield from self.section(tree, "turn_flow")

    def zone_def(self, tree: Tree) -> Walk:
        """The uses in a zone, or a board."""
        board = isinstance(tree, Mapping) and tree.get("macro")
        yield from self.section(tree, "board" if board else "zone_def")

    def asset(self, tree: Tree) -> Walk:
        """The uses in a data asset."""
        yield from self.section(tree, "asset")
        kind = tree.get("kind") if isinstance(tree, Mapping) else None
        payload = tree.get("payload") if isinstance(tree, Mapping) else None
        if isinstance(kind, Scalar) and payload is not None and kind.text in PAYLOADS:
            yield from self.tree(payload, PAYLOADS[kind.text])

    def cardinality(self, tree: Tree) -> Walk:
        """The uses in a number of targets."""
        for name in ("up_to", "exact", "range"):
            yield from self.section(tree, name)

    def macro(self, tree: Tree) -> Walk:
        """The uses in a macro, of effects or of a condition."""
        kinds = {"effects": "effects", "condition": "condition", "params": "[macro_param]"}
        found = (
            {key.text: value for key, value in tree.entries} if isinstance(tree, Mapping) else {}
        )
        yield from self.section(tree, "effect_macro" if "effects" in found else "condition_macro")
        for key in kinds.keys() & found.keys():
            yield from self.tree(found[key], kinds[key])


def gamespec_uses(reference: Reference) -> UsesIn:
    """The uses in documents of GameSpecDoc."""

    def uses(text: str) -> Walk:
        walk = GamespecWalk(text)
        for name, tree in read_document(Source("text", text), Report()).sections.items():
            key = Scalar(_key_above(name, tree.span, walk.lines), name, name)
            yield from walk.section(Mapping(tree.span, ((key, tree),)), "document")

    return uses


def _key_above(name: str, span: Span, lines: list[str]) -> Span:
    """The key of a section; without one, the end of what it holds, where there is no example."""
    for number in range(span.line, 0, -1):
        if lines[number - 1].startswith(f"{name}:"):
            return Span(span.file, number, 1, number, len(name) + 1)
    return Span(span.file, span.end_line + 1, 1, span.end_line + 1, 1)


# ---- Rule XML ------------------------------------------------------------------------------------


def rulexml_uses(reference: Reference) -> UsesIn:
    """The uses of elements, attributes and words in files of Rule XML."""

    def uses(text: str) -> Walk:
        root = parse(Source("text", text), Report())
        kind = root.attribute("type").text if root else ""
        if root is None or kind not in KINDS:
            return
        start, first = root.span, text.splitlines()[root.span.line - 1]
        yield Use("files.data", start.line, start.column - 1, start.line, len(first) + 1)
        for id in ("files.data.type", f"kinds-of-files.{kind}"):
            yield Use(id, start.line, start.column - 1, start.line, len(first) + 1)
        yield from _within(root, kind, text)

    return uses


def _within(element: Element, shape: str, text: str) -> Walk:
    """The uses in an element with a shape."""
    known = {child.name: child for child in SHAPES[shape].children}
    group = GROUPS.get(shape, "")
    for child in element.children:
        if SHAPES[shape].open:
            yield from _within(child, SHAPES[shape].open, text)
        if child.name not in known:
            continue
        inner = known[child.name].shape
        line, column, end_line, end_column = _extent(child, text)
        yield Use(id_of(group, child.name), line, column, end_line, end_column)
        tag = (line, column, line, text.splitlines()[line - 1].index(">", column) + 2)
        for name in child.attributes:
            title = f"Attributes of {GROUPS.get(inner, '').lower()}"
            yield Use(id_of(title, name), *tag)
        for title in TEXTS.get(f"{shape}.{child.name}", ()):
            for word in child.text.text.split(","):
                yield Use(id_of(title, word.strip()), line, column, end_line, end_column)
        yield from _within(child, inner, text)


def _extent(element: Element, text: str) -> tuple[int, int, int, int]:
    """Where an element begins and ends."""
    lines = text.splitlines(keepends=True)
    offset = sum(map(len, lines[: element.span.line - 1])) + element.span.column - 2
    depth, end = 0, offset
    for tag in re.finditer(rf"<(/?){element.name}\b[^>]*?(/?)>", text[offset:]):
        depth += -1 if tag[1] else 0 if tag[2] else 1
        end = offset + tag.end()
        if depth == 0:
            break
    before = text[:end]
    column = end - (before.rfind("\n") + 1) + 1
    return element.span.line, element.span.column - 1, before.count("\n") + 1, column


FINDERS: dict[str, Callable[[Reference], UsesIn]] = {
    "cgml": cgml_uses,
    "gamespec": gamespec_uses,
    "rulexml": rulexml_uses,
    "sgdl": sgdl_uses,
}
"""What finds the uses in texts of each language."""

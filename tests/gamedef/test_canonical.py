"""The canonical text: every construct survives, and bad texts are refused with their place."""

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.diagnostics import Span
from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import TextError, read, write
from ludwright.gamedef.walk import FIELDS, KINDS, walk

PARAGRAPHS = (Path(__file__).parent / "identity.txt").read_text(encoding="utf-8").strip()
IDENTITY = PARAGRAPHS.split("\n\n")


@pytest.mark.parametrize("text", IDENTITY, ids=lambda text: text.split("(")[0])
def test_every_construct_survives(text: str) -> None:
    node = read(text)
    assert write(node) == text
    assert read(write(node)) == node


def test_every_kind_opens_a_paragraph() -> None:
    missing = sorted(set(KINDS) - {text.split("(")[0] for text in IDENTITY})
    assert not missing, f"add a paragraph for {', '.join(missing)} to tests/gamedef/identity.txt"


def test_every_field_with_a_default_is_also_written_once() -> None:
    written = {
        (type(node), f.name)
        for node in map(read, IDENTITY)
        for f in dataclasses.fields(node)
        if f.name != "span" and f.default is not dataclasses.MISSING
        if getattr(node, f.name) != f.default
    }
    optional = {
        (kind, f.name)
        for kind in KINDS.values()
        for f in dataclasses.fields(kind)
        if f.name != "span" and f.default is not dataclasses.MISSING
    }
    missing = sorted(f"{kind.__name__}.{name}" for kind, name in optional - written)
    assert not missing, f"give {', '.join(missing)} a value in tests/gamedef/identity.txt"


def test_other_layouts_comments_and_none_are_read() -> None:
    text = "# a comment\nVariable(\n  of = None, # no seat\n  name='tr' 'ump',\n)\n"
    assert write(read(text)) == 'Variable(name="trump")'


def test_spans_count_characters() -> None:
    node = read('Fail(\n  reason="ü")\n')
    assert node.span == Span("gamedef", 1, 1, 2, 14)
    pair = read('And(items=(Symbol(enum="ü", value="ö"), Hole()))', name="here")
    assert isinstance(pair, n.And)
    assert pair.items[1].span == Span("here", 1, 41, 1, 47)


def test_a_line_is_broken_when_it_has_more_than_100_columns() -> None:
    fits = n.Fail(reason="x" * (100 - len('Fail(reason="")')))
    assert len(write(fits)) == 100
    longer = n.Fail(reason=fits.reason + "x")
    assert write(longer) == f'Fail(\n  reason="{longer.reason}",\n)'
    # Inside, the comma after it needs a column too.
    inner = n.Fail(reason="x" * (99 - 4 - len('Fail(reason="")')))
    assert write(n.Attempt(body=(inner, n.Leave()))).split("\n")[2] == f"    {write(inner)},"
    outer = n.Attempt(body=(n.Fail(reason=inner.reason + "x"), n.Leave()))
    assert write(outer).split("\n")[2] == "    Fail("


BAD = [
    ("Nubmer(value=1)", 1, 1, "unknown node 'Nubmer'; did you mean 'Number'"),
    ("Not(\n  item=Nope())", 2, 8, "unknown node 'Nope'"),
    ("Expr()", 1, 1, "unknown node 'Expr'"),
    ("nodes.Number(value=1)", 1, 1, "name of a node"),
    ("Number(valu=1)", 1, 8, "no field 'valu'; did you mean 'value'"),
    ("Number(value=1, span=None)", 1, 17, "no field 'span'"),
    ("Number(**fields)", 1, 8, "no field"),
    ("Number(1)", 1, 8, "by name"),
    ("Number(value=1, value=2)", 1, 17, "duplicate field 'value'"),
    ("Number()", 1, 1, "missing the field 'value'"),
    ("Add(right=Number(value=1))", 1, 1, "missing the field 'left'"),
    ("Number(value=True)", 1, 14, "expected a whole number"),
    ("Number(value=1.5)", 1, 14, "float"),
    ('Number(value="1")', 1, 14, "expected a whole number, found a text"),
    ("Number(value=- -1)", 1, 14, "minus"),
    ("Number(value=+1)", 1, 14, "minus"),
    ("Number(value=1+1)", 1, 14, "expected a node, tuple"),
    ("Truth(value=1)", 1, 13, "expected True or False"),
    ("Fail(reason=1)", 1, 13, "expected a text"),
    ('Fail(reason=f"{1}")', 1, 13, "expected a node, tuple"),
    ('Fail(reason=b"x")', 1, 13, "bytes"),
    ("Not(item=Return())", 1, 10, "expected Expr, found Return"),
    ("Not(item=None)", 1, 10, "expected Expr, found None"),
    ('Variable(name="x", of=1)', 1, 23, "expected Expr or None"),
    ("And(items=Truth(value=True))", 1, 11, "expected a tuple, found Truth"),
    ("And(items=[Truth(value=True)])", 1, 11, "expected a node, tuple"),
    ("And(items=(Truth(value=True), Leave()))", 1, 31, "expected Expr, found Leave"),
    ('Enum(name="x", values=("a", 1))', 1, 29, "expected a text"),
    ('Table(name="x", enum="y", values=(1, False))', 1, 38, "expected a whole number"),
    ('Token(name="x", values=(None,))', 1, 25, "found None"),
    ('Notation(name="", parts=(1,))', 1, 26, "expected a text or Expr"),
    ('GameDef(name="x", zones=(Hole(),))', 1, 26, "expected Zone, found Hole"),
    ("7", 1, 1, "expected a node"),
    ("__import__('os').system('true')", 1, 1, "name of a node"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), BAD)
def test_bad_texts_are_refused_where_they_are_bad(
    text: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(TextError) as caught:
        read(text, "bad.txt")
    assert message in caught.value.message
    assert (caught.value.file, caught.value.line, caught.value.column) == ("bad.txt", line, column)
    assert str(caught.value).startswith(f"bad.txt:{line}:{column}: ")


NOT_PYTHON = [
    "",
    "Number(value=1",
    "Number(value=1) Number(value=2)",
    'Fail(reason="\\d")',
    "Number(value=1)\0",
    "\ud800",
    "  Number(value=1)",
]


@pytest.mark.parametrize("text", NOT_PYTHON)
def test_what_is_no_python_is_refused(text: str) -> None:
    with pytest.raises(TextError, match=r"^bad\.txt:1:\d+: ."):
        read(text, "bad.txt")


DEEP = {
    "nodes": "Not(item=" * 5000 + "Hole()" + ")" * 5000,
    "tuples": "(" * 5000 + ")" * 5000,
    "signs": "-" * 100_000 + "1",
    "words": "not " * 100_000 + "1",
    "attributes": "a" + ".a" * 100_000,
    "sums": "a+" * 100_000 + "a",
    "choices": "1 if 1 else " * 50_000 + "1",
    "digits": "Number(value=1" + "0" * 10_000 + ")",
    "length": "Hole()" + " " * 8_000_000,
    "tuples just inside what Python reads": "And(items=" + "(" * 195 + "1," + "),)" * 65,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_deep_and_large_texts_are_refused(text: str) -> None:
    with pytest.raises(TextError):
        read(text)


def nested(depth: int) -> n.Expr:
    expr: n.Expr = n.Truth(value=True)
    for _ in range(depth):
        expr = n.Not(item=expr)
    return expr


def test_nesting_of_180_levels_survives() -> None:
    assert read(write(nested(180))) == nested(180)


def test_any_depth_is_written() -> None:
    assert write(nested(2000)).count("Not(") == 2000


def test_every_string_survives() -> None:
    text = "".join(map(chr, range(0x300))) + "\u2028\ufeff\U0001f0a1\ud800'\"\\"
    assert read(write(n.Fail(reason=text))) == n.Fail(reason=text)


VALUES = {
    "int": st.integers(),
    "bool": st.booleans(),
    "str": st.text(),
    "int | bool | str": st.integers() | st.booleans() | st.text(),
    "tuple[str, ...]": st.lists(st.text(), max_size=3).map(tuple),
    "tuple[int, ...]": st.lists(st.integers(), max_size=3).map(tuple),
    "tuple[int | bool | str, ...]": st.lists(
        st.integers() | st.booleans() | st.text(), max_size=3
    ).map(tuple),
}


def trees(base: type[n.Node], depth: int) -> st.SearchStrategy[n.Node]:
    """Nodes of a family, made from their annotations."""
    kinds = [kind for kind in KINDS.values() if issubclass(kind, base)]
    if depth == 0:
        kinds = [k for k in kinds if all(_type(k, f) in VALUES for f in FIELDS[k])] or kinds
    return st.sampled_from(kinds).flatmap(lambda kind: _built(kind, depth))


def _type(kind: type[n.Node], field: str) -> str:
    return str({f.name: f.type for f in dataclasses.fields(kind)}[field])


def _built(kind: type[n.Node], depth: int) -> st.SearchStrategy[n.Node]:
    return st.builds(kind, **{f: _value(_type(kind, f), depth - 1) for f in FIELDS[kind]})


def _value(kind: str, depth: int) -> st.SearchStrategy:
    if kind in VALUES:
        return VALUES[kind]
    if depth <= 0 and kind.startswith(("tuple", "Block")):
        return st.just(())
    if kind == "Block":
        return st.lists(trees(n.Statement, depth), max_size=2).map(tuple)
    if kind.startswith("tuple["):
        name = kind.removeprefix("tuple[").removesuffix(", ...]").removeprefix("str | ")
        return st.lists(trees(getattr(n, name), depth), max_size=2).map(tuple)
    if kind.endswith(" | None"):
        return st.none() | _value(kind.removesuffix(" | None"), depth)
    return trees(getattr(n, kind), max(depth, 0))


@settings(deadline=None)
@given(st.sampled_from([n.Expr, n.Statement, n.GameDef]).flatmap(lambda base: trees(base, 3)))
def test_whatever_is_written_can_be_read(node: n.Node) -> None:
    again = read(write(node))
    assert again == node
    assert repr(again) == repr(node), "also the difference of 1 and True"
    assert all(
        len(line) <= 100 or "(" not in line.split('"')[0] for line in write(node).split("\n")
    )
    assert all(type(a) is type(b) for a, b in zip(walk(again), walk(node), strict=True))

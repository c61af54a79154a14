"""Positions as saves of Rule XML write them: trees of nodes with any cards in them."""

from hypothesis import strategies as st

from ludwright.languages.rulexml.read.tree import DIRECTIONS, SavedCard, SavedNode

LETTERS = "aZ9 é山,.<>&\"'-_…\N{NO-BREAK SPACE}\N{GRINNING FACE}"
plain = st.text(LETTERS, max_size=4)
names = st.builds("{}{}".format, st.sampled_from("aZ9é"), plain).map(str.strip)
numbers = st.integers(-20, 20).map(str)
cards = st.builds(
    SavedCard,
    names,
    st.booleans(),
    st.sampled_from(["0.0", "90.0", "-45.5", "270", "0.125"]),
    st.booleans(),
    plain,
    plain,
    plain,
    numbers | st.just(""),
    plain,
)
piles = st.lists(cards, max_size=2).map(tuple)


@st.composite
def trees(draw: st.DrawFn) -> SavedNode:
    """A tree of nodes, each with the right path."""

    def node(path: str, deep: int) -> SavedNode:
        below = draw(st.lists(st.sampled_from(DIRECTIONS), unique=True, max_size=2 if deep else 0))
        children = tuple((way, node(f"{path},{way}", deep - 1)) for way in below)
        return SavedNode(path, draw(plain), draw(piles), children)

    return node(draw(names), 3)

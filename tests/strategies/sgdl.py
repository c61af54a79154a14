"""Random small files of SGDL that have nothing wrong with them."""

from __future__ import annotations

from hypothesis import strategies as st

SUITS = ("SPADES", "HEARTS", "CLUBS", "DIAMONDS")
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NAMES = ("COLUMN", "FOUNDATION", "CELL", "deck", "WASTE")
FACES = ("", " FACE_LAST", " FACE_ALL", " FACE_ALTERNATE_LAST", " FACE_HALF")
OPERATORS = ("==", "!=", "<", ">", "<=", ">=")
SUIT_MODES = ("alternate_color", "match_color", "match")
RANK_MODES = ("ascending", "descending", "equal", "add_13", "add_14")
SIZES = st.builds("Size {} {}".format, st.sampled_from(OPERATORS), st.integers(0, 13))
EMPTY = SIZES | st.just("Empty")


def some(values: tuple[str, ...]) -> st.SearchStrategy[list[str]]:
    """Some of these, in any order."""
    return st.lists(st.sampled_from(values), min_size=1, max_size=4, unique=True)


def braced(values: list[str]) -> str:
    """A set, which may lose its braces if it has one item."""
    return values[0] if len(values) == 1 else "{" + ", ".join(values) + "}"


FITS = st.builds("Suit {}".format, st.sampled_from(SUIT_MODES)) | st.builds(
    "Rank {}".format, st.sampled_from(RANK_MODES)
)
CARDS = st.builds("Suit {}".format, some(SUITS).map(braced)) | st.builds(
    "Rank {}".format, some(RANKS).map(braced)
)
MOVE = (
    st.builds("DEST {}".format, EMPTY | CARDS)
    | st.builds("SRC {}".format, CARDS)
    | st.builds("DESTSRC {}".format, FITS)
)
MOVE_STACK = MOVE | st.builds("SRCSTACK {}".format, FITS | SIZES)


def pile_tests(names: tuple[str, ...]) -> st.SearchStrategy[str]:
    """Conditions on piles."""
    some_names = some(names).map(braced)
    return st.builds("PILE {} {} {}".format, st.sampled_from(("ALL", "ANY")), some_names, EMPTY)


def trees(leaves: st.SearchStrategy[str]) -> st.SearchStrategy[list[str]]:
    """The lines of a condition, from the margin."""

    def block(word: str, items: list[list[str]]) -> list[str]:
        return [word, *(f"    {line}" for item in items for line in item)]

    return st.recursive(
        leaves.map(lambda leaf: [leaf]),
        lambda items: st.builds(block, st.sampled_from(("AND", "OR")), st.lists(items, min_size=1)),
        max_leaves=5,
    )


@st.composite
def rules(draw: st.DrawFn, names: tuple[str, ...], rotates: bool) -> list[str]:
    """The rules of a section: each pair of names has at most one of a kind."""
    lines: list[str] = []
    for kind, leaves in (("MOVE", MOVE), ("MOVE_STACK", MOVE_STACK)):
        sources = (*names, "DRAW") if rotates and kind == "MOVE" else names
        used: set[tuple[str, str]] = set()
        for _ in range(draw(st.integers(0, 3))):
            left, right = draw(some(sources)), draw(some(names))
            pairs = {(a, b) for a in left for b in right}
            if not pairs & used:
                used |= pairs
                lines += [f"{kind} {braced(left)} {braced(right)}", *draw(trees(leaves))]
    return lines


@st.composite
def files(draw: st.DrawFn) -> str:
    """The text of a game."""
    decks, suits = draw(st.integers(1, 2)), draw(some(SUITS))
    ranks = draw(st.just(list(RANKS)) | some(RANKS))
    left = draw(st.permutations([s[0] + r for s in suits for r in ranks] * decks))
    names = tuple(draw(some(NAMES)))
    lines = []
    for _ in range(draw(st.integers(1, 6))):
        count = draw(st.integers(0, min(5, len(left))))
        cards = [left.pop() for _ in range(count)]
        named = f" {braced(cards)}" if cards and draw(st.booleans()) else ""
        name = draw(st.sampled_from(names))
        lines.append(f"{name} {count}{draw(st.sampled_from(FACES))}{named}")
    names = tuple(dict.fromkeys(line.split()[0] for line in lines))
    kind = draw(st.sampled_from(("", "DEAL", "ROTATE")))
    if kind:
        number = st.integers(0, 3).map(str)
        window, redeals = draw(number | st.just("U")), draw(number | st.just("U"))
        numbers = f"{draw(st.integers(1, 3))} {'U' if window == '0' else window} {redeals}"
        how = numbers if kind == "ROTATE" else braced(draw(some(names)))
        dealt = f"DRAW {draw(st.integers(0, len(left)))} {kind} {how}"
        lines.insert(draw(st.integers(0, len(lines))), dealt)
    moves = draw(rules(names, kind == "ROTATE"))
    seen = (*names, "DRAW") if kind else names
    if kind and draw(st.booleans()):
        moves += ["DRAW", *draw(trees(pile_tests(seen)))]
    if not (kind or moves):
        moves = [f"MOVE {names[0]} {names[0]}", "DEST Empty"]
    deck = f"DECK {decks} {braced(suits)} {braced(ranks)}"
    auto = draw(rules(names, kind == "ROTATE"))
    sections = [
        ["Any game", "$cards", deck],
        ["$initial", *lines],
        ["$moves", *moves],
        ["$auto", *auto],
        ["$win", *draw(trees(pile_tests(seen)))],
    ]
    return "\n".join(line for section in sections for line in section) + "\n"

"""Random small files of SGDL, also of the extended language."""

from __future__ import annotations

from hypothesis import strategies as st

SUITS = ("SPADES", "HEARTS", "CLUBS", "DIAMONDS")
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NAMES = ("COLUMN", "FOUNDATION", "CELL", "deck", "WASTE")
FACES = ("", " FACE_LAST", " FACE_ALL", " FACE_ALTERNATE_LAST", " FACE_HALF")
OPERATORS = ("==", "!=", "<", ">", "<=", ">=")
SUIT_MODES = ("alternate_color", "match_color", "match")
RANK_MODES = ("ascending", "descending", "equal", "add_13", "add_14")
WRAPPING, NUMBERED = ("ascending_wrap", "descending_wrap"), ("distance", "distance_wrap")
SCORED = ("WIN", "DRAW", "REDEAL")
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


Leaves = dict[str, st.SearchStrategy[str]]
PLAIN: Leaves = {"MOVE": MOVE, "MOVE_STACK": MOVE_STACK}


def extended_leaves(names: tuple[str, ...], seen: tuple[str, ...]) -> Leaves:
    """Single conditions of the extended language."""
    steps = st.builds("Rank {} {}".format, st.sampled_from(NUMBERED), st.integers(1, 12))
    fits = FITS | steps | st.builds("Rank {}".format, st.sampled_from(WRAPPING))
    counts = st.builds(
        "PILE COUNT {} Empty {} {}".format,
        some(seen).map(braced),
        st.sampled_from(OPERATORS),
        st.integers(0, 4),
    )
    move = MOVE | st.builds("DESTSRC {}".format, fits) | st.builds("SRC {}".format, SIZES)
    move = move | counts | pile_tests(seen)
    stack = move | st.builds("SRCSTACK {}".format, fits | SIZES) | st.just("SRCSTACK Whole")
    if len(names) > 1:
        pairs = st.permutations(names)
        stack = stack | pairs.map(lambda two: f"SRCSTACK Capacity {two[0]} {two[1]}")
    return {
        "MOVE": move,
        "MOVE_STACK": stack,
        "REMOVE": st.builds("PAIR {}".format, fits) | st.builds("DEST {}".format, CARDS),
    }


@st.composite
def rules(
    draw: st.DrawFn, names: tuple[str, ...], drawn: tuple[str, ...], leaves: Leaves
) -> list[str]:
    """The rules of a section: each pair of names has at most one of a kind."""
    lines: list[str] = []
    for kind, conditions in leaves.items():
        sources = names if kind == "MOVE_STACK" else (*names, *drawn)
        used: set[tuple[str, str]] = set()
        for _ in range(draw(st.integers(0, 3))):
            left = draw(some(sources))
            right = draw(some(sources if kind == "REMOVE" else names))
            pairs = {(a, b) for a in left for b in right}
            pairs |= {(b, a) for a, b in pairs} if kind == "REMOVE" else set()
            if not pairs & used:
                used |= pairs
                to = " TO OUT" if kind == "REMOVE" else ""
                lines += [f"{kind} {braced(left)} {braced(right)}{to}", *draw(trees(conditions))]
    return lines


@st.composite
def files(draw: st.DrawFn, extended: bool = False) -> str:
    """The text of a game; an extended one may be wrong, because cards stay or nothing happens."""
    decks, suits = draw(st.integers(1, 2)), draw(some(SUITS))
    ranks = draw(st.just(list(RANKS)) | some(RANKS))
    left = draw(st.permutations([s[0] + r for s in suits for r in ranks] * decks))
    names = tuple(draw(some(NAMES)))
    lines = []
    for _ in range(draw(st.integers(1, 6))):
        count = draw(st.integers(0, min(5, len(left))))
        cards = [left.pop() for _ in range(count)]
        named = f" {braced(cards)}" if cards and draw(st.booleans()) else ""
        face = draw(st.sampled_from(FACES))
        if extended and count and draw(st.booleans()):
            face = " FACE " + draw(st.text("ud", min_size=count - 1, max_size=count - 1)) + "u"
        at = f" AT {draw(st.integers(0, 9))} 1.25" if extended and draw(st.booleans()) else ""
        lines.append(f"{draw(st.sampled_from(names))} {count}{face}{named}{at}")
    names = tuple(dict.fromkeys(line.split()[0] for line in lines))
    lines += ["OUT 0"] if extended else []
    drawn: list[str] = []
    seen = names
    for name in ("DRAW", "MORE") if extended else ("DRAW",):
        kind = draw(st.sampled_from(("", "DEAL", "ROTATE")))
        if kind:
            number = st.integers(0, 3).map(str)
            window, redeals = draw(number | st.just("U")), draw(number | st.just("U"))
            numbers = f"{draw(st.integers(1, 3))} {'U' if window == '0' else window} {redeals}"
            if extended and window not in "0U" and draw(st.booleans()):
                numbers += " REFILL"
            how = numbers if kind == "ROTATE" else braced(draw(some(names)))
            count = draw(st.integers(0, len(left)))
            left = left[count:]
            dealt = f"{'DRAW' if name == 'DRAW' else 'DRAW MORE'} {count} {kind} {how}"
            lines.insert(draw(st.integers(0, len(lines))), dealt)
            drawn += [name] if kind == "ROTATE" else []
            seen = (*seen, name)
    leaves = extended_leaves(names, seen) if extended else PLAIN
    moves = draw(rules(names, tuple(drawn), leaves))
    for name in seen[len(names) :]:
        if draw(st.booleans()):
            head = "DRAW" if name == "DRAW" else "DRAW MORE"
            moves += [head, *draw(trees(pile_tests(seen)))]
    if not (moves or len(seen) > len(names)):
        moves = [f"MOVE {names[0]} {names[0]}", "DEST Empty"]
    sections = [
        ["Any game", *(["$extended"] if extended else []), "$cards"],
        [f"DECK {decks} {braced(suits)} {braced(ranks)}"],
        ["$initial", *lines],
        ["$moves", *moves],
        ["$auto", *draw(rules(names, tuple(drawn), leaves))],
    ]
    if extended and draw(st.booleans()):
        points = [f"{draw(st.integers(-9, 9))} {what}" for what in draw(some(SCORED))]
        worth = [f"7 MOVE {names[0]} {braced(list(names))}", f"3 TURN {braced(list(names))}"]
        sections.append(["$score", *points, *worth])
    sections.append(["$win", *draw(trees(pile_tests(seen)))])
    if extended and draw(st.booleans()):
        sections.append(["$lose", *draw(trees(pile_tests(seen)))])
    return "\n".join(line for section in sections for line in section) + "\n"

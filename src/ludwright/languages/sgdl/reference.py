"""The reference of SGDL: a form and a meaning for each word that the reader's tables have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..reference import FILE, Construct, Reference, id_of, reference_of
from .meanings import (
    ASPECTS,
    DRAW_WORDS,
    EVENTS,
    MODES,
    OPERATORS,
    PILE_WORDS,
    RULES,
    SECTIONS,
    SUBJECTS,
    Row,
)
from .read import conditions, faces, scores, sections, words
from .read.draws import DRAWS, REFILL
from .read.layout import AT, COVERED_BY
from .read.tree import DRAW, REMOVE

EXTENDED = "$extended"
"""What constructs of the extended language have as their version: their files begin with it."""

DECK = Construct(
    "DECK",
    "Cards",
    "line",
    "DECK <number of packs> <suits> [<ranks>]",
    "The cards of the game: each of the suits in each of the ranks, by default ace to king, as "
    "often as there are packs.",
    inside=("sections.$cards",),
    values=words.SUITS,
)
COMMENT = Construct(
    "#", "Comments", "comment", "# <text>", "The rest of the line is a comment, in any line."
)
NUMBERS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack",
           "queen", "king")  # fmt: skip


def reference() -> Reference:
    """The reference of SGDL."""
    return reference_of(_constructs(), Path(__file__).parent)


def _constructs() -> Iterator[Construct]:
    yield from _rows("Sections", "section", sections.SECTIONS, SECTIONS, (FILE,), _NEW_SECTIONS)
    yield COMMENT
    yield DECK
    place, new = ("sections.$initial",), (faces.PATTERN, words.UNCOVERED, words.BASE, AT)
    yield from _rows("Piles", "word", sections.AFTER_COUNT, PILE_WORDS, place, (*new, COVERED_BY))
    yield from _draws(place)
    yield from _rules()
    yield from _conditions()
    yield from _comparisons()
    yield from _suits_and_ranks()
    place = ("sections.$score",)
    yield from _rows("Points", "event", scores.NAMES, EVENTS, place, scores.NAMES)


_NEW_SECTIONS = (EXTENDED, *sections.EXTENDED)


def _rows(
    group: str,
    kind: str,
    names: Iterable[str],
    rows: dict[str, Row],
    inside: tuple[str, ...],
    extended: Iterable[str] = (),
    values: tuple[str, ...] = (),
) -> Iterator[Construct]:
    """A construct for each name of a table of the reader."""
    for name in names:
        form, meaning = rows[name]
        since = EXTENDED if name in extended else ""
        yield Construct(name, group, kind, form, meaning, since=since, inside=inside, values=values)


def _draws(initial: tuple[str, ...]) -> Iterator[Construct]:
    group = "Draw piles"
    kinds = tuple(id_of(group, kind) for kind in DRAWS)
    form, meaning = DRAW_WORDS[DRAW]
    yield Construct(DRAW, group, "line", form, meaning, inside=initial, values=tuple(DRAWS))
    inside = (id_of(group, DRAW),)
    yield from _rows(group, "kind of draw pile", DRAWS, DRAW_WORDS, inside, ("GATHER",))
    yield from _rows(group, "word", (REFILL,), DRAW_WORDS, kinds[1:2], (REFILL,))
    yield from _rows(group, "value", (words.UNLIMITED,), DRAW_WORDS, kinds[1:])


def _rules() -> Iterator[Construct]:
    group, both = "Rules", ("sections.$moves", "sections.$auto")
    for name in sections.RULES:
        inside = both[:1] if name == DRAW else both
        yield from _rows(group, "rule", (name,), RULES, inside, (REMOVE,))
    yield from _rows(group, "word", ("TO",), RULES, (id_of(group, REMOVE),), ("TO",))


def _conditions() -> Iterator[Construct]:
    group = "Conditions"
    blocks = tuple(id_of(group, word) for word in conditions.BLOCKS)
    owners = {
        **{id_of("Rules", name): context for name, context in sections.RULES.items()},
        "sections.$win": conditions.WIN,
        "sections.$lose": conditions.LOSE,
    }
    yield from _rows(group, "block", conditions.BLOCKS, SUBJECTS, (*owners, *blocks))
    for subject in conditions.SUBJECTS:
        inside = tuple(
            owner for owner, c in owners.items() if subject in (*c.subjects, *c.extended)
        )
        new = (subject,) if subject == "PAIR" else ()
        yield from _rows(group, "subject", (subject,), SUBJECTS, (*inside, *blocks), new)
        aspects = conditions.ASPECTS.get(subject, {})
        for name in (*aspects, *(_PILE_WORDS if subject == "PILE" else ())):
            yield _aspect(group, subject, name)


_PILE_WORDS = (*conditions.QUANTIFIERS, conditions.COUNT, *conditions.PILE_ASPECTS)


def _aspect(group: str, subject: str, name: str) -> Construct:
    form, meaning = ASPECTS[subject, name]
    new = (subject, name) in conditions.EXTENDED or name == conditions.COUNT or subject == "PAIR"
    return Construct(
        name,
        group,
        "aspect" if name not in (*conditions.QUANTIFIERS, conditions.COUNT) else "quantifier",
        form,
        meaning,
        since=EXTENDED if new else "",
        inside=(id_of(group, subject),),
        values=_values(subject, name, form),
        of=subject,
    )


def _values(subject: str, name: str, form: str) -> tuple[str, ...]:
    """The words that an aspect accepts."""
    if "<mode>" in form:
        return words.SUIT_MODES if name == "Suit" else words.RANK_MODES
    if "<suits>" in form or "<ranks>" in form:
        return words.SUITS if name == "Suit" else (*words.RANKS, words.BASE)
    return words.OPERATORS if "<operator>" in form else ()


def _comparisons() -> Iterator[Construct]:
    for property, modes in (("Suit", words.SUIT_MODES), ("Rank", words.RANK_MODES)):
        inside = _aspects_with("<mode>", property)
        yield from _rows("Modes", "mode", modes, MODES, inside, words.EXTENDED_MODES)
    inside = _aspects_with("<operator>", "")
    yield from _rows("Operators", "operator", words.OPERATORS, OPERATORS, inside)


def _aspects_with(part: str, name: str) -> tuple[str, ...]:
    """The ids of the aspects whose form has a part."""
    return tuple(
        id_of("Conditions", subject, aspect)
        for (subject, aspect), (form, _) in ASPECTS.items()
        if part in form and name in ("", aspect)
    )


def _suits_and_ranks() -> Iterator[Construct]:
    group, deck = "Suits and ranks", (DECK.id,)
    suits = (*deck, *_aspects_with("<suits>", "Suit"))
    for suit, color in words.COLORS.items():
        meaning = f"The suit of {suit.lower()}, which is {color}. In cards it is {suit[0]}."
        yield Construct(suit, group, "value", suit, meaning, inside=suits)
    ranks = _aspects_with("<ranks>", "Rank")
    for number, (rank, name) in enumerate(zip(words.RANKS, NUMBERS, strict=True), 1):
        meaning = f"The {name}: rank {number}{', the lowest' if number == 1 else ''}."
        yield Construct(rank, group, "value", rank, meaning, inside=(*deck, *ranks))
    meaning = "The rank of the bottom card of the pile that is marked BASE."
    yield Construct(words.BASE, group, "value", words.BASE, meaning, since=EXTENDED, inside=ranks)

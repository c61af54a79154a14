"""Print a tree in the usual layout, without comments."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..read.tree import (
    DRAW,
    Card,
    Deal,
    Deck,
    Draw,
    File,
    Gather,
    MoveRule,
    Pile,
    PileLayout,
    Rotate,
    Score,
)
from ..read.words import BASE, FACES, RANKS, UNLIMITED
from .conditions import condition_lines, names, texts


def printed(file: File) -> str:
    """The text of a file."""
    sections = [[file.name.text], *_sections(file)]
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def _sections(file: File) -> Iterator[list[str]]:
    if file.extended:
        yield ["$extended"]
    if file.deck:
        yield ["$cards", _deck(file.deck)]
    yield ["$initial", *_initial(file)]
    for head, rules in (("$moves", file.moves), ("$auto", file.auto)):
        if rules:
            yield [head]
            yield from ([_head(rule), *condition_lines(rule.condition)] for rule in rules)
    if file.scores:
        yield ["$score", *map(_score, file.scores)]
    for head, ending in (("$win", file.win), ("$lose", file.lose)):
        if ending:
            yield [head, *condition_lines(ending)]


def _deck(deck: Deck) -> str:
    ranks = "" if deck.ranks == RANKS else f" {names(deck.ranks)}"
    return f"DECK {deck.count} {names(deck.suits)}{ranks}"


def _initial(file: File) -> list[str]:
    lines = [_pile(pile) for pile in file.piles]
    # Insertion from the last one on keeps the earlier positions valid.
    for draw in reversed(file.draws):
        lines.insert(draw.line_index, _draw(draw))
    return lines


def _pile(pile: Pile) -> str:
    # FACE_LAST is the default.
    face = "" if pile.face == FACES[0] else pile.face
    cards = names(map(_card, pile.cards)) if pile.cards else ""
    base = BASE if pile.base else ""
    words = (pile.name.text, str(pile.count), face, pile.pattern, cards, base)
    return " ".join([*filter(None, words), *_layout(pile.layout)])


def _card(card: Card) -> str:
    return card.suit[0] + card.rank


def _layout(layout: PileLayout) -> Iterator[str]:
    if layout.at:
        yield "AT"
        # `g` drops trailing zeros, and its six digits are enough for 99.99.
        yield from (f"{hundredths / 100:g}" for hundredths in layout.at)
    if layout.covered_by:
        yield "COVERED_BY"
        yield from (f"{pile.name}[{pile.index}]" for pile in layout.covered_by)


def _draw(draw: Draw) -> str:
    name = "" if draw.name == DRAW else f"{draw.name} "
    return f"DRAW {name}{draw.count} {_DRAWS[type(draw)](draw)}"


def _deal(draw: Deal) -> str:
    return f"DEAL {names(texts(draw.piles))}"


def _rotate(draw: Rotate) -> str:
    refill = " REFILL" if draw.refill else ""
    return f"ROTATE {draw.per_draw} {_limit(draw.window)} {_limit(draw.redeals)}{refill}"


def _gather(draw: Gather) -> str:
    return f"GATHER {names(texts(draw.piles))} {draw.packet} {_limit(draw.redeals)}"


def _limit(number: int | None) -> str:
    return UNLIMITED if number is None else str(number)


_DRAWS: dict[type, Callable[[Any], str]] = {Deal: _deal, Rotate: _rotate, Gather: _gather}


def _head(rule: MoveRule) -> str:
    piles = [names(texts(words)) for words in (rule.sources, rule.targets) if words]
    return " ".join([rule.kind, *piles, *(("TO", rule.to.text) if rule.to else ())])


def _score(score: Score) -> str:
    piles = [names(texts(words)) for words in (score.sources, score.targets) if words]
    return " ".join([str(score.points), score.kind, *piles])

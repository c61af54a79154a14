"""Tree to text: a file in the layout that people use, without comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from .phrasing import condition_lines, names, texts
from .tree import Card, Deal, Deck, File, Pile, Rotate, Rule
from .words import FACES, RANKS, UNLIMITED


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
    if file.win:
        yield ["$win", *condition_lines(file.win)]


def _deck(deck: Deck) -> str:
    ranks = "" if deck.ranks == RANKS else f" {names(deck.ranks)}"
    return f"DECK {deck.count} {names(deck.suits)}{ranks}"


def _initial(file: File) -> list[str]:
    lines = [_pile(pile) for pile in file.piles]
    if file.draw:
        lines.insert(file.draw.place, _draw(file.draw))
    return lines


def _pile(pile: Pile) -> str:
    face = "" if pile.face == FACES[0] else f" {pile.face}"
    cards = f" {names(map(_card, pile.cards))}" if pile.cards else ""
    return f"{pile.name.text} {pile.count}{face}{cards}"


def _card(card: Card) -> str:
    return card.suit[0] + card.rank


def _draw(draw: Deal | Rotate) -> str:
    if isinstance(draw, Deal):
        return f"DRAW {draw.count} DEAL {names(texts(draw.piles))}"
    window, redeals = (UNLIMITED if n is None else str(n) for n in (draw.window, draw.redeals))
    return f"DRAW {draw.count} ROTATE {draw.per_draw} {window} {redeals}"


def _head(rule: Rule) -> str:
    piles = [names(texts(words)) for words in (rule.sources, rule.targets) if words]
    return " ".join([rule.kind, *piles])


def joined(rules: Sequence[Rule]) -> Iterator[Rule]:
    """Rules for single pairs of names as few rules for sets of names, in the same order."""
    at = 0
    while at < len(rules):
        sizes = range(len(rules) - at, 0, -1)
        size, rule = next((n, r) for n in sizes if (r := _product(rules[at : at + n])))
        yield rule
        at += size


def _product(rules: Sequence[Rule]) -> Rule | None:
    """One rule for several, if their pairs are all pairs of two sets in order."""
    first = rules[0]
    said = list(condition_lines(first.condition))
    if any(rule.kind != first.kind for rule in rules):
        return None
    if any(list(condition_lines(rule.condition)) != said for rule in rules[1:]):
        return None
    pairs = [(s, t) for rule in rules for s in texts(rule.sources) for t in texts(rule.targets)]
    sources = {s.text: s for rule in rules for s in rule.sources}
    targets = {t.text: t for rule in rules for t in rule.targets}
    if len(rules) > 1 and pairs != list(product(sources, targets)):
        return None
    return replace(first, sources=tuple(sources.values()), targets=tuple(targets.values()))

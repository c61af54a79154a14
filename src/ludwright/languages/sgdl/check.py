"""What lines cannot tell alone: whether names, cards and rules of a whole file fit together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from ...diagnostics import Report, did_you_mean
from . import codes
from .extensions import extensions
from .faces import PATTERN
from .lines import full, shown
from .tree import (
    DRAW,
    Block,
    Broken,
    CapacityTest,
    CardTest,
    Condition,
    CountTest,
    Deal,
    Deck,
    File,
    PairTest,
    Pile,
    PileTest,
    Rotate,
    Rule,
    Word,
)
from .words import BASE, RANKS

MOST_TESTS = 20_000


def check(file: File, report: Report) -> File:
    """The file without what does not fit, which is reported; lowering can rely on the rest."""
    _check_extended(file, report)
    _check_cards(file, report)
    _check_base(file, report)
    names = Counter(pile.name.text for pile in file.piles)
    if isinstance(file.draw, Deal):
        file = replace(file, draw=_checked_deal(file.draw, names, report))
    moves = _checked_rules(file.moves, file, names, report)
    auto = _checked_rules(file.auto, file, names, report)
    if not (file.moves or file.draw) and not report.failed:
        message = "the game has neither moves nor a draw pile"
        report.error(codes.NO_MOVES, file.name.span, message)
    win = _checked_condition(file.win, file, names, report) if file.win else None
    checked = replace(file, moves=moves, auto=auto, win=win)
    return _checked_size(checked, names, report)


def _check_extended(file: File, report: Report) -> None:
    used = list(extensions(file))
    if file.extended and not used and not report.failed:
        message = "nothing in this file goes beyond the language without $extended"
        report.warning(codes.EXTENDED_IN_VAIN, file.extended, message)
    for word in [] if file.extended else used:
        if not full(report):
            message = f"{shown(word.text)} is only known to files that say $extended"
            help = "write $extended on a line of its own below the name"
            report.error(codes.NOT_EXTENDED, word.span, message, help)


# ---- cards -------------------------------------------------------------------------------------


def _check_cards(file: File, report: Report) -> None:
    if file.deck is None:
        return
    _check_starting_cards(file, report)
    left = file.deck.cards
    lines: list[Pile | Deal | Rotate] = [*file.piles]
    if file.draw:
        lines.insert(file.draw.place, file.draw)
    # Starting cards are taken out first, so they count before what is dealt.
    lines.sort(key=lambda line: not (isinstance(line, Pile) and line.cards))
    for line in lines:
        if line.count > left:
            message = f"{line.count} cards are wanted here, but only {left} are left"
            report.error(codes.TOO_FEW_CARDS, line.span, message)
            return
        left -= line.count
    if left and file.whole:
        cards = "1 card" if left == 1 else f"{left} cards"
        message = f"{cards} of the deck will not be dealt to any pile"
        report.warning(codes.CARDS_LEFT, file.deck.span, message)


def _check_starting_cards(file: File, report: Report) -> None:
    deck = file.deck
    assert deck is not None
    used: Counter[tuple[str, str]] = Counter()
    for card in (card for pile in file.piles for card in pile.cards):
        used[card.suit, card.rank] += 1
        if card.suit not in deck.suits or card.rank not in deck.ranks:
            message = "this card is not in the deck"
            report.error(codes.CARD_MISSING, card.span, message)
        elif used[card.suit, card.rank] > deck.count:
            message = f"the deck has this card only {_times(deck.count)}"
            report.error(codes.CARD_MISSING, card.span, message)


def _check_base(file: File, report: Report) -> None:
    piles = [pile for pile in file.piles if pile.base]
    for pile in piles[1:]:
        report.error(codes.BAD_BASE, pile.span, "there is a base pile already")
    for pile in piles[:1]:
        if not pile.count:
            message = "the base pile has no card that could give the base rank"
            report.error(codes.BAD_BASE, pile.span, message)
        elif not BOTTOM_UP[pile.face](pile):
            message = "the bottom card of the base pile lies face down"
            report.error(codes.BAD_BASE, pile.span, message, help="use FACE_ALL")


# Whether the bottom card of a pile starts face up.
BOTTOM_UP: dict[str, Callable[[Pile], bool]] = {
    "FACE_LAST": lambda pile: pile.count == 1,
    "FACE_ALL": lambda pile: True,
    "FACE_ALTERNATE_LAST": lambda pile: pile.count % 2 == 1,
    "FACE_HALF": lambda pile: pile.count == 1,
    PATTERN: lambda pile: pile.pattern.startswith("u"),
}


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


# ---- names -------------------------------------------------------------------------------------


def _known(names: Iterable[Word], piles: Counter[str], whole: bool, report: Report) -> list[Word]:
    """Those of the names that belong to piles; the others are reported.

    If a line of `$initial` could not be read, an unknown name may be the one it would have given.
    """
    good = []
    for word in names:
        if word.text in piles:
            good.append(word)
        elif not full(report) and whole:
            message = f"there is no pile {shown(word.text)}"
            report.error(
                codes.UNKNOWN_PILE, word.span, message, did_you_mean(word.text, [*piles, DRAW])
            )
    return good


def _checked_deal(deal: Deal, piles: Counter[str], report: Report) -> Deal:
    for word in deal.piles:
        if word.text == DRAW:
            report.error(codes.NOT_DRAW, word.span, "the draw pile cannot deal to itself")
    names = [word for word in deal.piles if word.text != DRAW]
    return replace(deal, piles=tuple(_known(names, piles, True, report)))


def _checked_rules(
    rules: tuple[Rule, ...], file: File, piles: Counter[str], report: Report
) -> tuple[Rule, ...]:
    seen: set[tuple[str, str, str]] = set()
    checked = []
    for rule in rules:
        condition = _checked_condition(rule.condition, file, piles, report)
        sources = _sources(rule, file, piles, report)
        targets = _targets(rule, file, piles, report)
        _report_repeated(rule, seen, report)
        checked.append(replace(rule, sources=sources, targets=targets, condition=condition))
        if rule.kind == DRAW and file.draw is None and file.whole:
            report.error(codes.NO_DRAW, rule.span, "the game has no draw pile")
    return tuple(checked)


def _sources(rule: Rule, file: File, piles: Counter[str], report: Report) -> tuple[Word, ...]:
    draws = [word for word in rule.sources if word.text == DRAW]
    others = [word for word in rule.sources if word.text != DRAW]
    good = _known(others, piles, file.whole, report)
    for word in draws:
        if rule.kind == "MOVE_STACK":
            report.error(codes.NOT_DRAW, word.span, "only single cards leave the draw pile")
        elif isinstance(file.draw, Deal):
            report.warning(codes.NEVER, word.span, "no card can be moved from a pile that deals")
        elif file.draw is None:
            _report_no_draw(word, file, report)
        else:
            good.append(word)
    return tuple(word for word in rule.sources if word in good)


def _targets(rule: Rule, file: File, piles: Counter[str], report: Report) -> tuple[Word, ...]:
    for word in rule.targets:
        if word.text == DRAW:
            report.error(codes.NOT_DRAW, word.span, "no card can be moved to the draw pile")
    names = [word for word in rule.targets if word.text != DRAW]
    return tuple(_known(names, piles, file.whole, report))


def _report_no_draw(word: Word, file: File, report: Report) -> None:
    if file.whole:
        report.error(codes.NO_DRAW, word.span, "the game has no draw pile")


def _report_repeated(rule: Rule, seen: set[tuple[str, str, str]], report: Report) -> None:
    pairs = [(s.text, t.text) for s in rule.sources for t in rule.targets] or [("", "")]
    repeated = [pair for pair in pairs if (rule.kind, *pair) in seen]
    seen.update((rule.kind, *pair) for pair in pairs)
    if repeated and not full(report):
        what = " ".join(["another", rule.kind, "rule", *filter(None, ("for", *repeated[0]))])
        message = f"there is {what} above" if rule.sources else "there is another DRAW rule above"
        report.error(codes.RULE_TWICE, rule.span, message)


def _checked_condition(
    condition: Condition, file: File, piles: Counter[str], report: Report
) -> Condition:
    if isinstance(condition, Block):
        items = [_checked_condition(item, file, piles, report) for item in condition.items]
        return replace(condition, items=tuple(items))
    if isinstance(condition, PairTest) and file.deck:
        return replace(condition, cycle=_cycle(file.deck))
    if isinstance(condition, CardTest) and BASE in condition.values:
        _report_no_base(condition, file, report)
    if isinstance(condition, CapacityTest):
        return _checked_capacity(condition, file, piles, report)
    if not isinstance(condition, PileTest | CountTest):
        return condition
    good = _known((w for w in condition.piles if w.text != DRAW), piles, file.whole, report)
    for word in condition.piles:
        if word.text == DRAW and file.draw is None:
            _report_no_draw(word, file, report)
        elif word.text == DRAW:
            good.append(word)
    kept = tuple(word for word in condition.piles if word in good)
    return replace(condition, piles=kept) if kept else Broken(condition.span)


def _report_no_base(condition: CardTest, file: File, report: Report) -> None:
    if file.whole and not any(pile.base for pile in file.piles):
        message = "no pile of $initial gives the base rank"
        help = "write BASE at the end of the line of a pile"
        report.error(codes.NO_BASE, condition.later[0].span, message, help)


def _checked_capacity(
    condition: CapacityTest, file: File, piles: Counter[str], report: Report
) -> Condition:
    for word in condition.cells + condition.columns:
        if word.text == DRAW:
            report.error(codes.NOT_DRAW, word.span, "cards cannot be put on the draw pile")
    cells, columns = (
        tuple(_known((w for w in words if w.text != DRAW), piles, file.whole, report))
        for words in (condition.cells, condition.columns)
    )
    good = cells and columns
    return replace(condition, cells=cells, columns=columns) if good else Broken(condition.span)


def _cycle(deck: Deck) -> int:
    """How many steps lead from the lowest rank over the highest back to the lowest."""
    numbers = [RANKS.index(rank) for rank in deck.ranks]
    return max(numbers) - min(numbers) + 1


# ---- size --------------------------------------------------------------------------------------


def _checked_size(file: File, piles: Counter[str], report: Report) -> File:
    """The file, or without its rules and win if its sets stand for too many tests."""
    rules = sum(
        max(1, len(rule.sources) * len(rule.targets)) * _tests(rule.condition, piles)
        for rule in file.moves + file.auto
    )
    wins = _tests(file.win, piles) if file.win else 0
    if rules + wins <= MOST_TESTS:
        return file
    message = f"the rules stand for {rules + wins} tests, but {MOST_TESTS} are allowed"
    report.error(codes.TOO_LARGE, file.name.span, message)
    return replace(file, moves=(), auto=(), win=Broken(file.name.span))


def _tests(condition: Condition, piles: Counter[str]) -> int:
    if isinstance(condition, Block):
        return sum(_tests(item, piles) for item in condition.items)
    if isinstance(condition, PileTest | CountTest):
        return sum(piles.get(word.text, 1) for word in condition.piles)
    return 1

"""Check a file as a whole: references to piles, the number of cards, duplicate rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from ....diagnostics import Report, Span, did_you_mean
from .. import codes
from ..read.faces import PATTERN
from ..read.layout import checked_layout
from ..read.lines import full, shown
from ..read.pairs import pile_pairs, sizes
from ..read.scores import check_scores
from ..read.tree import (
    DRAW,
    REMOVE,
    Block,
    Broken,
    CapacityTest,
    CardTest,
    Condition,
    CountTest,
    Deal,
    Draw,
    File,
    Gather,
    MoveRule,
    PairTest,
    Pile,
    PileTest,
    Word,
)
from ..read.words import BASE, cards_text, cycle, report_unknown_pile
from .extensions import extensions
from .names import record

MOST_TESTS = 20_000


def check(file: File, report: Report) -> File:
    """The file without its invalid parts, which are reported; lowering can rely on the rest."""
    record(file)
    _check_extended(file, report)
    _check_cards(file, report)
    file = checked_layout(file, report)
    _check_base(file, report)
    # Draw piles come before rules, which may only refer to valid ones.
    names = Counter(pile.name.text for pile in file.piles)
    file = replace(file, draws=_checked_draws(file, names, report))
    moves = _checked_rules(file.moves, file, names, report)
    auto = _checked_rules(file.auto, file, names, report)
    if not (file.moves or file.draws) and not report.failed:
        message = "the game has neither a rule in $moves nor a draw pile"
        report.error(codes.NO_MOVES, file.name.span, message)
    win = _checked_condition(file.win, file, names, report) if file.win else None
    lose = _checked_condition(file.lose, file, names, report) if file.lose else None
    checked = replace(file, moves=moves, auto=auto, win=win, lose=lose)
    check_scores(checked, report)
    return _checked_size(checked, names, report)


def _check_extended(file: File, report: Report) -> None:
    used = list(extensions(file))
    if file.extended and not used and not report.failed:
        message = "unused $extended: the file uses no extended construct"
        report.warning(codes.EXTENDED_UNUSED, file.extended, message)
    for word in [] if file.extended else used:
        if not full(report):
            message = f"{shown(word.text)} requires $extended"
            help = "write $extended alone on the line below the name"
            report.error(codes.NOT_EXTENDED, word.span, message, help)


# ---- cards -------------------------------------------------------------------------------------


def _check_cards(file: File, report: Report) -> None:
    if file.deck is None:
        return
    _check_starting_cards(file, report)
    left = file.deck.cards
    lines: list[Pile | Draw] = [*file.piles]
    # Insertion from the last one on keeps the earlier positions valid.
    for draw in reversed(file.draws):
        lines.insert(draw.line_index, draw)
    # Starting cards are taken out first, so they count before what is dealt.
    lines.sort(key=lambda line: not (isinstance(line, Pile) and line.cards))
    for line in lines:
        if line.count > left:
            message = f"expected {line.count} cards, but only {left} are left in the deck"
            report.error(codes.TOO_FEW_CARDS, line.span, message)
            return
        left -= line.count
    # A pile line that could not be read may be the one that takes the rest.
    if left and file.whole:
        message = f"{cards_text(left)} of the deck not dealt to any pile"
        report.warning(codes.CARDS_LEFT, file.deck.span, message)


def _check_starting_cards(file: File, report: Report) -> None:
    deck = file.deck
    assert deck is not None
    used: Counter[tuple[str, str]] = Counter()
    for card in (card for pile in file.piles for card in pile.cards):
        used[card.suit, card.rank] += 1
        if card.suit not in deck.suits or card.rank not in deck.ranks:
            message = f"card '{card.suit[0]}{card.rank}' is not in the deck"
            report.error(codes.CARD_MISSING, card.span, message)
        elif used[card.suit, card.rank] > deck.count:
            times = {1: "once", 2: "twice"}.get(deck.count, f"{deck.count} times")
            message = f"card '{card.suit[0]}{card.rank}' is in the deck only {times}"
            report.error(codes.CARD_MISSING, card.span, message)


def _check_base(file: File, report: Report) -> None:
    piles = [pile for pile in file.piles if pile.base]
    for pile in piles[1:]:
        first = piles[0].span.line
        report.error(
            codes.BAD_BASE, pile.span, f"duplicate base pile; the first is at line {first}"
        )
    for pile in piles[:1]:
        if not pile.count:
            message = "the base pile starts empty, so there is no base rank"
            report.error(codes.BAD_BASE, pile.span, message)
        elif pile.count > 1 and not (pile.face in BOTTOM_UP and BOTTOM_UP[pile.face](pile)):
            message = "the bottom card of the base pile is face down"
            report.error(codes.BAD_BASE, pile.span, message, help="use FACE_ALL")


# Whether the bottom card of several starts face up; with face words not listed it never does.
BOTTOM_UP: dict[str, Callable[[Pile], bool]] = {
    "FACE_ALL": lambda pile: True,
    "FACE_ALTERNATE_LAST": lambda pile: pile.count % 2 == 1,
    PATTERN: lambda pile: pile.pattern.startswith("u"),
}


# ---- names -------------------------------------------------------------------------------------


def _known(names: Iterable[Word], piles: Counter[str], file: File, report: Report) -> list[Word]:
    """The names that denote piles; the others are reported.

    If a line of `$initial` could not be read, it may declare the name: then nothing is reported.
    """
    good = []
    for word in names:
        if word.text in piles:
            good.append(word)
        elif not file.may_be_lost(word.text):
            known = [*piles, *(file.lost or ()), DRAW, *(draw.name for draw in file.draws)]
            report_unknown_pile(word, known, report)
    return good


def _is_draw(word: Word, file: File) -> bool:
    return word.text == DRAW or file.draw_named(word.text) is not None


def _checked_draws(file: File, piles: Counter[str], report: Report) -> tuple[Draw, ...]:
    checked: list[Draw] = []
    for draw in file.draws:
        if draw.name in piles:
            message = f"{shown(draw.name)} is also the name of other piles"
            report.error(codes.NAME_TAKEN, draw.span, message)
            continue
        if isinstance(draw, Deal | Gather):
            draw = replace(draw, piles=_dealt_to(draw, file, piles, report))
        checked.append(draw)
    return tuple(checked)


def _dealt_to(
    draw: Deal | Gather, file: File, piles: Counter[str], report: Report
) -> tuple[Word, ...]:
    for word in draw.piles:
        if _is_draw(word, file):
            what = "itself" if word.text == draw.name else "another draw pile"
            report.error(codes.NOT_DRAW, word.span, f"a draw pile cannot deal to {what}")
    names = [word for word in draw.piles if not _is_draw(word, file)]
    return tuple(_known(names, piles, file, report))


def _checked_rules(
    rules: tuple[MoveRule, ...], file: File, piles: Counter[str], report: Report
) -> tuple[MoveRule, ...]:
    seen: set[tuple[str, str, str]] = set()
    checked = []
    for rule in rules:
        condition = _checked_condition(rule.condition, file, piles, report)
        if rule.kind == DRAW:
            _check_draw_rule(rule, file, report)
            _report_repeated(rule, seen, report)
            checked.append(replace(rule, condition=condition))
            continue
        sources = _sources(rule, file, piles, report)
        targets = _targets(rule, file, piles, report)
        _report_repeated(rule, seen, report)
        # A MOVE rule without a valid name is kept: it expands to no action.
        good = replace(rule, sources=sources, targets=targets, condition=condition)
        if rule.to is None or _removable(rule, good, file, piles, report):
            checked.append(good)
    return tuple(checked)


def _check_draw_rule(rule: MoveRule, file: File, report: Report) -> None:
    if not rule.sources and file.draw_named(DRAW) is None:
        _report_no_draw(rule.span, file, report)
    for word in rule.sources:
        if not file.extended or file.draw_named(word.text) or file.may_be_lost(word.text):
            continue
        names = [*(draw.name for draw in file.draws), *(file.lost or ())]
        message = f"unknown draw pile {shown(word.text)}"
        report.error(codes.NO_DRAW, word.span, message, did_you_mean(word.text, names))


def _sources(rule: MoveRule, file: File, piles: Counter[str], report: Report) -> tuple[Word, ...]:
    draws = [word for word in rule.sources if _is_draw(word, file)]
    others = [word for word in rule.sources if not _is_draw(word, file)]
    good = _known(others, piles, file, report)
    for word in draws:
        if rule.kind == "MOVE_STACK":
            message = "MOVE_STACK cannot take cards from a draw pile"
            report.error(codes.NOT_DRAW, word.span, message, "use MOVE")
        elif isinstance(file.draw_named(word.text), Deal | Gather):
            message = "cards cannot be moved from a draw pile that deals"
            report.warning(codes.NEVER, word.span, message)
        elif file.draw_named(word.text) is None:
            _report_no_draw(word.span, file, report)
        else:
            good.append(word)
    # In the order of the file, which is the order of the listed moves.
    return tuple(word for word in rule.sources if word in good)


def _targets(rule: MoveRule, file: File, piles: Counter[str], report: Report) -> tuple[Word, ...]:
    if rule.kind == REMOVE:
        return _sources(replace(rule, sources=rule.targets), file, piles, report)
    for word in rule.targets:
        if _is_draw(word, file):
            report.error(codes.NOT_DRAW, word.span, "cards cannot be moved to a draw pile")
    names = [word for word in rule.targets if not _is_draw(word, file)]
    return tuple(_known(names, piles, file, report))


def _removable(
    rule: MoveRule, good: MoveRule, file: File, piles: Counter[str], report: Report
) -> bool:
    """Whether a REMOVE rule is valid; `good` is the rule with its known names only."""
    assert rule.to
    heap = rule.to.text
    for test in sizes(rule.condition):
        message = "size tests are not allowed in a condition of REMOVE"
        report.error(codes.NOT_ALLOWED, test.span, message)
    if _is_draw(rule.to, file):
        report.error(codes.NOT_DRAW, rule.to.span, "cards cannot be moved to a draw pile")
        return False
    if not _known([rule.to], piles, file, report):
        return False
    if piles[heap] > 1:
        message = f"removed cards go to one pile, but {piles[heap]} are named {shown(heap)}"
        report.error(codes.BAD_HEAP, rule.to.span, message)
    elif heap in (word.text for word in rule.sources + rule.targets):
        message = f"cards cannot be removed from {shown(heap)} to the same pile"
        report.error(codes.BAD_HEAP, rule.to.span, message)
    elif good.sources and good.targets and not pile_pairs(good, piles):
        report.warning(codes.NO_PAIR, rule.span, "expected two different piles, found only one")
    # A rule for two cards that lost all its targets must not become a rule for one card.
    return bool(good.sources) and bool(good.targets) == bool(rule.targets)


def _report_no_draw(span: Span, file: File, report: Report) -> None:
    if file.whole:
        named = [draw.name for draw in file.draws]
        message = "every draw pile has a name" if named else "no draw pile in $initial"
        help = f"did you mean '{named[0]}'?" if named else ""
        report.error(codes.NO_DRAW, span, message, help)


def _report_repeated(rule: MoveRule, seen: set[tuple[str, str, str]], report: Report) -> None:
    pairs = [(s.text, t.text) for s in rule.sources for t in rule.targets]
    pairs = pairs or [(rule.sources[0].text if rule.sources else "", "")]
    if rule.kind == REMOVE:
        # The order of the two names makes no difference.
        one_card = [(word.text, "") for word in rule.sources]
        pairs = [(min(p), max(p)) for p in pairs] if rule.targets else one_card
    repeated = [pair for pair in pairs if (rule.kind, *pair) in seen]
    seen.update((rule.kind, *pair) for pair in pairs)
    if repeated and not full(report):
        what = " ".join(filter(None, (rule.kind, *repeated[0])))
        help = "join the conditions with OR"
        report.error(codes.RULE_TWICE, rule.span, f"duplicate rule '{what}'", help)


def _checked_condition(
    condition: Condition, file: File, piles: Counter[str], report: Report
) -> Condition:
    if isinstance(condition, Block):
        items = [_checked_condition(item, file, piles, report) for item in condition.items]
        return replace(condition, items=tuple(items))
    # Ranks wrap around those of the deck, not around all thirteen.
    if isinstance(condition, PairTest) and file.deck:
        return replace(condition, cycle=cycle(file.deck.ranks))
    if isinstance(condition, CardTest) and BASE in condition.values:
        _report_no_base(condition, file, report)
    if isinstance(condition, CapacityTest):
        return _checked_capacity(condition, file, piles, report)
    if not isinstance(condition, PileTest | CountTest):
        return condition
    good = _known((w for w in condition.piles if not _is_draw(w, file)), piles, file, report)
    for word in condition.piles:
        if file.draw_named(word.text):
            good.append(word)
        elif word.text == DRAW:
            _report_no_draw(word.span, file, report)
    # An empty ALL would be true and an empty ANY false; Broken is lowered to a hole instead.
    kept = tuple(word for word in condition.piles if word in good)
    return replace(condition, piles=kept) if kept else Broken(condition.span)


def _report_no_base(condition: CardTest, file: File, report: Report) -> None:
    if file.whole and not any(pile.base for pile in file.piles):
        message = "BASE is used, but no pile in $initial is the base pile"
        help = "write BASE at the end of a pile line"
        # A `!=` before the set is a word of the extended language as well.
        word = next(word for word in condition.extended_words if word.text == BASE)
        report.error(codes.NO_BASE, word.span, message, help)


def _checked_capacity(
    condition: CapacityTest, file: File, piles: Counter[str], report: Report
) -> Condition:
    for word in condition.cells + condition.columns:
        if _is_draw(word, file):
            report.error(codes.NOT_DRAW, word.span, "cards cannot be moved to a draw pile")
    cells, columns = (
        tuple(_known((w for w in words if not _is_draw(w, file)), piles, file, report))
        for words in (condition.cells, condition.columns)
    )
    good = cells and columns
    return replace(condition, cells=cells, columns=columns) if good else Broken(condition.span)


# ---- size --------------------------------------------------------------------------------------


def _checked_size(file: File, piles: Counter[str], report: Report) -> File:
    """The file, or the file without rules if they expand to too many tests.

    Lowering writes every rule out for every pair of names, so a few sets of many names would
    otherwise make a game that takes minutes to compile.
    """
    rules = sum(
        max(1, len(rule.sources)) * max(1, len(rule.targets)) * _tests(rule.condition, piles)
        for rule in file.moves + file.auto
    )
    wins = sum(_tests(ending, piles) for ending in (file.win, file.lose) if ending)
    if rules + wins <= MOST_TESTS:
        return file
    message = f"the rules expand to {rules + wins} tests; at most {MOST_TESTS} are allowed"
    report.error(codes.TOO_LARGE, file.name.span, message)
    return replace(file, moves=(), auto=(), win=Broken(file.name.span), lose=None)


def _tests(condition: Condition, piles: Counter[str]) -> int:
    if isinstance(condition, Block):
        return sum(_tests(item, piles) for item in condition.items)
    if isinstance(condition, PileTest | CountTest):
        return sum(piles.get(word.text, 1) for word in condition.piles)
    return 1

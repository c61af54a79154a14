"""Parse a file into its tree: sections, the deck, the piles and the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ....diagnostics import Report, Source, Span, closest, did_you_mean
from ...names import refers
from .. import codes
from . import conditions, faces, words
from .conditions import parse_condition
from .draws import DRAWS, draw_name, read_draw
from .layout import AT, COVERED_BY, read_layout, split_layout
from .lines import Item, Line, RawLine, full, raw_lines, shown, split
from .scores import read_score
from .tree import (
    DRAW,
    REMOVE,
    Broken,
    Condition,
    Deck,
    Draw,
    ExtendedWords,
    File,
    MoveRule,
    Pile,
    Score,
    Word,
)

MOST_DECKS = 20
MOST_PILES = 200
EXTENDED = ("$score", "$lose")  # sections of the extended language
# The words that may follow the number of cards on a pile line.
AFTER_COUNT = (*words.FACES, faces.PATTERN, words.BASE, AT, COVERED_BY)
RULES = {
    "MOVE": conditions.MOVE,
    "MOVE_STACK": conditions.MOVE_STACK,
    "DRAW": conditions.DRAW,
    REMOVE: conditions.REMOVE,
}


@dataclass(slots=True)
class _Draft:
    """The parts of the file read so far."""

    report: Report
    extended: Span | None = None
    deck: Deck | None = None
    piles: list[Pile] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    moves: list[MoveRule] = field(default_factory=list)
    auto: list[MoveRule] = field(default_factory=list)
    win: Condition | None = None
    whole: bool = True
    lose: Condition | None = None
    scores: list[Score] = field(default_factory=list)
    extended_words: list[Word] = field(default_factory=list)
    lost: set[str] | None = field(default_factory=set)

    def skip_declaration(self, name: str | None) -> None:
        """Note a line of `$initial` that could not be read, and the name that it declares if that
        is certain."""
        self.whole = False
        self.lost = None if name is None or self.lost is None else {*self.lost, name}


def parse(source: Source, report: Report) -> File:
    """The tree of a file; what could not be read is omitted or Broken."""
    lines = raw_lines(source, report)
    if lines and not lines[0].text.startswith("$"):
        name = Word(lines[0].text, lines[0].span)
        lines = lines[1:]
    else:
        name = Word("", source.start)
        report.error(codes.NO_NAME, source.start, "missing name; expected it on the first line")
    draft = _Draft(report)
    seen: list[str] = []
    for head, body in _sections(lines, report):
        if full(report):
            break
        section = _section(head, seen, draft)
        # A duplicate section is parsed only to report its errors; the first one counts.
        into = _Draft(report, draft.extended) if section in seen else draft
        seen.append(section)
        SECTIONS.get(section, _skip)(into, head.span, [split(raw, report) for raw in body])
    if "$initial" not in seen:
        draft.skip_declaration(None)
    # Any section that was not recognised may be the missing one, and has been reported.
    recognised = all(section in SECTIONS for section in seen)
    for needed in ("$cards", "$initial", "$win") if recognised else ():
        if needed not in seen:
            end = lines[-1].span if lines else name.span
            report.error(codes.NO_SECTION, end, f"missing section {needed}")
    return File(
        name,
        draft.extended,
        draft.deck,
        tuple(draft.piles),
        tuple(draft.draws),
        tuple(draft.moves),
        tuple(draft.auto),
        draft.win,
        draft.whole,
        draft.lose,
        tuple(draft.scores),
        tuple(draft.extended_words),
        None if draft.lost is None else frozenset(draft.lost),
    )


def _sections(lines: list[RawLine], report: Report) -> list[tuple[RawLine, list[RawLine]]]:
    sections: list[tuple[RawLine, list[RawLine]]] = []
    stray = False
    for line in lines:
        # A lone `moves` is most likely `$moves` without its `$`: no other line has this form.
        if line.text.startswith("$") or f"${line.text}" in SECTIONS:
            sections.append((line, []))
        elif sections:
            sections[-1][1].append(line)
        elif not stray:
            stray = True
            message = "unexpected text before the first section"
            report.error(codes.STRAY_TEXT, line.span, message, "start a comment with #")
    return sections


def _section(head: RawLine, seen: list[str], draft: _Draft) -> str:
    """The name of a section, after checking it and its position.

    A misspelt section is reported once and then read as the one that was meant, so that nothing
    else in the file is reported because of it.
    """
    name, report = head.text, draft.report
    order = list(SECTIONS)
    if head.indent:
        report.error(codes.BAD_INDENT, head.span, "a section must start at the margin")
    refers("section", name, head.span, known=order)
    if name not in SECTIONS:
        help = words.hint(name.split()[0], order)
        report.error(codes.UNKNOWN_SECTION, head.span, f"unknown section {shown(name)}", help)
        # Sections already seen are excluded: this one would be dropped as a duplicate.
        unused = [s for s in order if s not in seen and (draft.extended or s not in EXTENDED)]
        return next(iter(closest(name.split()[0], unused)), name)
    if name in seen:
        report.error(codes.SECTION_TWICE, head.span, f"duplicate section {name}")
    else:
        later = [s for s in seen if s in SECTIONS and order.index(s) > order.index(name)]
        if later:
            report.error(codes.SECTION_ORDER, head.span, f"{name} must come before {later[0]}")
    return name


def _skip(draft: _Draft, head: Span, lines: list[Line]) -> None:
    """Ignore the lines of an unknown section."""


def _flat(lines: list[Line], report: Report) -> None:
    for line in lines:
        if line.level:
            message = "unexpected indentation; only conditions are indented"
            report.error(codes.BAD_INDENT, line.span, message)


# ---- $extended ---------------------------------------------------------------------------------


def _extended(draft: _Draft, head: Span, lines: list[Line]) -> None:
    draft.extended = head
    for line in lines[:1]:
        draft.report.error(codes.STRAY_TEXT, line.span, "unexpected text below $extended")


# ---- $cards ------------------------------------------------------------------------------------


def _cards(draft: _Draft, head: Span, lines: list[Line]) -> None:
    report = draft.report
    _flat(lines, report)
    if not lines:
        report.error(codes.BAD_DECK, head, "missing DECK line in $cards")
    for extra in lines[1:2]:
        report.error(codes.BAD_DECK, extra.span, "unexpected line after DECK in $cards")
    if lines and not lines[0].broken:
        draft.deck = _deck(lines[0], report)


def _deck(line: Line, report: Report) -> Deck | None:
    items = line.items
    if line.first != "DECK":
        help = did_you_mean(line.first, ["DECK"])
        message = f"expected DECK, found {shown(line.first)}"
        report.error(codes.BAD_DECK, items[0].span, message, help)
        return None
    if len(items) not in (3, 4):
        message = "expected DECK <number of decks> <suits>, optionally followed by <ranks>"
        report.error(codes.BAD_DECK, line.span, message)
        return None
    count = words.number(items[1], 1, MOST_DECKS, report)
    suits = words.suits(items[2], report)
    ranks = words.ranks(items[3], report) if len(items) == 4 else words.RANKS
    return Deck(count, suits, ranks, line.span) if count and suits and ranks else None


# ---- $initial ----------------------------------------------------------------------------------


def _initial(draft: _Draft, head: Span, lines: list[Line]) -> None:
    report = draft.report
    _flat(lines, report)
    drawn: set[str] = set()
    for line in lines:
        if full(report):
            return
        if line.first != DRAW:
            _add_pile(draft, line)
            continue
        _add_draw(draft, line, drawn)
    if not draft.piles and draft.whole:
        report.error(codes.BAD_PILE, head, "no piles in $initial")
        draft.skip_declaration(None)


def _add_draw(draft: _Draft, line: Line, seen: set[str]) -> None:
    named = draw_name(line)
    name = named.text if named else DRAW
    if name in seen:
        message = f"duplicate draw pile {shown(name)}"
        help = "in extended files, draw piles can have names: DRAW LEFT 5 ROTATE 1 U U"
        draft.report.error(codes.SECOND_DRAW, line.span, message, help)
        return
    # The name counts even if the line is malformed, so that a duplicate is still recognised.
    seen.add(name)
    if len(seen) == MOST_PILES:
        message = f"more than {MOST_PILES} piles"
        draft.report.error(codes.TOO_LARGE, line.span, message)
    draw = None if line.broken else read_draw(line, len(draft.piles), draft.report)
    if draw and len(seen) < MOST_PILES:
        draft.draws.append(draw)
    if draw is None:
        # Without its number of cards a line may have a name that was not recognised as one.
        counted = len(line.items) > 1 and line.items[1].text.isdigit()
        sure = not line.broken and (named or counted)
        draft.skip_declaration(name if sure else None)


def _add_pile(draft: _Draft, line: Line) -> None:
    if len(draft.piles) == MOST_PILES:
        message = f"more than {MOST_PILES} piles"
        draft.report.error(codes.TOO_LARGE, line.span, message)
    pile = None if line.broken else _pile(line, draft.report)
    if pile and len(draft.piles) < MOST_PILES:
        draft.piles.append(pile)
    if pile is None:
        draft.skip_declaration(_name_of_broken(line))


def _name_of_broken(line: Line) -> str | None:
    """The pile that a line declares that could not be read; None if its first word may be wrong."""
    misspelt_draw = any(item.text in DRAWS for item in line.items)
    bad_name = set(line.first) & {*words.NOT_IN_NAMES, *"{} "}
    return None if misspelt_draw or bad_name else line.first


def _pile(line: Line, report: Report) -> Pile | None:
    # The line is taken apart from its end: the layout, BASE, and then cards and faces.
    items, tail = split_layout(line.items)
    layout = read_layout(tail, report)
    items, base = _cut_base(items)
    patterned = len(items) > 2 and items[2].text == faces.PATTERN
    bad_name = bool(set(line.first) & words.NOT_IN_NAMES)
    if not 2 <= len(items) <= 4 + patterned or items[0].braced or bad_name:
        message = "expected <pile> <number of cards>, optionally followed by a face word and cards"
        message = words.BAD_NAME if bad_name else message
        draws = any(item.text in DRAWS for item in items)  # so its first word should be DRAW
        unknown = items[0] if draws else None if bad_name else _misspelt(items)
        span = unknown.span if unknown else line.span
        help = words.hint(unknown.text, (DRAW,) if draws else AFTER_COUNT) if unknown else ""
        report.error(codes.BAD_PILE, span, message, help)
        return None
    for item in items[2:]:
        if item.text == words.BASE:
            report.error(codes.BAD_BASE, item.span, "BASE must be the last word of the line")
            return None
    count = words.number(items[1], 0, words.LARGEST, report)
    rest = items[2:]
    face: str | None = words.FACES[0]
    letters: str | None = ""
    if patterned:
        face, rest = faces.PATTERN, rest[2:]
        letters = _pattern(items[2:4], count, report)
    # Face word and cards are both optional: what does not look like cards must be a face word.
    elif rest and not (rest[0].braced or words.is_card(rest[0].text)):
        face = words.choice(rest[0], AFTER_COUNT, codes.UNKNOWN_FACE, "face word", report)
        rest = rest[1:]
    if len(rest) > 1:
        unknown = _misspelt(rest[1:])
        message = "expected the end of the line after the starting cards"
        help = words.hint(unknown.text, AFTER_COUNT) if unknown else ""
        report.error(codes.BAD_PILE, rest[1].span, message, help)
        return None
    # After an unknown face word, the next item may be a face pattern instead of cards.
    cards = words.cards(rest[0], report) if rest and face else ()
    if cards and count is not None and len(cards) != count:
        message = f"expected {count} starting cards, found {len(cards)}"
        report.error(codes.CARD_COUNT, rest[0].span, message)
    if count is None or face is None or cards is None or letters is None or layout is None:
        return None
    new = patterned or face == words.UNCOVERED
    extended = (*(items[2].words if new else ()), *((base,) if base else ()))
    name = items[0].words[0]
    return Pile(name, count, face, cards, line.span, letters, base, extended, layout)


def _cut_base(items: tuple[Item, ...]) -> tuple[tuple[Item, ...], Word | None]:
    """The items of a pile line without a final BASE, and that word."""
    if len(items) > 2 and items[-1].text == words.BASE:
        return items[:-1], items[-1].words[0]
    return items, None


def _pattern(items: tuple[Item, ...], count: int | None, report: Report) -> str | None:
    if len(items) < 2:
        report.error(codes.BAD_PATTERN, items[0].span, "expected a pattern of u and d after FACE")
        return None
    return None if count is None else faces.pattern(items[1], count, report)


def _misspelt(items: tuple[Item, ...]) -> Item | None:
    """The first word of a pile line that neither is nor starts with anything known there."""
    for item in items[1:]:
        known = item.text in AFTER_COUNT or words.is_card(item.text) or item.text[:1].isdigit()
        if not (known or item.braced):
            return item
    return None


# ---- $moves, $auto, $win -----------------------------------------------------------------------


def _moves(draft: _Draft, head: Span, lines: list[Line]) -> None:
    _rules(lines, tuple(RULES), draft.moves, draft.report)


def _auto(draft: _Draft, head: Span, lines: list[Line]) -> None:
    _rules(lines, ("MOVE", "MOVE_STACK", REMOVE), draft.auto, draft.report)


def _win(draft: _Draft, head: Span, lines: list[Line]) -> None:
    draft.win = _ending(conditions.WIN, draft, head, lines)


def _lose(draft: _Draft, head: Span, lines: list[Line]) -> None:
    draft.extended_words.append(Word("$lose", head))
    draft.lose = _ending(conditions.LOSE, draft, head, lines)


def _ending(
    context: conditions.ConditionContext, draft: _Draft, head: Span, lines: list[Line]
) -> Condition:
    condition = parse_condition(lines, context, head, draft.report)
    if condition is None:
        draft.report.error(codes.NO_CONDITION, head, f"missing condition of {context.name}")
    return condition or Broken(head)


def _score(draft: _Draft, head: Span, lines: list[Line]) -> None:
    draft.extended_words.append(Word("$score", head))
    _flat(lines, draft.report)
    if not lines:
        draft.report.error(codes.BAD_SCORE, head, "no lines in $score")
    for line in lines:
        score = None if line.broken or full(draft.report) else read_score(line, draft.report)
        draft.scores += [score] if score else []


def _rules(
    lines: list[Line], allowed: tuple[str, ...], rules: list[MoveRule], report: Report
) -> None:
    groups: list[tuple[Line, list[Line]]] = []
    for line in lines:
        if not groups or _starts_rule(line, groups[-1][1]):
            groups.append((line, []))
        else:
            groups[-1][1].append(line)
    for head, body in groups:
        if full(report):
            return
        rule = _rule(head, body, allowed, report)
        if rule:
            rules.append(rule)


def _starts_rule(line: Line, body: list[Line]) -> bool:
    """Whether a line starts a new rule; `body` holds the lines since the last rule started.

    A rule has one condition at the margin. A second line at the margin therefore starts a rule,
    probably a misspelt one, unless it is clearly a condition.
    """
    # Lines that start with a word of conditions belong to the last rule, wherever they are.
    known = line.first in conditions.BLOCKS + conditions.SUBJECTS
    return line.first in RULES or (line.level == 0 and bool(body) and not known)


def _rule(
    head: Line, body: list[Line], allowed: tuple[str, ...], report: Report
) -> MoveRule | None:
    if head.level:
        report.error(codes.BAD_INDENT, head.span, "a rule must start at the margin")
    context = RULES.get(head.first, conditions.ANYWHERE)
    # REMOVE <piles> TO <pile>: there is no second card that DEST or PAIR could denote.
    if head.first == REMOVE and len(head.items) == 4:
        context = conditions.REMOVE_ONE
    good = head.broken or _check_head(head, allowed, report)
    condition = parse_condition(body, context, head.span, report)
    if condition is None and context is not conditions.ANYWHERE:
        message = f"missing condition of {head.first}; expected it on the next line"
        report.error(codes.NO_CONDITION, head.span, message)
    if head.broken or not good:
        return None
    piles = head.items[1:]
    to: Word | None = None
    extended: ExtendedWords = ()
    if head.first == REMOVE:
        piles, to, extended = piles[:-2], piles[-1].words[0], head.items[0].words
    sources, targets, *_ = (*(item.words for item in piles), (), ())
    # A DRAW rule with a name needs `$extended`, and so does every REMOVE.
    extended = sources if head.first == DRAW else extended
    condition = condition or Broken(head.span)
    return MoveRule(
        head.first, sources, targets, condition, head.span, extended_words=extended, to=to
    )


def _check_head(head: Line, allowed: tuple[str, ...], report: Report) -> bool:
    refers("rule", head.first, head.items[0].span, known=allowed)
    if head.first not in allowed:
        known = head.first in RULES
        message = f"{shown(head.first)} is not allowed in $auto"
        message = message if known else f"unknown rule {shown(head.first)}"
        help = "" if known else words.hint(head.first, allowed)
        report.error(codes.BAD_RULE, head.items[0].span, message, help)
        return False
    if not _well_formed(head):
        to = head.items[-2] if head.first == REMOVE and len(head.items) in (4, 5) else None
        help = did_you_mean(to.text, ["TO"]) if to and to.text != "TO" else ""
        span = to.span if to and to.text != "TO" else head.span
        report.error(codes.BAD_RULE, span, f"expected {FORMS[head.first]}", help)
        return False
    distinct = [words.distinct(item.words, report) for item in head.items[1:]]
    return all(distinct)


FORMS = {
    "MOVE": "MOVE <from> <to>",
    "MOVE_STACK": "MOVE_STACK <from> <to>",
    DRAW: "DRAW alone on its line",
    REMOVE: "REMOVE <piles> TO <pile> or REMOVE <piles> <piles> TO <pile>",
}


def _well_formed(head: Line) -> bool:
    items = head.items
    if head.first == REMOVE:
        return len(items) in (4, 5) and items[-2].text == "TO" and not items[-1].braced
    return len(items) == (1 if head.first == DRAW else 3) or _named_draw(head)


def _named_draw(head: Line) -> bool:
    """Whether this is a DRAW rule for a draw pile with a name."""
    if head.first != DRAW or len(head.items) != 2:
        return False
    # `DRAW 24` is a draw pile that was written in the wrong section, not a name.
    return not (head.items[1].braced or head.items[1].text.isdigit())


# In the order in which a file must have them; `_section` relies on it.
SECTIONS: dict[str, Callable[[_Draft, Span, list[Line]], None]] = {
    "$extended": _extended,
    "$cards": _cards,
    "$initial": _initial,
    "$moves": _moves,
    "$auto": _auto,
    "$score": _score,
    "$win": _win,
    "$lose": _lose,
}

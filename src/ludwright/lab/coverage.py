"""Coverage: what random games never reach, and what strong players never choose."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import PurePosixPath

from ..machine import api, ops
from ..machine import state as m
from ..machine.interpreter import COMPILED
from ..machine.program import Program, instructions
from ..play.setup import natural_pace
from ..play.table import Table
from ..players import begin, choice, seated
from .definition import Measure, Plan
from .estimates import Estimate, nothing
from .metrics import wilson
from .rows import rows_of

MOST_GAMES, WORK = 2000, 5_000_000  # games, and their decisions and turns
MOST_NAMED = 20  # unused parts that are listed
STRONG, STRONG_GAMES = "level-2", 40
FLOW = ("IF_", "JUMP")  # how the names of ops begin that only say where to go on
EXPECTED = 5.0  # times that random choices would have chosen an option: never has odds of 1 to 150


@dataclass(frozen=True, slots=True)
class Reached:
    """How often random games ran each statement and took each action, by name."""

    games: int
    statements: dict[str, int]
    actions: dict[str, int]


def reached(plan: Plan) -> Reached | None:
    """Play random games with an interpreter that counts; None where nothing is compiled."""
    from ..machine.profile import profile

    if not COMPILED:
        return None
    program, most = plan.program, plan.most
    pilot = rows_of(program, plan.seed, 0, min(16, plan.games), most=most)
    length = 1 + float((pilot["decisions"] + pilot["turns"]).mean())
    games = min(plan.games, MOST_GAMES, max(16, int(WORK / length)))
    counts = profile(program, games, most, plan.seed).counts
    statements: Counter[str] = Counter()
    aside = asides(program)
    for at, op, _ in instructions(program):
        span = program.location(at)
        # Tests are left out: where one decides for several, the others never run.
        if span is not None and at not in aside and not ops.NAMES[op].startswith(FLOW):
            # No folders: the same game has the same measures wherever it is.
            file = PurePosixPath(span.file).name
            statements[f"{file}:{span.line}:{span.column}"] += int(counts[at])
    actions: Counter[str] = Counter()
    for site in program.sites.values():
        for number, action in enumerate(site.actions):
            record = site.offset + m.SITE_HEAD + number * m.ACTION_WORDS
            line = f" (line {action.span.line})" if action.span else ""
            name = action.name or site.prompt or "choice"
            actions[f"{name}{line}"] += int(counts[program.code[record + m.ACTION_CODE]])
    return Reached(games, dict(statements), dict(actions))


def asides(program: Program) -> set[int]:
    """The addresses of code that only writes and explains moves, which play does not run."""
    entries = set()
    for site in (*program.sites.values(), *program.chance):
        for action in (*site.actions, *site.refused):
            entries |= {text.entry for text in action.texts.values()}
            entries |= {explained.entry for explained in action.why}
    found, inside = set(), False
    for at, op, _ in instructions(program):
        inside = inside or at in entries
        if inside:
            found.add(at)
        if op == ops.ROWS_END:
            inside = False
    return found


def _unused(counts: dict[str, int], games: int) -> Estimate:
    """The share with a count of 0; more games can only make it smaller."""
    if not counts:
        return nothing("none in the description")
    unused = [name for name, count in counts.items() if not count]
    value = len(unused) / len(counts)
    parts = tuple((name, None) for name in unused[:MOST_NAMED])
    return Estimate(value, 0.0, value, games, parts=parts)


UNCOMPILED = "only with the compiled machine"


def _statements(found: Reached | None) -> Estimate:
    return nothing(UNCOMPILED) if found is None else _unused(found.statements, found.games)


def _actions(found: Reached | None) -> Estimate:
    return nothing(UNCOMPILED) if found is None else _unused(found.actions, found.games)


# ---- options that are never chosen ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offers:
    """Options by id: a text, how often random choices would have chosen them among what was
    offered, and how often the player did."""

    bot: str
    texts: dict[int, str]
    expected: dict[int, float]
    chosen: dict[int, int]


def offers(plan: Plan) -> Offers:
    """Watch a strong player: the bot that is measured, or a level where that plays at random."""
    program = plan.program
    bot = STRONG if plan.bot == "random" else plan.bot
    found = Offers(bot, {}, {}, {})
    games, told = min(plan.games, STRONG_GAMES), plan.told("options")
    with seated([bot] * program.seats) as players:
        for number in range(games):
            seed = int(api.mix(plan.seed, number))
            table = Table(program, seed=seed, pace=natural_pace(program))
            begin(table, players)
            while not table.over and len(table.log_words) < plan.most:
                seat, moves = table.decider, table.legal()
                move = moves[0] if seat is None else choice(players[seat], table)
                if seat is not None and len(moves) > 1:
                    for each in moves:
                        found.texts.setdefault(each.id, str(each))
                        found.expected[each.id] = found.expected.get(each.id, 0) + 1 / len(moves)
                    found.chosen[move.id] = found.chosen.get(move.id, 0) + 1
                table.apply(move)
            if told:
                told(number + 1, games)
    return found


def _unchosen(found: Offers) -> Estimate:
    usual = [id for id, expected in found.expected.items() if expected >= EXPECTED]
    if not usual:
        return nothing("no option was offered often enough")
    never = [id for id in usual if not found.chosen.get(id)]
    parts = tuple((found.texts[id], None) for id in never[:MOST_NAMED])
    rate = len(never) / len(usual)
    return Estimate(rate, *wilson(len(never), len(usual)), len(usual), parts=parts)


def _has_no_choice(program: Program) -> str:
    return "" if program.sites else "no decisions"


COVERAGE_MEASURES = (
    Measure(
        "unused_statements",
        "Statements that never run",
        "share of statements",
        "Share of the statements of the description, by their place in the source, that no random "
        "game runs. The parts are the unused ones, at most 20.",
        "statement coverage",
        "from 0, since more games can only lower it",
        of=_statements,
        source="coverage",
    ),
    Measure(
        "unused_actions",
        "Actions that are never taken",
        "share of actions",
        "Share of the actions that decisions offer which no random game takes, be it because they "
        "are never legal or because nobody gets there. The parts are the unused ones, at most 20.",
        "",
        "from 0, since more games can only lower it",
        of=_actions,
        source="coverage",
        why_not=_has_no_choice,
    ),
    Measure(
        "unchosen",
        "Options that strong players shun",
        "share of options",
        f"Share of the options, by move id, that {STRONG} (or the bot that is measured) never "
        "chose, of those that random choices among the same options would have chosen at least "
        "5 times. The parts are the unchosen ones, at most 20.",
        "",
        "Wilson, with an option as the unit",
        of=_unchosen,
        source="options",
        why_not=_has_no_choice,
    ),
)

"""Reading `terminal`: end conditions, checkpoints, margins and scoring."""

from __future__ import annotations

from ...shapes import keys
from ...yaml.read import Mapping, Sequence, Tree
from ..codes import sections as codes_sections
from .forms import ReadContext
from .keyed import Keyed, Keys, head, report_duplicates, text_of
from .scope import Bindings
from .tree.sections import Checkpoint, EndCondition, Margin, Scoring, Terminal
from .tree.values import Always, Location

TERMINAL = Keys(
    "terminal",
    codes_sections.CONDITIONS,
    keys(
        "conditions: [end_condition], checkpoints?: [checkpoint], margins?: [margin]",
        "ranking?: ranking, scoring?: scoring",
    ),
)
CONDITION = Keys(
    "an end condition", codes_sections.CONDITIONS, keys("when: condition, result: result")
)
RESULT = Keys(
    "a result", codes_sections.CONDITIONS, keys("type: win|lossAll|draw|score, player?: player")
)
SCORING = Keys(
    "scoring",
    codes_sections.SCORING,
    keys("method: highest|lowest, value: value"),
    missing=codes_sections.SCORING_VALUE,
)
CHECKPOINT = Keys(
    "a checkpoint",
    codes_sections.CHECKPOINT,
    keys("id: name, faction: name, timing: duringCoup|finalCoup, when: condition"),
    missing=codes_sections.CHECKPOINT_MISSING,
)
MARGIN = Keys(
    "a margin",
    codes_sections.MARGIN,
    keys("faction: name, value: value"),
    missing=codes_sections.CHECKPOINT_MISSING,
)
RANKING = Keys("ranking", codes_sections.RANKING, keys("order: desc|asc"))


def terminal_of(c: ReadContext, tree: Tree, path: str) -> Terminal | None:
    """`terminal`."""
    fields = TERMINAL.read(c, tree, path)
    if fields is None:
        return None
    # Whether scoring is needed is only clear if all conditions could be read.
    before = len(c.report.items)
    conditions = _conditions(fields)
    if len(c.report.items) == before:
        _check_scoring(fields, conditions)
    scoring = _scoring(fields)
    checkpoints, margins = _checkpoints(fields), _margins(fields)
    descending = _descending(fields)
    given = next((key for key in ("margins", "ranking") if fields.has(key)), "")
    if given and not fields.has("checkpoints"):
        message = f"'{given}' has no effect without checkpoints"
        c.warning(codes_sections.CHECKPOINT_MISSING, fields.location(given), message)
    return Terminal(fields.at, conditions, checkpoints, margins, descending, scoring)


def _conditions(terminal: Keyed) -> tuple[EndCondition, ...]:
    found = []
    for tree, path in terminal.items("conditions", codes_sections.CONDITIONS):
        fields = CONDITION.read(terminal.c, tree, path)
        if fields is None:
            continue
        when = fields.condition("when", Bindings()) or Always(fields.at, False)
        result = RESULT.read(terminal.c, fields.tree.get("result"), fields.path("result"))
        type, player = "", None
        if result is not None:
            type = result.word("type", codes_sections.CONDITIONS)
            player = result.player("player", Bindings()) if result.has("player") else None
            if text_of(result.get("type")) == "win" and player is None:
                result.error(
                    codes_sections.CONDITIONS, "type", "missing 'player' of the result 'win'"
                )
        # `player` of other results has no meaning, and is dropped.
        found.append(EndCondition(fields.at, when, type, player if type == "win" else None))
    return tuple(found)


def _scoring(terminal: Keyed) -> Scoring | None:
    fields = SCORING.read(terminal.c, terminal.get("scoring"), terminal.path("scoring"))
    if fields is None:
        return None
    method = fields.word("method", codes_sections.SCORING_METHOD)
    return Scoring(fields.at, method == "highest", fields.value("value", Bindings()))


def _check_scoring(terminal: Keyed, conditions: tuple[EndCondition, ...]) -> None:
    """Report scoring that is missing but needed, or present but unused."""
    scored = next((each for each in conditions if each.result == "score"), None)
    if scored and not terminal.has("scoring"):
        message = "missing 'scoring': a condition has the result 'score'"
        terminal.c.error(codes_sections.SCORING_NEEDED, scored.at, message)
    # A condition whose result is invalid may have been meant as `score`.
    complete = all(each.result for each in conditions)
    if scored is None and complete and terminal.has("scoring"):
        message = "unused scoring: no condition has the result 'score'"
        terminal.c.warning(codes_sections.SCORING_UNUSED, terminal.location("scoring"), message)


def _checkpoints(terminal: Keyed) -> tuple[Checkpoint, ...]:
    found = []
    items = _items(terminal, "checkpoints")
    for tree, path in items:
        fields = CHECKPOINT.read(terminal.c, tree, path)
        if fields is None:
            continue
        when = fields.tree.get("when")
        # Unlike elsewhere, `true` and `false` are not allowed.
        if when is not None and not isinstance(when, Mapping):
            message = "'when' of a checkpoint must be a mapping"
            fields.error(codes_sections.CHECKPOINT_WHEN, "when", message)
            condition = None
        else:
            condition = fields.condition("when", Bindings())
        found.append(
            Checkpoint(
                fields.at,
                fields.name("id", codes_sections.CHECKPOINT_ID),
                fields.name("faction", codes_sections.CHECKPOINT_FACTION),
                fields.word("timing", codes_sections.CHECKPOINT_TIMING),
                condition or Always(fields.at, False),
            )
        )
    report_duplicates(
        terminal.c, (p.id for p in found), codes_sections.CHECKPOINT_TWICE, "checkpoint"
    )
    return tuple(found)


def _items(terminal: Keyed, key: str) -> list[tuple[Tree, str]]:
    code = {"margins": codes_sections.MARGINS}.get(key, codes_sections.CHECKPOINT)
    return terminal.items(key, code) if terminal.has(key) else []


def _margins(terminal: Keyed) -> tuple[Margin, ...]:
    found = []
    for tree, path in _items(terminal, "margins"):
        fields = MARGIN.read(terminal.c, tree, path)
        if fields is None:
            continue
        faction = fields.name("faction", codes_sections.MARGIN_FACTION)
        written = fields.tree.get("value")
        # A list or null has a code of its own; other errors are those of values.
        if written is not None and (isinstance(written, Sequence) or not fields.has("value")):
            at = Location(head(written.span), fields.path("value"))
            message = "expected a number, or a mapping that computes one"
            terminal.c.error(codes_sections.MARGIN_VALUE, at, message)
            continue
        found.append(Margin(fields.at, faction, fields.value("value", Bindings())))
    return tuple(found)


def _descending(terminal: Keyed) -> bool:
    fields = RANKING.read(terminal.c, terminal.get("ranking"), terminal.path("ranking"))
    if fields is None:
        return True
    return fields.word("order", codes_sections.RANKING_ORDER) != "asc"

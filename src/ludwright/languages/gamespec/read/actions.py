"""Reading `actions` and `triggers`."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...shapes import keys
from ...yaml.read import Sequence, Tree
from ..codes import sections as codes_sections
from ..codes import values as codes
from .forms import ReadContext
from .keyed import Keyed, Keys, report_duplicates, section_items
from .scope import IN_ACTIONS, Bindings
from .tree.sections import Action, Limit, Param, Trigger, TriggerEvent
from .tree.values import Name

ACTION = Keys(
    "an action",
    codes_sections.ACTION,
    keys(
        "id: name, actor: player, phase: names, params: [param], cost: effects",
        "effects: effects, limits: [limit], pre?: condition, executor?: player",
    ),
    missing=codes_sections.ACTION_MISSING,
)
PARAM = Keys("a param", codes_sections.ACTION, keys("name: name, domain: query"))
LIMIT = Keys("a limit", codes_sections.ACTION, keys("scope: turn|phase|game, max: whole"))
TRIGGER = Keys(
    "a trigger",
    codes_sections.TRIGGER,
    keys("event: event, effects: effects, id?: name, match?: condition, when?: condition"),
)
EVENT = Keys(
    "an event",
    codes_sections.TRIGGER,
    keys(
        "type: phaseEnter|phaseExit|turnStart|turnEnd|actionResolved|tokenEntered",
        "phase?: name, action?: name, zone?: name",
    ),
)
EVENTS = {
    "phaseEnter": "phase",
    "phaseExit": "phase",
    "turnStart": "",
    "turnEnd": "",
    "actionResolved": "action",
    "tokenEntered": "zone",
}
"""The events, each with the key of its subject, which triggers see as a binding: `$phase`."""


@dataclass(slots=True)
class ActionParams:
    """The params of each action, also of a broken one: pipelines and events see them too."""

    params: dict[str, tuple[Name, ...]] = field(default_factory=dict)

    def scope(self, c: ReadContext, *actions: str) -> Bindings:
        """The bindings in scope while one of these actions is executed."""
        scope = Bindings().inner(*IN_ACTIONS)
        for name in (n for action in actions for n in self.params.get(action, ())):
            # Several event actions may have a param of the same name, which shadows nothing.
            if scope.description(name.text) is None:
                scope.bind_param(c.report, name)
        # The params of an undeclared action are unknown; the reference itself is an error already.
        scope.incomplete = not any(action in self.params for action in actions)
        return scope


def actions_of(
    c: ReadContext, tree: Tree, path: str, action_params: ActionParams
) -> tuple[Action, ...]:
    """`actions`."""
    found = [_action(c, item, p, action_params) for item, p in section_items(tree, path)]
    actions = tuple(a for a in found if a is not None)
    report_duplicates(c, (a.id for a in actions), codes_sections.ACTION_TWICE, "action", "actions")
    # An action whose id could not be read may be the one that others refer to.
    if len(actions) < len(found) or not all(a.id.text for a in actions):
        c.mark_lost("actions")
    return actions


def _action(c: ReadContext, tree: Tree, path: str, action_params: ActionParams) -> Action | None:
    fields = ACTION.read(c, tree, path)
    if fields is None:
        return None
    name = fields.name("id")
    actor = fields.player("actor", Bindings())
    if fields.has("executor") and fields.player("executor", Bindings()).kind != "actor":
        message = "invalid executor: an action can only be executed by its actor"
        fields.error(codes.MISSING_CAPABILITY, "executor", message, "write 'executor: actor'")
    phases = _phases(fields)
    scope = Bindings().inner(*IN_ACTIONS)
    params = _params(fields, scope)
    # Appended, not set: of two actions with one id both may be meant.
    action_params.params[name.text] = (
        *action_params.params.get(name.text, ()),
        *(p.name for p in params),
    )
    pre = fields.condition("pre", scope)
    cost = fields.effects("cost", scope, codes_sections.ACTION_EFFECTS)
    effects = fields.effects("effects", scope, codes_sections.ACTION_EFFECTS)
    limits = (_limit(c, t, p) for t, p in fields.items("limits", codes_sections.ACTION))
    return Action(
        fields.at,
        name,
        actor,
        phases,
        params,
        pre,
        cost,
        effects,
        tuple(limit for limit in limits if limit),
    )


def _phases(fields: Keyed) -> tuple[Name, ...]:
    if isinstance(fields.tree.get("phase"), Sequence):
        return fields.names("phase", codes_sections.IDENTIFIER, 1)
    return (fields.name("phase"),) if fields.tree.get("phase") is not None else ()


def _params(fields: Keyed, scope: Bindings) -> tuple[Param, ...]:
    params: list[Param] = []
    for tree, path in fields.items("params", codes_sections.ACTION):
        each = PARAM.read(fields.c, tree, path)
        if each is None:
            scope.incomplete = True
            continue
        name = each.name("name")
        # The domain sees the params before this one, so the name is bound only afterwards.
        domain = each.query("domain", scope)
        if name.text and not _is_duplicate(fields.c, name, params):
            scope.bind_param(fields.c.report, name)
        params.append(Param(each.at, name, domain))
    return tuple(params)


def _is_duplicate(c: ReadContext, name: Name, params: list[Param]) -> bool:
    # `n` and `$n` are the same param: both forms are bound.
    duplicate = any(p.name.text.lstrip("$") == name.text.lstrip("$") for p in params)
    if duplicate:
        message = f"duplicate param '{name.text}'"
        c.error(codes_sections.SAME_IDENTIFIER, name.at, message)
    return duplicate


def _limit(c: ReadContext, tree: Tree, path: str) -> Limit | None:
    fields = LIMIT.read(c, tree, path)
    if fields is None:
        return None
    scope = fields.word("scope")
    return Limit(fields.at, scope, fields.whole("max", codes_sections.ACTION, 0))


# ---- triggers ------------------------------------------------------------------------------------


def triggers_of(c: ReadContext, tree: Tree, path: str) -> tuple[Trigger, ...]:
    """`triggers`."""
    items = enumerate(section_items(tree, path))
    found = [_trigger(c, item, p, i) for i, (item, p) in items]
    triggers = tuple(t for t in found if t is not None)
    report_duplicates(c, (t.id for t in triggers), codes_sections.TRIGGER_TWICE, "trigger")
    return triggers


def _trigger(c: ReadContext, tree: Tree, path: str, index: int) -> Trigger | None:
    fields = TRIGGER.read(c, tree, path)
    if fields is None:
        return None
    event = _event(c, fields.tree.get("event"), fields.path("event"))
    about = EVENTS.get(event.type, "") if event else ""
    scope = Bindings().inner(*([f"${about}"] if about else []))
    scope.incomplete = event is None
    return Trigger(
        fields.at,
        fields.optional("id") or Name(f"trigger_{index}", fields.at),
        # A stand-in after a reported error, so that conditions and effects are checked as well.
        event or TriggerEvent(fields.at, "turnStart"),
        fields.condition("match", scope),
        fields.condition("when", scope),
        fields.effects("effects", scope, codes_sections.TRIGGER),
    )


def _event(c: ReadContext, tree: Tree | None, path: str) -> TriggerEvent | None:
    fields = EVENT.read(c, tree, path)
    if fields is None or not fields.has("type"):
        return None
    type = fields.word("type")
    if not type:
        return None
    about = EVENTS[type]
    for key in EVENT.may:
        if key != about and fields.has(key):
            message = f"unknown key '{key}' of '{type}' is ignored"
            c.warning(codes.UNKNOWN_KEY, fields.location(key), message)
    return TriggerEvent(fields.at, type, fields.optional(about) if about else None)

"""What players may do in a GameSpecDoc: actions, and the triggers that follow what happens."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...shapes import keys
from ...yaml.read import Sequence, Tree
from ..codes import sections as codes_sections
from ..codes import values as codes
from .forms import ReadContext
from .keyed import Keyed, Keys, once, section_items
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
"""The events, each with what it is about; so is a name that is bound: `$phase`."""


@dataclass(slots=True)
class Offers:
    """The params that actions declare, also those of a section that is broken otherwise."""

    params: dict[str, tuple[Name, ...]] = field(default_factory=dict)

    def scope(self, c: ReadContext, *actions: str) -> Bindings:
        """What is bound while one of some actions is carried out."""
        scope = Bindings().inner(*IN_ACTIONS)
        for name in (n for action in actions for n in self.params.get(action, ())):
            if scope.what(name.text) is None:
                scope.param(c.report, name)
        scope.loose = not any(action in self.params for action in actions)
        return scope


def actions_of(c: ReadContext, tree: Tree, path: str, offers: Offers) -> tuple[Action, ...]:
    """`actions`."""
    found = [_action(c, item, p, offers) for item, p in section_items(tree, path)]
    actions = tuple(a for a in found if a is not None)
    once(c, (a.id for a in actions), codes_sections.ACTION_TWICE, "an action", "actions")
    if len(actions) < len(found) or not all(a.id.text for a in actions):
        c.lose("actions")
    return actions


def _action(c: ReadContext, tree: Tree, path: str, offers: Offers) -> Action | None:
    fields = ACTION.read(c, tree, path)
    if fields is None:
        return None
    name = fields.name("id")
    actor = fields.player("actor", Bindings())
    if fields.has("executor") and fields.player("executor", Bindings()).kind != "actor":
        message = "only the actor can carry out an action"
        fields.wrong(codes.MISSING_CAPABILITY, "executor", message, "write 'executor: actor'")
    phases = _phases(fields)
    scope = Bindings().inner(*IN_ACTIONS)
    params = _params(fields, scope)
    offers.params[name.text] = (*offers.params.get(name.text, ()), *(p.name for p in params))
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
            scope.loose = True
            continue
        name = each.name("name")
        domain = each.query("domain", scope)
        if name.text and not _twin(fields.c, name, params):
            scope.param(fields.c.report, name)
        params.append(Param(each.at, name, domain))
    return tuple(params)


def _twin(c: ReadContext, name: Name, params: list[Param]) -> bool:
    twin = any(p.name.text.lstrip("$") == name.text.lstrip("$") for p in params)
    if twin:
        message = f"there is already a param '{name.text}'"
        c.error(codes_sections.SAME_IDENTIFIER, name.at, message)
    return twin


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
    once(c, (t.id for t in triggers), codes_sections.TRIGGER_TWICE, "a trigger")
    return triggers


def _trigger(c: ReadContext, tree: Tree, path: str, index: int) -> Trigger | None:
    fields = TRIGGER.read(c, tree, path)
    if fields is None:
        return None
    event = _event(c, fields.tree.get("event"), fields.path("event"))
    about = EVENTS.get(event.type, "") if event else ""
    scope = Bindings().inner(*([f"${about}"] if about else []))
    scope.loose = event is None
    return Trigger(
        fields.at,
        fields.maybe("id") or Name(f"trigger_{index}", fields.at),
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
            message = f"'{type}' has no '{key}': it is ignored"
            c.warning(codes.UNKNOWN_KEY, fields.place(key), message)
    return TriggerEvent(fields.at, type, fields.maybe(about) if about else None)

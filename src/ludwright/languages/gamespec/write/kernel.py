"""The sections of a GameSpecDoc in kernel form: plain data, every shorthand written out."""

from __future__ import annotations

from ..read import table_data as m
from ..read.tree import sections as s
from .kernel_forms import FORMS, Json, form, given, json_of, whole


def as_kernel(sections: s.Sections) -> dict[str, Json]:
    """The sections as plain data. Absent lists are empty; other absent sections are left out."""
    players = sections.metadata.most if sections.metadata else 0
    zones = sections.zones or ()
    spaces = [_space(zone) for zone in zones if zone.space]
    form = {
        "metadata": json_of(sections.metadata),
        "constants": json_of(sections.constants),
        "globalVars": json_of(sections.global_vars or ()),
        "perPlayerVars": json_of(sections.player_vars or ()),
        # The kernel has one zone per player where a document declares one for all.
        "zones": [each for zone in zones for each in _zones(zone, players)],
        "mapSpaces": spaces or None,
        "tokenTypes": json_of(sections.token_types or ()),
        "setup": json_of(sections.setup or ()),
        "turnStructure": {"phases": json_of(sections.phases or ())},
        "turnOrder": json_of(sections.turn_order),
        "actionPipelines": json_of(sections.pipelines),
        "actions": json_of(sections.actions or ()),
        "triggers": json_of(sections.triggers or ()),
        "terminal": json_of(sections.terminal),
        "eventDecks": json_of(sections.event_decks),
        "stackingConstraints": json_of(sections.stacking or None),
        "markerLattices": json_of(sections.lattices or None),
        "spaceMarkers": json_of(sections.space_markers or None),
        "tables": json_of(sections.tables or None),
    }
    return {key: value for key, value in form.items() if value is not None}


# ---- sections ----------------------------------------------------------------------------------


def _metadata(node: s.Metadata) -> Json:
    players = {"min": node.least, "max": node.most}
    form = {"id": node.id, "players": players, "maxTriggerDepth": node.depth}
    return form | given(title=node.title or None)


def _variable(node: s.VarDef) -> Json:
    form = {"name": node.name.text, "type": node.type, "init": node.init}
    return form if node.type == "boolean" else form | {"min": node.least, "max": node.most}


def _zones(zone: s.ZoneDef, players: int) -> list[Json]:
    owner = "player" if zone.owned else "none"
    rest = given(visibility=zone.visibility, ordering=zone.ordering, adjacentTo=zone.adjacent)
    return [{"id": each, "owner": owner, **rest} for each in zone.ids(players)]


def _space(zone: s.ZoneDef) -> Json:
    # Spaces have no owner, so the number of players does not matter.
    return {"id": zone.ids(0)[0], **json_of(zone.props)} | given(spot=zone.spot)


def _card_driven(node: s.CardDriven) -> Json:
    lifecycle = given(played=node.played, lookahead=node.lookahead, leader=node.leader)
    # `whole` for keys that the kernel requires, `given` for optional ones.
    eligibility = whole(node, factions="factions", overrideWindows="windows")
    flow = {"cardLifecycle": lifecycle, "eligibility": eligibility}
    flow |= whole(node, optionMatrix="matrix", passRewards="rewards", durationWindows="durations")
    flow |= given(monsoon=node.monsoon, pivotal=node.pivotal)
    flow |= given(actionClassByActionId=node.classes or None)
    return {"type": "cardDriven", "config": {"turnFlow": flow} | given(coupPlan=node.coup)}


def _restriction(node: s.Restriction) -> Json:
    limit = {"name": node.param.text, "max": node.most} if node.param else None
    return given(actionId=node.action, maxParam=limit, overrideToken=node.override)


def _monsoon(node: s.Monsoon) -> Json:
    fields = whole(node, restrictedActions="restricted", blockPivotal="blocks_pivotal")
    return fields | given(pivotalOverrideToken=node.override)


def _pivotal(node: s.Pivotal) -> Json:
    fields = whole(node, actionIds="actions", requirePreActionWindow="needs_window")
    fields |= {"disallowWhenLookaheadIsCoup": node.not_before_coup}
    interrupt = given(precedence=node.precedence, cancellation=node.cancellations)
    return fields | given(interrupt=interrupt or None)


def _action(node: s.Action) -> Json:
    # A single phase is written without a list, as documents do.
    phases = [phase.text for phase in node.phases]
    form = whole(node, id="id", actor="actor", params="params", pre="pre", cost="cost")
    form |= whole(node, effects="effects", limits="limits")
    return form | {"phase": phases[0] if len(phases) == 1 else phases}


def _pipeline(node: s.Pipeline) -> Json:
    form = whole(node, id="id", actionId="action", legality="legality")
    form |= whole(node, costValidation="affordable", costEffects="cost", targeting="targeting")
    form |= {"stages": json_of(node.stages), "atomicity": "atomic" if node.atomic else "partial"}
    return form | given(applicability=node.applicability, linkedWindows=node.windows)


def _stage(node: s.Stage) -> Json:
    return given(stage=node.name or None) | whole(node, effects="effects")


EVENT_KEYS = {
    "phaseEnter": "phase",
    "phaseExit": "phase",
    "actionResolved": "action",
    "tokenEntered": "zone",
}


def _event(node: s.TriggerEvent) -> Json:
    of = {} if node.of is None else {EVENT_KEYS[node.type]: node.of.text}
    return {"type": node.type, **of}


def _trigger(node: s.Trigger) -> Json:
    conditions = given(match=node.match, when=node.when)
    return whole(node, id="id", event="event", effects="effects") | conditions


def _ending(node: s.EndCondition) -> Json:
    return {"when": json_of(node.when), "result": given(type=node.result, player=node.player)}


def _terminal(node: s.Terminal) -> Json:
    form = whole(node, conditions="conditions")
    form |= given(checkpoints=node.checkpoints, margins=node.margins, scoring=node.scoring)
    # Only margins are ranked; scores have a method of their own.
    order = {"order": "desc" if node.descending else "asc"}
    return form | given(ranking=order if node.margins else None)


def _scoring(node: s.Scoring) -> Json:
    return {"method": "highest" if node.highest else "lowest", "value": json_of(node.value)}


def _target(node: s.Target) -> Json:
    many = {"min": node.least, "max": node.most} if node.most is not None else "all"
    fields = given(id=node.id, selector=node.selector, filter=node.where)
    return fields | {"cardinality": many}


def _card(node: s.EventCard) -> Json:
    mode = "dual" if node.unshaded and node.shaded else "single"
    sides = given(unshaded=node.unshaded, shaded=node.shaded)
    return {"id": node.id.text, "title": node.title, "sideMode": mode, **sides}


def _deck(node: s.EventDeck) -> Json:
    form = whole(node, id="id", drawZone="draw", discardZone="discard", cards="cards")
    shuffled, again = node.shuffled or None, node.reshuffles or None
    return form | given(shuffleOnSetup=shuffled, reshuffle=again)


def _stacking(node: m.Stacking) -> Json:
    form = whole(node, id="id", spaceFilter="spaces")
    form["pieceFilter"] = given(pieceTypeIds=node.types, factions=node.factions)
    # The reader reads `prohibit` as a maximum of 0.
    rule = {"rule": "maxCount", "maxCount": node.most} if node.most else {"rule": "prohibit"}
    return form | rule


def _token_type(node: s.TokenType) -> Json:
    form = whole(node, id="id", props="props")
    return form | given(transitions=node.transitions, total=node.total)


_SIDE_OR_BRANCH = {
    "applicability": "applicability",
    "effects": "effects",
    "targets": "targets",
    "lastingEffects": "lasting",
}


def _lattice_rule(node: m.LatticeRule) -> Json:
    return json_of(node.spaces) | {"allowedStates": list(node.allowed)}


# Keys of sections differ from field names more often than not, so they are listed here.
FORMS.update(
    {
        s.Metadata: _metadata,
        s.VarDef: _variable,
        s.Transition: form(prop="prop", from_="before", to="after"),
        s.TokenType: _token_type,
        s.Phase: form(id="id", onEnter="on_enter", onExit="on_exit"),
        s.RoundRobin: lambda node: {"type": "roundRobin"},
        s.FixedOrder: lambda node: {"type": "fixedOrder", "order": [str(p) for p in node.order]},
        s.Simultaneous: lambda node: {"type": "simultaneous"},
        s.CardDriven: _card_driven,
        s.OptionRow: form(first="first", second="second"),
        s.PassReward: form(factionClass="faction", resource="resource", amount="amount"),
        s.Window: form(id="id", duration="duration"),
        s.Restriction: _restriction,
        s.Monsoon: _monsoon,
        s.Cancellation: form(winnerActionId="winner", canceledActionId="canceled"),
        s.Pivotal: _pivotal,
        s.CoupPhase: form(id="id", steps="steps", effects="effects"),
        s.CoupPlan: form(
            phases="phases",
            finalRoundOmitPhases="omitted_at_last",
            maxConsecutiveRounds="most_in_a_row",
        ),
        s.Param: form(name="name", domain="domain"),
        s.Limit: form(scope="scope", max="most"),
        s.Action: _action,
        s.Targeting: form(
            select="select",
            max="most",
            query="query",
            filter="where",
            order="order",
            tieBreak="tie_break",
        ),
        s.Stage: _stage,
        s.Pipeline: _pipeline,
        s.TriggerEvent: _event,
        s.Trigger: _trigger,
        s.EndCondition: _ending,
        s.Checkpoint: form(id="id", faction="faction", timing="timing", when="when"),
        s.Margin: form(faction="faction", value="value"),
        s.Scoring: _scoring,
        s.Terminal: _terminal,
        s.Target: _target,
        s.Lasting: form(
            id="id", duration="duration", setupEffects="setup", teardownEffects="teardown"
        ),
        s.Branch: form(id="id", **_SIDE_OR_BRANCH),
        s.Side: form(**_SIDE_OR_BRANCH, branches="branches"),
        s.EventCard: _card,
        s.EventDeck: _deck,
        m.SpaceFilter: form(
            spaceIds="ids", spaceTypes="types", country="countries", populationEquals="population"
        ),
        m.LatticeRule: _lattice_rule,
        m.Lattice: form(id="id", states="states", defaultState="default", constraints="rules"),
        m.SpaceMarker: form(spaceId="space", markerId="marker", state="state"),
        m.Stacking: _stacking,
        m.DataTable: form(id="id", rows="rows"),
    }
)

"""What a path stands for: resolved once, when the game is read, to typed expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ....diagnostics import Span, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list
from ...yaml.read import Mapping, Scalar, Sequence, Tree, core_value
from .. import codes
from ..read.paths import BadPath, Function, Path, PathStep, parse, rooted
from .aliases import CONTEXT
from .functions import (
    apply,
    bottom_of,
    cards_in,
    face_of,
    filtered,
    joined_cards,
    look_of,
    mapped,
    one_seat,
    present,
    property_of,
    size_of,
    top_of,
)
from .list_order import GROUP_FIELDS
from .names import current, is_stored, reference, variable
from .symbols import EVENT, Environment, Symbols, Typed
from .teams import (
    against,
    mate,
    mates,
    one_team,
    other_teams,
    players_of,
    team_named,
    team_numbered,
    team_of,
    teams,
)

TEAM_ZONES = "zones of a team"


@dataclass(frozen=True, slots=True)
class PathResolution:
    """A path being followed: the file's words, the names in force, and the text itself."""

    world: Symbols
    scope: Environment
    scalar: Scalar

    def span(self, part: PathStep | Function | Path) -> Span:
        """The place of a part of the path."""
        return self.scalar.part(part.start, part.end)


def resolve(world: Symbols, scope: Environment, scalar: Scalar) -> Typed:
    """The value a path stands for."""
    try:
        path = parse(scalar.text)
    except BadPath as bad:
        help = rooted(scalar.text, world.zones) if bad.unrooted else ""
        return world.hole(codes.PATH, scalar.part(bad.start, bad.end), bad.message, help)
    return follow(PathResolution(world, scope, scalar), path)


def follow(reading: PathResolution, path: Path) -> Typed:
    """The value of a path that has been cut into parts."""
    value, rest = _start(reading, path)
    for step in rest:
        if value.type == ANY:
            return value
        value = _step(reading, value, step)
    for function in reversed(path.functions):
        value = apply(reading.world, value, function.name, reading.span(function))
    return _finished(reading, value, path)


def _finished(reading: PathResolution, value: Typed, path: Path) -> Typed:
    if value.type in ("zones", TEAM_ZONES, "properties", "visibility"):
        return reading.world.hole(
            codes.PATH, reading.span(path), "the path ends too early: a name must follow"
        )
    return value


# ---- the start of a path -----------------------------------------------------------------------


def _start(reading: PathResolution, path: Path) -> tuple[Typed, tuple[PathStep, ...]]:
    place = reading.span(path)
    if path.anchor:
        return _anchor(reading, path.anchor, place), path.steps
    if not path.steps or path.steps[0].kind != "field":
        return reading.world.hole(codes.PATH, place, "a name must follow the '$'"), ()
    first = path.steps[0]
    if first.text == "event" and len(path.steps) > 1:
        return _of_event(reading, path.steps[1]), path.steps[2:]
    root = ROOTS.get(first.text)
    own = first.text == "turn_index" and first.text in reading.world.variables
    bound = reading.world.bound(reading.scope, first.text)
    if bound is not None and not own:
        return bound, path.steps[1:]
    if root is not None:
        return root(reading, place), path.steps[1:]
    return _variable(reading, path)


def _of_event(reading: PathResolution, step: PathStep) -> Typed:
    """A field of the event itself, also where a filter has given its name to something else."""
    bound = reading.scope.bound
    known = {name.removeprefix(EVENT): bound[name] for name in bound if name.startswith(EVENT)}
    if step.text in known:
        return known[step.text]
    message = f"there is no field of the event '{step.text}'"
    hint = did_you_mean(step.text, known)
    return reading.world.unbound(codes.UNKNOWN, reading.span(step), message, hint)


def _anchor(reading: PathResolution, name: str, place: Span) -> Typed:
    world, scope = reading.world, reading.scope
    if name in ("currentPlayer", "current"):
        return current(world, scope, place)
    if name == "turnOrder":
        return Typed(n.Seats(span=place), "[seat]")
    if name == "teammates":
        return mates(world, current(world, scope, place), place)
    event = {"currentPhase": "phase", "activeState": "state"}.get(name, name)
    bound = world.bound(scope, event)
    if bound is not None:
        return bound
    if event in ("phase", "state"):
        return world.unbound(codes.MISPLACED, place, f"${name} has no meaning here")
    known = ("currentPlayer", "activeState", "currentPhase", "turnOrder", "teammates", *scope.bound)
    report = world.unbound if event in CONTEXT | world.tested else world.hole
    return report(
        codes.PATH, place, f"there is no anchor '${name}' here", did_you_mean(name, known)
    )


ROOTS: dict[str, Callable[[PathResolution, Span], Typed]] = {
    "players": lambda reading, place: Typed(n.Seats(span=place), "[seat]"),
    "zones": lambda reading, place: Typed(n.Nothing(type="seat", span=place), "zones"),
    "shared_zones": lambda reading, place: reading.world.hole(
        codes.PATH,
        place,
        "there is no '$.shared_zones': shared zones are in '$.zones'",
        f"write '{reading.scalar.text.replace('$.shared_zones', '$.zones')}'",
    ),
    "teams": lambda reading, place: teams(reading.world, place),
    "event": lambda reading, place: reading.world.hole(
        codes.PATH, place, "a name must follow '$.event'", "as in '$.event.card'"
    ),
    "chosen": lambda reading, place: reading.world.unbound(
        codes.MISPLACED, place, "'$.chosen' is known in the filter of a 'multiselect' only"
    ),
}


def _variable(reading: PathResolution, path: Path) -> tuple[Typed, tuple[PathStep, ...]]:
    """A variable or option, whose name may have dots in it."""
    world = reading.world
    fields = []
    for step in path.steps:
        if step.kind != "field":
            break
        fields.append(step.text)
    for length in range(len(fields), 0, -1):
        name = ".".join(fields[:length])
        if name in world.variables or name in world.options:
            place = reading.scalar.part(path.start, path.steps[length - 1].end)
            return variable(world, reading.scope, name, place), path.steps[length:]
    known = [*reading.scope.bound, "players", "zones", *world.variables, *world.options]
    first = path.steps[0]
    if fields[0] in world.tested:
        message = f"'$.{fields[0]}' is known only inside the test that names its item so"
        return world.unbound(codes.UNKNOWN, reading.span(first), message), ()
    if fields[0] in CONTEXT:
        message = f"there is no '$.{fields[0]}' here"
        hint = did_you_mean(fields[0], known)
        return world.unbound(codes.UNKNOWN, reading.span(first), message, hint), ()
    if is_stored(reading.scope, fields[0]):
        message, hint = f"there is no variable '{fields[0]}'", f"write {{ref: {'.'.join(fields)}}}"
        return world.hole(codes.UNKNOWN, reading.span(first), message, hint), ()
    return world.unknown(reading.span(first), "variable", fields[0], known), ()


def reference_field(world: Symbols, scope: Environment, scalar: Scalar) -> Typed:
    """A stored value, or a field of it: `card`, `item.key`."""
    name, *fields = scalar.text.split(".")
    value = reference(world, scope, name, scalar.span)
    at = len(name) + 1
    for field in fields:
        if value.type == ANY:
            break
        step = PathStep("field", field, at, at + len(field))
        value = _step(PathResolution(world, scope, scalar), value, step)
        at += len(field) + 1
    return value


# ---- one step further --------------------------------------------------------------------------


def _step(reading: PathResolution, value: Typed, step: PathStep) -> Typed:
    if step.kind == "select":
        return _select(reading, value, step)
    if not is_list(value.type):
        return _field(reading, value, step)
    if value.type == "[zone]" and step.text == "cards":
        return joined_cards(reading.world, value, reading.span(step))
    result = mapped(reading.world, value, lambda item: _field(reading, item, step))
    if result.type == "[any]":
        return Typed(result.expr, ANY)
    ends = result.type == "[token]" and value.type == "[zone]"
    return present(reading.world, result) if ends else result


def _field(reading: PathResolution, value: Typed, step: PathStep) -> Typed:
    fields = GROUP_FIELDS if value.type in reading.world.groups else FIELDS.get(value.type, {})
    place = reading.span(step)
    if value.type in ("zones", TEAM_ZONES):
        return _zone(reading, value, step)
    if value.type == "properties":
        return property_of(reading.world, value, step.text, place)
    owns = value.type in ("seat", "team")
    if owns and step.text in reading.world.variables:
        return variable(reading.world, reading.scope, step.text, place, value)
    if step.text in fields:
        return fields[step.text](reading.world, value, place)
    known = [*fields, *(reading.world.variables if owns else ())]
    message = f"{reading.world.say(value.type)} has no '{step.text}'"
    return reading.world.hole(codes.FIELD, place, message, did_you_mean(step.text, known))


def _zone(reading: PathResolution, value: Typed, step: PathStep) -> Typed:
    world, place = reading.world, reading.span(step)
    info = world.zones.get(step.text)
    if info is None:
        return world.unknown(place, "zone", step.text, world.zones)
    shared, ours = isinstance(value.expr, n.Nothing), value.type == TEAM_ZONES
    if info.per_player and (shared or ours):
        hint = f"write '$.players[current].zones.{step.text}'"
        message = f"each player has a zone '{step.text}' of their own"
        return world.hole(codes.FIELD, place, message, hint)
    if info.per_team and not ours:
        hint = f"write '$.teams[current].zones.{step.text}'"
        message = f"each team has a zone '{step.text}' of its own"
        return world.hole(codes.FIELD, place, message, hint)
    owner = value.expr if info.per_player or info.per_team else None
    if owner is None and not shared:
        whose = "a team's" if ours else "a player's"
        message = f"the zone '{step.text}' is shared, not {whose}"
        return world.hole(codes.FIELD, place, message, f"write '$.zones.{step.text}'")
    return Typed(n.ZoneAt(name=info.name, owner=owner, span=place), "zone", frozenset((info.name,)))


FIELDS: dict[str, dict[str, Callable[[Symbols, Typed, Span], Typed]]] = {
    "seat": {
        "zones": lambda world, value, place: Typed(value.expr, "zones"),
        "id": lambda world, value, place: value,
        "team": team_of,
    },
    "team": {
        "zones": lambda world, value, place: Typed(value.expr, TEAM_ZONES),
        "players": players_of,
        "id": lambda world, value, place: value,
        "name": lambda world, value, place: value,
    },
    "zone": {
        "top_card": top_of,
        "top": top_of,
        "bottom_card": bottom_of,
        "bottom": bottom_of,
        "card_count": size_of,
        "cards": cards_in,
        "ordering": look_of("ordering"),
        "default_face": look_of("face"),
        "allows_reorder": look_of("reorders"),
        "visibility": lambda world, value, place: replace(value, type="visibility"),
    },
    "visibility": {"owner": look_of("owner"), "others": look_of("others")},
    "token": {
        "properties": lambda world, value, place: Typed(value.expr, "properties"),
        "face": face_of,
        "id": lambda world, value, place: value,
    },
}
"""The fields that a path can go on with, by the type of what it has reached."""


# ---- selectors ---------------------------------------------------------------------------------


def _select(reading: PathResolution, value: Typed, step: PathStep) -> Typed:
    place = reading.span(step)
    if value.type == "zone":
        value = cards_in(reading.world, value, place)
    elif value.type == "[zone]" and step.text == "*":
        return joined_cards(reading.world, value, place)
    if not is_list(value.type):
        message = f"{reading.world.say(value.type)} is not a list"
        return reading.world.hole(codes.FIELD, place, message)
    if step.text == "*" and not step.key:
        return value
    if step.text.lstrip("-").isdigit() and not step.key:
        return _numbered(reading, value, int(step.text[:10]), place)
    if value.type == "[seat]" and isinstance(value.expr, n.Seats):
        return _player(reading, step)
    if value.type == "[team]" and isinstance(value.expr, n.Teams):
        return _team(reading, step)
    if value.type == "[token]" and step.key in reading.world.properties:
        return _having(reading, value, step, "$.card.properties.")
    return reading.world.hole(codes.PATH, place, f"'[{step.text}]' selects nothing here")


def _having(reading: PathResolution, items: Typed, step: PathStep, start: str) -> Typed:
    """The items in which a path has a value: cards `[suit=H]`, `[rank=ref:x]`, players `[x=3]`."""
    world, place = reading.world, reading.span(step)
    name, item = world.each(items, place)
    word, text = ("ref", step.text[4:]) if step.text.startswith("ref:") else ("value", step.text)
    path = f"{start}{step.key}"
    sides = (("path", Scalar(place, path, path)), (word, Scalar(place, text, core_value(text))))
    operands = tuple(_mapping(place, key, side) for key, side in sides)
    test = _mapping(place, "isEqual", Sequence(place, operands))
    return filtered(items, name, world.lower(world, reading.scope.item(item), test, "bool").expr)


def _mapping(place: Span, key: str, value: Tree) -> Mapping:
    return Mapping(place, ((Scalar(place, key, key), value),))


def _numbered(reading: PathResolution, value: Typed, number: int, place: Span) -> Typed:
    if isinstance(value.expr, n.Seats):
        if not 0 <= number < reading.world.most:
            message = f"there is no player {number}: they count from 0"
            return reading.world.hole(codes.NUMBER, place, message)
        return Typed(n.Seat(number=number, span=place), "seat")
    if isinstance(value.expr, n.Teams):
        return team_numbered(reading.world, number, place)
    if isinstance(value.expr, n.TokensIn):
        index = n.Number(value=number, span=place)
        return Typed(n.TokenAt(zone=value.expr.zone, position=index, span=place), "token")
    index = n.Number(value=number, span=place)
    return reading.world.one(value, n.Item(items=value.expr, index=index, span=place))


def _player(reading: PathResolution, step: PathStep) -> Typed:
    world, place = reading.world, reading.span(step)
    if step.path is not None:
        return one_seat(world, follow(reading, step.path), place)
    if step.key == "by_id" or (not step.key and step.text.startswith("ref:")):
        return _by_id(reading, step.text, place)
    if step.key == "team":
        team = _team(reading, replace(step, key=""))
        return team if team.type == ANY else players_of(world, team, place)
    if step.key:
        everybody = Typed(n.Seats(span=place), "[seat]")
        return _having(reading, everybody, step, "$.player.")
    word = SEAT_WORDS.get(step.text)
    if word is None:
        hint = did_you_mean(step.text, SEAT_WORDS) or "a number, *, or " + ", ".join(SEAT_WORDS)
        if is_stored(reading.scope, step.text):
            hint = f"write '[ref:{step.text}]'"
        return world.hole(codes.PATH, place, f"'[{step.text}]' selects no player", hint)
    return word(world, reading.scope, place)


def _team(reading: PathResolution, step: PathStep) -> Typed:
    """A team by a word, a path, a stored value or its name."""
    world, place = reading.world, reading.span(step)
    if step.key not in ("", "by_id", "name"):
        return world.hole(codes.PATH, place, f"teams are not selected by '{step.key}'")
    if step.path is not None:
        return one_team(world, follow(reading, step.path), place)
    if step.text.startswith("$"):
        return one_team(world, _inner_path(reading, step), place)
    if step.text.startswith("ref:"):
        value = reference(world, reading.scope, step.text.removeprefix("ref:"), place)
        return one_team(world, value, place)
    word = TEAM_WORDS.get(step.text) if world.teams and step.text not in world.teams else None
    if word is not None:
        return word(world, current(world, reading.scope, place), place)
    return team_named(world, step.text, place)


def _inner_path(reading: PathResolution, step: PathStep) -> Typed:
    """A path behind a `=`."""
    try:
        return follow(reading, parse(step.text, step.end - len(step.text)))
    except BadPath as bad:
        return reading.world.hole(codes.PATH, reading.scalar.part(bad.start, bad.end), bad.message)


def _by_id(reading: PathResolution, text: str, place: Span) -> Typed:
    if text.startswith("ref:"):
        value = reference(reading.world, reading.scope, text.removeprefix("ref:"), place)
        return one_seat(reading.world, value, place)
    return seat_named(reading.world, text, place)


def seat_named(world: Symbols, text: str, place: Span) -> Typed:
    """The player with an id: `p1`, `p2` and so on."""
    ids = [f"p{number + 1}" for number in range(world.most)]
    if text not in ids:
        return world.unknown(place, "player", text, ids)
    return Typed(n.Seat(number=ids.index(text), span=place), "seat")


def opponents(world: Symbols, scope: Environment, place: Span) -> Typed:
    """The other players, those of other teams if there are teams; the other one if two play."""
    me = current(world, scope, place)
    if len(world.teams) not in (0, world.most):
        return against(world, me, place)
    if world.most == 2:
        one = n.Number(value=1, span=place)
        return Typed(n.SeatAfter(seat=me.expr, steps=one, span=place), "seat")
    other = world.local("seat", "seat", place)
    same = n.Equal(left=other.expr, right=me.expr, span=place)
    return filtered(Typed(n.Seats(span=place), "[seat]"), other, n.Not(item=same, span=place))


SEAT_WORDS: dict[str, Callable[[Symbols, Environment, Span], Typed]] = {
    "current": current,
    "opponent": opponents,
    "opponents": opponents,
    "teammate": lambda world, scope, place: mate(world, current(world, scope, place), place),
    "teammates": lambda world, scope, place: mates(world, current(world, scope, place), place),
}
TEAM_WORDS: dict[str, Callable[[Symbols, Typed, Span], Typed]] = {
    "current": team_of,
    "opponent": other_teams,
    "opponents": other_teams,
}
"""What selects players, and what selects teams, beside names and numbers."""

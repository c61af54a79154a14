"""Resolving paths, while lowering, to typed expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from ....diagnostics import Span, did_you_mean
from ....gamedef import nodes as n
from ....gamedef.types import ANY, is_list
from ...names import refers
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
    one_team,
    opposing_players,
    other_teams,
    partner,
    players_of,
    team_named,
    team_numbered,
    team_of,
    teammates,
    teams,
)

TEAM_ZONES = "zones of a team"


@dataclass(frozen=True, slots=True)
class PathResolution:
    """A path being resolved: the symbol table, the environment, and the text itself."""

    symbols: Symbols
    env: Environment
    scalar: Scalar

    def span(self, part: PathStep | Function | Path) -> Span:
        """The location of a part of the path."""
        return self.scalar.part(part.start, part.end)


def resolve(symbols: Symbols, env: Environment, scalar: Scalar) -> Typed:
    """The value that a path denotes."""
    try:
        path = parse(scalar.text)
    except BadPath as bad:
        help = rooted(scalar.text, symbols.zones) if bad.unrooted else ""
        return symbols.hole(codes.PATH, scalar.part(bad.start, bad.end), bad.message, help)
    return follow(PathResolution(symbols, env, scalar), path)


def follow(resolution: PathResolution, path: Path) -> Typed:
    """The value of a parsed path."""
    value, rest = _start(resolution, path)
    for step in rest:
        if value.type == ANY:
            return value
        value = _step(resolution, value, step)
    # The innermost function is the last one written: `count(all($.zones.deck))`.
    for function in reversed(path.functions):
        value = apply(resolution.symbols, value, function.name, resolution.span(function))
    return _finished(resolution, value, path)


def _finished(resolution: PathResolution, value: Typed, path: Path) -> Typed:
    if value.type in ("zones", TEAM_ZONES, "properties", "visibility"):
        return resolution.symbols.hole(
            codes.PATH, resolution.span(path), "incomplete path: expected a name"
        )
    return value


# ---- the start of a path -----------------------------------------------------------------------


def _start(resolution: PathResolution, path: Path) -> tuple[Typed, tuple[PathStep, ...]]:
    span = resolution.span(path)
    if path.anchor:
        return _anchor(resolution, path.anchor, span), path.steps
    if not path.steps or path.steps[0].kind != "field":
        return resolution.symbols.hole(
            codes.PATH, span, "incomplete path: expected a name after '$'"
        ), ()
    first = path.steps[0]
    if first.text == "event" and len(path.steps) > 1:
        return _of_event(resolution, path.steps[1]), path.steps[2:]
    root = ROOTS.get(first.text)
    # A variable of that name takes precedence over the built-in one.
    own = first.text == "turn_index" and first.text in resolution.symbols.variables
    bound = resolution.symbols.bound(resolution.env, first.text, resolution.span(first))
    if bound is not None and not own:
        return bound, path.steps[1:]
    if root is not None:
        return root(resolution, span), path.steps[1:]
    return _variable(resolution, path)


def _of_event(resolution: PathResolution, step: PathStep) -> Typed:
    """A field of the event itself, even where a filter rebinds its name."""
    bound = resolution.env.bound
    known = {name.removeprefix(EVENT): bound[name] for name in bound if name.startswith(EVENT)}
    refers("event field", step.text, resolution.span(step), known=known)
    if step.text in known:
        return known[step.text]
    message = f"unknown event field '{step.text}'"
    hint = did_you_mean(step.text, known)
    return resolution.symbols.unbound(codes.UNKNOWN, resolution.span(step), message, hint)


def _anchor(resolution: PathResolution, name: str, span: Span) -> Typed:
    symbols, env = resolution.symbols, resolution.env
    if name in ("currentPlayer", "current"):
        return current(symbols, env, span)
    if name == "turnOrder":
        return Typed(n.Seats(span=span), "[seat]")
    if name == "teammates":
        return teammates(symbols, current(symbols, env, span), span)
    event = {"currentPhase": "phase", "activeState": "state"}.get(name, name)
    bound = symbols.bound(env, event)
    if bound is not None:
        return bound
    if event in ("phase", "state"):
        return symbols.unbound(codes.MISPLACED, span, f"'${name}' is not available here")
    known = ("currentPlayer", "activeState", "currentPhase", "turnOrder", "teammates", *env.bound)
    report = symbols.unbound if event in CONTEXT | symbols.tested else symbols.hole
    return report(codes.PATH, span, f"unknown anchor '${name}'", did_you_mean(name, known))


ROOTS: dict[str, Callable[[PathResolution, Span], Typed]] = {
    "players": lambda resolution, span: Typed(n.Seats(span=span), "[seat]"),
    "zones": lambda resolution, span: Typed(n.Nothing(type="seat", span=span), "zones"),
    "shared_zones": lambda resolution, span: resolution.symbols.hole(
        codes.PATH,
        span,
        "unknown path '$.shared_zones': shared zones are in '$.zones'",
        f"write '{resolution.scalar.text.replace('$.shared_zones', '$.zones')}'",
    ),
    "teams": lambda resolution, span: teams(resolution.symbols, span),
    "event": lambda resolution, span: resolution.symbols.hole(
        codes.PATH, span, "incomplete path: expected a name after '$.event'", "as in '$.event.card'"
    ),
    "chosen": lambda resolution, span: resolution.symbols.unbound(
        codes.MISPLACED, span, "'$.chosen' is only available in the filter of a 'multiselect'"
    ),
}


def _variable(resolution: PathResolution, path: Path) -> tuple[Typed, tuple[PathStep, ...]]:
    """A variable or option, whose name may contain dots."""
    symbols = resolution.symbols
    fields = []
    for step in path.steps:
        if step.kind != "field":
            break
        fields.append(step.text)
    # The longest declared name wins: `$.trick.lead` may be a variable, or a field of `$.trick`.
    for length in range(len(fields), 0, -1):
        name = ".".join(fields[:length])
        if name in symbols.variables or name in symbols.options:
            span = resolution.scalar.part(path.start, path.steps[length - 1].end)
            return variable(symbols, resolution.env, name, span), path.steps[length:]
    known = [*resolution.env.bound, "players", "zones", *symbols.variables, *symbols.options]
    refers("variable", fields[0], resolution.span(path.steps[0]), known=known)
    first = path.steps[0]
    if fields[0] in symbols.tested:
        message = f"'$.{fields[0]}' is only available in the test that declares it with 'as'"
        return symbols.unbound(codes.UNKNOWN, resolution.span(first), message), ()
    if fields[0] in CONTEXT:
        message = f"'$.{fields[0]}' is not available here"
        hint = did_you_mean(fields[0], known)
        return symbols.unbound(codes.UNKNOWN, resolution.span(first), message, hint), ()
    if is_stored(resolution.env, fields[0]):
        message, hint = f"unknown variable '{fields[0]}'", f"write {{ref: {'.'.join(fields)}}}"
        return symbols.hole(codes.UNKNOWN, resolution.span(first), message, hint), ()
    return symbols.unknown(resolution.span(first), "variable", fields[0], known), ()


def reference_field(symbols: Symbols, env: Environment, scalar: Scalar) -> Typed:
    """A stored value, or a field of it: `card`, `item.key`."""
    name, *fields = scalar.text.split(".")
    value = reference(symbols, env, name, scalar.span)
    at = len(name) + 1
    for field in fields:
        if value.type == ANY:
            break
        step = PathStep("field", field, at, at + len(field))
        value = _step(PathResolution(symbols, env, scalar), value, step)
        at += len(field) + 1
    return value


# ---- one step further --------------------------------------------------------------------------


def _step(resolution: PathResolution, value: Typed, step: PathStep) -> Typed:
    if step.kind == "select":
        return _select(resolution, value, step)
    if not is_list(value.type):
        return _field(resolution, value, step)
    if value.type == "[zone]" and step.text == "cards":
        return joined_cards(resolution.symbols, value, resolution.span(step))
    result = mapped(resolution.symbols, value, lambda item: _field(resolution, item, step))
    if result.type == "[any]":
        return Typed(result.expr, ANY)
    # Empty zones have no top card; the list has the cards that exist.
    ends = result.type == "[token]" and value.type == "[zone]"
    return present(resolution.symbols, result) if ends else result


def _field(resolution: PathResolution, value: Typed, step: PathStep) -> Typed:
    fields = GROUP_FIELDS if value.type in resolution.symbols.groups else FIELDS.get(value.type, {})
    span = resolution.span(step)
    if value.type in ("zones", TEAM_ZONES):
        return _zone(resolution, value, step)
    if value.type == "properties":
        return property_of(resolution.symbols, value, step.text, span)
    owns = value.type in ("seat", "team")
    # A variable shadows a built-in field of the same name, such as `team`.
    if owns and step.text in resolution.symbols.variables:
        return variable(resolution.symbols, resolution.env, step.text, span, value)
    if step.text in fields:
        return fields[step.text](resolution.symbols, value, span)
    known = [*fields, *(resolution.symbols.variables if owns else ())]
    refers("field", step.text, span, known=known)
    message = f"{resolution.symbols.describe(value.type)} has no field '{step.text}'"
    return resolution.symbols.hole(codes.FIELD, span, message, did_you_mean(step.text, known))


def _zone(resolution: PathResolution, value: Typed, step: PathStep) -> Typed:
    symbols, span = resolution.symbols, resolution.span(step)
    refers("zone", step.text, span)
    info = symbols.zones.get(step.text)
    if info is None:
        return symbols.unknown(span, "zone", step.text, symbols.zones)
    shared, ours = isinstance(value.expr, n.Nothing), value.type == TEAM_ZONES
    if info.per_player and (shared or ours):
        hint = f"write '$.players[current].zones.{step.text}'"
        message = f"'{step.text}' is a per-player zone: the path must name a player"
        return symbols.hole(codes.FIELD, span, message, hint)
    if info.per_team and not ours:
        hint = f"write '$.teams[current].zones.{step.text}'"
        message = f"'{step.text}' is a per-team zone: the path must name a team"
        return symbols.hole(codes.FIELD, span, message, hint)
    owner = value.expr if info.per_player or info.per_team else None
    if owner is None and not shared:
        whose = "a team's" if ours else "a player's"
        message = f"zone '{step.text}' is shared, not {whose}"
        return symbols.hole(codes.FIELD, span, message, f"write '$.zones.{step.text}'")
    return Typed(n.ZoneAt(name=info.name, owner=owner, span=span), "zone", frozenset((info.name,)))


FIELDS: dict[str, dict[str, Callable[[Symbols, Typed, Span], Typed]]] = {
    "seat": {
        "zones": lambda symbols, value, span: Typed(value.expr, "zones"),
        "id": lambda symbols, value, span: value,
        "team": team_of,
    },
    "team": {
        "zones": lambda symbols, value, span: Typed(value.expr, TEAM_ZONES),
        "players": players_of,
        "id": lambda symbols, value, span: value,
        "name": lambda symbols, value, span: value,
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
        "visibility": lambda symbols, value, span: replace(value, type="visibility"),
    },
    "visibility": {"owner": look_of("owner"), "others": look_of("others")},
    "token": {
        "properties": lambda symbols, value, span: Typed(value.expr, "properties"),
        "face": face_of,
        "id": lambda symbols, value, span: value,
    },
}
"""The fields that may follow in a path, by the type of the value before them."""


# ---- selectors ---------------------------------------------------------------------------------


def _select(resolution: PathResolution, value: Typed, step: PathStep) -> Typed:
    span = resolution.span(step)
    if value.type == "zone":
        value = cards_in(resolution.symbols, value, span)
    elif value.type == "[zone]" and step.text == "*":
        return joined_cards(resolution.symbols, value, span)
    if not is_list(value.type):
        message = f"expected a list, found {resolution.symbols.describe(value.type)}"
        return resolution.symbols.hole(codes.FIELD, span, message)
    if step.text == "*" and not step.key:
        return value
    if step.text.lstrip("-").isdigit() and not step.key:
        # Ten digits exceed every list, and keep `int` from parsing a number of a megabyte.
        return _numbered(resolution, value, int(step.text[:10]), span)
    if value.type == "[seat]" and isinstance(value.expr, n.Seats):
        return _player(resolution, step)
    if value.type == "[team]" and isinstance(value.expr, n.Teams):
        return _team(resolution, step)
    if value.type == "[token]" and step.key in resolution.symbols.properties:
        return _with_value(resolution, value, step, "$.card.properties.")
    return resolution.symbols.hole(codes.PATH, span, f"invalid selector '[{step.text}]'")


def _with_value(resolution: PathResolution, items: Typed, step: PathStep, start: str) -> Typed:
    """The items with a given value: cards `[suit=H]`, `[rank=ref:x]`, players `[x=3]`."""
    symbols, span = resolution.symbols, resolution.span(step)
    name, item = symbols.each(items, span)
    word, text = ("ref", step.text[4:]) if step.text.startswith("ref:") else ("value", step.text)
    path = f"{start}{step.key}"
    sides = (("path", Scalar(span, path, path)), (word, Scalar(span, text, core_value(text))))
    # Desugared to `{isEqual: [{path: ...}, {value: ...}]}`, so that literals are read by type.
    operands = tuple(_mapping(span, key, side) for key, side in sides)
    test = _mapping(span, "isEqual", Sequence(span, operands))
    return filtered(
        items, name, symbols.lower(symbols, resolution.env.item(item), test, "bool").expr
    )


def _mapping(span: Span, key: str, value: Tree) -> Mapping:
    return Mapping(span, ((Scalar(span, key, key), value),))


def _numbered(resolution: PathResolution, value: Typed, number: int, span: Span) -> Typed:
    if isinstance(value.expr, n.Seats):
        if not 0 <= number < resolution.symbols.most:
            message = f"unknown player {number}: players are numbered from 0"
            return resolution.symbols.hole(codes.NUMBER, span, message)
        return Typed(n.Seat(number=number, span=span), "seat")
    if isinstance(value.expr, n.Teams):
        return team_numbered(resolution.symbols, number, span)
    # A card of a zone by position needs no list.
    if isinstance(value.expr, n.TokensIn):
        index = n.Number(value=number, span=span)
        return Typed(n.TokenAt(zone=value.expr.zone, position=index, span=span), "token")
    index = n.Number(value=number, span=span)
    return resolution.symbols.one(value, n.Item(items=value.expr, index=index, span=span))


def _player(resolution: PathResolution, step: PathStep) -> Typed:
    symbols, span = resolution.symbols, resolution.span(step)
    if step.path is not None:
        return one_seat(symbols, follow(resolution, step.path), span)
    if step.key == "by_id" or (not step.key and step.text.startswith("ref:")):
        return _by_id(resolution, step.text, span)
    if step.key == "team":
        team = _team(resolution, replace(step, key=""))
        return team if team.type == ANY else players_of(symbols, team, span)
    if step.key:
        everybody = Typed(n.Seats(span=span), "[seat]")
        return _with_value(resolution, everybody, step, "$.player.")
    refers("player selector", step.text, span, known=SEAT_WORDS)
    word = SEAT_WORDS.get(step.text)
    if word is None:
        hint = did_you_mean(step.text, SEAT_WORDS) or "expected a number, *, or " + ", ".join(
            SEAT_WORDS
        )
        if is_stored(resolution.env, step.text):
            hint = f"write '[ref:{step.text}]'"
        return symbols.hole(codes.PATH, span, f"invalid player selector '[{step.text}]'", hint)
    return word(symbols, resolution.env, span)


def _team(resolution: PathResolution, step: PathStep) -> Typed:
    """A team by a word, a path, a stored value or its name."""
    symbols, span = resolution.symbols, resolution.span(step)
    if step.key not in ("", "by_id", "name"):
        return symbols.hole(codes.PATH, span, f"unknown team selector '{step.key}'")
    if step.path is not None:
        return one_team(symbols, follow(resolution, step.path), span)
    if step.text.startswith("$"):
        return one_team(symbols, _inner_path(resolution, step), span)
    if step.text.startswith("ref:"):
        value = reference(symbols, resolution.env, step.text.removeprefix("ref:"), span)
        return one_team(symbols, value, span)
    # A team may be called `current`: declared names come first.
    word = TEAM_WORDS.get(step.text) if symbols.teams and step.text not in symbols.teams else None
    if word is not None:
        return word(symbols, current(symbols, resolution.env, span), span)
    return team_named(symbols, step.text, span)


def _inner_path(resolution: PathResolution, step: PathStep) -> Typed:
    """A path after `=`."""
    try:
        return follow(resolution, parse(step.text, step.end - len(step.text)))
    except BadPath as bad:
        return resolution.symbols.hole(
            codes.PATH, resolution.scalar.part(bad.start, bad.end), bad.message
        )


def _by_id(resolution: PathResolution, text: str, span: Span) -> Typed:
    if text.startswith("ref:"):
        value = reference(resolution.symbols, resolution.env, text.removeprefix("ref:"), span)
        return one_seat(resolution.symbols, value, span)
    return seat_named(resolution.symbols, text, span)


def seat_named(symbols: Symbols, text: str, span: Span) -> Typed:
    """The player with an id: `p1`, `p2` and so on."""
    ids = [f"p{number + 1}" for number in range(symbols.most)]
    if text not in ids:
        return symbols.unknown(span, "player", text, ids)
    return Typed(n.Seat(number=ids.index(text), span=span), "seat")


def opponents(symbols: Symbols, env: Environment, span: Span) -> Typed:
    """The other players, or those of other teams; a single player if two play."""
    me = current(symbols, env, span)
    # With teams of one, everybody else is an opponent, as without teams.
    if len(symbols.teams) not in (0, symbols.most):
        return opposing_players(symbols, me, span)
    if symbols.most == 2:
        one = n.Number(value=1, span=span)
        return Typed(n.SeatAfter(seat=me.expr, steps=one, span=span), "seat")
    other = symbols.local("seat", "seat", span)
    same = n.Equal(left=other.expr, right=me.expr, span=span)
    return filtered(Typed(n.Seats(span=span), "[seat]"), other, n.Not(item=same, span=span))


SEAT_WORDS: dict[str, Callable[[Symbols, Environment, Span], Typed]] = {
    "current": current,
    "opponent": opponents,
    "opponents": opponents,
    "teammate": lambda symbols, env, span: partner(symbols, current(symbols, env, span), span),
    "teammates": lambda symbols, env, span: teammates(symbols, current(symbols, env, span), span),
}
TEAM_WORDS: dict[str, Callable[[Symbols, Typed, Span], Typed]] = {
    "current": team_of,
    "opponent": other_teams,
    "opponents": other_teams,
}
"""The words that select players, and teams, besides names and numbers."""

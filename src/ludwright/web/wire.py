"""What the protocol says of a game: scenes, options, explanations and cards as plain data.

Every function here takes what one seat may know (a view, a scene, its options), so nothing else can
get into a message.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..game import Game
from ..gamedef import nodes as n
from ..gamedef.kinds import kind_of
from ..machine.program import Program
from ..play.explain import Condition, Explanation
from ..play.inspect_state import LookInfo
from ..play.plain_data import Data
from ..table.options import Option, Options, Range, Ref
from ..table.scene import Node, Place, Scene, Value

PLAIN = ("", "int", "bool", "seat", "text")  # types whose values are shown as they are written


# ---- scenes --------------------------------------------------------------------------------------


def scene_data(scene: Scene) -> Data:
    """A scene; fields with their default value are left out."""
    return {
        "seat": scene.seat,
        "places": [_place_data(scene, place) for place in scene.places],
        "values": [_value_data(value) for value in scene.values],
    }


def _value_data(value: Value) -> Data:
    data: Data = {"name": value.name, "owner": value.owner, "text": value.text}
    return data if value.type in PLAIN else data | {"type": value.type}


def _place_data(scene: Scene, place: Place) -> Data:
    data: Data = {
        "zone": place.zone,
        "name": place.name,
        "label": place.label,
        "title": scene.title(place),
        "look": place.look,
        "cards": place.cards,
    }
    optional = {
        "owner": place.owner,
        "number": place.number,
        "spot": place.spot,
        "turned": float(place.turned),
        "grows": place.grows,
        "order": place.sorted,
        "states": place.states,
        "marks": place.marks,
        "backs": place.backs,
        "nodes": [_node_data(node) for node in place.branches],
    }
    # Owner 0 is a seat; every other empty value is the default.
    data |= {name: value for name, value in optional.items() if value or name == "owner"}
    if not place.counted:
        data["counted"] = False
    return data


def _node_data(node: Node) -> Data:
    data: Data = {"zone": node.zone, "path": node.path, "cards": node.cards}
    return data | ({"turned": float(node.turned)} if node.turned else {})


# ---- options -------------------------------------------------------------------------------------


def options_data(options: Options) -> Data:
    """What a seat can choose."""
    data: Data = {"kind": options.kind, "prompt": options.prompt, "count": options.count}
    if options.moves:
        data["moves"] = [_option_data(option) for option in options.moves]
    if options.ranges:
        data["ranges"] = [_range_data(each) for each in options.ranges]
    if options.picks is not None:
        picks = options.picks
        data["picks"] = {
            "items": [_ref_data(ref) for ref in picks.items],
            "chosen": picks.chosen,
            "least": picks.least,
            "most": picks.most,
            "at_once": picks.at_once,
            "ordered": picks.ordered,
        }
    return data


def _option_data(option: Option) -> Data:
    return {
        "n": option.index,
        "text": option.text,
        "action": option.action,
        "refs": [_ref_data(ref) for ref in option.refs],
    } | ({"ends": True} if option.ends else {})


def _range_data(each: Range) -> Data:
    return {
        "action": each.action,
        "before": each.text_before,
        "after": each.text_after,
        "low": each.low,
        "high": each.high,
        "step": each.step,
        "refs": [_ref_data(ref) for ref in each.refs],
    }


def _ref_data(ref: Ref) -> Data:
    fields = {"zone": ref.zone, "at": ref.at, "text": ref.text, "value": ref.value}
    return {"k": ref.kind} | {name: value for name, value in fields.items() if value is not None}


# ---- explanations --------------------------------------------------------------------------------


def explanation_data(found: Explanation) -> Data:
    """Why a move is legal or not: its conditions in preorder, with their nesting depth."""
    lines = [line for condition in found.conditions for line in _condition_data(condition, 0)]
    return {"text": found.text, "legal": found.legal, "lines": lines}


def _condition_data(condition: Condition, depth: int) -> Iterable[Data]:
    truth = {"yes": True, "no": False}.get(condition.truth)
    data: Data = {"text": condition.text, "holds": truth, "depth": depth}
    if condition.truth == "fails":
        data["fails"] = True
    if condition.joins:
        data["joins"] = condition.joins
    if condition.place:
        data |= {"file": condition.place.file, "line": condition.place.line}
    yield data
    for part in condition.parts:
        yield from _condition_data(part, depth + 1)


# ---- games ---------------------------------------------------------------------------------------


def game_data(game: Game, program: Program, name: str, library: bool) -> Data:
    """What is known of a game before it begins: its cards, options, seats and look."""
    definition = game.definition
    return {
        "name": name,
        "title": definition.name,
        "language": game.loaded.language,
        "library": library,
        "genre": kind_of(definition),
        "least": definition.least_players,
        "most": definition.most_players,
        "seats": program.seats,
        "teams": [{"name": team.name, "seats": team.seats} for team in program.teams],
        "solitaire": program.seats == 1,
        "options": [_setting_data(option, game) for option in definition.options],
        "cards": card_data(definition),
        "look": look_data(program.look),
        "links": _links_data(definition, program),
    }


def _links_data(definition: n.GameDef, program: Program) -> list[tuple[int, int]]:
    """The pairs of zones that are connected, to be drawn as lines of a map."""
    ends = (((a.zone_a, a.index_a), (a.zone_b, a.index_b)) for a in definition.links)
    numbers = (tuple(sorted(program.zone_number(z, None, i) for z, i in pair)) for pair in ends)
    return [(a, b) for a, b in dict.fromkeys(numbers) if a]


def _setting_data(option: n.Option, game: Game) -> Data:
    chosen = game.program(game.definition.least_players).options.get(option.name)
    return {
        "name": option.name,
        "about": option.about,
        "type": type(option.default).__name__.lower(),
        "value": chosen,
        "default": getattr(option.default, "value", None),
        "choices": [getattr(each, "value", None) for each in option.allowed],
    }


def card_data(definition: n.GameDef) -> dict[str, Data]:
    """Each different card with its displayed properties, by name. A deck's contents are public;
    where its cards are is not in here."""
    shown = [(i, p.name) for i, p in enumerate(definition.properties) if not p.inner]
    cards: dict[str, Data] = {}
    for supply in definition.supplies:
        for token in supply.tokens:
            props = {name: token.values[i] for i, name in shown}
            cards.setdefault(token.name, {"props": props, "supply": supply.name})
    return cards


def look_data(look: LookInfo | None) -> Data | None:
    """The measures of a layout, where a game has one."""
    if look is None:
        return None
    return {
        "width": look.width,
        "height": look.height,
        "token_width": look.token_width,
        "token_height": look.token_height,
        "step_up": look.step_up,
        "step_down": look.step_down,
    }

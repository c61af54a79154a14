"""Operators, what their operands are, and the parts of paths."""

from __future__ import annotations

OPERANDS: dict[str, str] = {
    "as": "A name for the tested item; nested tests read it as $.name.",
    "value": "A literal: a number, text, a boolean, or a list of these. Its type is that of what "
    "it is compared with.",
    "path": "A path from $, such as $.players[current].zones.hand.",
    "use": "The expression of this name in 'definitions'. It is substituted for each use and may "
    "read the names available there.",
    "ref": "The value that an earlier action stored under this name. It is known until the effect "
    "of the rule ends, and nothing if the action was in a branch that was not taken.",
    "isEqual": "Whether two values are equal. False if one is absent; a comparison with null asks "
    "whether the other is absent.",
    "isNotEqual": "Whether two values are different; false if one is absent. Where absent should "
    "count as different, negate isEqual.",
    "isGreaterThan": "Whether the first number is greater than the second. False if one is absent.",
    "isLessThan": "Whether the first number is less than the second. False if one is absent.",
    "isAtLeast": "Whether the first number is greater than or equal to the second. False if one is "
    "absent.",
    "isAtMost": "Whether the first number is less than or equal to the second. False if one is "
    "absent.",
    "not": "The negation. An operand that cannot be evaluated is false, so its negation holds.",
    "and": "Whether all operands hold.",
    "or": "Whether at least one operand holds.",
    "if": "The second operand if the first holds, else the third.",
    "exists": "Whether a value, such as a card, a player or an item, is present. For a list or a "
    "zone: whether it has an item.",
    "list": "A list of the operands.",
    "any": "Whether at least one item of a list holds, or passes a test. False for an empty list.",
    "all": "Whether all items of a list hold, or pass a test; for a zone, its cards. True for an "
    "empty list.",
    "count": "The number of items. Of several lists, their sum.",
    "len": "The number of items in a list, or of characters in a text.",
    "max": "The largest number. Of one or more lists or numbers; fails if there is none.",
    "min": "The smallest number. Of one or more lists or numbers; fails if there is none.",
    "contains": "Whether a list contains an item. False if the item is absent.",
    "in": "Whether an item is in a list. False if the item is absent.",
    "distinct": "The items of a list without duplicates. The first of equal items stays.",
    "filter": "The items of a list that pass a test. In the test the item is $.item, and also "
    "$.card, $.player or $.zone.",
    "map": "An expression evaluated for each item of a list. The item is $.item; items for which "
    "the result is absent are left out.",
    "first": "The first item of a list. Absent if the list is empty.",
    "last": "The last item of a list. Absent if the list is empty.",
    "nth": "The item at a position, counted from 0. Absent if the list is shorter.",
    "range": "The integers from one number to another. Both ends are included; none if the second "
    "is smaller.",
    "concat": "Several lists joined into one. Of combinations, the items in any of them, each "
    "once.",
    "sort": "A list sorted by a number for each item, smallest first. Equal ones keep their order; "
    "without a second operand the items themselves are numbers.",
    "argmax": "The item with the largest number. The first of several; absent if the list is "
    "empty.",
    "argmin": "The item with the smallest number. The first of several; absent if the list is "
    "empty.",
    "group_by": "The items grouped by a key: $.item.key and $.item.items. Groups are in the order "
    "of their first items.",
    "subsets": "The combinations of items that pass a test. In the test $.item is the list of the "
    "selected items; a third and a fourth operand are the most and the fewest of them.",
    "best_partition": "The best partition of a list into groups that pass a test. The disjoint "
    "groups with the largest total of a number for each item; of equally good ones the fewest.",
    "add": "The sum of two numbers.",
    "sub": "The first number minus the second.",
    "mul": "The product of two numbers.",
    "div": "The first number divided by the second. The fraction is exact; a division by zero "
    "fails.",
    "mod": "The remainder of a division; it is not negative for a positive divisor.",
    "sum": "The sum of all numbers. 0 for an empty list.",
    "avg": "The mean of all numbers. An exact fraction; fails for an empty list.",
    "abs": "The absolute value.",
    "floor": "The number rounded down.",
    "ceil": "The number rounded up.",
    "rank": "The rank of a card.",
    "suit": "The suit of a card.",
    "rank_value": "The position of a rank or a card in the rank hierarchy, counted from 1. Of a "
    "list or a zone, the positions of its cards.",
    "owner": "The owner of a card. That is the player whose zone it is in; absent in shared zones.",
    "property": "A property of a card, by its name.",
    "top": "The top card. Absent if the zone is empty.",
    "bottom": "The bottom card. Absent if the zone is empty.",
    "next_player": "The player after the current one, or after another. In the present order of "
    "turns.",
    "teammates": "The players of the same team. Without the player itself.",
    "canPerform": "Whether an action could be performed. It is tried out, up to its first choice "
    "or random draw, and undone.",
}

OPERAND_NAMES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("isEqual", "isNotEqual"), ("<value>", "<value>")),
    **dict.fromkeys(
        ("isGreaterThan", "isLessThan", "isAtLeast", "isAtMost", "add", "sub", "mul", "div", "mod",
         "range"),
        ("<number>", "<number>"),
    ),
    **dict.fromkeys(("not", "and", "or"), ("<condition>",)),
    "if": ("<condition>", "<expression>", "<expression>"),
    "exists": ("<value>",),
    "list": ("<item>",),
    **dict.fromkeys(("any", "all"), ("<list>", "<condition>")),
    **dict.fromkeys(("count", "len", "first", "last", "distinct", "concat"), ("<list>",)),
    **dict.fromkeys(("max", "min", "sum", "avg"), ("<list or number>",)),
    **dict.fromkeys(("abs", "floor", "ceil"), ("<number>",)),
    "contains": ("<list>", "<item>"),
    "in": ("<item>", "<list>"),
    "filter": ("<list>", "<condition>"),
    "map": ("<list>", "<expression>"),
    "nth": ("<list>", "<position>"),
    **dict.fromkeys(("sort", "argmax", "argmin"), ("<list>", "<number>")),
    "group_by": ("<list>", "<key>"),
    "subsets": ("<list>", "<condition>", "<most>", "<fewest>"),
    "best_partition": ("<list>", "<condition>", "<number>", "<most>", "<fewest>"),
    **dict.fromkeys(("rank", "suit", "owner"), ("<card>",)),
    "rank_value": ("<rank or card>",),
    "property": ("<card>", "<name>"),
    **dict.fromkeys(("top", "bottom"), ("<zone>",)),
    **dict.fromkeys(("next_player", "teammates"), ("<player>",)),
    "canPerform": ("<action>",),
}  # fmt: skip
"""What the operands of each operator are."""

PATHS: dict[str, tuple[str, str]] = {
    "players": (
        "$.players[...]",
        "All players in seat order. A selector such as [current], [0] or "
        "[team=red] chooses some of them.",
    ),
    "zones": ("$.zones.<name>", "The shared zones, by name."),
    "teams": ("$.teams[...]", "All teams, in the order of their declaration."),
    "item": (
        "$.item",
        "The item under test in any, all, filter, map and the like, or of FOR_EACH. "
        "Of a group it has .key and .items.",
    ),
    "card": ("$.card", "The card under test, or the card that moved in a rule for movements."),
    "cards": ("$.cards", "The selected cards, in the test of subsets and best_partition."),
    "player": (
        "$.player",
        "The player under test, or of FOR_EACH_PLAYER; in a rule, the player of its event.",
    ),
    "zone": (
        "$.zone",
        "The zone under test, or the zone of the card under test; in a rule for "
        "movements, the zone that the card came from.",
    ),
    "team": ("$.team", "The team under test."),
    "event": (
        "$.event.<field>",
        "The event that triggered the rule: $.event.card is its card, "
        "also inside a test where $.card is another.",
    ),
    "from": ("$.from", "The zone that the card came from, in a rule for movements."),
    "to": ("$.to", "The zone that the card went to, in a rule for movements."),
    "phase": ("$.phase", "The phase of the event."),
    "state": ("$.state", "The state of the event."),
    "turn_index": ("$.turn_index", "The number of the turn, 0 for the first one."),
    "chosen": (
        "$.chosen",
        "The items chosen so far, in the filter of REQUEST_INPUT with "
        "'multiselect: true'. A filter that reads it is tested anew after each choice.",
    ),
    "current": ("$current", "The player whose turn it is, as $currentPlayer."),
    "currentPlayer": ("$currentPlayer", "The player whose turn it is."),
    "currentPhase": ("$currentPhase", "The current phase; between phases, the previous one."),
    "activeState": ("$activeState", "The active state."),
    "turnOrder": ("$turnOrder", "All players in seat order."),
    "teammates": ("$teammates", "The other players of the current player's team."),
}

FIELDS: dict[str, dict[str, str]] = {
    "seat": {
        "zones": "The zones of the player, by name.",
        "id": "The player itself, to compare players: p1, p2 and so on.",
        "team": "The team of the player.",
    },
    "team": {
        "zones": "The zones of the team, by name.",
        "players": "The players of the team, in seat order.",
        "id": "The team itself, to compare teams.",
        "name": "The team itself, to compare it with a name.",
    },
    "zone": {
        "top_card": "The top card; absent if the zone is empty.",
        "top": "The top card, as top_card.",
        "bottom_card": "The bottom card; absent if the zone is empty.",
        "bottom": "The bottom card, as bottom_card.",
        "card_count": "The number of cards.",
        "cards": "The cards as a list, from the top.",
        "ordering": "The ordering of the zone's type, as a word.",
        "default_face": "The face of the zone's type, up or down.",
        "allows_reorder": "Whether the zone's type allows players to reorder it.",
        "visibility": "What players see of the zone: .visibility.owner and .visibility.others.",
    },
    "visibility": {
        "owner": "What the owner of the zone sees, as a word.",
        "others": "What the other players see, as a word.",
    },
    "token": {
        "properties": "The properties of the card, by name: .properties.rank.",
        "face": "Which side of the card is up: up or down.",
        "id": "The card itself, to compare cards.",
    },
}

SEAT_WORDS: dict[str, str] = {
    "current": "The player whose turn it is.",
    "opponent": "The other players, or those of the other teams: one player if there is only one.",
    "opponents": "The same as opponent.",
    "teammate": "The other player of the current player's team; a list in larger teams.",
    "teammates": "The other players of the current player's team.",
}

TEAM_WORDS: dict[str, str] = {
    "current": "The team of the player whose turn it is.",
    "opponent": "The other team, or a list if there are several.",
    "opponents": "The same as opponent.",
}

FUNCTIONS: dict[str, str] = {
    "all": "All cards of a zone as a list, from the top.",
    "count": "The number of cards in a zone, or of items in a list.",
}
"""Functions of paths that are more than the operators of the same names."""

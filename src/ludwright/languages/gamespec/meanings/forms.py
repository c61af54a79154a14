"""The words of values, conditions, queries, effects and selectors, and their keys."""

from __future__ import annotations

EFFECTS: dict[str, str] = {
    "setVar": "Assigns a value to a variable. A number beyond the bounds of the variable becomes "
    "the bound.",
    "addVar": "Adds to a variable of numbers. The result stays within the bounds of the variable.",
    "moveToken": "Moves a bound token to a zone, by default on top. Fails if the token is not in "
    "'from', or if the target is full.",
    "moveAll": "Moves all tokens of a zone on top of another, as a block. With a filter only those "
    "for which it holds; none at all is no failure.",
    "moveTokenAdjacent": "Moves a bound token on top of a neighbouring zone. Fails if the zones "
    "are not adjacent.",
    "draw": "Moves tokens from the top of a zone to the top of another. If there are fewer, all of "
    "them. To zone:each it draws for every player.",
    "shuffle": "Shuffles a zone. Nobody knows the order of its tokens any longer.",
    "createToken": "Puts a new token of a type on top of a zone. Properties that are not given it "
    "does not have. Sets off no tokenEntered.",
    "destroyToken": "Removes a bound token from the game.",
    "setTokenProp": "Assigns a value to a property of a bound token. Fails if the type of the "
    "token has transitions and none of them allows it.",
    "if": "Executes some effects if a condition holds, and others if not. A condition that cannot "
    "be evaluated is false.",
    "forEach": "Executes effects for each item of a query, which is evaluated once. Afterwards the "
    "effects of 'in', which know the number of items.",
    "let": "Binds a value for the effects inside.",
    "chooseOne": "Lets a player choose an item, by default the active one. The choice is bound for "
    "all later effects. Fails if there is no item.",
    "chooseN": "Lets a player choose several items, one at a time. Takes either 'n', or 'max' and "
    "optionally 'min'; fails if there are too few items.",
    "rollRandom": "Binds a random number between two others, both included, for the effects "
    "inside.",
    "setMarker": "Sets the state of a marker of a space. Fails if a constraint forbids it.",
    "shiftMarker": "Moves a marker along the states of its lattice; it stops at the ends.",
    "gotoPhaseExact": "Goes to another phase of this turn, at once. Illegal to an earlier phase; "
    "without effect to the current one.",
    "advancePhase": "Ends the phase and begins the next one, at once.",
    "endTurn": "Ends the turn after this move. The remaining phases are left out.",
    "setActivePlayer": "Makes another player the active one.",
    "commitResource": "The older name of transferVar.",
    "transferVar": "Moves an amount from one variable to another, limited by the minimum of the "
    "first and the maximum of the second. 'actualBind' is the amount that was moved.",
    "bindValue": "Binds a value for all later effects.",
    "reduce": "Folds the items of a query into one value, which is bound for the effects inside.",
    "evaluateSubset": "Finds the best score of all selections of a number of items. The score, and "
    "the selection if it is named, are bound for the effects inside; of equals the first.",
    "reveal": "Reveals the tokens that are in a zone at this time, until they move.",
    "conceal": "Hides the tokens of a zone again, by default from all.",
    "refillToSize": "Draws from another zone until a zone has so many tokens, or none are left.",
    "discardDownTo": "Moves tokens off a zone until it has so many left; they are removed unless "
    "'to' is given.",
    "macro": "The effects of a macro, in place of the call.",
}

VALUES: dict[str, tuple[str, str]] = {
    "gvar": ("{ref: gvar, var: <name>}", "The value of a global variable."),
    "pvar": (
        "{ref: pvar, player: <player>, var: <name>}",
        "The value of a variable of a player. Fails for a player who does not play.",
    ),
    "zoneCount": ("{ref: zoneCount, zone: <zone>}", "The number of tokens in a zone."),
    "tokenProp": (
        "{ref: tokenProp, token: <name>, prop: <name>}",
        "The present value of a property of a bound token. Fails if it does not have it.",
    ),
    "tokenZone": ("{ref: tokenZone, token: <name>}", "The zone of a bound token."),
    "binding": ("{ref: binding, name: <name>}", "The value of a name, as $name."),
    "markerState": (
        "{ref: markerState, space: <zone>, marker: <name>}",
        "The state of a marker of a space, by default that of its lattice.",
    ),
    "zoneProp": (
        "{ref: zoneProp, zone: <zone>, prop: <name>}",
        "A property of a space or a zone. Fails if it does not have it.",
    ),
    "activePlayer": (
        "{ref: activePlayer}",
        "The active player. Compared with it, a number denotes the player of that number.",
    ),
    "turnCount": ("{ref: turnCount}", "The number of turns that have ended."),
    "assetField": (
        "{ref: assetField, row: <name>, tableId: <name>, field: <name>}",
        "A field of a bound row of a table.",
    ),
    "constant": ("{ref: constant, name: <name>}", "The number of this name in 'constants'."),
}

ARITHMETIC: dict[str, str] = {
    "+": "The sum of two numbers. A result beyond 32 bits is a fault.",
    "-": "The first number minus the second.",
    "*": "The product of two numbers. A result beyond 32 bits is a fault.",
    "/": "The first number divided by the second, rounded towards 0. Fails if that is 0.",
    "floorDiv": "The first number divided by the second, rounded down. Fails if that is 0.",
    "ceilDiv": "The first number divided by the second, rounded up. Fails if that is 0.",
    "min": "The smaller of two numbers.",
    "max": "The larger of two numbers.",
}

AGGREGATES: dict[str, str] = {
    "count": "The number of items of a query.",
    "sum": "The sum over all items of a query, 0 if there are none.",
    "min": "The smallest number over all items of a query, 0 if there are none.",
    "max": "The largest number over all items of a query, 0 if there are none.",
}

BY_KEY: dict[str, tuple[str, str]] = {
    "ref": ("{ref: <word>, ...}", "A value that the game has; the word says which."),
    "op": (
        "{op: <operator>, ...}",
        "Arithmetic, or a condition; an aggregate has an operator as well.",
    ),
    "aggregate": (
        "{aggregate: {op: <word>, query: <query>}}",
        "A number worked out from the items of a query: of the items themselves, of their property "
        "'prop', or of 'valueExpr' with the item bound.",
    ),
    "concat": ("{concat: [<value>, ...]}", "The texts, one after another."),
    "if": (
        "{if: {when: <condition>, then: <value>, else: <value>}}",
        "One value if a condition holds, else another.",
    ),
    "zoneCount": ("{zoneCount: <zone>}", "The number of tokens in a zone, in short."),
}

CONDITIONS: dict[str, str] = {
    "and": "Whether all conditions hold.",
    "or": "Whether at least one condition holds.",
    "not": "The negation. A condition that cannot be evaluated is false, so its negation holds.",
    "==": "Whether two values are equal. Values of different kinds never are, with a warning.",
    "!=": "Whether two values are different.",
    "<": "Whether the first number is less than the second.",
    "<=": "Whether the first number is less than or equal to the second.",
    ">": "Whether the first number is greater than the second.",
    ">=": "Whether the first number is greater than or equal to the second.",
    "in": "Whether an item is in a bound list, such as one from chooseN.",
    "adjacent": "Whether two zones are neighbours.",
    "connected": "Whether a path of neighbouring zones leads from one zone to another. 'via' must "
    "hold for the zones on the way.",
    "zonePropIncludes": "Whether a property with several values has a value.",
}

QUERIES: dict[str, str] = {
    "tokensInZone": "The tokens in a zone that pass the filter.",
    "tokensInAdjacentZones": "The tokens in neighbouring zones that pass the filter.",
    "intsInRange": "The numbers from one to another, both included.",
    "enums": "The given texts.",
    "players": "The players, in seat order.",
    "zones": "All zones that pass the filter.",
    "mapSpaces": "The spaces of the map that pass the filter.",
    "adjacentZones": "The neighbours of a zone.",
    "connectedZones": "The zones that paths of neighbouring zones lead to.",
    "binding": "The items of a bound list.",
    "concat": "The items of several queries, one after another.",
    "nextInOrderByCondition": "The first item behind another for which a condition holds, going "
    "round; none if it holds for no item.",
    "assetRows": "The rows of a table that pass the filter.",
}

PLAYERS: dict[str, tuple[str, str]] = {
    "actor": ("actor", "The player of the action; in scoring, each player in turn."),
    "active": ("active", "The active player."),
    "activePlayer": ("activePlayer", "The active player, as active."),
    "all": ("all", "All players."),
    "allOther": ("allOther", "All players but the actor."),
    "left": ("left", "The player before the actor in seat order."),
    "right": ("right", "The player after the actor in seat order."),
    "id": ("{id: <number>}", "The player of this number, counted from 0."),
    "chosen": ("{chosen: <name>}", "The player that a name denotes, as $name."),
    "relative": ("{relative: left | right}", "The player beside the actor."),
}

FILTERS: dict[str, tuple[str, str]] = {
    "eq": ("{prop: <name>, eq: <value>}", "The property has this value."),
    "neq": ("{prop: <name>, neq: <value>}", "The property has another value."),
    "in": ("{prop: <name>, in: [<value>, ...]}", "The property has one of these values."),
    "notIn": ("{prop: <name>, notIn: [<value>, ...]}", "The property has none of these values."),
    "prop": ("prop: <name>", "The property of a token that is tested. Without it, the test is "
             "false."),
    "field": ("field: <name>", "The field of a row that is tested."),
    "op": ("op: eq | neq | in | notIn", "The comparison, in the full form of a test."),
    "value": ("value: <value>", "What the property is compared with, in the full form of a test."),
}  # fmt: skip

PARTS: dict[str, str] = {
    "scope": "Whether the variable is global (global) or of a player (pvar).",
    "var": "The name of the variable.",
    "value": "The value that is assigned, bound or compared.",
    "player": "The player whose variable it is.",
    "delta": "The number to add; a negative one subtracts.",
    "shiftMarker.delta": "How many states further; a negative number goes back.",
    "token": "The name of a bound token, such as $card.",
    "from": "The zone that the tokens come from.",
    "to": "The zone that the tokens go to.",
    "position": "Where the token goes: on top, at the bottom, or anywhere at random.",
    "filter": "Which ones: a test of each.",
    "moveAll.filter": "A condition on $token.",
    "direction": "The neighbouring zone.",
    "count": "How many tokens.",
    "zone": "The zone that is meant.",
    "type": "The type of the token.",
    "props": "The properties of the token, by name.",
    "prop": "The name of the property.",
    "when": "The condition to test.",
    "then": "What applies if the condition holds.",
    "else": "What applies if the condition does not hold.",
    "bind": "A name for it, which begins with $.",
    "over": "The items to go through.",
    "effects": "The effects for each item.",
    "limit": "The most items that are gone through; default 100.",
    "countBind": "A name for the number of items, known in 'in'.",
    "in": "The effects inside, where the name is known.",
    "forEach.in": "The effects after the last item.",
    "options": "The items to choose from.",
    "chooser": "The player who chooses; by default the active one.",
    "n": "How many items exactly.",
    "min": "The smallest number.",
    "max": "The largest number.",
    "space": "The space whose marker is meant.",
    "marker": "The name of the marker.",
    "state": "The new state.",
    "phase": "The phase to go to.",
    "setActivePlayer.player": "The player who becomes active.",
    "transferVar.from": "The variable that the amount is taken from.",
    "transferVar.to": "The variable that the amount is added to.",
    "commitResource.from": "The variable that the amount is taken from.",
    "commitResource.to": "The variable that the amount is added to.",
    "amount": "How much to move.",
    "transferVar.min": "The least amount.",
    "transferVar.max": "The largest amount.",
    "commitResource.min": "The least amount.",
    "commitResource.max": "The largest amount.",
    "actualBind": "A name for the amount that was moved, known in all later effects.",
    "itemBind": "A name for the item, known in 'next'.",
    "accBind": "A name for the value so far, known in 'next'.",
    "initial": "The value before the first item.",
    "next": "The value after each item.",
    "resultBind": "A name for the result, known in 'in'.",
    "source": "The items to select from.",
    "subsetSize": "How many items each selection has.",
    "subsetBind": "A name for the selection, a list, known in 'compute' and 'scoreExpr'.",
    "scoreExpr": "The score of a selection.",
    "compute": "Effects before the score is worked out; they are undone, but what they bind is "
    "known in 'scoreExpr'.",
    "bestSubsetBind": "A name for the best selection, known in 'in'.",
    "reveal.to": "Who sees the tokens.",
    "conceal.from": "Who no longer sees the tokens; by default all.",
    "refillToSize.fromZone": "The zone to draw from.",
    "size": "How many tokens the zone has in the end.",
    "discardDownTo.to": "The zone that the tokens go to.",
    "args": "The conditions that are joined.",
    "macro.args": "The arguments, by the names of the params.",
    "arg": "The condition that is negated.",
    "left": "The first operand.",
    "right": "The second operand.",
    "item": "The item to look for.",
    "set": "The bound list: {ref: binding, name: $name}.",
    "connected.from": "The zone where the path starts.",
    "connected.to": "The zone where the path ends.",
    "via": "A condition on $zone for the zones on the way.",
    "maxDepth": "The largest number of steps.",
    "name": "The name, such as $card.",
    "row": "The name of a bound row.",
    "tableId": "The table.",
    "field": "The name of the field.",
    "query": "The items to work with.",
    "valueExpr": "The number for each item, with 'bind' its name.",
    "step": "The distance between the numbers; default 1.",
    "alwaysInclude": "Further numbers, if they are in the range.",
    "maxResults": "The largest number of results; the numbers are thinned out evenly.",
    "values": "The texts to choose from.",
    "zones.filter": "A condition on $zone, or {owner, condition}.",
    "mapSpaces.filter": "A condition on $zone.",
    "owner": "The player whose zones are meant.",
    "condition": "A condition on $zone.",
    "includeStart": "Whether the zone itself is included; default false.",
    "sources": "The queries whose items are joined.",
    "nextInOrderByCondition.from": "The item behind which to begin.",
    "where": "The condition on the item.",
    "assetRows.where": "The tests of each row.",
    "includeFrom": "Whether to begin with that item itself; default false.",
}


def part_of(word: str, key: str) -> str:
    """What a key of the form with this word means."""
    return PARTS.get(f"{word}.{key}") or PARTS[key]

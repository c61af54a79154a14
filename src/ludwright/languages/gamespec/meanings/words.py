"""The words that keys of sections accept."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "Types of variables": {
        "int": "A whole number within its bounds.",
        "boolean": "True or false.",
    },
    "Owners": {
        "none": "One zone, of nobody.",
        "player": "One zone for each player.",
    },
    "Visibility": {
        "public": "Everybody sees the tokens.",
        "owner": "The owner sees the tokens, others their number.",
        "hidden": "Nobody sees the tokens, only their number.",
    },
    "Orderings": {
        "stack": "Tokens are in an order; draw takes them from the top.",
        "queue": "Tokens are in an order; effects treat it as a stack.",
        "set": "Tokens have no order.",
    },
    "Turn orders": {
        "roundRobin": "The players in turn, by their numbers.",
        "fixedOrder": "The players in the order of a list.",
        "simultaneous": "All choose in secret; then the actions are executed in seat order.",
        "cardDriven": "Each card is a turn; the card decides which factions may act.",
    },
    "Periods": {
        "turn": "Within a turn.",
        "phase": "Within a phase.",
        "game": "Within the whole game.",
    },
    "Events": {
        "phaseEnter": "A phase has begun, after its onEnter.",
        "phaseExit": "A phase has ended, after its onExit.",
        "turnStart": "A turn begins, before its first phase.",
        "turnEnd": "A turn ends, after its last phase.",
        "actionResolved": "An action has been taken, after all of its effects.",
        "tokenEntered": "A token has entered a zone by moveToken, moveTokenAdjacent, moveAll or "
        "draw.",
    },
    "Atomicity": {
        "atomic": "If the cost cannot be paid, the action is illegal.",
        "partial": "What cannot be paid is left out.",
    },
    "Numbers of targets": {
        "upToN": "At least one target, at most 'max'.",
        "allEligible": "All candidates that pass the filter, or the first 'max' of them.",
        "exactN": "Exactly 'max' targets.",
    },
    "Results": {
        "win": "One player wins.",
        "lossAll": "Everybody loses.",
        "draw": "Nobody wins.",
        "score": "All players with the best score win.",
    },
    "Methods": {
        "highest": "The highest score is best.",
        "lowest": "The lowest score is best.",
    },
    "Timings": {
        "duringCoup": "After each phase of every coup round.",
        "finalCoup": "After the last coup round; the best margin wins.",
    },
    "Rankings": {
        "desc": "The largest margin is best.",
        "asc": "The smallest margin is best.",
    },
    "Classes of actions": {
        "pass": "The faction does nothing and takes its reward.",
        "event": "The event of the card happens.",
        "operation": "An operation.",
        "limitedOperation": "An operation in one space.",
        "operationPlusSpecialActivity": "An operation with a special activity.",
        "specialActivity": "An action that accompanies another.",
    },
    "Durations": {
        "turn": "Until this turn ends.",
        "nextTurn": "Until the next turn ends.",
        "round": "Until the round ends: when the order begins anew, or with a coup round.",
        "cycle": "The same as round.",
    },
    "Sides": {
        "single": "The card has one side.",
        "dual": "The card has two sides, one of which is chosen.",
    },
    "Kinds of assets": {
        "map": "Spaces, tracks, markers and limits on pieces.",
        "pieceCatalog": "Types of pieces and how many there are.",
        "scenario": "What is where at the start.",
        "table": "Rows of data, read by assetRows and assetField.",
        "eventCardSet": "Event cards in their older form, with a warning; eventDecks is the newer.",
    },
    "Scopes of tracks": {
        "global": "A track of the game.",
        "faction": "A track of a faction.",
    },
    "Rules of stacking": {
        "maxCount": "At most 'maxCount' such pieces in a space.",
        "prohibit": "No such pieces in a space.",
    },
    "Boards": {
        "grid": "Rows and columns of cells, each beside up to four others.",
        "hex": "A hexagon of cells, each beside up to six others.",
    },
    "Types of properties": {
        "int": "A whole number.",
        "string": "A text, such as a name.",
        "boolean": "True or false.",
    },
}

WORDS_OF: dict[str, str] = {
    "variable.type": "Types of variables",
    "zone_def.owner": "Owners",
    "zone_def.visibility": "Visibility",
    "zone_def.ordering": "Orderings",
    "order.type": "Turn orders",
    "limit.scope": "Periods",
    "event.type": "Events",
    "pipeline.atomicity": "Atomicity",
    "targeting.select": "Numbers of targets",
    "result.type": "Results",
    "scoring.method": "Methods",
    "checkpoint.timing": "Timings",
    "ranking.order": "Rankings",
    "option_row.first": "Classes of actions",
    "option_row.second": "Classes of actions",
    "turn_flow.actionClassByActionId": "Classes of actions",
    "turn_flow.durationWindows": "Durations",
    "window.duration": "Durations",
    "lasting.duration": "Durations",
    "card.sideMode": "Sides",
    "asset.kind": "Kinds of assets",
    "track.scope": "Scopes of tracks",
    "stacking.rule": "Rules of stacking",
    "board.macro": "Boards",
    "token_type.props": "Types of properties",
}
"""Where the words of each key are explained."""

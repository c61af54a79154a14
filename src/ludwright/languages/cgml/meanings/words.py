"""The words that keys accept."""

from __future__ import annotations

WORDS: dict[str, dict[str, str]] = {
    "Orderings": {
        "unordered": "A set of cards, whose order means nothing.",
        "fifo": "Cards leave in the order in which they came.",
        "lifo": "The card that came last leaves first: a pile.",
        "shuffled": "A pile whose order nobody knows at the start.",
    },
    "What is seen": {
        "all": "All cards are seen.",
        "count_only": "Only the number of cards is seen.",
        "hidden": "No card is seen.",
        "top_card_only": "Only the top card is seen.",
    },
    "Faces": {
        "up": "Face up: whoever sees the zone sees the card.",
        "down": "Face down.",
    },
    "Owners": {
        "player": "Each player owns one.",
        "team": "Each team owns one, and its players see it as their own.",
        "global": "It is shared; nobody owns it.",
    },
    "Scopes": {
        "global": "One variable in all: $.name.",
        "per_player": "One for each player: $.players[current].name.",
        "per_team": "One for each team: $.teams[current].name.",
    },
    "Who knows a variable": {
        "all": "Everybody knows the value.",
        "owner": "Only the player, or the players of the team, whose variable it is.",
        "none": "Nobody knows the value.",
    },
    "Directions": {
        "clockwise": "In seat order.",
        "counterclockwise": "Against seat order, beginning with the first seat.",
        "simultaneous": "All at once: each chooses without knowing what the others choose.",
    },
    "Timings": {
        "pre": "Before the event happens, which it cannot prevent.",
        "post": "After the event. This is the default.",
        "replace": "Instead of the event: the card does not move, or the other rules do not run.",
    },
    "Periods": {
        "turn": "Once in each turn.",
        "phase": "Once in each phase.",
        "game": "Once in each game.",
    },
    "Policies": {
        "abort": "The effect ends; what was done stays. This is the default.",
        "continue": "The next action is performed.",
        "rollback": "Everything that the rule did is undone, and the effect ends.",
    },
    "Waiting": {
        "all": "All choices are made before any of them is carried out.",
        "none": "Each choice is carried out when it is made.",
    },
    "Properties to look up": {
        "rank": "The value depends on the rank.",
        "suit": "The value depends on the suit.",
        "color": "The value depends on the colour.",
    },
    "Kinds of cards": {
        "template": "Many cards: one for each suit and rank.",
        "card": "A single card, or several equal ones.",
        "standard_suits": "The only template: cards with ranks, suits and colours.",
    },
    "Audiences": {
        "all": "All players.",
        "others": "All but the owner of the card's zone, or all but the current player if the zone "
        "is shared.",
        "current": "The player whose turn it is.",
    },
    "Orders": {
        "reverse": "The opposite order.",
        "rank": "By the rank hierarchy, lowest first.",
        "suit": "By suit.",
        "player": "The owner of the zone, or else the current player, chooses the order.",
        "top": "A player chooses one card, which is put on top.",
        "bottom": "A player chooses one card, which is put at the bottom.",
    },
}

WORDS_OF: dict[str, str] = {
    "ordering": "Orderings",
    "owner": "What is seen",
    "others": "What is seen",
    "all": "What is seen",
    "default_face": "Faces",
    "owner_scope": "Owners",
    "scope": "Scopes",
    "visibility": "Who knows a variable",
    "player_order": "Directions",
    "order": "Directions",
    "timing": "Timings",
    "once_per": "Periods",
    "on_failure": "Policies",
    "wait": "Waiting",
    "by": "Properties to look up",
    "type": "Kinds of cards",
    "template": "Kinds of cards",
}
"""Where the words of each key are explained."""

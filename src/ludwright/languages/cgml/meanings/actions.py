"""Actions, and the events that trigger rules."""

from __future__ import annotations

ACTIONS: dict[str, str] = {
    "MOVE": "Moves cards to a zone. From a zone it takes 'count' cards off the top, or the first "
    "that pass the filter; from a card or a list, these. Fails if there are too few.",
    "MOVE_ALL": "Moves all cards and keeps their order. With a filter only those that pass; no "
    "card at all is no failure.",
    "DEAL": "Deals cards to one zone. Takes 'count' cards off the top and fails if there are too "
    "few. To deal to several zones use DEAL_ROUND_ROBIN.",
    "DEAL_ROUND_ROBIN": "Deals cards to several zones in turn, one at a time. Each zone gets "
    "'count' cards; fails if there are too few for all.",
    "DEAL_ALL": "Deals all cards to several zones in turn, one at a time. If they do not come out "
    "even, the first zones get one more.",
    "DRAW": "Moves cards from the draw pile to a hand. Both zones are found by their role or name "
    "unless 'from' and 'to' say them; rules with on.draw run. Fails if there are too few cards.",
    "DISCARD": "Moves cards to the discard pile. The pile is found by its role or name unless 'to' "
    "says it; rules with on.discard run.",
    "SHUFFLE": "Shuffles a zone. Nobody knows the order of its cards any longer.",
    "FLIP": "Turns cards over. A card that lies face up is turned face down, and the reverse; it "
    "stays where it is.",
    "MILL": "Moves cards from the top of one zone to another. Fails if there are too few.",
    "REVEAL": "Reveals cards to players. By default to all, until the card moves or is flipped, or "
    "its zone is shuffled.",
    "CONCEAL": "Hides cards from players. By default from all but the owner; whoever has seen a "
    "card still knows it until the zone is shuffled or the card is out of sight among others.",
    "PEEK": "Reveals cards to some players. By default to the current one.",
    "LOOK": "Reveals cards to one player. By default to the current one.",
    "REVEAL_MATCHING": "Reveals the cards that pass a test. By default to all players.",
    "CHOOSE_RANDOM": "Chooses items at random. Stores one item, or a list with 'count'; fails if "
    "there are too few.",
    "SEARCH_ZONE": "Lets a player look through a zone and take cards. The player sees all cards of "
    "the zone and chooses one that passes the filter, or up to 'max'; they are stored, not moved.",
    "REORDER": "Changes the order of the cards in a zone. By rank, suit or a number for each card, "
    "reversed, or as a player chooses.",
    "LOG": "A comment without effect.",
    "SET_VARIABLE": "Assigns a value to a variable. A path through [*] assigns to the variable of "
    "each player; a value of another type is an error.",
    "STORE": "Stores a value under a name for the rest of the effect. The value is that of this "
    "moment, whatever changes later.",
    "INCREMENT": "Adds to a variable. By default 1; a negative number subtracts.",
    "RAISE": "Raises one of the game's own events, which triggers rules. They run at once, before "
    "the next action.",
    "SET_STATE": "Goes to another state when the event is over. In the middle of a turn the same "
    "player goes on there.",
    "SET_GAME_STATE": "Deprecated name of SET_STATE.",
    "SET_PHASE": "Goes to another phase when the event is over. The phases between are left out.",
    "INSERT_PHASE": "Adds a phase to the active state until the state is left. It comes next, or "
    "behind the phase that 'after' names; fails if there is none of that name.",
    "REMOVE_PHASE": "Removes a phase from the active state until the state is left. The current "
    "phase is completed nevertheless.",
    "END_TURN": "Ends the turn when the event is over. Remaining phases are left out.",
    "END_GAME": "Ends the game when the event is over. Without 'winners' the win condition decides "
    "who wins.",
    "SET_CURRENT_PLAYER": "Makes it another player's turn.",
    "SKIP_TURN": "Skips a player's next turn. By default that of the current player.",
    "EXTRA_TURN": "Gives a player the next turn. At most eight can wait; one more fails.",
    "REVERSE_ORDER": "Reverses the order of turns. It holds until it is reversed again.",
    "REQUEST_INPUT": "Asks a player to choose. The choice, or with 'multiselect' a list, is stored "
    "under 'store_as'. Without an option the action fails, unless the player may pass.",
    "FOR_EACH_PLAYER": "Performs actions for each player, who is $player. With 'order: "
    "simultaneous' all choose before any choice is carried out.",
    "FOR_EACH": "Performs actions for each item of a list, which is $.item. The list is evaluated "
    "once, before the first action.",
    "IF": "Performs one list of actions or another. A condition that cannot be evaluated is false.",
    "PARALLEL": "Performs several actions as if at the same time. They run in order; with 'wait: "
    "all' all choices are made before any is carried out.",
    "REPEAT": "Performs actions several times. Takes either 'count' or 'while', which is tested "
    "before each round.",
}

TRIGGERS: dict[str, str] = {
    "on.draw": "A card leaves the draw pile. In the rule it is $.card, moved from $.from to $.to "
    "by $.player.",
    "on.play": "A card enters a zone that cards are played to. In the rule it is $.card, moved "
    "from $.from to $.to by $.player.",
    "on.discard": "A card enters the discard pile. In the rule it is $.card, moved from $.from to "
    "$.to by $.player.",
    "on.move": "A card moves from any zone to any other. In the rule it is $.card, moved from "
    "$.from to $.to by $.player.",
    "on.turn.begin": "A turn begins, before its first phase. Never happens in simultaneous play.",
    "on.turn.end": "A turn ends, after its last phase. Never happens in simultaneous play.",
    "on.phase": "The phase of this name. What the rules with this trigger do is what happens in "
    "the phase.",
    "on.state.enter": "The state of this name is entered.",
    "on.state.exit": "The state of this name is left.",
}

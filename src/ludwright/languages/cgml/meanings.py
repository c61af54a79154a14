"""What each word of CGML means: the sentences of its reference, of its schema and its README."""

from __future__ import annotations

KEYS: dict[str, str] = {
    # A key with several meanings is qualified by the shape it belongs to; see write/schema.py.
    "document.cgml_version": 'The version of the language: "1.3".',
    "document.meta": "The name of the game, the number of players, and the options.",
    "document.imports": "Files with components, each written as !include 'name'.",
    "document.inherit": "The base file, which this document changes in parts.",
    "document.components": "The equipment of the game: decks, zones and variables.",
    "document.definitions": "Named expressions; {use: name} stands for the expression.",
    "document.setup": "The actions that prepare the game, before the first turn.",
    "document.flow": "The states and phases of the game, and when it ends.",
    "document.rules": "The rules, each with a trigger, a condition and an effect.",
    "meta.name": "The name of the game.",
    "meta.players": "The number of players.",
    "meta.options": "Settings that can be chosen before a game; read in paths as $.name.",
    "meta.rng": "The default seed of the random numbers.",
    "author": "The author of the game.",
    "description": "A description for readers and players.",
    "meta": "Keys of your own; a few are read: genre, payoff, role, look and inner.",
    "players.teams": "Which seats play together.",
    "alternate": "The number of teams, whose players sit alternately.",
    "names": "The names of the teams.",
    "deterministic": "Whether seed is the default seed of the game.",
    "seed": "The default seed, used with deterministic: true if the caller gives none.",
    "option.name": "The name of the option, read in paths as $.name.",
    "option.default": "The default value.",
    "option.allowed": "The allowed values.",
    "disabled": "Whether the entry of this name, from a base or an import, is deleted.",
    "component_types": "Types of decks and zones.",
    "deck_types": "Deck types by name: their cards and the order of the ranks.",
    "zone_types": "Zone types by name: how cards are ordered and who sees them.",
    "decks": "The decks by name, each with its type.",
    "zones": "The zones, which hold cards.",
    "variables": "The variables, read in paths as $.name or $.players[current].name.",
    "composition": "The cards of the deck: templates and single cards.",
    "rank_hierarchy": "The ranks from low to high; rank_value is the position of a rank, from 1.",
    "default_properties": "Default values of card properties.",
    "template.type": "The word template: one card for each suit and rank.",
    "template.template": "The name of the template.",
    "template.values": "The ranks of the cards: one card of each suit for each of them.",
    "template.suits": "The suits; S, H, D and C by default.",
    "template.properties": "More properties: fixed values, or values by rank, suit or color.",
    "lookup.by": "The property of a card that determines the value.",
    "lookup.values": "The value for each rank, suit or color.",
    "lookup.otherwise": "The value for all that are not listed.",
    "copies": "The number of copies.",
    "card.type": "The word card: a single card.",
    "card.name": "The name that players see and type; by default it is made from the properties.",
    "card.properties": "The properties of the card, such as rank and suit.",
    "card.count": "The number of copies of this card.",
    "ordering": "The end that cards are taken from: lifo from the top, fifo from the oldest end.",
    "zone_type.visibility": "Who sees the cards.",
    "default_face": "The side that is up when a card enters the zone.",
    "allows_reorder": "Whether players may choose the order of the cards with REORDER.",
    "visibility.owner": "What the owner of the zone sees.",
    "visibility.others": "What the other players see.",
    "visibility.all": "The default for owner and others.",
    "deck.type": "The name of a deck type.",
    "zone.name": "The name in paths: $.zones.name, or $.players[current].zones.name.",
    "zone.type": "The name of a zone type.",
    "of_deck": "The deck whose cards the zone holds; they start in the first such zone.",
    "per_player": "Whether each player has one.",
    "per_team": "Whether each team has one.",
    "owner_scope": "Who owns the zone.",
    "variable.name": "The name in paths; it may contain dots.",
    "variable.scope": "Whether there is one in all, one per player, or one per team.",
    "initial_value": "The value at the start; null for nothing.",
    "variable.type": "The type of the value: number, boolean, text, player, card, zone, rank, suit "
    "or another property.",
    "computed": "Whether the variable is evaluated from its expression each time it is read.",
    "expression": "The expression of a computed variable.",
    "variable.visibility": "Who may know the value.",
    "states": "The states of the game by name, each with its phases.",
    "initial_state": "The state in which the game starts.",
    "player_order": "The order of turns; simultaneous for a game without turns.",
    "transitions": "The transitions between states, tested after each phase.",
    "win_condition": "Who wins when the game is over.",
    "phases": "The phases of a turn in this state, in order.",
    "id": "A unique name.",
    "transition.from": "The state that is left.",
    "transition.to": "The state that is entered.",
    "condition": "The condition that must hold.",
    "priority": "Higher priorities come first; default 0.",
    "evaluator": "A player, a ranking, winners with a reason, or max or min of numbers.",
    "winners": "Who wins.",
    "scores": "A number for each player.",
    "reason": "Why the game is over.",
    "trigger": "The event after which the rule runs: on.phase.NAME, on.state.enter.NAME, "
    "on.turn.begin, on.draw, on.play, on.move and others.",
    "timing": "Before the event, after it, or instead of it.",
    "once_per": "How often the rule may run.",
    "enabled_when": "A second condition: whether the rule is active at all.",
    "effect": "The actions to perform.",
    "on_failure": "If an action fails: skip the rest, continue, or undo everything.",
    "store_as": "A name for the result; later actions of the effect read it with ref.",
    "extends": "The rule that this one refines; documentation only.",
    "action": "The action to perform.",
    "from": "The source of the cards: a zone, or cards.",
    "to": "The zone that the cards go to.",
    "count": "How many; default 1.",
    "filter": "A test of each item, which is $.item, and $.card if it is a card.",
    "player": "The player; by default the current one.",
    "target": "The zones or cards that the action affects.",
    "prompt": "The question to the player.",
    "text": "A comment.",
    "path": "The variable to change, as a path.",
    "state": "The state to go to.",
    "after": "The phase after which it comes.",
    "options": "The options to choose from.",
    "multiselect": "Whether several options may be chosen.",
    "auto": "Whether a single option is taken without asking.",
    "announce": "Whether the others learn what was chosen.",
    "event": "The event to raise.",
    "events": "Names of the game's own events.",
    "pass": "The word for choosing nothing.",
    "pass_when": "When choosing nothing is allowed; by default always.",
    "starting_with": "The player who comes first.",
    "do": "The actions to perform.",
    "in": "The list to iterate over.",
    "then": "The actions if the condition holds.",
    "else": "The actions if the condition does not hold.",
    "REVEAL.to": "Who sees the cards: a word or players; by default all.",
    "REVEAL_MATCHING.to": "Who sees the cards: a word or players; by default all.",
    "REVEAL_MATCHING.from": "The zone or list whose cards are tested.",
    "CONCEAL.from": "Whom the cards are hidden from; by default all but the owner.",
    "CHOOSE_RANDOM.from": "The zone or list to choose from.",
    "CHOOSE_RANDOM.count": "How many items to choose; default 1. With another number the result "
    "is a list.",
    "DRAW.from": "The draw pile; by default the zone with that role or name.",
    "DRAW.to": "The hand; by default that of the player.",
    "DRAW.player": "The player who draws; by default the current one.",
    "DISCARD.to": "The discard pile; by default the zone with that role or name.",
    "REPEAT.count": "How many times, evaluated before the first.",
    "SET_CURRENT_PLAYER.player": "The player whose turn it becomes.",
    "REORDER.player": "The player who chooses the order; by default the owner of the zone, or else "
    "the current player.",
    "SEARCH_ZONE.zone": "The zone that is searched.",
    "SEARCH_ZONE.max": "The most cards to choose; default 1. With another number the result is a "
    "list.",
    "PEEK.players": "Who sees the cards; by default the current player.",
    "LOOK.player": "Who sees the cards; by default the current player.",
    "FOR_EACH_PLAYER.players": "The players to go through; by default all.",
    "FOR_EACH_PLAYER.order": "The direction, or simultaneous: all choose before any choice is "
    "carried out.",
    "REORDER.by": "The order from the top down: a word, or a number for each card, smallest first.",
    "INCREMENT.by": "The amount to add; default 1.",
    "players.min": "The smallest number of players.",
    "players.max": "The largest number of players.",
    "REQUEST_INPUT.min": "The fewest options to choose, with 'multiselect'; default 1.",
    "REQUEST_INPUT.max": "The most options to choose, with 'multiselect'; by default all.",
    "REQUEST_INPUT.player": "The player who is asked; by default the current one.",
    "STORE.value": "The value to store; a bare text or list is a literal.",
    "SET_VARIABLE.value": "The new value; a bare text or list is a literal.",
    "SET_PHASE.phase": "The phase to go to.",
    "INSERT_PHASE.phase": "The phase to add.",
    "INSERT_PHASE.name": "The phase to add, as 'phase'.",
    "REMOVE_PHASE.phase": "The phase to remove.",
    "REMOVE_PHASE.name": "The phase to remove, as 'phase'.",
    "DEAL_ROUND_ROBIN.count": "How many cards for each zone; default 1.",
    "DEAL_ROUND_ROBIN.order": "The direction in which the zones follow one another.",
    "DEAL_ALL.order": "The direction in which the zones follow one another.",
    "wait": "Whether all must have chosen before any choice is carried out.",
    "while": "Repeat as long as this holds.",
}

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

META_KEYS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "genre": ("genre: <text>", "The kind of game, by which the library is sorted.", ()),
    "payoff": (
        "payoff: score | lower score | victory",
        "What players play for when bots are compared. By default the score if scores always add "
        "up to 0, else victory.",
        ("score", "lower score", "victory"),
    ),
    "role": (
        "role: draw | discard | play",
        "The role of a zone: DRAW takes from the draw pile, DISCARD puts on the discard pile, and "
        "on.play is about zones that cards are played to. By default its name says it.",
        ("draw", "discard", "play"),
    ),
    "look": (
        "look: pile | row | column | none",
        "How the table shows the cards; none is for bookkeeping, which is not shown while it is "
        "empty.",
        (),
    ),
    "inner": (
        "inner: true",
        "Bookkeeping that the table does not show.",
        ("true", "false"),
    ),
}
"""The keys of your own that are read: how they are written, what they mean, their words."""

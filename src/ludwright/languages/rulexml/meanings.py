"""What each element, attribute and word of Rule XML means: the sentences of its reference."""

from __future__ import annotations

GROUPS: dict[str, str] = {
    "rule": "Rules files",
    "settings": "Settings",
    "cards": "Decks of cards",
    "card": "Cards",
    "groups": "Cell groups",
    "group": "Groups",
    "cell": "Cells",
    "init_cards": "Cards at the start",
    "phases": "Phases",
    "phase": "Phase",
    "valid_donors": "Donors",
    "rules": "Rules",
    "one_rule": "Rule",
    "validation": "Validations",
    "tests": "Tests",
    "condition": "Conditions",
    "option": "Options",
    "action": "Actions",
    "dest": "Movements",
    "next_phase": "Next phase",
    "deck": "Deck files",
    "layout": "Layout files",
    "attributes": "Sizes of a layout",
    "card_names": "Cards of a layout",
    "card_map": "Pictures of a layout",
    "places": "Positions of a layout",
    "place": "Position of a cell",
    "save": "Saves",
    "others": "Further players of a save",
    "saved": "Cells of a save",
    "saved_cell": "Cell of a save",
    "scores": "Score files",
    "style": "Style files",
}
"""The section of the reference for each shape, in the order of the manual."""

ROOT = "The root of every file; what it may contain depends on its type."

ELEMENTS: dict[str, str] = {
    # ---- rules files
    "rule.settings": "The number of players, and the layout of the table.",
    "rule.deck": "The cards of the game.",
    "rule.cell_groups": "The cells of the table, in groups that rules refer to.",
    "rule.phases": "The phases of the game; the first one is the start.",
    "settings.players": "The number of players, from 1. It counts only if phases say whose turn it "
    "is.",
    "settings.layout": "The path of the layout file, relative to the rules; may be empty. A "
    "missing layout is a warning.",
    "cards.deck_path": "The path of a deck file; the rest of the deck is then ignored. A missing "
    "deck is an error.",
    "cards.deck_name": "A name of the deck, for readers.",
    "cards.shuffle": "Whether the deck is shuffled before it is dealt.",
    "cards.card": "One card; the first one is on top. The same name may occur several times.",
    "card.name": "The name of the card, which players see and type. Commas, Rd and ** cause a "
    "warning.",
    "card.value": "A whole number, to compare with others. Tests of a value that a card does not "
    "have are false.",
    "card.color": "The colour, any word. Tests of a colour that a card does not have are false.",
    "card.suit": "The suit, any word. Tests of a suit that a card does not have are false.",
    "card.fixed": "Whether the card never moves: it marks a cell that may be empty.",
    "groups.group": "Cells under one name; a cell may be in several groups.",
    "group.cell": "A cell of the table. Of several descriptions of a cell the first counts.",
    "cell.fan": "The direction in which the cell spreads the cards that are dealt to it.",
    "cell.rotation": "Degrees by which the cards dealt to it are rotated.",
    "cell.init_cards": "The cards at the start; may be empty.",
    "init_cards.card": "A card by name, Rd for a random one, or ** for the rest of the deck; then "
    "U (up) or D (down), a direction and a rotation, with commas between them. A card that cannot "
    "be dealt is an error.",
    "phases.phase": "A phase: what can be done while it lasts. Phases called win and loss end the "
    "game.",
    "phase.phase_type": "The word auto for a phase in which the first rule that holds is applied "
    "by itself; any other text waits for a move.",
    "phase.valid_donors": "Where cards can be dragged from; empty for nowhere.",
    "phase.rules": "The rules of the phase, in order; may be empty, as in win and loss.",
    "valid_donors.category": "A cell or a group whose cards can be dragged.",
    "rules.rule": "What may be done, and what happens then. Of several rules that hold the first "
    "is applied; one without an action refuses the move.",
    "one_rule.validation": "Tests that must all hold before anything moves.",
    "one_rule.action": "What happens; several actions are carried out in order.",
    "one_rule.option": "One more action.",
    "validation.receiver": "Tests of the node that a card is dropped on.",
    "validation.mover": "Tests of the node that is dragged or clicked.",
    "validation.donor": "Tests of the root of the cell that a card is dragged from.",
    "validation.condition": "Tests of all cells of a group. True if the group is unknown.",
    "num_cards": "The number of cards of the node and everything attached to it, fixed ones "
    "included.",
    "value": "Compares with the top card of the receiver: 1 for one more, -1 for one less, 0 for "
    "equal, l for less, g for greater. False if one of them has no value.",
    "color": "Compares with the colour of the receiver (= or !), or asks for a colour. False "
    "without one.",
    "suit": "Compares with the suit of the receiver (= or !), or asks for a suit. False without "
    "one.",
    "is_faceup": "The word y if the top card must be face up; anything else means face down.",
    "category": "Accepted, but without effect; name is what restricts the cell.",
    "name": "The cell or the group that the node must be in.",
    "condition.value": "Accepted, but without effect: conditions compare no values.",
    "condition.name": "Accepted, but without effect: the category says which cells are meant.",
    "condition.color": "The colour that the top card must have.",
    "condition.suit": "The suit that the top card must have.",
    "option.action": "What happens.",
    "action.receiver_dest": "The movement of the node that a card was dropped on, carried out "
    "first.",
    "action.mover_dest": "The movement of the node that was dragged or clicked.",
    "action.donor_dest": "The movement of the root of the cell that it came from, carried out "
    "last.",
    "action.next_phase": "The phase that follows, and as its text the points: a whole number, by "
    "default 0. Of several actions the last one counts.",
    "dest.destination": "Where the cards go: m, d, r or the name of a cell. By default to the "
    "receiver; cards that would return to their own cell stay.",
    "dest.num_cards": "Which cards are taken: a letter, a number from 1, or a direction; by "
    "default the whole node with everything attached.",
    "dest.collapse": "Whether a taken tree of cards becomes one pile.",
    "dest.shuffle": "Whether the pile where the cards arrive is shuffled, or the packet reversed.",
    "dest.rotation": "Degrees that are added to the rotation of each card.",
    "dest.offset": "The direction in which the cards are attached to their destination; by default "
    "they go on the same pile.",
    "dest.flip_up": "Which cards are turned: all of them, or only the last one in a direction. "
    "Fixed cards are never turned.",
    "dest.except": "A cell for which this movement is left out.",
    # ---- decks and layouts
    "deck.deck": "The cards of the deck, as in a rules file.",
    "layout.game": "The name of the game; it is not used.",
    "layout.attributes": "The sizes of the table and of the cards.",
    "layout.cards": "The cards that have pictures.",
    "layout.card_map": "How the name of a card becomes the name of its picture.",
    "layout.cells": "The positions of the cells.",
    "attributes.players": "The number of players.",
    "attributes.screen_height": "The height of the table, in hundredths of its width.",
    "attributes.card_width": "The width of a card, in hundredths of the table's width.",
    "attributes.card_height": "The height of a card, in hundredths of the table's width.",
    "attributes.face_down_offset": "How far a card attached to one that is face down is away from "
    "it.",
    "attributes.face_up_offset": "How far a card attached to one that is face up is away from it.",
    "card_names.card": "A card with a picture; faceDown is the back, celloutline an empty cell.",
    "card_map.start": "What stands before the name of the card.",
    "card_map.extension": "What stands behind the name of the card.",
    "places.cell": "The position of a cell.",
    "place.x_val": "The centre of its first card, to the right, in hundredths of the table's "
    "width.",
    "place.y_val": "The centre of its first card, downwards, in hundredths of the table's width.",
    # ---- saves, scores, styles
    "save.phase": "The phase that the game is in.",
    "save.game": "The name of the game.",
    "save.file": "The path of the rules. What does not fit them is an error.",
    "save.score": "The points so far, a whole number.",
    "save.others": "The points of all players but the first.",
    "save.cells": "The cells with their cards; cells that are left out are empty.",
    "others.score": "The points of a further player.",
    "saved.cell": "The cards of a cell, as a text: path $ deck [ cards ]$ and its branches.",
    "scores.score": "A score. The element around it is named after the game.",
    "style.language": "The language of the table.",
    "style.difficulty": "The difficulty, a whole number.",
    "style.cards": "The look of the cards.",
    "style.sound": "Whether there is sound: 0 or 1.",
    "style.table": "The look of the table.",
    "style.dark": "Whether the table is dark: 0 or 1.",
}
"""The elements, each by its own name or by that of the shape around it and its name."""

ATTRIBUTES: dict[str, str] = {
    "data.type": "The type of the file.",
    "group.category": "The name of the group.",
    "cell.name": "The name of the cell: no blanks, commas, brackets and none of $ * : ~ ; % < >.",
    "phase.name": "The name of the phase. A phase called win or loss ends the game.",
    "phase.player": "Whose turn it is, from 1; without it, the first player's. Older programs "
    "reject the attribute.",
    "one_rule.category": "The cells or groups that may receive a card; ignored unless a validation "
    "has a receiver.",
    "condition.category": "The cell or group whose cells are all tested.",
    "next_phase.phase": "The name of the phase that follows.",
    "next_phase.player": "Who gets the points, from 1; by default the player who moves.",
    "place.name": "The name of the cell.",
    "saved_cell.name": "The name of the cell.",
}

WORDS: dict[str, dict[str, str]] = {
    "Kinds of files": {
        "rule": "The rules of a game.",
        "layout": "The positions of the cells of a game, and the sizes of its cards.",
        "deck": "The cards of a deck.",
        "save": "A position of a game, which can be played on.",
        "score": "The best scores of games.",
        "style": "The look and sound of the table.",
    },
    "Selections": {
        "*": "All cards of the node and of everything attached to it, each pile turned over.",
        "h": "As *, but from the root of the cell.",
        "d": "The cards of the node alone; what is attached closes the gap.",
        "t": "The top card of the node and of each node attached to it.",
        "b": "The lowest card of each of these piles that is not fixed.",
        "r": "A random card of each of these piles.",
    },
    "Destinations": {
        "m": "The node that was dragged or clicked.",
        "d": "The root of the cell that cards were dragged from.",
        "r": "The node that a card was dropped on.",
    },
    "Flips": {
        "y": "All taken cards are turned face up.",
        "n": "All taken cards are turned face down.",
        "*": "All cards of the cell are turned face up.",
        "none": "Only the top card is turned face up.",
    },
    "Shuffles": {
        "y": "The pile where the cards arrive is shuffled; fixed cards keep their places.",
        "rev": "The packet is reversed.",
        "n": "Nothing is shuffled.",
    },
    "Comparisons of values": {
        "l": "The value is less than that of the receiver.",
        "g": "The value is greater than that of the receiver.",
    },
    "Comparisons of words": {
        "=": "The same colour or suit as the receiver's.",
        "!": "Another colour or suit than the receiver's.",
    },
    "Offsets": {
        "preserve": "The direction in which the destination is attached to its own parent.",
    },
    "Phase types": {
        "auto": "The phase waits for no move: the first rule that holds is applied.",
    },
    "Starting cards": {
        "Rd": "A random card of the deck that has no place yet.",
        "**": "All cards of the deck that have no place yet.",
        "U": "The card is face up.",
        "D": "The card is face down.",
    },
    "Answers": {
        "y": "Yes: the cards are shuffled, fixed, face up or collapsed.",
        "yes": "Yes, for the shuffle of a deck.",
        "true": "Yes, for fixed cards.",
    },
}
"""The words of texts. The directions are made from their names."""


def of_element(shape: str, name: str) -> str:
    """What an element means inside elements of a shape."""
    return ELEMENTS.get(f"{shape}.{name}") or ELEMENTS[name]

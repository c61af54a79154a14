"""The words of SGDL: how each is written, and what it means, in the tables of `reference.py`."""

from __future__ import annotations

from .read import conditions, faces, scores, words
from .read.draws import REFILL
from .read.layout import AT, COVERED_BY
from .read.tree import DRAW, REMOVE

Row = tuple[str, str]
"""How a word is written, and what it means."""

SECTIONS: dict[str, Row] = {
    "$extended": (
        "$extended",
        "The first section of a file in the extended language. Without it, each word of that "
        "language is an error; with it, everything else means the same.",
    ),
    "$cards": ("$cards\nDECK ...", "The pack: one line, which begins with DECK. Required."),
    "$initial": (
        "$initial\n<pile> <number of cards> [<faces>] [<cards>] [BASE] [AT <x> <y>]"
        " [COVERED_BY <piles>]\nDRAW ...",
        "The piles at the start, one on each line; lines with the same name are several piles of "
        "one kind, numbered from 0. The pack is shuffled once and dealt in the order of the lines. "
        "Starting cards, such as {S1, H10}, are taken out of the pack first. The name FOUNDATION "
        "only changes how a pile is shown: as a stack. Required.",
    ),
    "$moves": (
        "$moves\n<rule>\n<condition>",
        "The moves of the player: rules, each with the condition that must hold. Several rules "
        "about the same piles are alternatives.",
    ),
    "$auto": (
        "$auto\n<rule>\n<condition>",
        "Moves that happen by themselves after each move of the player, but not after the deal: "
        "the first that is possible, again and again until none is. MOVE comes before MOVE_STACK "
        "and REMOVE.",
    ),
    "$score": (
        "$score\n<points> <event>",
        "The points for what happens, one event on each line. Their sum is part of the result, "
        "also of a game that is not won.",
    ),
    "$win": (
        "$win\n<condition>",
        "The condition under which the game is won. It is tested before each turn and may only "
        "consist of PILE, AND and OR. Required.",
    ),
    "$lose": (
        "$lose\n<condition>",
        "The condition under which the game is lost, tested after $win before each turn. Without "
        "it, a game is only over when it is won or no move is left.",
    ),
}

PILE_WORDS: dict[str, Row] = {
    "FACE_LAST": (
        "<pile> <number> FACE_LAST",
        "Only the top card starts face up. This is the default.",
    ),
    "FACE_ALL": ("<pile> <number> FACE_ALL", "All cards start face up."),
    "FACE_ALTERNATE_LAST": (
        "<pile> <number> FACE_ALTERNATE_LAST",
        "Every second card starts face up, counted from the top card, which is face up.",
    ),
    "FACE_HALF": (
        "<pile> <number> FACE_HALF",
        "The upper half of the pile starts face up; of an odd number, the larger half.",
    ),
    "FACE_UNCOVERED": (
        "<pile> <number> FACE_UNCOVERED",
        "The pile is face down while another pile covers it (see COVERED_BY). Its top card is "
        "turned up when the last of these becomes empty, and stays face up from then on.",
    ),
    faces.PATTERN: (
        "<pile> <number> FACE <letters>",
        "Which cards start face up, letter by letter from the bottom: u is up, d is down. A group "
        "before the letters, such as (d)*u or (ud)*, covers all cards below them: it is repeated "
        "and read downwards. The top card must be face up.",
    ),
    words.BASE: (
        "<pile> <number> [<faces>] [<cards>] BASE",
        "Makes the rank of this pile's bottom card the base rank, once all cards are dealt. "
        "Conditions read it as the rank BASE.",
    ),
    AT: (
        "AT <x> <y>",
        "The position of the pile on the table, to the right and down, measured in piles, with up "
        "to two decimals. Stands after everything but COVERED_BY.",
    ),
    COVERED_BY: (
        "COVERED_BY <pile>[<index>] ...",
        "The piles that lie on this one. While one of them holds a card, cards neither leave nor "
        "enter the pile. Stands last on the line.",
    ),
}

DRAW_WORDS: dict[str, Row] = {
    DRAW: (
        "DRAW [<name>] <number of cards> <kind> ...",
        "A draw pile: DEAL, ROTATE or GATHER, with its number of cards at the start. In rules and "
        "conditions it is called DRAW. A name, which requires $extended, allows several of them.",
    ),
    "DEAL": (
        "DRAW <number of cards> DEAL <piles>",
        "Each draw deals one card face up to each of the piles, while cards are left.",
    ),
    "ROTATE": (
        "DRAW <number of cards> ROTATE <cards per draw> <window> <redeals> [REFILL]",
        "Each draw turns up to that many cards onto a waste, whose top card may be played. Of the "
        "waste only the window's last cards are within reach; the others return with the next "
        "redeal. When the stock is empty, a draw turns the waste over, as often as there are "
        "redeals.",
    ),
    "GATHER": (
        "DRAW 0 GATHER <piles> <cards per pile> <redeals>",
        "Each draw collects all cards of the piles, shuffles them and deals them again face up: "
        "that many to each pile in turn, starting over while cards are left.",
    ),
    REFILL: (
        "ROTATE <cards per draw> <window> <redeals> REFILL",
        "A card that is taken from the window is replaced by the card that left it last. Has no "
        "effect on an unlimited window, which is an error.",
    ),
    words.UNLIMITED: ("U", "Unlimited: a window of any size, or any number of redeals."),
}

RULES: dict[str, Row] = {
    "MOVE": (
        "MOVE <from> <to>\n<condition>",
        "The top card of a pile may move to another pile. Both sides are a name or a set of names; "
        "a card never moves onto its own pile.",
    ),
    "MOVE_STACK": (
        "MOVE_STACK <from> <to>\n<condition>",
        "A run of face-up cards from the top of a pile may move as a whole. SRC is its lowest "
        "card; SRCSTACK tests the run.",
    ),
    DRAW: (
        "DRAW [<name>]\n<condition>",
        "A condition that must hold for drawing, besides that a draw has an effect. Without such a "
        "rule, drawing is always allowed.",
    ),
    REMOVE: (
        "REMOVE <piles> [<piles>] TO <pile>\n<condition>",
        "The top card of a pile, or the top cards of two different piles, may go to another pile "
        "together. With two sets, SRC is the card of the first, DEST that of the second.",
    ),
    "TO": ("REMOVE <piles> [<piles>] TO <pile>", "The single pile that receives removed cards."),
}

SUBJECTS: dict[str, Row] = {
    "AND": ("AND\n    <condition>\n    <condition>", "All of the conditions indented below hold."),
    "OR": (
        "OR\n    <condition>\n    <condition>",
        "At least one of the conditions indented below holds.",
    ),
    "DEST": ("DEST <aspect> ...", "Tests the pile that receives the card, or its top card."),
    "SRC": (
        "SRC <aspect> ...",
        "Tests the card that moves, or the lowest of a run; SRC Size tests the pile it is in.",
    ),
    "DESTSRC": (
        "DESTSRC <aspect> <mode>",
        "Compares the card that moves with the top card of the destination. False if the "
        "destination is empty.",
    ),
    "SRCSTACK": (
        "SRCSTACK <aspect> ...",
        "Tests the run that moves: each card against the one below it, or their number.",
    ),
    "PILE": (
        "PILE <quantifier> <piles> <aspect> ...",
        "Tests all piles of the given names. In MOVE and MOVE_STACK it requires $extended.",
    ),
    "PAIR": ("PAIR <aspect> <mode>", "Compares the two cards that are removed together."),
}

ASPECTS: dict[tuple[str, str], Row] = {
    ("DEST", "Empty"): ("DEST Empty", "The destination has no card."),
    ("DEST", "Size"): (
        "DEST Size <operator> <number>",
        "Compares the number of cards of the destination before the move.",
    ),
    ("DEST", "Suit"): (
        "DEST Suit [!=] <suits>",
        "The top card of the destination has one of these suits; with != none of them. False if "
        "the destination is empty.",
    ),
    ("DEST", "Rank"): (
        "DEST Rank [!=] <ranks>",
        "The top card of the destination has one of these ranks; with != none of them. False if "
        "the destination is empty.",
    ),
    ("SRC", "Suit"): (
        "SRC Suit [!=] <suits>",
        "The card that moves has one of these suits; with != none of them.",
    ),
    ("SRC", "Rank"): (
        "SRC Rank [!=] <ranks>",
        "The card that moves has one of these ranks; with != none of them.",
    ),
    ("SRC", "Size"): (
        "SRC Size <operator> <number>",
        "Compares the number of cards in the source before the move; of a draw pile, with its "
        "stock and all of its waste.",
    ),
    ("DESTSRC", "Suit"): (
        "DESTSRC Suit <mode>",
        "Compares the suits or colours of the card that moves and the destination's top card.",
    ),
    ("DESTSRC", "Rank"): (
        "DESTSRC Rank <mode>",
        "Compares the ranks of the card that moves and the destination's top card: ascending means "
        "that the card that moves is the higher one.",
    ),
    ("PAIR", "Suit"): ("PAIR Suit <mode>", "Compares the suits or colours of the two cards."),
    ("PAIR", "Rank"): (
        "PAIR Rank <mode>",
        "Compares the ranks of the two cards; ascending means that the first is the higher one.",
    ),
    ("SRCSTACK", "Suit"): (
        "SRCSTACK Suit <mode>",
        "Holds for each card of the run and the one below it. A single card always passes.",
    ),
    ("SRCSTACK", "Rank"): (
        "SRCSTACK Rank <mode>",
        "Holds for each card of the run and the one below it: descending means that ranks descend "
        "from the bottom of the run to its top. A single card always passes.",
    ),
    ("SRCSTACK", "Size"): (
        "SRCSTACK Size <operator> <number>",
        "Compares the number of cards that move.",
    ),
    ("SRCSTACK", "Whole"): ("SRCSTACK Whole", "All cards of the source move."),
    ("SRCSTACK", "Capacity"): (
        "SRCSTACK Capacity <cells> <columns>",
        "The run could also be moved card by card by way of empty piles: it has at most one more "
        "card than cells are empty, doubled for each empty column other than the destination.",
    ),
    ("PILE", "ALL"): ("PILE ALL <piles> <aspect> ...", "The aspect holds for every pile."),
    ("PILE", "ANY"): ("PILE ANY <piles> <aspect> ...", "The aspect holds for at least one pile."),
    ("PILE", conditions.COUNT): (
        "PILE COUNT <piles> Empty <operator> <number>",
        "Compares the number of empty piles. A draw pile counts as one, empty if all its parts "
        "are.",
    ),
    ("PILE", "Empty"): ("PILE <quantifier> <piles> Empty", "The pile has no card."),
    ("PILE", "Size"): (
        "PILE <quantifier> <piles> Size <operator> <number>",
        "Compares the number of cards of the pile; of a draw pile, with its stock and all of its "
        "waste.",
    ),
}

MODES: dict[str, Row] = {
    "match": ("<subject> Suit match", "Both cards have the same suit."),
    "match_color": ("<subject> Suit match_color", "Both cards have the same colour."),
    "alternate_color": (
        "<subject> Suit alternate_color",
        "One card is red, the other is black.",
    ),
    "ascending": (
        "<subject> Rank ascending",
        "The upper card is one rank higher than the lower one. Nothing follows the king.",
    ),
    "descending": (
        "<subject> Rank descending",
        "The upper card is one rank lower than the lower one. Nothing is below the ace.",
    ),
    "equal": ("<subject> Rank equal", "Both cards have the same rank."),
    "add_13": (
        "<subject> Rank add_13",
        "The ranks add up to 13, from ace (1) to king (13): a queen and an ace, a 7 and a 6.",
    ),
    "add_14": ("<subject> Rank add_14", "The ranks add up to 14, from ace (1) to king (13)."),
    "ascending_wrap": (
        "<subject> Rank ascending_wrap",
        "As ascending, and the lowest rank of the pack follows its highest.",
    ),
    "descending_wrap": (
        "<subject> Rank descending_wrap",
        "As descending, and the highest rank of the pack follows its lowest.",
    ),
    "distance": (
        "<subject> Rank distance <number>",
        "The ranks differ by exactly this number, up or down.",
    ),
    "distance_wrap": (
        "<subject> Rank distance_wrap <number>",
        "The ranks differ by exactly this number, up or down, also around the ends of the pack.",
    ),
}

OPERATORS: dict[str, Row] = {
    "==": ("Size == <number>", "Exactly this number of cards or piles."),
    "!=": (
        "Size != <number>\n<subject> Suit != <suits>",
        "Any other number. Before suits and ranks, in extended files: none of these.",
    ),
    "<": ("Size < <number>", "Fewer than this number."),
    ">": ("Size > <number>", "More than this number."),
    "<=": ("Size <= <number>", "At most this number."),
    ">=": ("Size >= <number>", "At least this number."),
}

EVENTS: dict[str, Row] = {
    "MOVE": (
        "<points> MOVE <from> <to>",
        "Points for each single card that moves between such piles.",
    ),
    "MOVE_STACK": (
        "<points> MOVE_STACK <from> <to>",
        "Points for each run, of any length, that moves between such piles.",
    ),
    REMOVE: (
        "<points> REMOVE <piles> [<piles>]",
        "Points for each removal, of one card or of two.",
    ),
    scores.DRAWN: ("<points> DRAW", "Points for each draw from any draw pile."),
    scores.REDEAL: (
        "<points> REDEAL",
        "Points for each time that a draw pile is turned over or gathers its piles.",
    ),
    scores.TURN: (
        "<points> TURN <piles>",
        "Points for each card of such a pile that is turned face up.",
    ),
    scores.WIN: ("<points> WIN", "Points for winning the game."),
}

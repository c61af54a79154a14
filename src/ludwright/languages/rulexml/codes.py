"""The diagnostic codes of Rule XML, each with its manual page."""

from __future__ import annotations

from ...diagnostics import declare

# ---- XML and files -------------------------------------------------------------------------------

NOT_XML = declare(
    "RX101",
    "not well-formed",
    """The file is not well-formed XML: a tag is not closed or closed in the wrong place, or text
    contains a character with a meaning in XML. In text, write `&lt;` for `<` and `&amp;` for
    `&`.""",
)
DOCTYPE = declare(
    "RX102",
    "document type declaration",
    """`<!DOCTYPE ...>` is not allowed. It would let a small file expand to a huge one or read other
    files, so it is refused whatever it contains. Remove it: the `type` of the `data` element
    determines what the file may contain.""",
)
INSTRUCTION = declare(
    "RX103",
    "processing instruction",
    """Apart from `<?xml ...?>` at the start of the file, `<? ... ?>` is not allowed. Put text for
    readers in a comment, `<!-- ... -->`.""",
)
ENCODING = declare(
    "RX104",
    "encoding other than UTF-8",
    """Files are encoded in UTF-8. Save the file as UTF-8 and write `encoding="UTF-8"` in its first
    line, or omit the encoding.""",
)
TOO_LARGE = declare(
    "RX105",
    "limit exceeded",
    """The file exceeds a limit that no playable game reaches: 1,000,000 characters, elements nested
    64 deep, 20,000 elements, 2,000 cards, 500 cells, 100 phases, 500 rules, 100 rules in one phase,
    or 100 structural errors.""",
)
NO_KIND = declare(
    "RX106",
    "unknown type of file",
    """The root element of every file is `data`, and its attribute `type` is the type of the file:
    `rule`, `layout`, `deck`, `save`, `score` or `style`.""",
)
NOT_XML_NAME = declare(
    "RX107",
    "not the name of an XML file",
    """The names of layout and deck files end in `.xml`. No other file is opened.""",
)
NO_LAYOUT = declare(
    "RX108",
    "missing layout",
    """The layout file was not found, neither in the folder of the rules nor in the folders above
    it. The game can still be played: its cells are positioned automatically.""",
)
WRONG_KIND = declare(
    "RX109",
    "wrong type of file",
    """The file named here is not a layout (or not a deck), according to its `type`.""",
)

# ---- structure -----------------------------------------------------------------------------------

UNKNOWN_ELEMENT = declare(
    "RX201",
    "unknown element",
    """The element is not allowed here. `ludwright schema rulexml` prints the structure of the
    files.""",
)
NO_ELEMENT = declare(
    "RX202",
    "missing element",
    """A required element is missing. Many elements may be empty, such as `<layout/>` or
    `<init_cards/>`, but cannot be omitted.""",
)
REPEATED = declare(
    "RX203",
    "duplicate element",
    """The element is allowed only once here.""",
)
MISPLACED = declare(
    "RX204",
    "element out of order",
    """The order of these elements is fixed. Move the element to its position in that order.""",
)
UNKNOWN_ATTRIBUTE = declare(
    "RX205",
    "unknown attribute",
    """The element has no attribute with this name.""",
)
NO_ATTRIBUTE = declare(
    "RX206",
    "missing attribute",
    """A required attribute of the element is missing.""",
)
STRAY_TEXT = declare(
    "RX207",
    "text between elements",
    """Only elements are allowed here, not text. Put text for readers in a comment,
    `<!-- ... -->`.""",
)
BAD_NUMBER = declare(
    "RX208",
    "invalid number",
    """Expected a number within the limits given in the message. Points, values and numbers of cards
    are whole numbers.""",
)
OBSOLETE = declare(
    "RX209",
    "obsolete name",
    """Early versions of the language used other names: `receive_rule` is now `validation`; in
    actions, `flip` is now `flip_up` and `direction` is now `rotation`; in tests, `direction` has
    become part of `value`; and the name of a group is now its attribute `category`.""",
)
INVALID_TEXT = declare(
    "RX210",
    "invalid value",
    """The text is not one of those allowed here. The message gives the value that is used
    instead.""",
)
IGNORED = declare(
    "RX211",
    "ignored",
    """This part of the file has no effect: only the first of several receivers, movers or donors
    counts; conditions ignore values and names; automatic phases do not move cards; and a deck with
    a path is read from that file only.""",
)
NO_NAME = declare(
    "RX212",
    "empty name",
    """Cards, cells, groups and phases require a name.""",
)

# ---- references and meaning ----------------------------------------------------------------------

UNKNOWN_PHASE = declare(
    "RX301",
    "unknown phase",
    """The next phase must be declared in the file. This includes `win` and `loss`, the phases in
    which a game ends.""",
)
UNKNOWN_CELL = declare(
    "RX302",
    "unknown cell or group",
    """Rules refer to cells and groups by the names declared in `cell_groups`. Upper and lower case
    are distinct.""",
)
NO_DESTINATION = declare(
    "RX303",
    "unknown destination",
    """Cards move to the mover (`m`), the donor (`d`), the receiver (`r`) or the cell with the given
    name. Any other text, including the name of a group, means the receiver.""",
)
VACUOUS = declare(
    "RX304",
    "condition on an unknown name",
    """A condition on a name that no cell or group has is always true. That is useful for a last
    rule, but here a cell or group has a similar name.""",
)
UNKNOWN_CARD = declare(
    "RX305",
    "unknown card",
    """The initial cards of a cell must be in the deck. `Rd` is a random card, `**` all remaining
    cards.""",
)
CANT_DEAL = declare(
    "RX306",
    "no card left to deal",
    """Each card of the deck is dealt once. Named cards are dealt first, then random ones (`Rd`),
    which are never fixed cards, then the rest (`**`).""",
)
SECOND_REST = declare(
    "RX307",
    "rest dealt twice",
    """`**` deals all cards that no other entry deals, so it can be used only once.""",
)
NEVER = declare(
    "RX308",
    "rule that never applies",
    """No drag or click can satisfy all tests of the rule.""",
)
SHADOWED = declare(
    "RX309",
    "unreachable rule",
    """The first rule that matches is used. An earlier rule of the phase matches whenever this one
    does, so this one is never used. Put the more specific rule first.""",
)
LOOP = declare(
    "RX310",
    "cycle of automatic phases",
    """Automatic phases follow each other without waiting for the player, and these form a cycle:
    the game would hang.""",
)
MAYBE_LOOP = declare(
    "RX311",
    "possible cycle of automatic phases",
    """Automatic phases do not move cards, so conditions that hold once keep holding. If the
    conditions of all these rules hold at the same time, the game hangs.""",
)
NO_RULE = declare(
    "RX312",
    "automatic phase without a default rule",
    """If no rule of an automatic phase applies, the game hangs. End the phase with a rule without
    conditions.""",
)
UNREACHABLE_PHASE = declare(
    "RX313",
    "unreachable phase",
    """No sequence of rules leads from the first phase to this one.""",
)
DEAD_END = declare(
    "RX314",
    "phase without a possible move",
    """The phase waits for a drag or a click, but has no valid donors or no rule that can apply.
    Only `win` and `loss` end a game.""",
)
PHASE_TWICE = declare(
    "RX315",
    "duplicate phase",
    """Two phases have the same name. Rename one of them.""",
)
NO_PLAYER = declare(
    "RX316",
    "unknown player",
    """Players are numbered from 1 to the number given by `players`. Points can only be assigned to
    a player if phases say whose turn it is.""",
)
ONE_SEAT = declare(
    "RX317",
    "only one seat",
    """The file declares several players, but no phase says whose turn it is, so the game is played
    by one. Add `player="1"` and `player="2"` to the phases to make it a game for two.""",
)
BAD_CELL_NAME = declare(
    "RX318",
    "cell name not allowed in moves",
    """Moves are written as `drag 1,south -> 5` and positions are saved as text, so the name of a
    cell cannot contain blanks, commas, brackets, quotes or any of `$ * : ~ ; % < >`.""",
)
NO_ACTION = declare(
    "RX319",
    "rule without an action",
    """A drag or click that matches a rule without an action is refused, and later rules are not
    tried.""",
)
CELL_TWICE = declare(
    "RX320",
    "duplicate cell",
    """A cell may be in several groups, but only its first description counts. In the other groups,
    write `<cell name="..."><init_cards/></cell>`.""",
)
BAD_CARD_NAME = declare(
    "RX321",
    "card name not allowed everywhere",
    """In `init_cards`, names of cards end at a comma, and `Rd` and `**` have a meaning of their
    own. In saves, names, suits and colours cannot contain any of `$ [ ] { } * : ~ ; %`.""",
)

# ---- layouts -------------------------------------------------------------------------------------

CELL_NOT_PLACED = declare(
    "RX401",
    "cell without a position",
    """The layout has no position for the cell. It is positioned automatically.""",
)
UNKNOWN_PLACED = declare(
    "RX402",
    "position of an unknown cell",
    """The layout has a position for a cell that the rules do not declare.""",
)
CARD_NOT_SHOWN = declare(
    "RX403",
    "card without a picture",
    """Some cards of the deck are not in the layout's list of pictures.""",
)
UNKNOWN_SHOWN = declare(
    "RX404",
    "picture of an unknown card",
    """The layout lists pictures of cards that are not in the deck. `faceDown`, the back of the
    cards, and `celloutline`, an empty cell, are allowed in any layout.""",
)
PLACED_TWICE = declare(
    "RX405",
    "duplicate position",
    """The layout has two positions for the same cell. The first one counts.""",
)
OFF_THE_TABLE = declare(
    "RX411",
    "position outside the table",
    """Positions are in hundredths of the table's width: `x_val` ranges from 0 to 100, `y_val` from
    0 to `screen_height`. A cell outside that range may not be visible.""",
)
ROUNDED = declare(
    "RX412",
    "position out of range",
    """Positions have at most five decimals and are at most 10,000 away from the upper left corner.
    The nearest such position is used.""",
)
BAD_SIZE = declare(
    "RX413",
    "invalid size",
    """The sizes of tables and cards range from 1 to 10,000 hundredths of the table's width, and the
    offsets of fanned cards from 0 to 10,000. A default size is used instead.""",
)

# ---- saves, scores, styles -----------------------------------------------------------------------

BAD_CELL = declare(
    "RX501",
    "malformed saved cell",
    """A saved cell is written as `path$deck[cards]$`, followed by `{direction:cell}` for each child
    node, in the same form. Cards are listed from the top down, separated by `*`. The location is
    where the text deviates from that.""",
)
BAD_CARD = declare(
    "RX502",
    "malformed saved card",
    """A saved card is `name~~faceup~~rotation~~fixed~~suit;;colour~~valuename%%value%%symbol`.
    Here faceup and fixed are `true` or `false`, the rotation is a number such as `90.0`, and the
    value is a whole number or empty. Names cannot contain any of `$ [ ] { } * : ~ ; %`.""",
)
BAD_BRANCH = declare(
    "RX503",
    "invalid child of a saved node",
    """A node has at most one child in each of the eight directions: north, northeast, east,
    southeast, south, southwest, west and northwest, in lower case.""",
)
SAVE_LIMIT = declare(
    "RX504",
    "save too large",
    """A save has at most 2,500 nodes and 2,000 cards, and nodes are at most 250 steps from their
    cell.""",
)
ODD_PATH = declare(
    "RX505",
    "inconsistent path of a saved node",
    """The text of a node starts with its path: the name of the cell and a direction for each step,
    separated by commas. This path differs from the node's actual position, which is the one that
    counts.""",
)
CELL_SAVED_TWICE = declare(
    "RX506",
    "duplicate saved cell",
    """A save lists each cell at most once. A cell that is not listed is empty.""",
)
SAVED_FRACTION = declare(
    "RX507",
    "fractional points",
    """Points are whole numbers, even if written with a decimal point: `10.0`.""",
)
UNKNOWN_SAVED_PHASE = declare(
    "RX508",
    "save in an unknown phase",
    """The rules file of the save has no phase with this name. The rules may have changed since the
    game was saved, or the save belongs to another game.""",
)
UNKNOWN_SAVED_CELL = declare(
    "RX509",
    "unknown saved cell",
    """The rules file of the save has no cell with this name. The rules may have changed since the
    game was saved, or the save belongs to another game.""",
)
AUTOMATIC_SAVED = declare(
    "RX510",
    "save in an automatic phase",
    """A save is resumed exactly in its phase, and automatic rules do not run when it is loaded.
    Nothing can be done in an automatic phase, so the game could not continue. Change the phase to
    one that waits for a move.""",
)
OTHER_PLAYERS = declare(
    "RX511",
    "wrong number of saved scores",
    """In games for several players, `score` is the score of the first player, and `others` contains
    a `score` for each of the others, in order. Games for one player have no `others`.""",
)
UNSAVED_NAME = declare(
    "RX512",
    "name not allowed in saves",
    """Saves use the characters `$ [ ] { } * : ~ ; %` as separators, so a card whose name, suit or
    colour contains one of them cannot be saved. Rename it.""",
)

# ---- writing -------------------------------------------------------------------------------------

NO_TABLE = declare(
    "RX601",
    "cannot be described in Rule XML",
    """Rule XML describes games with one deck of cards that is dealt to cells, for a fixed number of
    players who take turns by phases. The message names a part of the game that Rule XML has no
    notion of.""",
)
NO_WORDS = declare(
    "RX602",
    "cannot be expressed in Rule XML",
    """The game has cells and phases, but Rule XML has no elements for this statement or condition.
    It can deal cards, test cells, numbers of cards and top cards, and move, turn and shuffle
    cards.""",
)
A_POSITION = declare(
    "RX603",
    "position instead of a game",
    """The game was read from a save and starts in the middle. A rules file always describes a game
    from its start; write the position as a save.""",
)
OTHERWISE = declare(
    "RX604",
    "round trip differs",
    """The closest Rule XML file, when read again, is a different game. The location is where the
    two first differ.""",
)

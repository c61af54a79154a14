"""The diagnostics of Rule XML: what can be wrong with its files, each with its manual page."""

from __future__ import annotations

from ...diagnostics import declare

# ---- XML and files -------------------------------------------------------------------------------

NOT_XML = declare(
    "RX101",
    "not well-formed",
    """The file is not XML: a tag is not closed or closed in the wrong place, or a sign that has a
    meaning in XML stands in a text. In texts write `&lt;` for `<` and `&amp;` for `&`.""",
)
DOCTYPE = declare(
    "RX102",
    "a document type",
    """Files have no `<!DOCTYPE ...>`. With it a small file could stand for a huge one, or ask for
    other files of yours, so it is refused whatever it says. Leave it out: what may stand in a file
    follows from the `type` of its `data` element.""",
)
INSTRUCTION = declare(
    "RX103",
    "a processing instruction",
    """Apart from `<?xml ...?>` in the first line there are no `<? ... ?>` in these files. Text
    meant for readers goes into `<!-- ... -->`.""",
)
ENCODING = declare(
    "RX104",
    "another encoding than UTF-8",
    """Files are UTF-8 texts. Save the file as UTF-8 and write `encoding="UTF-8"` in its first line,
    or leave the encoding out.""",
)
TOO_LARGE = declare(
    "RX105",
    "too large",
    """The file goes beyond a limit that no game for people reaches: 1,000,000 characters, 64 levels
    of elements, 20,000 elements, 2,000 cards, 500 cells, 100 phases, 500 rules, 100 of them in one
    phase, or 100 mistakes.""",
)
NO_KIND = declare(
    "RX106",
    "no known kind of file",
    """All files have one element `data` around everything, and its attribute `type` says what the
    file is: `rule`, `layout`, `deck`, `save`, `score` or `style`.""",
)
NOT_XML_NAME = declare(
    "RX107",
    "not the name of an XML file",
    """Layouts and decks are files whose names end in `.xml`. No other file is opened.""",
)
NO_LAYOUT = declare(
    "RX108",
    "no such layout",
    """The layout that the rules name was not found: neither in the folder of the rules nor in the
    folders above it. The game can be played, its cells are placed by themselves.""",
)
WRONG_KIND = declare(
    "RX109",
    "another kind of file",
    """The file that is named here is no layout (or no deck): its `type` says that it is something
    else.""",
)

# ---- structure -----------------------------------------------------------------------------------

UNKNOWN_ELEMENT = declare(
    "RX201",
    "unknown element",
    """There is no element of this name here. `ludwright schema rulexml` prints what may stand
    where.""",
)
NO_ELEMENT = declare(
    "RX202",
    "element missing",
    """The element must hold another one that is not there. It may be empty in many cases, as
    `<layout/>` or `<init_cards/>`, but it must be written.""",
)
REPEATED = declare(
    "RX203",
    "element repeated",
    """The element may stand here only once.""",
)
MISPLACED = declare(
    "RX204",
    "element out of order",
    """The order of these elements is fixed. Move the element to its place.""",
)
UNKNOWN_ATTRIBUTE = declare(
    "RX205",
    "unknown attribute",
    """The element has no attribute of this name.""",
)
NO_ATTRIBUTE = declare(
    "RX206",
    "attribute missing",
    """The element needs an attribute that it does not have.""",
)
STRAY_TEXT = declare(
    "RX207",
    "text between elements",
    """Here are only elements, no text. Text meant for readers goes into `<!-- ... -->`.""",
)
BAD_NUMBER = declare(
    "RX208",
    "not a fitting number",
    """A number is needed here, within the limits that the message names. Points, values and
    numbers of cards are whole.""",
)
OLD_NAME = declare(
    "RX209",
    "a name of earlier days",
    """Early descriptions of the language use a few other names: `receive_rule` is `validation`
    today, in actions `flip` is `flip_up` and `direction` is `rotation`, in tests `direction` has
    become part of `value`, and the name of a group is its attribute `category`.""",
)
MEANINGLESS = declare(
    "RX210",
    "a text without a meaning here",
    """The text is none of those that mean something in this place, so it is read as the message
    says.""",
)
NOT_READ = declare(
    "RX211",
    "not looked at",
    """What stands here changes nothing: of several receivers, movers or donors only the first
    counts, conditions look at no values and names, automatic phases move no cards, and beside the
    path of a deck nothing else of the deck is read.""",
)
NO_NAME = declare(
    "RX212",
    "an empty name",
    """Cards, cells, groups and phases have names.""",
)

# ---- references and meaning ----------------------------------------------------------------------

UNKNOWN_PHASE = declare(
    "RX301",
    "unknown phase",
    """The phase that follows must be one of the file. A game ends in phases that are called `win`
    and `loss`; these must be there, too.""",
)
UNKNOWN_CELL = declare(
    "RX302",
    "unknown cell or group",
    """Rules speak of cells and groups by the names that `cell_groups` gives them, in the same
    letters.""",
)
NO_DESTINATION = declare(
    "RX303",
    "no such destination",
    """Cards go to the mover (`m`), the donor (`d`), the receiver (`r`) or to the cell of a name.
    Whatever else stands here, also the name of a group, means the receiver.""",
)
ODD_CONDITION = declare(
    "RX304",
    "a condition on nothing",
    """A condition on a name that no cell and no group has is always true, which is of use for a
    last rule. But there is a cell or a group of nearly that name.""",
)
UNKNOWN_CARD = declare(
    "RX305",
    "unknown card",
    """A card that a cell starts with must be in the deck. `Rd` is a random card, `**` all that are
    left.""",
)
CANT_DEAL = declare(
    "RX306",
    "a card that can't be dealt",
    """Each card of the deck is dealt once. Named cards are taken out first, then random ones (`Rd`)
    as long as there are any that are not fixed, then the rest (`**`).""",
)
SECOND_REST = declare(
    "RX307",
    "the rest dealt twice",
    """`**` is all of the deck that nothing else asked for, so it can be dealt only once.""",
)
NEVER = declare(
    "RX308",
    "a rule that never applies",
    """No drag and no click can meet everything that the rule asks for.""",
)
HIDDEN = declare(
    "RX309",
    "a rule behind another",
    """The first rule that fits is used. An earlier rule of the phase fits whenever this one does,
    so that it never gets its turn. Put the rule that asks for more first.""",
)
LOOP = declare(
    "RX310",
    "automatic phases in a circle",
    """Automatic phases follow each other at once, and these lead back to where they began without
    anybody doing something: the game would never go on.""",
)
MAYBE_LOOP = declare(
    "RX311",
    "automatic phases that may go in a circle",
    """Automatic phases change no cards, so that what held once still holds. If the conditions of
    all these rules are met together, the game never goes on.""",
)
NO_RULE = declare(
    "RX312",
    "an automatic phase without a last rule",
    """If no rule of an automatic phase applies, the game can't go on. End the phase with a rule
    without conditions.""",
)
NEVER_COMES = declare(
    "RX313",
    "a phase that never comes",
    """No way leads from the first phase to this one.""",
)
DEAD_END = declare(
    "RX314",
    "nothing can be done in a phase",
    """The phase waits for a drag or a click, but nobody may give cards or no rule can apply. Only
    `win` and `loss` are ends of a game.""",
)
PHASE_TWICE = declare(
    "RX315",
    "two phases of one name",
    """Phases are told apart by their names.""",
)
NO_PLAYER = declare(
    "RX316",
    "no such player",
    """Players are counted from 1 to the number that `players` says. Whose points they are can only
    be said in games in which phases say whose turn it is.""",
)
ONE_SEAT = declare(
    "RX317",
    "only one player",
    """The file says that several play, but no phase says whose turn it is. So it is a game for one,
    as all such files are. Write `player="1"` and `player="2"` at the phases to make it one for
    two.""",
)
BAD_CELL_NAME = declare(
    "RX318",
    "a name that can't be written in moves",
    """Moves are written as `drag 1,south -> 5` and positions are saved as texts, so names of cells
    hold no blanks, commas or brackets and none of the signs `$ * : ~ ; % >`.""",
)
NO_ACTION = declare(
    "RX319",
    "a rule without an action",
    """What a rule without an action accepts is refused, and no later rule is asked.""",
)
CELL_TWICE = declare(
    "RX320",
    "a cell described twice",
    """A cell may be in several groups, but only its first description counts. Elsewhere write
    `<cell name="..."><init_cards/></cell>`.""",
)
BAD_CARD_NAME = declare(
    "RX321",
    "a card that can't be written everywhere",
    """In `init_cards` commas end the name of a card, and `Rd` and `**` are no names. In saves
    names, suits and colours hold none of the signs `$ [ ] { } * : ~ ; %`.""",
)

# ---- layouts -------------------------------------------------------------------------------------

CELL_NOT_PLACED = declare(
    "RX401",
    "a cell without a place",
    """The layout does not say where the cell lies. A place is found for it.""",
)
PLACE_FOR_NOTHING = declare(
    "RX402",
    "a place for no cell",
    """The layout has a place for a cell that the rules do not know.""",
)
CARD_NOT_SHOWN = declare(
    "RX403",
    "a card without a picture",
    """The layout lists the cards that it has pictures of, and some of the deck are not among
    them.""",
)
SHOWN_FOR_NOTHING = declare(
    "RX404",
    "a picture of no card",
    """The layout lists cards that are not in the deck. `faceDown`, the back of the cards, and
    `celloutline`, an empty cell, are pictures that any layout may list.""",
)
PLACED_TWICE = declare(
    "RX405",
    "a cell placed twice",
    """The layout has two places for one cell. The first counts.""",
)

# ---- what layouts mean ---------------------------------------------------------------------------

OFF_THE_TABLE = declare(
    "RX411",
    "a place outside of the table",
    """Places are in hundredths of the table's width: `x_val` goes from 0 to 100, `y_val` from 0 to
    `screen_height`. Who draws the table may not be able to show what lies elsewhere.""",
)
UNREACHABLE = declare(
    "RX412",
    "a place that can't be kept as it is written",
    """Places have at most five decimals, and are at most 10,000 away from the upper left corner.
    The nearest such place is taken.""",
)
BAD_SIZE = declare(
    "RX413",
    "a size that nothing can have",
    """Tables and cards are from 1 to 10,000 hundredths of the table's width high or wide, and cards
    that hang below others are moved by 0 to 10,000. A usual size is taken instead.""",
)

# ---- saves, scores, styles -----------------------------------------------------------------------

BAD_CELL = declare(
    "RX501",
    "the text of a saved cell is broken",
    """A cell of a save is written as `path$deck[cards]$`, then `{direction:cell}` for each node
    that hangs below it, in the same form. Cards stand from the top down with a `*` between two.
    The place shown is where the text goes on otherwise.""",
)
BAD_CARD = declare(
    "RX502",
    "the text of a saved card is broken",
    """A card of a save is `name~~faceup~~rotation~~fixed~~suit;;colour~~valuename%%value%%symbol`:
    faceup and fixed are `true` or `false`, the rotation is a number such as `90.0`, the value a
    whole number or nothing. Names have none of the characters `$ [ ] { } * : ~ ; %`.""",
)
BAD_BRANCH = declare(
    "RX503",
    "a saved node that can't hang there",
    """Below a node there is at most one node in each of the eight directions north, northeast,
    east, southeast, south, southwest, west and northwest, in lower case.""",
)
SAVE_LIMIT = declare(
    "RX504",
    "a save that is too large",
    """A save has at most 2,500 nodes and 2,000 cards, and a node hangs at most 250 steps below its
    cell. No game needs more.""",
)
ODD_PATH = declare(
    "RX505",
    "a saved node with another path",
    """The text of a node begins with the way to it: the name of the cell, then a direction for each
    step, with commas. This one says another way than the one on which it stands. Where it stands is
    what counts.""",
)
CELL_SAVED_TWICE = declare(
    "RX506",
    "a cell saved twice",
    """Each cell stands in a save at most once. A cell that is left out is empty.""",
)
SAVED_FRACTION = declare(
    "RX507",
    "a fraction of a point",
    """Points are whole numbers, also where they are written with a decimal point: `10.0`.""",
)
UNKNOWN_SAVED_PHASE = declare(
    "RX508",
    "a save in an unknown phase",
    """The rules that the save names have no phase of this name. Perhaps they were changed since
    the game was saved, or the save is of another game.""",
)
UNKNOWN_SAVED_CELL = declare(
    "RX509",
    "a saved cell that is unknown",
    """The rules that the save names have no cell of this name. Perhaps they were changed since
    the game was saved, or the save is of another game.""",
)
PASSING_SAVED = declare(
    "RX510",
    "a save in a phase that passes by itself",
    """In an automatic phase nothing can be done, and a save goes on exactly where it is: the phase
    is not passed when the save is read. So such a save could never go on. Change its phase to one
    that waits for a move.""",
)
OTHER_PLAYERS = declare(
    "RX511",
    "scores of other players",
    """In games for several `score` is that of the first player, and `others` holds a `score` for
    each of the others, in their order. A game for one has no others.""",
)
UNSAVED_NAME = declare(
    "RX512",
    "a name that can't be saved",
    """In saves the characters `$ [ ] { } * : ~ ; %` stand between names, so a card whose name,
    suit or colour has one of them can't be saved. Give it another name.""",
)

# ---- writing -------------------------------------------------------------------------------------

NO_TABLE = declare(
    "RX601",
    "not a table of cells",
    """Rule XML describes games with one deck of cards that are dealt to cells, for a fixed number
    of players who take turns by phases. What the message names can't be part of such a game.""",
)
NO_WORDS = declare(
    "RX602",
    "no words for this",
    """The game has cells and phases, but what happens here is nothing that elements of Rule XML
    can say: they deal cards, ask for cells, numbers and top cards, and move, turn and shuffle.""",
)
A_POSITION = declare(
    "RX603",
    "a position, not a game",
    """The game was made of a save: it begins in the middle of a game. Rules can only say how a game
    begins; a position is written as a save.""",
)
OTHERWISE = declare(
    "RX604",
    "Rule XML would mean something else",
    """What Rule XML can say comes near to this, but read again it would be another game. The place
    is the first at which the two differ.""",
)

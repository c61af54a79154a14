"""The diagnostics of SGDL: what can be wrong with a patience, each with its manual page."""

from __future__ import annotations

from ...diagnostics import declare

NO_NAME = declare(
    "SG101",
    "no name",
    """The first line of a game is its name, in any words. The file is empty, or its first line
    is already a section. Write the name above `$cards`.""",
)
STRAY_TEXT = declare(
    "SG102",
    "text outside of a section",
    """Between the name and the first section there is nothing. Text meant for readers goes behind
    a `#`.""",
)
UNKNOWN_SECTION = declare(
    "SG103",
    "unknown section",
    """The sections are `$extended`, `$cards`, `$initial`, `$moves`, `$auto` and `$win`, in extended
    files also `$score` and `$lose`, in lower case and each alone on its line.""",
)
SECTION_ORDER = declare(
    "SG104",
    "section out of order",
    """Sections come in the order `$cards`, `$initial`, `$moves`, `$auto`, `$score`, `$win` and
    `$lose`, because rules speak of piles that were laid out before.""",
)
SECTION_TWICE = declare(
    "SG105",
    "section given twice",
    """Each section occurs at most once. Join the two.""",
)
NO_SECTION = declare(
    "SG106",
    "section missing",
    """A game needs `$cards`, `$initial` and `$win`: what it is played with, how it starts and when
    it is won. `$moves` and `$auto` may be left out.""",
)
BAD_SET = declare(
    "SG107",
    "badly written set",
    """Several names are written in braces with commas between them: `{SPADES, HEARTS}`. A set
    stands on one line, apart from the words beside it, and holds no other set.""",
)
BAD_INDENT = declare(
    "SG108",
    "wrong indentation",
    """Only conditions below AND or OR are indented: by four blanks or one tab more than the word
    they belong to. All other lines start at the margin.""",
)
TOO_LARGE = declare(
    "SG109",
    "too large",
    """The file goes beyond a limit that no game for people reaches: lines, piles, depth of
    conditions, or the number of rules that its sets of piles stand for.""",
)

NOT_EXTENDED = declare(
    "SG110",
    "a word of the extended language",
    """Patterns of faces, wrapping ranks, covered cards and other things came to the language later.
    A file that uses one of them says so: `$extended` stands alone on the line below the name.""",
)
EXTENDED_IN_VAIN = declare(
    "SG111",
    "nothing extended",
    """The file says `$extended` but uses nothing that needs it. Without that line older programs
    can read the game, too.""",
)

BAD_DECK = declare(
    "SG201",
    "bad deck",
    """`$cards` holds one line: `DECK`, how many decks, their suits and, if not all thirteen are
    used, their ranks. Example: `DECK 2 {SPADES, HEARTS}`.""",
)
UNKNOWN_SUIT = declare(
    "SG202",
    "unknown suit",
    """The suits are SPADES, HEARTS, CLUBS and DIAMONDS.""",
)
UNKNOWN_RANK = declare(
    "SG203",
    "unknown rank",
    """The ranks are 1 to 10, J, Q and K. The ace is 1.""",
)
BAD_NUMBER = declare(
    "SG204",
    "not a fitting number",
    """A whole number is needed here, within the limits that the message names. The display of a
    ROTATE pile and its redeals may also be `U`, for unlimited.""",
)
BAD_PILE = declare(
    "SG205",
    "bad pile line",
    """A pile is written as its name, how many cards it starts with and, if wanted, a face word and
    its starting cards: `COLUMN 3 FACE_ALL {S1, H1, C1}`. One line makes one pile.""",
)
UNKNOWN_FACE = declare(
    "SG206",
    "unknown face word",
    """The face words are FACE_LAST (only the top card is up), FACE_ALL, FACE_ALTERNATE_LAST (every
    other card, the top one included) and FACE_HALF (the lower half is down). In extended files
    FACE_UNCOVERED keeps all cards down as long as other piles cover them.""",
)
UNKNOWN_CARD = declare(
    "SG207",
    "unknown card",
    """A card is the first letter of its suit and then its rank: `S1`, `H10`, `DK`.""",
)
SECOND_DRAW = declare(
    "SG208",
    "second draw pile",
    """There is one draw pile without a name. In an extended file others have names, each its own:
    `DRAW LEFT 10 ROTATE 1 U 0`.""",
)
BAD_DRAW = declare(
    "SG209",
    "bad draw pile",
    """A draw pile either deals a card to each pile of some names, `DRAW 50 DEAL COLUMN`, or turns
    cards over: `DRAW 24 ROTATE 3 U 2` draws three at a time, keeps all drawn cards within reach
    and may be turned over twice. In an extended file `DRAW 0 GATHER FAN 3 2` takes up all cards of
    the piles FAN, twice at most, shuffles them and deals them anew, three to a pile.""",
)
NAMED_TWICE = declare(
    "SG210",
    "named twice in a set",
    """A set names each thing once. (Only the starting cards of a pile may repeat, if there are
    several decks.)""",
)
CARD_COUNT = declare(
    "SG211",
    "wrong number of starting cards",
    """A pile with starting cards names all of them: as many as its number says, from the bottom
    up.""",
)
CARD_MISSING = declare(
    "SG212",
    "starting card not in the deck",
    """Every starting card is taken out of the deck before the others are dealt, so the deck must
    hold it, once for each time it is named.""",
)
TOO_FEW_CARDS = declare(
    "SG213",
    "not enough cards",
    """The piles together start with more cards than the decks have.""",
)
CARDS_LEFT = declare(
    "SG214",
    "cards left over",
    """The piles together start with fewer cards than the decks have. The rest lies aside and never
    comes into play, which is seldom meant.""",
)

BAD_PATTERN = declare(
    "SG215",
    "bad pattern of faces",
    """`FACE` is followed by a pattern of the letters u (face up) and d (face down), from the bottom
    card to the top card: `FACE ddduuuu`. A group before the letters, `(d)*uuuu`, is repeated
    downwards as often as there are cards; it is read downwards, too, so that `(ud)*` begins with a
    card that is up.""",
)
TOP_DOWN = declare(
    "SG216",
    "top card face down",
    """The top card of a pile is always face up, so that the last letter of a pattern is u, or the
    first letter of its group, if no letters follow it.""",
)
PATTERN_LENGTH = declare(
    "SG217",
    "pattern of another length",
    """A pattern of faces has a letter for each card of the pile. Only a group, as in `(d)*uu`,
    stands for as many cards as there are.""",
)
REFILL_IN_VAIN = declare(
    "SG219",
    "nothing to refill",
    """REFILL brings cards back into the display of a ROTATE pile when others are played from it.
    With the size `U` no card ever leaves the display, so there is nothing to bring back.""",
)
NAME_TAKEN = declare(
    "SG220",
    "a draw pile named like another pile",
    """Rules name draw piles and other piles in the same way, so they must have different names.""",
)
BAD_BASE = declare(
    "SG218",
    "bad base",
    """`BASE` at the end of a pile's line makes the rank of its bottom card the base rank of the
    game. One pile says so; its bottom card is dealt at the start and lies face up.""",
)
BAD_SPOT = declare(
    "SG225",
    "bad place on the table",
    """`AT x y` says where a pile lies: how far to the right and how far down, counted in piles.
    Both are numbers from 0 to 99.99 with at most two decimals: `AT 2.5 1`.""",
)
BAD_COVER = declare(
    "SG226",
    "bad COVERED_BY",
    """`COVERED_BY` stands last on a pile line and names the piles that lie on it, each by name and
    number, as moves are written: `COVERED_BY CARD[1] CARD[2]`. Numbers start from 0, in the order
    of the file; later lines may be named, too.""",
)
NO_COVER = declare(
    "SG227",
    "covered by a pile that is not there",
    """Piles of one name are numbered from 0 in the order of the file. No line of `$initial` makes
    the pile that is said to cover this one.""",
)
COVER_CIRCLE = declare(
    "SG228",
    "piles cover each other",
    """A pile gives up its cards only when all piles that cover it are empty. If it covers itself,
    or one of those that cover it, that never happens.""",
)
COVERED_DEAL = declare(
    "SG229",
    "dealt to a covered pile",
    """Piles that others lie on get their cards at the start. A draw pile cannot deal to them later,
    because nothing can be put on them.""",
)

UNKNOWN_PILE = declare(
    "SG301",
    "unknown pile",
    """Rules and conditions speak of piles by the names that `$initial` gives them.""",
)
NOT_DRAW = declare(
    "SG302",
    "the draw pile cannot be used here",
    """No card goes to the draw pile, and only single cards come from it: it is never a destination
    and has no part in MOVE_STACK.""",
)
NO_DRAW = declare(
    "SG303",
    "there is no draw pile",
    """A rule or condition speaks of DRAW, but `$initial` has no DRAW line.""",
)
BAD_RULE = declare(
    "SG304",
    "bad rule",
    """A rule starts with `MOVE <from> <to>`, `MOVE_STACK <from> <to>` or `DRAW` (only in `$moves`),
    and its condition starts on the next line. In extended files it may also be
    `REMOVE <piles> TO <pile>` for one card, or `REMOVE <piles> <piles> TO <pile>` for two.""",
)
RULE_TWICE = declare(
    "SG305",
    "second rule for the same piles",
    """Each pair of names has at most one MOVE and one MOVE_STACK rule in a section, and there is
    one DRAW rule. A pair is removed by one rule, in whichever order it names the two. Join the
    conditions with OR.""",
)
NEVER = declare(
    "SG306",
    "a rule that never applies",
    """The cards of a draw pile that deals lie face down, so that none can be moved from it. A
    ROTATE pile shows its cards.""",
)
NO_MOVES = declare(
    "SG307",
    "nothing to do",
    """The game has neither a rule in `$moves` nor a draw pile, so that nobody can ever move.""",
)

NO_BASE = declare(
    "SG308",
    "there is no base rank",
    """A condition speaks of the rank BASE, but no pile of `$initial` has BASE at the end of its
    line.""",
)
BAD_HEAP = declare(
    "SG320",
    "removed cards cannot go there",
    """Removed cards go to one pile: there must be a single pile of the name after TO, and cards are
    not removed from it.""",
)
NO_PAIR = declare(
    "SG321",
    "never two piles",
    """Two cards are removed from two different piles. The rule names one pile only, so that it
    never applies.""",
)
BAD_SCORE = declare(
    "SG325",
    "bad score line",
    """Each line of `$score` is a number of points, which may be negative, and what they are for:
    `MOVE <from> <to>`, `MOVE_STACK <from> <to>`, `REMOVE <piles>`, `REMOVE <piles> <piles>`,
    `DRAW`, `REDEAL`, `TURN <piles>` (a card of the pile is turned up) or `WIN`.""",
)
SCORE_NEVER = declare(
    "SG326",
    "points for what never happens",
    """No rule and no draw pile of the game does what these points are for.""",
)
SCORE_TWICE = declare(
    "SG327",
    "scored twice",
    """Each thing has one number of points. Two lines of `$score` speak of the same one.""",
)

NO_CONDITION = declare(
    "SG401",
    "condition missing",
    """Every rule, and `$win` and `$lose`, needs a condition on the next line, at the margin.""",
)
UNKNOWN_CONDITION = declare(
    "SG402",
    "unknown condition",
    """Conditions start with DEST, SRC, DESTSRC, SRCSTACK, PAIR or PILE, or join others with AND or
    OR.""",
)
NOT_ALLOWED = declare(
    "SG403",
    "condition not allowed here",
    """MOVE has the conditions DEST, SRC and DESTSRC, MOVE_STACK these and SRCSTACK; DRAW and
    `$win` have PILE. REMOVE has SRC for its first card; for two cards also PAIR, and DEST for the
    second. In an extended file PILE may be used everywhere.""",
)
BAD_CONDITION = declare(
    "SG404",
    "badly written condition",
    """The first word of the condition is known, but what follows does not fit it. The message says
    what may stand there.""",
)
UNKNOWN_OPERATOR = declare(
    "SG405",
    "unknown operator",
    """Sizes are compared with ==, !=, <, >, <= or >=.""",
)
EMPTY_BLOCK = declare(
    "SG406",
    "nothing below AND or OR",
    """AND and OR join the conditions that are indented below them; there must be at least one.""",
)
EXTRA_CONDITION = declare(
    "SG407",
    "more than one condition",
    """A rule, and `$win`, has one condition. Put several below AND (all must hold) or OR (one must
    hold), indented.""",
)

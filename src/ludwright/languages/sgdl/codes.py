"""The diagnostic codes of SGDL, each with its manual page."""

from __future__ import annotations

from ...diagnostics import declare

# ---- lines and sections ------------------------------------------------------------------------

NO_NAME = declare(
    "SG101",
    "missing name",
    """The first line of a file is the name of the game, in any words. The file is empty, or its
    first line is already a section. Write the name above `$cards`.""",
)
STRAY_TEXT = declare(
    "SG102",
    "text outside a section",
    """Only `$extended` may come between the name and the first section. Put text for readers in a
    comment, after a `#`.""",
)
UNKNOWN_SECTION = declare(
    "SG103",
    "unknown section",
    """The sections are `$extended`, `$cards`, `$initial`, `$moves`, `$auto` and `$win`, and in
    extended files also `$score` and `$lose`. Each is written in lower case, alone on its line.""",
)
SECTION_ORDER = declare(
    "SG104",
    "section out of order",
    """Sections are written in the order `$cards`, `$initial`, `$moves`, `$auto`, `$score`, `$win`,
    `$lose`, so that every pile is declared before a rule uses it.""",
)
SECTION_TWICE = declare(
    "SG105",
    "duplicate section",
    """Each section occurs at most once. Merge the two.""",
)
NO_SECTION = declare(
    "SG106",
    "missing section",
    """`$cards`, `$initial` and `$win` are required: the deck, the starting layout and the winning
    condition. `$moves` and `$auto` are optional.""",
)
BAD_SET = declare(
    "SG107",
    "malformed set",
    """A set lists names in braces, separated by commas: `{SPADES, HEARTS}`. It fits on one line,
    has blanks around it, and does not contain other sets.""",
)
BAD_INDENT = declare(
    "SG108",
    "invalid indentation",
    """Only conditions below AND or OR are indented, by four blanks or one tab more than the AND or
    OR they belong to. All other lines start at the margin.""",
)
TOO_LARGE = declare(
    "SG109",
    "limit exceeded",
    """The file exceeds a limit that no playable game reaches: on lines, piles, nesting depth of
    conditions, or the number of tests that the rules expand to.""",
)
NOT_EXTENDED = declare(
    "SG110",
    "extended language without `$extended`",
    """Face patterns, wrapping ranks, covered piles and some other constructs were added to the
    language later. A file that uses any of them declares it: write `$extended` alone on the line
    below the name.""",
)
EXTENDED_UNUSED = declare(
    "SG111",
    "unused `$extended`",
    """The file says `$extended` but uses no extended construct. Without that line, older programs
    can read the game too.""",
)

# ---- cards and piles ---------------------------------------------------------------------------

BAD_DECK = declare(
    "SG201",
    "malformed deck",
    """`$cards` contains one line: `DECK`, the number of decks, the suits and, unless all thirteen
    are used, the ranks. Example: `DECK 2 {SPADES, HEARTS}`.""",
)
UNKNOWN_SUIT = declare(
    "SG202",
    "unknown suit",
    """The suits are SPADES, HEARTS, CLUBS and DIAMONDS.""",
)
UNKNOWN_RANK = declare(
    "SG203",
    "unknown rank",
    """The ranks are 1 to 10, J, Q and K. The ace is 1. A condition of an extended file may also use
    BASE, the base rank of the game.""",
)
BAD_NUMBER = declare(
    "SG204",
    "invalid number",
    """Expected a whole number within the limits given in the message. The window and the redeals of
    a ROTATE pile may also be `U`, for unlimited.""",
)
BAD_PILE = declare(
    "SG205",
    "malformed pile",
    """A pile is declared by its name and its number of cards, optionally followed by a face word
    and its starting cards: `COLUMN 3 FACE_ALL {S1, H1, C1}`. Each line declares one pile.""",
)
UNKNOWN_FACE = declare(
    "SG206",
    "unknown face word",
    """The face words are FACE_LAST (only the top card is face up), FACE_ALL, FACE_ALTERNATE_LAST
    (every other card, counting from the top one) and FACE_HALF (the lower half is face down). In
    extended files, FACE_UNCOVERED keeps the whole pile face down while other piles cover it.""",
)
UNKNOWN_CARD = declare(
    "SG207",
    "unknown card",
    """A card is the first letter of its suit followed by its rank: `S1`, `H10`, `DK`.""",
)
SECOND_DRAW = declare(
    "SG208",
    "duplicate draw pile",
    """At most one draw pile has no name. In an extended file there can be others, each with a name
    of its own: `DRAW LEFT 10 ROTATE 1 U 0`.""",
)
BAD_DRAW = declare(
    "SG209",
    "malformed draw pile",
    """A draw pile either deals one card to each pile of the given names, `DRAW 50 DEAL COLUMN`, or
    turns cards over: `DRAW 24 ROTATE 3 U 2` draws three at a time, keeps all drawn cards available
    and allows two redeals. In an extended file, `DRAW 0 GATHER FAN 3 2` collects all cards of the
    FAN piles, shuffles them and deals them again in packets of three, at most twice.""",
)
DUPLICATE_NAME = declare(
    "SG210",
    "duplicate name in a set",
    """A set lists each name once. Only the starting cards of a pile may repeat, if there is more
    than one deck.""",
)
CARD_COUNT = declare(
    "SG211",
    "wrong number of starting cards",
    """A pile with starting cards lists all of them, from the bottom up: as many as its number of
    cards.""",
)
CARD_MISSING = declare(
    "SG212",
    "starting card not in the deck",
    """Starting cards are removed from the deck before the others are dealt, so the deck must
    contain a copy for every mention.""",
)
TOO_FEW_CARDS = declare(
    "SG213",
    "not enough cards",
    """The piles together start with more cards than the decks contain.""",
)
CARDS_LEFT = declare(
    "SG214",
    "cards left over",
    """The piles together start with fewer cards than the decks contain. The remaining cards stay
    out of play, which is rarely intended.""",
)
BAD_PATTERN = declare(
    "SG215",
    "malformed face pattern",
    """`FACE` is followed by a pattern of the letters u (face up) and d (face down), from the bottom
    card to the top card: `FACE ddduuuu`. A group before the letters, `(d)*uuuu`, covers all
    remaining cards: it is repeated and read downwards, so `(ud)*` begins with a card that is face
    up.""",
)
TOP_DOWN = declare(
    "SG216",
    "top card face down",
    """The top card of a pile is always face up. The last letter of a face pattern must therefore be
    u or, if no letters follow the group, the first letter of the group.""",
)
PATTERN_LENGTH = declare(
    "SG217",
    "face pattern of the wrong length",
    """A face pattern has one letter for each card of the pile. Only a group, as in `(d)*uu`,
    adapts to the number of cards.""",
)
BAD_BASE = declare(
    "SG218",
    "invalid base pile",
    """`BASE` at the end of a pile line makes the rank of the pile's bottom card the base rank of
    the game. At most one pile is the base pile, and its bottom card starts face up.""",
)
REFILL_UNUSED = declare(
    "SG219",
    "REFILL without effect",
    """REFILL returns cards to the window of a ROTATE pile when others are played from it. With the
    window `U`, cards never leave the window, so there is nothing to return.""",
)
NAME_TAKEN = declare(
    "SG220",
    "draw pile with the name of another pile",
    """Rules refer to draw piles and other piles by name in the same way, so a draw pile needs a
    name that no other pile has.""",
)
BAD_SPOT = declare(
    "SG225",
    "invalid position",
    """`AT x y` gives the position of a pile on the table: to the right and down, measured in piles.
    Both are numbers from 0 to 99.99 with at most two decimals: `AT 2.5 1`.""",
)
BAD_COVER = declare(
    "SG226",
    "malformed COVERED_BY",
    """`COVERED_BY` is the last part of a pile line and lists the piles that cover this one, each by
    name and index, as in the notation of moves: `COVERED_BY CARD[1] CARD[2]`. Indices count from 0
    in file order; piles declared later may be listed too.""",
)
UNKNOWN_COVER = declare(
    "SG227",
    "unknown covering pile",
    """Piles with the same name are numbered from 0 in file order. No line of `$initial` declares
    the pile that is listed as a cover.""",
)
COVER_CYCLE = declare(
    "SG228",
    "piles cover each other",
    """Cards can leave a pile only when all piles that cover it are empty. A pile that covers
    itself, directly or through others, never becomes available.""",
)
COVERED_DEAL = declare(
    "SG229",
    "deal to a covered pile",
    """Cards cannot be placed on a covered pile, so a draw pile cannot deal to it. Covered piles
    get all their cards at the start.""",
)

# ---- rules -------------------------------------------------------------------------------------

UNKNOWN_PILE = declare(
    "SG301",
    "unknown pile",
    """Rules and conditions refer to piles by the names declared in `$initial`.""",
)
NOT_DRAW = declare(
    "SG302",
    "draw pile not allowed here",
    """Cards never move to a draw pile, and leave it only one at a time: it cannot be a destination,
    and cannot be used in MOVE_STACK.""",
)
NO_DRAW = declare(
    "SG303",
    "missing draw pile",
    """A rule or condition uses DRAW, but `$initial` has no DRAW line.""",
)
BAD_RULE = declare(
    "SG304",
    "malformed rule",
    """A rule starts with `MOVE <from> <to>`, `MOVE_STACK <from> <to>` or `DRAW` (only in `$moves`),
    and its condition starts on the next line. In extended files it may also be
    `REMOVE <piles> TO <pile>` for one card, or `REMOVE <piles> <piles> TO <pile>` for two.""",
)
RULE_TWICE = declare(
    "SG305",
    "duplicate rule",
    """In each section, a pair of names has at most one MOVE and one MOVE_STACK rule, and there is
    at most one DRAW rule. For REMOVE, the order of the two names makes no difference. Join the
    conditions with OR.""",
)
NEVER = declare(
    "SG306",
    "rule that never applies",
    """The cards of a draw pile that deals are face down, so none of them can be moved. Only a
    ROTATE pile shows its cards.""",
)
NO_MOVES = declare(
    "SG307",
    "no possible move",
    """The game has neither a rule in `$moves` nor a draw pile, so the player can never move.""",
)
NO_BASE = declare(
    "SG308",
    "missing base rank",
    """A condition uses the rank BASE, but no pile line of `$initial` ends with BASE.""",
)
NEVER_HOLDS = declare(
    "SG309",
    "condition that never holds",
    """No card of the deck can meet this condition, whatever lies on the destination. Usually AND
    stands where OR was meant: on an empty destination, DESTSRC, DEST Suit and DEST Rank are false,
    so none of them holds together with `DEST Empty`. Or the deck has no such card.""",
)
BAD_HEAP = declare(
    "SG320",
    "invalid pile for removed cards",
    """Removed cards go to a single pile: exactly one pile has the name after TO, and the rule does
    not remove cards from it.""",
)
NO_PAIR = declare(
    "SG321",
    "only one pile to remove two cards from",
    """Two cards are removed from two different piles. The rule names only one pile, so it never
    applies.""",
)
BAD_SCORE = declare(
    "SG325",
    "malformed score line",
    """Each line of `$score` is a number of points, possibly negative, and the event they are for:
    `MOVE <from> <to>`, `MOVE_STACK <from> <to>`, `REMOVE <piles>`, `REMOVE <piles> <piles>`,
    `DRAW`, `REDEAL`, `TURN <piles>` (a card of the pile is turned face up) or `WIN`.""",
)
SCORE_NEVER = declare(
    "SG326",
    "points for an impossible event",
    """No rule and no draw pile of the game can cause the event that these points are for.""",
)
SCORE_TWICE = declare(
    "SG327",
    "duplicate score",
    """Two lines of `$score` give points for the same event. Keep one.""",
)

# ---- conditions --------------------------------------------------------------------------------

NO_CONDITION = declare(
    "SG401",
    "missing condition",
    """Every rule, and `$win` and `$lose`, requires a condition on the next line, at the margin.""",
)
UNKNOWN_CONDITION = declare(
    "SG402",
    "unknown condition",
    """A condition starts with DEST, SRC, DESTSRC, SRCSTACK, PAIR or PILE, or joins others with AND
    or OR.""",
)
NOT_ALLOWED = declare(
    "SG403",
    "condition not allowed here",
    """MOVE allows the conditions DEST, SRC and DESTSRC; MOVE_STACK allows SRCSTACK as well; DRAW,
    `$win` and `$lose` allow PILE. REMOVE allows SRC for its first card and, for two cards, DEST for
    the second and PAIR for both. In an extended file PILE is allowed everywhere.""",
)
BAD_CONDITION = declare(
    "SG404",
    "malformed condition",
    """The first word of the condition is known, but the rest does not fit it. The message says what
    is expected.""",
)
UNKNOWN_OPERATOR = declare(
    "SG405",
    "unknown operator",
    """Sizes are compared with ==, !=, <, >, <= or >=.""",
)
EMPTY_BLOCK = declare(
    "SG406",
    "empty AND or OR",
    """AND and OR join the conditions indented below them. At least one is required.""",
)
EXTRA_CONDITION = declare(
    "SG407",
    "more than one condition",
    """A rule, `$win` or `$lose` has a single condition. Join several by indenting them below AND
    (all must hold) or OR (at least one must hold).""",
)

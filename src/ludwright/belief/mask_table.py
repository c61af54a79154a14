"""What is hidden from whom in the states of a program, and the memory that masking works in, as
flat arrays that compiled loops can follow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ..machine import state as m
from ..machine.program import ActionInfo, Array, Program, SiteInfo
from .audience_table import AUDIENCES, audience_table, type_of

# ---- the table: where the audience table starts; the words of the program; where variables end;
# where the classes of backs by token start, and their number; lists (a count, then items) of the
# zones without an order, of the words of variables that refer to tokens, of the addresses of
# changing properties; a list of the words hidden from each seat, by seat; then maps (a count, then
# keys in order, each with a value): by where a rollback continues its table of what is live, by
# procedure the list of its parameters on the agenda, by site the description of its actions; where
# the sites of draws and rolls are described, and the most values of a choice with its action ----
M_AUDIENCE, M_PROGRAM, M_VARIABLES_END, M_BACKS, M_BACK_COUNT, M_UNORDERED = range(6)
M_TOKEN_WORDS, M_PROPERTIES, M_HIDDEN, M_ROLLBACKS, M_DUE, M_SITES, M_CHANCE = range(6, 13)
M_MOST_VALUES, M_HEAD = range(13, 15)
# ---- a parameter: its audience and its type ----
PARAMETER_WORDS = 2
# ---- a site: whether choices are announced, the number of actions, where each is described. An
# action: the number of operands, whether they are the bits of a set, whether each is a token (or
# the items are) ----
D_ANNOUNCED, D_ACTIONS, D_HEAD = range(3)
D_OPERANDS, D_IS_SET, D_TOKENS = range(3)

# ---- the scratch memory: why it was too small (0: it was not); records of the registers in use, of
# words to blank, of words that refer to tokens: room, how many, where they are; values beside the
# latter; by token: the first of these words, places in checkpoints, two orders, labels, a column; a
# cursor per back; a state before simultaneous answers, and a masked one ----
X_FULL, X_HELD_ROOM, X_HELD, X_HELD_AT, X_BLANK_ROOM, X_BLANKS, X_BLANKS_AT = range(7)
X_NAME_ROOM, X_NAMES, X_NAMES_AT, X_VALUES, X_FIRSTS, X_PLACES = range(7, 13)
X_ORDER, X_UNSEEN, X_LABELS, X_COLUMN, X_CURSORS, X_STATE, X_WORDS, X_HEAD = range(13, 21)
# ---- a register in use: address, first word of its list (0: it has none), type, audience ----
R_ADDRESS, R_ITEMS, R_TYPE, R_AUDIENCE, RECORD_WORDS = range(5)


class _Words:
    """Words that grow at the end."""

    def __init__(self, head: int) -> None:
        self.words = [0] * head

    def add(self, words: Iterable[int]) -> int:
        """Add words; returns where they start."""
        start = len(self.words)
        self.words += words
        return start

    def add_list(self, items: Sequence[int]) -> int:
        """Add a list."""
        return self.add([len(items), *items])

    def add_map(self, values: Mapping[int, int]) -> int:
        """Add a map."""
        pairs = [word for key in sorted(values) for word in (key, values[key])]
        return self.add([len(values), *pairs])


def mask_table(program: Program) -> Array:
    """The table of a program."""
    table = _Words(M_HEAD)
    words, code = table.words, program.code
    words[M_AUDIENCE] = table.add(audience_table(program).tolist())
    words[M_PROGRAM] = len(code)
    words[M_VARIABLES_END] = program.registers_at
    backs = sorted(set(program.backs))
    words[M_BACKS] = table.add(backs.index(back) for back in program.backs)
    words[M_BACK_COUNT] = len(backs)
    sight, zones = int(code[m.P_SIGHT]), range(1, int(code[m.P_ZONES]))
    flags = {zone: int(code[sight + zone * m.SIGHT_WORDS]) for zone in zones}
    words[M_UNORDERED] = table.add_list([z for z in zones if not flags[z] & m.ORDERED])
    held = [slot for slot in program.slots if slot.start >= program.columns.end]
    named = [s.start + i for s in held if s.type == "token" for i in range(s.count)]
    words[M_TOKEN_WORDS] = table.add_list(named)
    addresses = [info.address for info in program.properties.values()]
    words[M_PROPERTIES] = table.add_list(addresses)
    hidden = [table.add_list(hidden_words(program, seat)) for seat in range(program.seats)]
    words[M_HIDDEN] = table.add(hidden)
    words[M_ROLLBACKS] = table.add_map(program.rollbacks)
    due = {
        procedure: table.add(
            [len(slots), *(word for s in slots for word in (AUDIENCES[s.audience], type_of(s)))]
        )
        for procedure, slots in program.due.items()
    }
    words[M_DUE] = table.add_map(due)
    sites = {at: _site(table, info) for at, info in program.sites.items()}
    words[M_SITES] = table.add_map(sites)
    words[M_CHANCE] = table.add([_site(table, info) for info in program.chance])
    every = [*program.sites.values(), *program.chance]
    words[M_MOST_VALUES] = 1 + max(
        (most_values(action) for site in every for action in site.actions), default=0
    )
    return np.array(words, np.int32)


def hidden_words(program: Program, seat: int) -> list[int]:
    """The words of variables that a seat may not read."""
    found: list[int] = []
    first = int(program.code[m.P_RESULTS]) + m.RESULT_WORDS * program.seats
    for slot in program.slots:
        if not first <= slot.start < program.registers_at:
            continue
        if slot.audience == "none":
            found += range(slot.start, slot.start + slot.count)
        elif slot.audience == "owner":
            found += [slot.start + i for i in range(slot.count) if i != seat]
        elif slot.audience == "team":
            teams = enumerate(program.teams)
            found += [slot.start + i for i, team in teams if seat not in team.seats]
    return found


def most_values(info: ActionInfo) -> int:
    """The most values that an action chooses."""
    return len(info.operands) * (1 if info.sets is None else m.SET_BITS)


def _site(table: _Words, info: SiteInfo) -> int:
    actions = [_action(table, action) for action in info.actions]
    return table.add([int(info.announced), len(actions), *actions])


def _action(table: _Words, info: ActionInfo) -> int:
    if info.sets is not None:
        return table.add([len(info.operands), 1, int(info.sets.kind == "token")])
    tokens = [int(kind == "token") for _, kind, _ in info.operands]
    return table.add([len(tokens), 0, *tokens])


def scratch_memory(program: Program, room: int) -> Array:
    """Memory to mask states of a program in, with room for some records of each kind."""
    code = program.code
    n1, size = int(code[m.P_TOKENS]), int(code[m.P_SIZE])
    places = max(1, int(code[m.P_CHECKPOINT_COUNT])) * n1
    parts = {
        X_HELD_AT: room * RECORD_WORDS,
        **dict.fromkeys((X_BLANKS_AT, X_NAMES_AT, X_VALUES), room),
        **dict.fromkeys((X_FIRSTS, X_ORDER, X_UNSEEN, X_LABELS, X_COLUMN), n1),
        **{X_PLACES: places, X_CURSORS: len(program.backs), X_STATE: size, X_WORDS: size},
    }
    memory = np.zeros(X_HEAD + sum(parts.values()), np.int32)
    memory[[X_HELD_ROOM, X_BLANK_ROOM, X_NAME_ROOM]] = room
    at = X_HEAD
    for part, words in parts.items():
        memory[part] = at
        at += words
    return memory

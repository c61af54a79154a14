"""Keys of 128 bits: two hashes at once of all that can still matter in a state.

Places that are interchangeable count as a multiset: their hashes are added. What seats know is part
of it only in games in which options depend on it.
"""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.jit import I64, U32, U64, U
from ..machine.keys import tree
from ..machine.ops import POP
from ..machine.rng import FINAL_1, FINAL_2, M64, S27, S30, S31
from .jit import jit

# ---- a hash: two words that go on, two that are added up for places that are interchangeable ----
LOW, HIGH, SUM_LOW, SUM_HIGH, HASH_WORDS = range(5)
HASH = "uint64[::1]"

# ---- what a key needs to know of a game: whether options depend on what seats know; where the
# forgotten words are listed (a number, then their addresses), 0 if there are none; then for each
# zone the group of places that it can be interchanged with, 0 if it is on its own; behind them, by
# the offset of a site plus the number of an action, a bit for each operand that is a zone ----
Y_KNOWING, Y_FORGOTTEN, Y_GROUPS = 0, 1, 2

PRIME_A, PRIME_B = U64(0x9FB21C651E98DF25), U64(0xD1B54A32D192ED03)
SHIFT_A, SHIFT_B = U64(29), U64(32)
SEED_A, SEED_B = U64(0x243F6A8885A308D3), U64(0x13198A2E03707344)


@jit("uint64(uint64, int64)", inline=True)
def mixed_a(h: Any, x: Any) -> Any:
    """The first hash with one more word in it."""
    h = ((h ^ U64(U32(x))) * PRIME_A) & M64
    return h ^ (h >> SHIFT_A)


@jit("uint64(uint64, int64)", inline=True)
def mixed_b(h: Any, x: Any) -> Any:
    """The second hash with one more word in it."""
    h = ((h ^ U64(U32(x))) * PRIME_B) & M64
    return h ^ (h >> SHIFT_B)


@jit("uint64(uint64)", inline=True)
def final(h: Any) -> Any:
    """A hash with its bits well stirred: sums of such hashes tell multisets apart."""
    h = ((h ^ (h >> S30)) * FINAL_1) & M64
    h = ((h ^ (h >> S27)) * FINAL_2) & M64
    return h ^ (h >> S31)


@jit(f"void({HASH}, int64)", inline=True)
def mix(H: Any, x: Any) -> None:
    """Put one more word into both hashes."""
    H[U(LOW)] = mixed_a(H[U(LOW)], x)
    H[U(HIGH)] = mixed_b(H[U(HIGH)], x)


@jit(f"void({HASH}, state, int64, int64)")
def stretch(H: Any, S: Any, start: Any, count: Any) -> None:
    """Put a stretch of the state into both hashes."""
    for i in range(count):
        mix(H, I64(S[U(start + i)]))


@jit(f"void({HASH}, state, state, int64, int64)")
def pile(H: Any, P: Any, S: Any, z: Any, group: Any) -> None:
    """Put a zone's tokens in: those that are equal just now count as the same."""
    after = columns.next(P)
    face = columns.face(P)
    classes = I64(P[U(m.P_CLASSES)])
    changing = I64(P[U(m.P_CHANGING)])
    properties = I64(P[U(changing)])
    a, b = H[U(LOW)], H[U(HIGH)]
    if group:
        a, b = mixed_a(SEED_A, group), mixed_b(SEED_B, group)
    t = I64(S[U(columns.top(P) + z)])
    while t:
        x = I64(2 * P[U(classes + t)] + S[U(face + t)] + 1)
        a, b = mixed_a(a, x), mixed_b(b, x)
        for i in range(properties):
            x = I64(S[U(P[U(changing + 1 + m.CHANGING_WORDS * i)] + t)])
            a, b = mixed_a(a, x), mixed_b(b, x)
        t = I64(S[U(after + t)])
    if group:
        H[U(SUM_LOW)] = (H[U(SUM_LOW)] + final(a)) & M64
        H[U(SUM_HIGH)] = (H[U(SUM_HIGH)] + final(b)) & M64
    else:
        H[U(LOW)], H[U(HIGH)] = mixed_a(a, I64(0)), mixed_b(b, I64(0))


@jit(f"void({HASH}, state, state, state, int64)")
def piles(H: Any, P: Any, S: Any, Y: Any, alike: Any) -> None:
    """Put every pile in, branches as parts of their trees."""
    trees = I64(P[U(m.P_TREES)])
    for z in range(1, P[U(m.P_ZONES)]):
        if not trees or z < P[U(trees + m.TREE_FIRST)] or z >= P[U(trees + m.TREE_PAST)]:
            pile(H, P, S, I64(z), I64(Y[U(Y_GROUPS + z)]) if alike else I64(0))
        if trees and z < P[U(trees + m.TREE_FIRST)]:
            H[U(LOW)] = tree(P, S, H[U(LOW)], I64(z), I64(0))
            H[U(HIGH)] = tree(P, S, H[U(HIGH)], I64(z), I64(0))


@jit(f"void({HASH}, state, state)")
def registers(H: Any, P: Any, S: Any) -> None:
    """Put the registers in that are live, from the waiting site out to main."""
    live = I64(P[U(S[U(m.SITE)] + m.SITE_LIVE)]) if S[U(m.SITE)] else I64(0)
    call = I64(S[U(m.CALL_TOP)])
    pushed = False
    while live:
        for i in range(P[U(live + 1)]):
            mix(H, I64(S[U(call + 2 + i)]) if pushed else I64(S[U(P[U(live + 2 + i)])]))
        back = I64(0)
        if P[U(live)]:
            back = I64(S[U(call + 1)]) if pushed else I64(S[U(P[U(live)])])
        live = I64(0)
        if back:
            mix(H, back)
            live = I64(P[U(back - 1)])
            pushed = P[U(back)] == POP
            if pushed:
                call -= P[U(m.P_CALL_WORDS)]


@jit(f"void({HASH}, state, state)")
def under_way(H: Any, P: Any, S: Any) -> None:
    """Put in what is under way while somebody is waited for: lists, attempts, common choices."""
    registers(H, P, S)
    stretch(H, S, I64(P[U(m.P_LISTS)]), I64(S[U(m.LIST_TOP)] - P[U(m.P_LISTS)]))
    stretch(H, S, I64(P[U(m.P_ATTEMPTS)]), I64(S[U(m.ATTEMPT_TOP)] - P[U(m.P_ATTEMPTS)]))
    length = P[U(m.P_LISTS_END)] - m.KNOWN - P[U(m.P_TOKENS)]
    stretch(H, S, I64(P[U(m.P_CHECKPOINTS)]), I64(S[U(m.CHECKPOINTS)] * length))
    mix(H, I64(S[U(m.ATOMIC)]))
    if S[U(m.TOGETHER)]:
        at = P[U(m.P_ANSWERS)]
        given = S[U(at + m.A_COUNT)] * (m.ANSWER_HEAD + P[U(m.P_WIDTH)])
        stretch(H, S, I64(at), I64(m.A_LISTS))
        stretch(H, S, I64(at + m.A_HEAD), I64(given))
        stretch(H, S, I64(P[U(m.P_START)]), I64(P[U(m.P_LISTS_END)] - m.KNOWN))


@jit("void(state, state, state)", inline=True)
def forget(P: Any, S: Any, Y: Any) -> None:
    """Set what decides nothing to 0, and the scores if the game is over."""
    forgotten = I64(Y[U(Y_FORGOTTEN)])
    if forgotten:
        for i in range(Y[U(forgotten)]):
            S[U(Y[U(forgotten + 1 + i)])] = 0
        if S[U(m.STATUS)] == m.OVER:
            for i in range(P[U(m.P_SEATS)]):
                S[U(P[U(m.P_RESULTS)] + m.RESULT_WORDS * i + 1)] = 0


@jit(f"void({HASH}, state, state, state)")
def twin(H: Any, P: Any, S: Any, Y: Any) -> None:
    """Make the two words of a key: of a state that waits for a choice, or of one that is over,
    where only what lies on the table and who has won what counts."""
    H[U(LOW)], H[U(HIGH)] = SEED_A, SEED_B
    H[U(SUM_LOW)] = H[U(SUM_HIGH)] = U64(0)
    facts = I64(P[U(m.P_FACTS)])
    for i in range(P[U(facts)]):
        at = facts + 1 + m.FACT_WORDS * i
        if P[U(at + 2)] & m.FUTURE:
            stretch(H, S, I64(P[U(at)]), I64(P[U(at + 1)]))
    if Y[U(Y_KNOWING)]:
        n1 = I64(P[U(m.P_TOKENS)])
        stretch(H, S, I64(m.KNOWN), n1)
        stretch(H, S, columns.shown(P), n1)
        if P[U(m.P_GRANTS)]:
            stretch(H, S, I64(P[U(m.P_GRANTS)]), n1)
    # What is kept aside for later holds places by their numbers: then each is on its own.
    alike = S[U(m.CHECKPOINTS)] == 0 and S[U(m.TOGETHER)] == 0
    piles(H, P, S, Y, I64(alike))
    if S[U(m.STATUS)] == m.OVER:
        stretch(H, S, I64(P[U(m.P_RESULTS)]), I64(2 * P[U(m.P_SEATS)]))
    else:
        mix(H, I64(S[U(m.PC)]))
        under_way(H, P, S)
    H[U(LOW)] = final((H[U(LOW)] ^ H[U(SUM_LOW)]) & M64)
    H[U(HIGH)] = final((H[U(HIGH)] + H[U(SUM_HIGH)]) & M64)

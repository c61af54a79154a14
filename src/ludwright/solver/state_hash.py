"""Keys of 128 bits: two independent 64-bit hashes of what can still influence a game.

Interchangeable zones are hashed as a multiset: the sum of their hashes. What seats know is part of
a key only in games whose options depend on it.
"""

from __future__ import annotations

from typing import Any

from ..machine import columns
from ..machine import state as m
from ..machine.jit import I64, U32, U64, U, jit
from ..machine.keys import tree
from ..machine.ops import POP
from ..machine.rng import FINAL_1, FINAL_2, M64, S27, S30, S31

# ---- H: the two running hashes, and two sums for interchangeable zones ----
LOW, HIGH, SUM_LOW, SUM_HIGH, HASH_WORDS = range(5)
HASH = "uint64[::1]"

# ---- Y, static facts for keys: whether options depend on what seats know; where the forgotten
# words are listed (their number, then their addresses), 0 if there are none; then for each zone its
# group of interchangeable zones, 0 if it has none; then, at the offset of a site plus the number of
# an action, a mask of the operands that are zones ----
Y_KNOWING, Y_FORGOTTEN, Y_GROUPS = 0, 1, 2

PRIME_A, PRIME_B = U64(0x9FB21C651E98DF25), U64(0xD1B54A32D192ED03)
SHIFT_A, SHIFT_B = U64(29), U64(32)
SEED_A, SEED_B = U64(0x243F6A8885A308D3), U64(0x13198A2E03707344)


@jit("uint64(uint64, int64)", inline=True)
def mixed_a(h: Any, x: Any) -> Any:
    """The first hash extended by a word."""
    h = ((h ^ U64(U32(x))) * PRIME_A) & M64
    return h ^ (h >> SHIFT_A)


@jit("uint64(uint64, int64)", inline=True)
def mixed_b(h: Any, x: Any) -> Any:
    """The second hash extended by a word."""
    h = ((h ^ U64(U32(x))) * PRIME_B) & M64
    return h ^ (h >> SHIFT_B)


@jit("uint64(uint64)", inline=True)
def final(h: Any) -> Any:
    """The finalizer of splitmix64: sums of finalized hashes distinguish multisets."""
    h = ((h ^ (h >> S30)) * FINAL_1) & M64
    h = ((h ^ (h >> S27)) * FINAL_2) & M64
    return h ^ (h >> S31)


@jit(f"void({HASH}, int64)", inline=True)
def mix(H: Any, x: Any) -> None:
    """Extend both hashes by a word."""
    H[U(LOW)] = mixed_a(H[U(LOW)], x)
    H[U(HIGH)] = mixed_b(H[U(HIGH)], x)


@jit(f"void({HASH}, state, int64, int64)")
def mix_words(H: Any, S: Any, start: Any, count: Any) -> None:
    """Extend both hashes by a stretch of the state."""
    for i in range(count):
        mix(H, I64(S[U(start + i)]))


@jit(f"void({HASH}, state, state, int64, int64)")
def mix_pile(H: Any, P: Any, S: Any, z: Any, group: Any) -> None:
    """Hash a zone's tokens by class, face and changing properties: equal tokens hash alike."""
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
def mix_piles(H: Any, P: Any, S: Any, Y: Any, alike: Any) -> None:
    """Hash every zone, branches as parts of their trees."""
    trees = I64(P[U(m.P_TREES)])
    for z in range(1, P[U(m.P_ZONES)]):
        if not trees or z < P[U(trees + m.TREE_FIRST)] or z >= P[U(trees + m.TREE_PAST)]:
            mix_pile(H, P, S, I64(z), I64(Y[U(Y_GROUPS + z)]) if alike else I64(0))
        if trees and z < P[U(trees + m.TREE_FIRST)]:
            H[U(LOW)] = tree(P, S, H[U(LOW)], I64(z), I64(0))
            H[U(HIGH)] = tree(P, S, H[U(HIGH)], I64(z), I64(0))


@jit(f"void({HASH}, state, state)")
def mix_registers(H: Any, P: Any, S: Any) -> None:
    """Hash the live registers, from the waiting site through its callers out to main."""
    live = I64(P[U(S[U(m.SITE)] + m.SITE_LIVE)]) if S[U(m.SITE)] else I64(0)
    call = I64(S[U(m.CALL_TOP)])
    pushed = False
    while live:
        for i in range(P[U(live + 1)]):
            mix(H, I64(S[U(call + 2 + i)]) if pushed else I64(S[U(P[U(live + 2 + i)])]))
        # A caller's live registers are in place, unless its call pushed them (recursion).
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


@jit(f"void({HASH}, state, state, int64, int64, int64, int64)")
def mix_checkpoint(
    H: Any, P: Any, S: Any, start: Any, shift: Any, attempts: Any, lists: Any
) -> None:
    """Hash a copy of the words from `start` on, as `keys.checkpoint` does."""
    mix_words(H, S, start + shift, I64(P[U(m.P_REGISTERS)]) - start)
    table = I64(P[U(m.P_LIVE)])
    for i in range(P[U(table)]):
        mix(H, I64(S[U(P[U(table + 1 + i)] + shift)]))
    first = I64(P[U(m.P_ATTEMPTS)])
    mix_words(H, S, first + shift, attempts - first)
    first = I64(P[U(m.P_LISTS)])
    mix_words(H, S, first + shift, lists - first)


@jit(f"void({HASH}, state, state)")
def mix_pending(H: Any, P: Any, S: Any) -> None:
    """Hash what is pending at a decision: registers, lists, attempts, simultaneous answers."""
    mix_registers(H, P, S)
    mix_words(H, S, I64(P[U(m.P_LISTS)]), I64(S[U(m.LIST_TOP)] - P[U(m.P_LISTS)]))
    mix_words(H, S, I64(P[U(m.P_ATTEMPTS)]), I64(S[U(m.ATTEMPT_TOP)] - P[U(m.P_ATTEMPTS)]))
    start = columns.next(P)
    length = P[U(m.P_LISTS_END)] - start
    for k in range(S[U(m.CHECKPOINTS)]):
        shift = I64(P[U(m.P_CHECKPOINTS)] + k * length - start)
        mix_checkpoint(H, P, S, start, shift, I64(P[U(m.P_LISTS)]), I64(P[U(m.P_LISTS_END)]))
    mix(H, I64(S[U(m.ATOMIC)]))
    if S[U(m.TOGETHER)]:
        at = P[U(m.P_ANSWERS)]
        given = S[U(at + m.A_COUNT)] * (m.ANSWER_HEAD + P[U(m.P_WIDTH)])
        mix_words(H, S, I64(at), I64(m.A_CHECKPOINT))
        mix_words(H, S, I64(at + m.A_HEAD), I64(given))
        saved = at + m.A_CHECKPOINT
        attempts, lists = I64(S[U(saved + m.C_ATTEMPTS)]), I64(S[U(saved + m.C_LISTS)])
        shift = I64(P[U(m.P_START)] - m.KNOWN)
        mix_checkpoint(H, P, S, I64(m.KNOWN), shift, attempts, lists)


@jit("void(state, state, state)", inline=True)
def forget(P: Any, S: Any, Y: Any) -> None:
    """Reset forgotten variables to 0; also the scores if the game is over."""
    forgotten = I64(Y[U(Y_FORGOTTEN)])
    if forgotten:
        for i in range(Y[U(forgotten)]):
            S[U(Y[U(forgotten + 1 + i)])] = 0
        if S[U(m.STATUS)] == m.OVER:
            for i in range(P[U(m.P_SEATS)]):
                S[U(P[U(m.P_RESULTS)] + m.RESULT_WORDS * i + 1)] = 0


@jit(f"void({HASH}, state, state, state)")
def hash_state(H: Any, P: Any, S: Any, Y: Any) -> None:
    """Compute the key of a state at a decision, or of one that is over, where only zones, variables
    and the result count."""
    H[U(LOW)], H[U(HIGH)] = SEED_A, SEED_B
    H[U(SUM_LOW)] = H[U(SUM_HIGH)] = U64(0)
    slices = I64(P[U(m.P_KEY_SLICES)])
    for i in range(P[U(slices)]):
        at = slices + 1 + m.KEY_SLICE_WORDS * i
        if P[U(at + 2)] & m.FUTURE:
            mix_words(H, S, I64(P[U(at)]), I64(P[U(at + 1)]))
    if Y[U(Y_KNOWING)]:
        n1 = I64(P[U(m.P_TOKENS)])
        mix_words(H, S, I64(m.KNOWN), n1)
        mix_words(H, S, columns.shown(P), n1)
        if P[U(m.P_GRANTS)]:
            mix_words(H, S, I64(P[U(m.P_GRANTS)]), n1)
    # Checkpoints and pending answers hold zones by number: then no two are interchangeable.
    alike = S[U(m.CHECKPOINTS)] == 0 and S[U(m.TOGETHER)] == 0
    mix_piles(H, P, S, Y, I64(alike))
    if S[U(m.STATUS)] == m.OVER:
        mix_words(H, S, I64(P[U(m.P_RESULTS)]), I64(2 * P[U(m.P_SEATS)]))
    else:
        mix(H, I64(S[U(m.PC)]))
        mix_pending(H, P, S)
    H[U(LOW)] = final((H[U(LOW)] ^ H[U(SUM_LOW)]) & M64)
    H[U(HIGH)] = final((H[U(HIGH)] + H[U(SUM_HIGH)]) & M64)

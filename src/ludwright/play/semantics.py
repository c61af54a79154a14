"""The version of the semantics of descriptions, which records and saved answers carry.

A record identifies its game by the hash of its sources, its options and this number; never by the
compiled program. So the compiler and the machine may change without invalidating records, as long
as the same description, options, seed and moves lead to the same game.

Add 1 when they no longer do: when a seed leads to another deal, when a move has another effect or
another text, or when other moves are legal. The records in `tests/data/records` detect this: if one
with the current number does not replay, the number has to go up; `tests/data/records/README.md`
says what else to do. Records with another number are replayed as far as texts and states agree.
"""

SEMANTICS = 1

"""Which meaning of descriptions this is: a number that records and saved answers carry.

A record names its game by the hash of its sources, its options and this number; never by the
program that the compiler makes of them. So a change of the compiler or the machine leaves records
as they are, as long as the same description, options, seed and moves lead to the same game.

Add 1 when they do not any more: when a description deals otherwise for a seed, when a move has
another effect, when other moves are legal, or when a move is written otherwise. The records in
`tests/data/records` show it: if one of the present format does not replay, this number goes up and
`tests/data/records/README.md` says what to do with it. Records with another number are replayed as
far as texts and states agree.
"""

SEMANTICS = 1

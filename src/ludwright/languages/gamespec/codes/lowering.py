"""Diagnostics about what a GameSpecDoc means: kinds of values, and what can't be played."""

from __future__ import annotations

from ....diagnostics import declare

PROP_TYPES = declare(
    "GS701",
    "one property, two types",
    """Two token types have a property of the same name, but one says `int` and the other `string`
    or `boolean`. A token of any type may be asked for it, so it must mean the same everywhere.""",
    alias="CNL_COMPILER_PROP_TYPE_CONFLICT",
)
TYPE_MISMATCH = declare(
    "GS702",
    "wrong kind of value",
    """A number is needed where a text stands, or the other way round; or a list is used as if it
    were a single value. Numbers, texts, truths, tokens and zones never turn into each other; a
    player counts as a number, and a zone as the text of its id.""",
    alias="CNL_COMPILER_TYPE_MISMATCH",
)
NEVER_EQUAL = declare(
    "GS703",
    "values that are never equal",
    """Two values of different kinds, such as a number and a text, are compared. They are never
    equal, whatever they are, so the outcome is always the same.""",
    alias="CNL_COMPILER_NEVER_EQUAL",
)
CARDINALITY = declare(
    "GS704",
    "several where one is needed",
    """`all` and `allOther` select several players, but here a single player or zone is needed. Use
    `forEach` over `players` and its binding.""",
    alias="CNL_COMPILER_SELECTOR_CARDINALITY",
)
DISCARDED = declare(
    "GS705",
    "nothing is kept of this",
    """What is computed for each subset is thrown away, so only effects that bind names are of use
    there. Change the game in `in`, where the best subset is known.""",
    alias="CNL_COMPILER_SUBSET_EFFECTS_DISCARDED",
)
IDLE_DECK = declare(
    "GS706",
    "no card of this deck ever happens",
    """A card of an event deck happens when an action is played as an event: one with the id
    `event`, or of that class where cards drive. Which card it is says the param `$eventCardId` of
    the action or, without it, the token on top of the zone in play (of the discards, if no cards
    drive): its text property `cardId` is the id of the card. A deck makes no tokens: create one for
    each card in its `drawZone`, and draw them to where they are played.""",
    alias="CNL_COMPILER_EVENT_DECK_IDLE",
)

"""Diagnostics of lowering: types of values, and constructs without effect (GS7xx)."""

from __future__ import annotations

from ....diagnostics import declare

PROP_TYPES = declare(
    "GS701",
    "property with conflicting types",
    """Two token types declare a property of the same name with different types, such as `int` and
    `string`. An expression may read the property of any token, so its type must be the same
    everywhere.""",
    alias="CNL_COMPILER_PROP_TYPE_CONFLICT",
)
TYPE_MISMATCH = declare(
    "GS702",
    "type mismatch",
    """A number is used where a text is expected, or the reverse, or a list is used as a single
    value. Numbers, texts, booleans, tokens and zones are never converted into each other, except
    that a player counts as a number and a zone as the text of its id.""",
    alias="CNL_COMPILER_TYPE_MISMATCH",
)
NEVER_EQUAL = declare(
    "GS703",
    "values that are never equal",
    """Two values of different types, such as a number and a text, are compared. They are never
    equal, so the result is always the same.""",
    alias="CNL_COMPILER_NEVER_EQUAL",
)
CARDINALITY = declare(
    "GS704",
    "several where one is required",
    """`all` and `allOther` select several players, but a single player or zone is required here.
    Use `forEach` over `players` and its binding.""",
    alias="CNL_COMPILER_SELECTOR_CARDINALITY",
)
DISCARDED = declare(
    "GS705",
    "discarded effect",
    """The effects in `compute` are undone after each subset has been scored, so only those that
    bind names are useful there. Change the game in `in`, where the best subset is known.""",
    alias="CNL_COMPILER_SUBSET_EFFECTS_DISCARDED",
)
IDLE_DECK = declare(
    "GS706",
    "deck whose cards never happen",
    """A card of an event deck happens when an action is played as an event: the action with the id
    `event`, or one of that class in a card-driven game. The card is named by the action's param
    `$eventCardId` or, without it, by the text property `cardId` of the token on top of the `played`
    zone (of the deck's `discardZone` if the game is not card-driven). A deck creates no tokens:
    create one for each card in its `drawZone`, and draw them to the zone where they are played. A
    single card that no token stands for is reported, too.""",
    alias="CNL_COMPILER_EVENT_DECK_IDLE",
)

"""Listeners on the machine: generated bookkeeping makes no difference to what seats may do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.gamedef import nodes as n
from tools.lockstep import Machine, compiled, lock_step
from tools.tiny import ME, PILE, PIT, game

TOP = n.MoveToken(token=n.TopOf(zone=PILE), to=PIT)
AGAIN = n.MoveToken(token=n.Local(name="token"), to=n.ZoneAt(name="cell", index=n.Number(value=0)))


@pytest.mark.parametrize("nested", [False, True])
def test_a_trial_goes_on_after_a_movement_that_a_listener_may_replace(nested: bool) -> None:
    """The listener may hear its own movement, so whether it is running is recorded."""
    fail = n.Fail(reason="no")
    choice = n.Decide(
        seat=ME,
        actions=(n.Action(name="fail", body=(TOP, fail)), n.Action(name="move", body=(TOP,))),
    )
    # Nested, the choice is made while the listener is running, so it does not hear the trial.
    body = (choice,) if nested else (AGAIN,)
    listener = n.Listener(when="instead", body=body, sources=("pile",))
    moved = replace(game(TOP if nested else choice), listeners=(listener,))
    assert Machine(compiled(moved, 2, {}), 1).options() == [(1,)]
    assert lock_step(moved, 2, 1).status == "over"

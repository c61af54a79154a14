"""Variables of which there are several, told apart by an index."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludwright.gamedef import nodes as n
from ludwright.gamedef.verify import verify
from ludwright.play.errors import TableError
from ludwright.play.table import Table
from ludwright.play.view import View
from ludwright.table.scene import scene_of
from tools.lockstep import Machine, compile_game, lock_step
from tools.tiny import ME, X, add, game, loc, num, put

LINE = n.VariableDef(name="line", type="int", initial=num(7), count=3)
DARK = n.VariableDef(name="dark", type="int", initial=num(0), count=2, audience="none")


def line(index: n.Expr) -> n.Expr:
    return n.Variable(name="line", index=index)


def keep(index: n.Expr, value: n.Expr) -> n.Statement:
    return n.SetVariable(name="line", index=index, value=value)


def with_lines(*body: n.Statement) -> n.GameDef:
    """A tiny game with three variables named line."""
    tiny = game(*body)
    made = replace(tiny, variables=(*tiny.variables, LINE, DARK))
    assert not verify(made)
    return made


def played(*body: n.Statement) -> dict[tuple[str, int | None], int]:
    """The variables after a game that machine and oracle play alike."""
    made = with_lines(*body)
    lock_step(made, 2, 1)
    found: dict[tuple[str, int | None], int] = Machine(compile_game(made, 2), 1).snapshot()[
        "variables"
    ]
    return found


def test_each_is_kept_on_its_own() -> None:
    steps = n.ForEach(
        name="i", items=n.Range(low=num(0), high=num(1)), body=(keep(loc("i"), loc("i")),)
    )
    found = played(steps, add(line(num(0))), add(line(num(1))), add(line(num(2))))
    assert [found["line", i] for i in range(3)] == [0, 1, 7]
    assert found["x", None] == 17


@pytest.mark.parametrize("index", [-1, 3, 2**31 - 1])
def test_one_that_does_not_exist_fails(index: int) -> None:
    read = n.Attempt(body=(put(line(X)),), otherwise=(put(num(1)),))
    write = n.Attempt(body=(keep(loc("i"), num(5)),), otherwise=(add(num(2)),))
    found = played(put(num(index)), n.Let(name="i", value=num(index)), read, write)
    assert found["x", None] == 12
    assert [found["line", i] for i in range(3)] == [7, 7, 7]
    fixed = n.Attempt(body=(keep(num(index), num(5)),), otherwise=(put(num(3)),))
    assert played(fixed)["x", None] == 3


def test_people_read_one_by_its_index() -> None:
    hide = n.SetVariable(name="dark", index=num(1), value=num(4))
    wait = n.Ask(name="a", seat=ME, items=n.Range(low=num(1), high=num(2)))
    table = Table(compile_game(with_lines(keep(num(1), num(3)), hide, wait), 2), seed=1)
    assert [table.variable("line", index=i) for i in range(3)] == [7, 3, 7]
    assert table.variable("dark", index=1) == 4
    with pytest.raises(TableError, match="needs an index, 0 to 2"):
        table.variable("line")
    view = table.view(0)
    assert isinstance(view, View)
    assert view.variable("line", index=1) == 3
    with pytest.raises(TableError):
        view.variable("dark", index=1)
    hidden = view.state[table.program.variables["dark"].address + 1]
    assert hidden == 0


def test_each_is_shown_with_its_number() -> None:
    wait = n.Ask(name="a", seat=ME, items=n.Range(low=num(1), high=num(2)))
    made = with_lines(keep(num(1), num(3)), n.SetVariable(name="x", value=line(num(1))), wait)
    inner = replace(LINE, name="kept", inner=True)
    made = replace(made, variables=(*made.variables, inner))
    table = Table(compile_game(made, 2), seed=1, trace=True)
    values = {
        value.name: value.text for value in scene_of(table.view(0)).values if value.owner is None
    }
    assert values == {"x": "3", "line 1": "7", "line 2": "3", "line 3": "7"}
    assert [event.text for event in table.events()] == ["line 2 = 3", "x = 3"]

"""Small games about the shapes of things: played by hand, and in step with the oracle."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import read
from ludwright.gamedef.verify import verify
from ludwright.play.errors import IllegalMove, InvalidMove, TableError
from ludwright.play.events import story
from ludwright.play.table import Table
from ludwright.ui.report import dealt_json, dealt_lines
from tools.lockstep import lock_step

HERE = Path(__file__).parent


def game_of(name: str) -> n.GameDef:
    """A game of this folder."""
    game = read((HERE / f"{name}.txt").read_text(encoding="utf-8"), name)
    assert isinstance(game, n.GameDef)
    assert verify(game) == []
    return game


def table_of(name: str, **more: object) -> Table:
    """A table at which it is played."""
    return Table(compile_game(game_of(name)), **more)  # type: ignore[arg-type]


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", sorted(path.stem for path in HERE.glob("*.txt")))
def test_machine_and_oracle_agree(name: str) -> None:
    game = game_of(name)
    for seed in range(30):
        lock_step(game, game.least_players, seed, most=60)


# ---- lists ---------------------------------------------------------------------------------------


def test_a_joined_list_sorted_by_rank_keeps_equal_ones_in_order() -> None:
    table = table_of("lists")
    table.apply("in order")
    # Listed as seven, one, five, two, nine, other two; shown from the bottom up.
    expected = ["one", "two", "other two", "five", "seven", "nine"]
    assert table.zone("taken") == expected[::-1]


def test_a_list_backwards() -> None:
    table = table_of("lists")
    table.apply("backwards")
    assert table.zone("taken") == ["five", "two", "nine", "other two"]


def test_a_choice_from_joined_lists_has_an_item_as_often_as_it_occurs() -> None:
    table = table_of("lists")
    taken = [move for move in map(str, table.legal()) if move.startswith("take")]
    assert taken == ["take nine", "take seven", "take five", "take one"]
    table.apply("backwards")
    zones = list(map(str, table.legal()))
    assert zones == ["zone taken", "zone right", "zone left", "zone taken"]


# ---- properties that change, tokens that come and go ---------------------------------------------


def moves(table: Table) -> list[str]:
    return list(map(str, table.legal()))


def test_a_property_changes_and_what_depends_on_it() -> None:
    table = table_of("recruits")
    assert table.variable("power") == 0
    table.apply("train flag")
    assert table.variable("power") == 1 + 5  # stronger, and angry
    table.apply("train flag")
    assert table.variable("power") == 2 + 100  # the mood is nothing
    for _ in range(2):
        assert "train flag" in moves(table)
        table.apply("train flag")
    assert "train flag" not in moves(table)  # a strength of 4 is enough
    table.undo()
    assert "train flag" in moves(table)


def test_tokens_are_created_in_order_until_the_pool_is_empty() -> None:
    table = table_of("recruits")
    assert not any("dismiss ann" in move for move in moves(table))
    for _ in range(3):
        table.apply("recruit")
    assert (table.zone("hand", 0), table.zone("hand", 1)) == (["ann", "cec"], ["bob"])
    assert "recruit" not in moves(table)
    table.apply("dismiss bob")
    assert moves(table).count("recruit") == 1
    table.apply("recruit")
    assert table.zone("hand", 0) == ["ann", "cec", "bob"]


def test_a_token_that_was_destroyed_comes_back_as_it_was_at_first() -> None:
    table = table_of("recruits")
    for move in (
        "recruit",
        "hide",
        "train ann",
        "dismiss card 1 of tent",
        "send ann",
        "dismiss ann",
    ):
        table.apply(move)
    assert table.zone("field") == ["flag"]
    table.apply("recruit")  # ann again, for she comes before bob
    table.apply("hide")
    assert (table.zone("hand", 0), table.zone("tent")) == (["ann"], ["bob"])
    table.apply("send ann")
    assert table.variable("power") == 1


def test_what_is_not_in_play_lies_nowhere_and_cannot_be_destroyed() -> None:
    table = table_of("recruits")
    table.apply("recruit")
    assert table.variable("lies") == "player 1's hand"
    table.apply("hide")
    assert (table.variable("last"), table.variable("lies")) == ("bob", "tent")
    assert "dismiss again" in moves(table)
    assert "follow" in moves(table)
    table.apply("dismiss card 1 of tent")  # nobody sees who that is
    assert (table.variable("last"), table.variable("lies")) == ("bob", None)
    assert "dismiss again" not in moves(table)
    assert "follow" not in moves(table)
    assert "dismiss flag" not in moves(table)  # it is from no pool


def test_who_sees_a_created_token_is_up_to_the_zone() -> None:
    table = table_of("recruits")
    table.apply("recruit")
    assert [table.view(seat).zone("hand", 0) for seat in (0, 1)] == [["ann"], [None]]
    table.apply("hide")
    assert table.view(1).zone("tent") == [None]
    assert [zone.name for zone in table.zones()] == ["field", "hand", "hand", "tent"]


def test_a_rollback_brings_tokens_and_properties_back() -> None:
    table = table_of("recruits")
    for move in ("recruit", "train flag", "send ann", "train ann"):
        table.apply(move)
    before = table.key("future"), table.variable("power")
    table.apply("undo it")  # four cannot be created, as there are three
    table.apply("undo it")
    assert (table.zone("field"), table.zone("tent")) == (["flag", "ann"], [])
    assert (table.key("future"), table.variable("power")) == before


def played(name: str, *texts: str) -> Table:
    """A table after some moves."""
    table = table_of(name)
    for text in texts:
        table.apply(text)
    return table


def test_the_order_in_which_tokens_went_is_forgotten() -> None:
    keys = set()
    for order in (("ann", "bob"), ("bob", "ann")):
        table = table_of("recruits")
        for move in ("recruit", "recruit", "send ann", "send bob"):
            table.apply(move)
        for name in order:
            table.apply(f"dismiss {name}")
        keys.add((table.key("position"), table.key("future")))
    assert len(keys) == 1


def test_keys_tell_properties_apart() -> None:
    same = played("recruits", "undo it", "undo it")
    other = played("recruits", "train flag", "undo it")
    assert all(same.key(kind) != other.key(kind) for kind in ("exact", "position", "future"))


def test_only_who_knows_a_token_hears_that_it_changed() -> None:
    table = table_of("recruits", trace=True)
    table.apply("recruit")
    came = [event for event in table.events() if event.kind == "move"]
    assert [(event.text, event.seers) for event in came] == [
        ("ann: out of play -> player 1's hand", 0b01)
    ]
    table.apply("train flag")
    changed = [event for event in table.events() if "flag" in event.text]
    assert [(event.text, event.seers) for event in changed] == [
        ("strength of flag = 1", 0b11),
        ("mood of flag = angry", 0b11),
    ]
    table.apply("train ann")
    changed = [event for event in table.events() if "ann" in event.text]
    assert [event.seers for event in changed] == [0b01, 0b01]


# ---- neighbours ----------------------------------------------------------------------------------

# The cells of the board, which people count from 1:   1 2 3
#                                                      4 5 6
#                                                      7 8 9


def test_pieces_go_along_links_only() -> None:
    table = played("outpost", "place cell 5", "pass")
    steps = [move for move in moves(table) if move.startswith("go")]
    # In the order of the links: those of row one were declared first.
    assert steps == [f"go cell 5 to cell {i}" for i in (2, 4, 6, 8)]
    assert not any(move.startswith("slide") for move in moves(table))


def test_a_link_in_one_direction_does_not_lead_back() -> None:
    table = played("outpost", "place cell 1", "pass")
    assert "slide cell 1 to cell 9" in moves(table)
    table = played("outpost", "place cell 9", "pass")
    assert not any(move.startswith("slide") for move in moves(table))


def test_who_captures_grows_and_the_captured_one_can_be_placed_again() -> None:
    table = played("outpost", "place cell 1", "place cell 2", "go cell 1 to cell 2")
    assert (table.zone("cell", 0), table.zone("cell", 1)) == ([], ["red 1"])
    table.apply("place cell 1")
    assert table.zone("cell", 0) == ["blue 1"]
    table.apply("pass")
    assert "go cell 1 to cell 2" not in moves(table)  # red 1 has become too strong
    table.apply("pass")
    assert "go cell 2 to cell 1" in moves(table)


def test_four_pieces_are_all_there_are() -> None:
    table = played("outpost", *(x for i in (1, 3, 5, 7) for x in (f"place cell {i}", "pass")))
    assert not any(move.startswith("place") for move in moves(table))


def test_a_chain_of_pieces_from_side_to_side_wins() -> None:
    turns = ("place cell 2", "pass", "place cell 5", "pass", "place cell 9", "pass")
    table = played("outpost", *turns)
    assert not table.over  # 9 is not connected with 5
    table.apply("place cell 6")
    assert table.result().winners == (0,)
    assert table.result().reason == "connected"


def test_a_chain_that_the_other_side_cuts_does_not_win() -> None:
    turns = ("place cell 1", "place cell 4", "place cell 2", "place cell 5", "pass", "place cell 6")
    table = played("outpost", *turns)
    assert table.over
    assert table.result().winners == (1,)


# ---- trees ---------------------------------------------------------------------------------------

NORTH, NORTHEAST, SOUTH = 0, 1, 4


def labels(table: Table) -> list[str]:
    """The branches that there are."""
    return [zone.label for zone in table.zones() if zone.path]


def test_branches_grow_as_cards_are_dealt_onto_leaves() -> None:
    table = played("bush", "deal cell 1", "deal cell 1", "sprout cell 1 1", "deal shed")
    assert labels(table) == [
        "cell 1,south",
        "cell 1,south,south",
        "cell 1,northeast",
        "shed,south",
    ]
    assert table.zone("cell", 0, path=(SOUTH, SOUTH)) == ["c2"]
    assert table.zone("cell", 0, path=(NORTHEAST,)) == ["c3"]
    assert table.face_up("cell", 0, path=(NORTHEAST,)) == [True]
    assert table.zone("cell", 0) == []
    with pytest.raises(TableError, match="'cell 1' has no branch in direction 0"):
        table.zone("cell", 0, path=(NORTH,))


def test_a_tree_is_listed_depth_first_and_by_direction() -> None:
    table = played("bush", "deal cell 1", "deal cell 1", "sprout cell 1 7", "sprout cell 1 1")
    listed = [m for m in moves(table) if m.startswith("measure cell 1")]
    assert listed == [
        "measure cell 1",
        "measure cell 1,northeast",
        "measure cell 1,south",
        "measure cell 1,south,south",
        "measure cell 1,northwest",
    ]


def test_a_branch_knows_where_it_hangs() -> None:
    table = played("bush", "deal cell 2", "deal cell 2", "measure cell 2,south,south")
    assert [table.variable(name) for name in ("facing", "home", "depth")] == [SOUTH, 1, 3]
    table.apply("measure cell 2")
    assert [table.variable(name) for name in ("facing", "home", "depth")] == [-1, 1, 1]


def test_a_drag_takes_everything_below_along() -> None:
    table = played("bush", "deal cell 1", "deal cell 1", "deal cell 1", "deal cell 2")
    table.apply("drag cell 1,south,south to cell 2,south")
    assert labels(table) == [
        "cell 1,south",
        "cell 2,south,south",
        "cell 2,south,south,south",
        "cell 2,south",
    ]
    assert table.zone("cell", 1, path=(SOUTH, SOUTH, SOUTH)) == ["c3"]
    table.undo()
    assert table.zone("cell", 0, path=(SOUTH, SOUTH, SOUTH)) == ["c3"]


def test_where_a_branch_cannot_hang() -> None:
    table = played("bush", "deal cell 1", "deal cell 1", "deal cell 2", "deal vault")
    drags = {move for move in moves(table) if move.startswith("drag")}
    # Not below itself, not where something hangs, and not between what is seen and what is not.
    assert drags == {
        *(f"drag cell 1,south to {to}" for to in ("cell 2,south", "cell 3", "shed")),
        *(f"drag cell 1,south,south to {to}" for to in ("cell 2,south", "cell 3", "shed")),
        *(f"drag cell 2,south to {to}" for to in ("cell 1,south,south", "cell 3", "shed")),
    }


def test_there_are_only_so_many_branches() -> None:
    table = table_of("bush")
    for _ in range(5):  # four of the cells and one of the shed, which look alike
        table.apply("deal cell 1")
    assert [move for move in moves(table) if move.startswith(("deal", "sprout"))] == ["deal vault"]
    table.apply("take cell 1,south,south,south,south,south")
    assert "deal shed" in moves(table)


def test_empty_branches_vanish() -> None:
    table = played("bush", "deal cell 1", "deal cell 1", "take cell 1,south")
    assert labels(table) == ["cell 1,south", "cell 1,south,south"]  # something hangs below it
    table.apply("take cell 1,south,south")
    assert labels(table) == []
    assert table.zone("taken") == ["c1", "c2"]


def test_what_has_gone_takes_nothing_and_roots_stay() -> None:
    table = played("bush", "lose")
    # No token, no tree, no root to prune, no ninth direction, and nothing below what has no
    # branches, though it looks like what has some.
    assert table.variable("lost") == 11111
    assert (len(table.zone("deck")), labels(table)) == (8, [])


def test_a_rollback_brings_trees_back() -> None:
    table = played("bush", "deal cell 1", "deal cell 3")
    before = table.key("future"), table.zone("deck"), labels(table)
    table.apply("think better of it")
    assert (table.key("future"), table.zone("deck"), labels(table)) == before


def test_it_does_not_matter_in_which_order_branches_grew() -> None:
    one = played("bush", "deal cell 1", "deal cell 2")
    other = played("bush", "deal cell 2", "deal cell 1")
    assert one.key("future") != other.key("future")
    other.apply("swap")
    assert [other.zone("cell", i, path=(SOUTH,)) for i in (0, 1)] == [["c1"], ["c2"]]
    assert one.key("future") == other.key("future")
    assert one.key("position") == other.key("position")


def test_the_shape_of_a_tree_is_part_of_its_key() -> None:
    straight = played("bush", "deal cell 1", "deal cell 1")
    forked = played("bush", "deal cell 1", "sprout cell 1 1")
    turned = played("bush", "deal cell 1", "sprout cell 1 7")
    assert len({table.key("future") for table in (straight, forked, turned)}) == 3


def test_branches_in_texts() -> None:
    table = table_of("bush", trace=True)
    table.apply("deal cell 1")
    assert [e.text for e in table.events() if e.kind == "move"] == ["c1: deck -> cell 1,south"]
    table.apply("drag cell 1,south to cell 2")
    assert [e.text for e in table.events() if e.kind == "hang"] == ["a branch: cell 1 -> cell 2"]
    assert [e.text for e in table.events() if e.kind == "carry"] == ["c1: cell 1 -> cell 2"]
    assert story(table.program, table.events()) == ["cell 1 -> cell 2   c1"]
    table.apply("take cell 2,south")
    assert [e.text for e in table.events() if e.kind == "move"] == ["c1: cell 2 -> taken"]
    assert story(table.program, table.events()) == ["cell 2 -> taken   c1"]
    with pytest.raises(IllegalMove):
        table.apply("take cell 2,south,southwest")
    with pytest.raises(InvalidMove):
        table.apply("take cell 2 upwards")
    with pytest.raises(InvalidMove):
        table.apply("take cell 2,upwards")


@pytest.mark.parametrize(
    "typed",
    ["take cell 1,south,south", "take cell 1, south , SOUTH", "take cell 1 south south"],
)
def test_branches_may_be_typed_with_blanks(typed: str) -> None:
    table = played("bush", "deal cell 1", "deal cell 1")
    assert str(table.parse(typed)) == "take cell 1,south,south"


def test_a_comma_belongs_to_a_branch_and_a_blank_to_a_name() -> None:
    zones = (n.Zone(name="pile", branches=1), n.Zone(name="other", label="pile south"))
    grow = n.Grow(name="b", zone=n.ZoneAt(name="pile"), direction=n.Number(value=SOUTH))
    either = (n.Local(name="b"), n.ZoneAt(name="other"))
    asked = n.Ask(name="a", seat=n.Seat(number=0), items=n.ListOf(items=either))
    main = n.Procedure(name="main", body=(grow, asked))
    table = Table(compile_game(n.GameDef(name="two", zones=zones, procedures=(main,))))
    assert moves(table) == ["pile,south", "pile south"]
    for move in table.legal():
        assert table.parse(str(move)) == move


def test_why_a_branch_may_not_be_chosen() -> None:
    table = played("bush", "deal cell 1", "deal cell 1", "deal cell 2")
    # The south of cell 1 is where it hangs already: nothing but that stands in the way.
    for typed in ("drag cell 1,south to cell 1", "drag cell 1 south to cell 1"):
        found = table.explain(typed)
        assert found.legal is False and found.conditions
    assert table.explain("drag cell 1,south to cell 2,south").legal is True


def test_a_deal_is_told_with_its_branches() -> None:
    table = played("bush", "deal cell 1", "deal cell 1")
    told = {line[2:26].strip(): line[27:] for line in dealt_lines(table, everything=True)}
    assert (told["cell 1"], told["cell 1,south"], told["cell 1,south,south"]) == ("-", "c1", "c2")
    piles = {pile["name"]: pile for pile in dealt_json(table, None, None)["piles"]}
    assert piles["cell 1,south,south"]["cards"] == ["c2"]
    assert piles["cell 1,south,south"]["face_up"] == [True]


def test_a_listener_to_a_zone_hears_what_happens_in_its_branches() -> None:
    cell = n.ZoneAt(name="cell")
    heard = n.Variable(name="heard")
    count = n.SetVariable(name="heard", value=n.Add(left=heard, right=n.Number(value=1)))
    game = n.GameDef(
        name="hearing",
        supplies=(n.Supply(name="all", zone="cell", tokens=(n.Token(name="T", values=()),)),),
        zones=(n.Zone(name="cell", branches=1), n.Zone(name="shed")),
        variables=(n.VariableDef(name="heard", type="int", initial=n.Number(value=0)),),
        procedures=(
            n.Procedure(
                name="main",
                body=(
                    n.Grow(name="b", zone=cell, direction=n.Number(value=4)),
                    n.MoveTop(source=cell, to=n.ZoneAt(name="shed")),
                    n.MoveTop(source=n.ZoneAt(name="shed"), to=n.Local(name="b")),
                    n.Ask(name="a", seat=n.Seat(number=0), items=n.Seats()),
                ),
            ),
        ),
        listeners=(n.Listener(when="after", body=(count,), targets=("cell",)),),
    )
    assert verify(game) == []
    assert Table(compile_game(game)).variable("heard") == 1
    lock_step(game, 1, 1)

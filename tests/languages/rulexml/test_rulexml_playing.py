"""Playing: who moves, what a gesture means, what is told of it, and how a game ends."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

import ludwright as lw
from ludwright.play.contract import contract
from ludwright.play.errors import MoveError
from ludwright.play.table import Table

CARDS = {
    "ace": "<value>1</value><color>red</color><suit>h</suit>",
    "two": "<value>2</value><color>black</color><suit>s</suit>",
    "three": "<value>3</value><color>red</color><suit>d</suit>",
    "four": "<value>4</value><color>black</color><suit>c</suit>",
    "rest": "<value>0</value><color>green</color><suit>x</suit><fixed>y</fixed>",
}
MOVE = "<mover_dest><num_cards>t</num_cards></mover_dest>"


def phase(name: str, *rules: str, donors: str = "all", player: int = 0, auto: bool = False) -> str:
    """A phase of a game."""
    kind, whose = "auto" if auto else "manual", f' player="{player}"' if player else ""
    gives = "".join(f"<category>{each}</category>" for each in donors.split())
    return (
        f'<phase name="{name}"{whose}><phase_type>{kind}</phase_type>'
        f"<valid_donors>{gives}</valid_donors><rules>{''.join(rules)}</rules></phase>"
    )


def rule(
    to: str, act: str = MOVE, tests: str = "<receiver/>", points: str = "", on: str = ""
) -> str:
    """A rule that leads to a phase; without one to lead to it does nothing."""
    whose, _, count = points.rpartition(":")
    player = f' player="{whose}"' if whose else ""
    done = f'<action>{act}<next_phase phase="{to}"{player}>{count}</next_phase></action>'
    return f'<rule category="{on}"><validation>{tests}</validation>{done if to else ""}</rule>'


def table(cells: Mapping[str, str], *phases: str, players: int = 1) -> Table:
    """A table of one group with these cells and what is dealt there, as `fan: card card`."""
    laid = ""
    for name, dealt in cells.items():
        fan, _, cards = dealt.rpartition(":")
        entries = "".join(f"<card>{card}</card>" for card in cards.split())
        laid += f'<cell name="{name}"><fan>{fan}</fan><init_cards>{entries}</init_cards></cell>'
    deck = "".join(f"<card><name>{name}</name>{said}</card>" for name, said in CARDS.items())
    text = (
        f'<data type="rule"><settings><players>{players}</players><layout/></settings>'
        f'<deck>{deck}</deck><cell_groups><group category="all">{laid}</group></cell_groups>'
        f"<phases>{''.join(phases)}</phases></data>"
    )
    return lw.loads(text, "rulexml").table(seed=1)


def moves(here: Table) -> list[str]:
    return [str(move) for move in here.legal()]


def cards(here: Table, cell: str, *way: int) -> list[str]:
    return here.zone(cell, path=way)


# ---- whose turn it is ----------------------------------------------------------------------------


def duel() -> Table:
    """Both lay a card on the table; who lays the higher one gets the point."""
    over = rule("win", "", "<receiver/><mover><value>g</value></mover>", "2:1", on="c")
    under = rule("win", "", "<receiver/><mover><value>l</value></mover>", "1:1", on="c")
    first = phase("first", rule("second", on="c", points="5"), donors="a", player=1)
    second = phase("second", over, under, donors="b", player=2)
    cells = {"a": ":two,U ace,U", "b": ":three,U", "c": ":rest,U"}
    return table(cells, first, second, phase("win"), players=2)


def test_the_owner_of_a_phase_moves_in_it() -> None:
    here = duel()
    assert here.program.seats == 2 and here.decider == 0
    assert moves(here) == ["drag a -> c"]
    here.apply("drag a -> c")
    assert here.decider == 1 and moves(here) == ["drag b -> c"]


def test_points_go_to_who_moves_or_to_whom_is_named_and_most_points_win() -> None:
    here = duel()
    here.apply("drag a -> c")
    assert [here.variable("score", seat) for seat in (0, 1)] == [5, 0]
    here.apply("drag b -> c")
    result = here.result()
    assert result is not None and result.reason == "won"
    assert tuple(result.scores or ()) == (5, 1) and list(result.winners) == [0]


def test_nobody_wins_by_a_loss() -> None:
    first = phase("first", rule("loss", points="3"), player=1)
    here = table({"a": ":ace,U", "b": ":two,U"}, first, phase("loss"), players=2)
    here.apply("drag a -> b")
    result = here.result()
    assert result is not None and result.reason == "lost" and not list(result.winners)


def test_phases_that_pass_by_themselves_count_for_who_moved() -> None:
    between = phase("between", rule("second", "", "", "7"), donors="", auto=True)
    first = phase("first", rule("between"), player=2)
    second = phase("second", rule("first"), player=1)
    here = table({"a": ":ace,U", "b": ":two,U"}, first, second, between, players=2)
    assert here.decider == 1
    here.apply("drag a -> b")
    assert here.decider == 0
    assert [here.variable("score", seat) for seat in (0, 1)] == [0, 7]


# ---- what a gesture means ------------------------------------------------------------------------


@pytest.mark.quick(1)
@pytest.mark.parametrize("games", [1, 3])
def test_rules_about_one_gesture_are_one_move_whichever_holds(games: int) -> None:
    """A face-down card decides which rule is followed; that there is a move does not tell it."""
    higher = rule("p", "", "<receiver/><mover><value>g</value></mover>", "1", on="b")
    other = rule("p", "", points="-1", on="b")
    here = table({"a": ":two,U", "b": ":rest,U Rd,D"}, phase("p", higher, other, donors="a"))
    assert moves(here) == ["drag a -> b"]
    assert not contract(here.program, games=games, most=6).breaches


def test_a_rule_without_an_action_only_refuses() -> None:
    refuses = rule("", tests="<receiver/><mover><color>red</color></mover>", on="c")
    here = table(
        {"a": ":ace,U", "b": ":two,U", "c": ":rest,U"}, phase("p", refuses, rule("p", on="c"))
    )
    assert moves(here) == ["drag b -> c"]


def test_a_rule_without_a_receiver_takes_any_cell() -> None:
    clicks = rule("p", "", "<mover><is_faceup>y</is_faceup></mover>", on="nothing")
    here = table({"a": ":ace,U", "b": ":two,D"}, phase("p", clicks))
    assert moves(here) == ["drag a -> b", "click a"]


def test_only_loose_tops_can_be_grabbed() -> None:
    here = table({"a": ":ace,U rest,U", "b": ":two,U", "c": ":"}, phase("p", rule("p")))
    assert moves(here) == ["drag b -> a", "drag b -> c", "click b"]


def test_a_fixed_card_stays_even_if_a_loose_one_has_its_name() -> None:
    """Which of the two is dealt by name depends on the shuffled deck."""
    green = rule("p", tests="<receiver/><mover><color>green</color></mover>")
    text = f"""<data type="rule"><settings><players>1</players><layout/></settings>
      <deck><shuffle>y</shuffle>
        <card><name>x</name><color>red</color></card>
        <card><name>x</name><color>green</color><fixed>y</fixed></card>
        <card><name>z</name><color>red</color></card></deck>
      <cell_groups><group category="all">
        <cell name="a"><init_cards><card>x,U</card></init_cards></cell>
        <cell name="b"><init_cards><card>Rd,U</card></init_cards></cell>
        <cell name="c"><init_cards/></cell></group></cell_groups>
      <phases>{phase("p", green)}</phases></data>"""
    game = lw.loads(text, "rulexml")
    assert [moves(game.table(seed=seed)) for seed in range(12)] == [[]] * 12


def test_a_cell_stands_for_its_end_and_other_ends_for_themselves() -> None:
    """East and south of the root hangs one card each: the last one is the end of the cell."""
    act = "<mover_dest><offset>east</offset></mover_dest>"
    first = phase("p", rule("q", act, on="a"), donors="b")
    again = "<mover_dest><offset>south</offset></mover_dest>"
    second = phase("q", rule("r", again, on="a"), donors="c")
    last = phase("r", rule("r", on="a"), donors="d")
    cells = {"a": "south:rest,U,none ace,U", "b": ":two,U", "c": ":three,U", "d": ":four,U"}
    here = table(cells, first, second, last)
    here.apply("drag b -> a")
    assert cards(here, "a", 4, 2) == ["two"]
    here.apply("drag c -> a")
    assert cards(here, "a", 4, 2, 4) == ["three"]
    assert moves(here) == ["drag d -> a"]


def test_a_drag_may_end_at_any_end_of_a_branch() -> None:
    """Two nodes hang from the root: west comes after east, so west is the end of the cell."""
    first = phase(
        "p", rule("q", "<mover_dest><num_cards>t</num_cards></mover_dest>", on="b"), donors="a"
    )
    second = phase("q", rule("q", on="b"), donors="c")
    shape = {"a": ":ace,U,none two,U,east", "b": "west:rest,U,none three,U", "c": ":four,U"}
    here = table(shape, first, second)
    here.apply("drag a -> b")
    assert cards(here, "b", 6) == ["three", "ace"] and cards(here, "b", 6, 2) == ["two"]
    here = table({**shape, "b": "west:rest,U,none"}, first, second)
    here.apply("drag a -> b")
    assert cards(here, "b") == ["rest", "ace"] and cards(here, "b", 2) == ["two"]


@pytest.mark.parametrize("at", range(1, 4))
def test_a_rest_of_no_cards_grows_no_node(at: int) -> None:
    """Only a card makes the node it goes to, so what is dealt next is where it would be anyway."""
    dealt = ["ace,U,none", "two,U", "three,D"]
    dealt.insert(at, "**,U,south")
    here = table({"a": f"south:{' '.join(dealt)}", "b": ":rest,U four,U"}, phase("p", rule("p")))
    assert [cards(here, "a", *[4] * depth) for depth in range(3)] == [["ace"], ["two"], ["three"]]
    assert "drag b -> a" in moves(here)
    here.apply("drag b -> a")
    assert cards(here, "a", 4, 4) == ["three", "four"]


def test_of_a_node_that_travels_fixed_cards_stay() -> None:
    """D25: the anchor lies in the middle of the pile, and stays."""
    act = "<mover_dest></mover_dest>"
    here = table(
        {"a": ":ace,U rest,U two,U", "b": ":three,U"}, phase("p", rule("p", act), donors="a")
    )
    here.apply("drag a -> b")
    assert cards(here, "a") == ["rest"]
    assert cards(here, "b") == ["three", "ace", "two"]


def test_the_card_that_is_uncovered_can_be_turned_by_the_donor() -> None:
    """The node that was left goes before the donor is looked at."""
    act = (
        "<mover_dest><num_cards>t</num_cards></mover_dest>"
        "<donor_dest><destination>d</destination><flip_up>south</flip_up></donor_dest>"
    )
    here = table(
        {"a": "south:rest,U,none ace,D two,U", "b": ":three,U"}, phase("p", rule("p", act))
    )
    here.apply("drag a,south,south -> b")
    assert here.face_up("a", path=(4,)) == [True]
    with pytest.raises(lw.TableError):
        cards(here, "a", 4, 4)


def test_a_node_that_is_emptied_stays_if_cards_come_to_it_later() -> None:
    """The receiver's card is discarded, then the mover's comes to its place."""
    act = (
        "<receiver_dest><destination>c</destination><num_cards>t</num_cards></receiver_dest>"
        "<mover_dest><destination>r</destination><num_cards>t</num_cards></mover_dest>"
    )
    cells = {"a": "south:rest,U,none ace,U", "b": ":two,U", "c": ":three,U"}
    here = table(cells, phase("p", rule("p", act, on="a"), donors="b"))
    here.apply("drag b -> a")
    assert cards(here, "a", 4) == ["two"] and cards(here, "c") == ["three", "ace"]


# ---- what is told --------------------------------------------------------------------------------


def told(here: Table, text: str) -> list[tuple[str, str]]:
    found = list(here.explain(text).conditions)
    for line in found:
        found += line.parts
    return [(line.truth, line.text) for line in found]


def test_why_quotes_the_tests_of_the_file() -> None:
    tests = (
        "<receiver/><mover><value>-1</value><color>!</color></mover><donor><name>a</name></donor>"
    )
    here = table({"a": ":three,U", "b": ":two,U"}, phase("p", rule("p", tests=tests, on="b")))
    lines = told(here, "drag a -> b")
    assert ("yes", "rule category 'b'") in lines
    assert ("yes", "donor: name a") in lines
    assert ("no", "mover: value -1") in lines and ("yes", "mover: color !") in lines


def test_why_tells_rules_apart() -> None:
    one = rule("p", tests="<receiver><num_cards>1</num_cards></receiver>", on="b")
    two = rule("p", tests="<receiver/><mover><value>1</value></mover>", on="b")
    here = table({"a": ":ace,U", "b": ":two,U three,U"}, phase("p", one, two, donors="a"))
    (rules,) = [line for line in here.explain("drag a -> b").conditions if line.parts]
    assert rules.text == "one of these rules" and rules.truth == "no"
    assert [part.text for part in rules.parts] == ["rule 1 of 'p'", "rule 2 of 'p'"]


def test_why_explains_a_rule_that_always_applies() -> None:
    one = rule("p", tests="<mover><value>2</value></mover>")
    here = table({"a": ":ace,U", "b": ":two,U"}, phase("p", one, rule("p", tests=""), donors="a"))
    (rules,) = [line for line in here.explain("drag a -> b").conditions if line.parts]
    assert [part.truth for part in rules.parts] == ["no", "yes"] and rules.truth == "yes"


def test_a_gesture_that_no_rule_is_about_is_refused_with_the_reason() -> None:
    here = table({"a": ":ace,U", "b": ":two,U"}, phase("p", rule("p", on="b"), donors="a"))
    assert told(here, "click a") == [("no", "phase 'p' has a rule for a click")]
    with pytest.raises(MoveError):
        here.apply("click a")


# ---- how it ends ---------------------------------------------------------------------------------


def test_a_phase_in_which_nothing_can_be_done_ends_the_game() -> None:
    here = table({"a": ":ace,U", "b": ":two,U"}, phase("p", rule("q", points="4")), phase("q"))
    here.apply("drag a -> b")
    result = here.result()
    assert result is not None and result.reason == "stuck"
    assert tuple(result.scores or ()) == (4,)


def test_points_of_phases_before_the_first_move_do_not_count() -> None:
    start = phase("s", rule("p", "", "", "9"), donors="", auto=True)
    here = table({"a": ":ace,U", "b": ":two,U"}, start, phase("p", rule("p", points="1")))
    assert here.variable("score") == 0
    here.apply("drag a -> b")
    assert here.variable("score") == 1


def test_an_automatic_win_is_passed_through() -> None:
    win = phase("win", rule("p", "", "", "3"), donors="", auto=True)
    here = table({"a": ":ace,U", "b": ":two,U"}, phase("p", rule("win")), win)
    here.apply("drag a -> b")
    assert not here.over and here.variable("score") == 3


def test_automatic_phases_that_go_round_are_stopped() -> None:
    """Only while `b` holds one card they would never end."""
    asked = '<condition category="b"><num_cards>1</num_cards></condition>'
    one = phase("q", rule("r", "", asked), rule("p", "", ""), donors="", auto=True)
    two = phase("r", rule("q", "", ""), donors="", auto=True)
    here = table({"a": ":ace,U", "b": ":two,U", "c": ":rest,U"}, phase("p", rule("q")), one, two)
    assert "drag a -> c" not in moves(here)
    here.apply("drag a -> b")
    assert here.variable("phase") == "p"

"""Which rule a gesture follows, how that is told, and where nodes may hang because of it."""

from __future__ import annotations

import pytest

import ludwright
from ludwright import pipeline
from ludwright.gamedef import nodes as n
from ludwright.gamedef.walk import walk

TABLE = """\
<data type="rule">
<settings><players>1</players><layout></layout></settings>
<deck>
<card><name>R</name><value>1</value><color>red</color></card>
<card><name>B</name><value>2</value><color>black</color></card>
</deck>
<cell_groups><group category="all">
<cell name="a"><init_cards><card>R,U</card></init_cards></cell>
<cell name="b"><init_cards><card>B,U</card></init_cards></cell>
<cell name="c"><init_cards/></cell>
</group></cell_groups>
<phases><phase name="play"><phase_type>manual</phase_type>
<valid_donors><category>a</category><category>b</category></valid_donors><rules>RULES</rules></phase></phases></data>
"""
TO_C = '<rule category="c"><validation><receiver/>{}</validation>{}</rule>'
POINTS = '<action><mover_dest/><next_phase phase="play">5</next_phase></action>'
NOTHING = '<action><next_phase phase="play"></next_phase></action>'
RED = "<mover><color>red</color></mover>"


def game_of(rules: str) -> ludwright.Game:
    return ludwright.Game(
        pipeline.loads(TABLE.replace("RULES", rules), "rulexml", checked=False), {}
    )


def branches(game: ludwright.Game) -> dict[str, bool]:
    """Below which cells nodes may hang."""
    return {zone.name: zone.branches > 0 for zone in game.definition.zones[:3]}


def told(game: ludwright.Game) -> list[list[str]]:
    """For each action the lines that it is explained by, those in others after them."""
    found = (node for node in walk(game.definition) if isinstance(node, n.Action))
    return [
        [part.text for reason in action.because for part in walk(reason) if hasattr(part, "text")]
        for action in found
    ]


def test_a_rule_that_changes_nothing_does_not_let_earlier_ones_hold() -> None:
    game = game_of(TO_C.format(RED, POINTS) + TO_C.format("", NOTHING))
    table = game.table()
    table.apply("drag b -> c")
    assert table.variable("score") == 0
    table.apply("drag a -> c")
    assert table.variable("score") == 5


def test_the_number_of_the_rule_is_told() -> None:
    never = TO_C.format("<mover><color>green</color></mover>", POINTS)
    (lines,) = told(game_of(never + TO_C.format(RED, POINTS)))
    assert "rule 2 of 'play'" in lines and "mover: color red" in lines


def test_what_a_rule_that_does_nothing_asks_for_is_told() -> None:
    game = game_of(TO_C.format(RED, "") + TO_C.format("", POINTS))
    (lines,) = told(game)
    assert "rule 1, which has no action, does not match first" in lines
    assert "not mover: color red" in lines
    assert [str(move) for move in game.table().legal()] == ["drag b -> c"]


def test_a_rule_that_does_nothing_after_all_others_changes_nothing() -> None:
    alone = game_of(TO_C.format(RED, POINTS)).definition
    assert game_of(TO_C.format(RED, POINTS) + TO_C.format("", "")).definition == alone


@pytest.mark.parametrize(
    ("tests", "words", "deep"),
    [
        ("", "<offset>south</offset>", {"c"}),
        ("<mover><color>green</color></mover>", "<offset>south</offset>", set()),
        ("", "<destination>d</destination><offset>south</offset>", set()),
        ("", "<offset>south</offset><except>a</except><except>b</except>", set()),
        ("", "<destination>b</destination><offset>south</offset><except>a</except>", set()),
        ("", "<destination>b</destination><offset>south</offset>", {"b"}),
    ],
)
def test_nodes_hang_only_where_cards_can_come_to(tests: str, words: str, deep: set[str]) -> None:
    action = f'<action><mover_dest>{words}</mover_dest><next_phase phase="play">1</next_phase>'
    game = game_of(TO_C.format(tests, f"{action}</action>"))
    assert {name for name, hangs in branches(game).items() if hangs} == deep

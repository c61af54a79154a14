"""What is told of drags: the ways of cards, in the order of the parts of an action."""

from __future__ import annotations

from pathlib import Path

import ludwright as lw
from languages.rulexml.test_rulexml_playing import cards, phase, rule, table
from ludwright.play.events import story
from ludwright.play.table import Table

HERE = Path(__file__).parent


def lines(here: Table, seat: int | None = None) -> list[str]:
    return story(here.program, here.events(), seat)


def test_a_card_played_face_up_is_told_to_all_and_what_closes_up_is_not() -> None:
    here = lw.load(HERE / "lanes.xml").table(seed=1, trace=True)
    for number in range(12):
        if here.over:
            break
        hidden = {card for cell in ("hand1", "hand2") for card in _chain(here, cell)[1:]}
        # Every third time the node furthest out, else the first: the middle closes up.
        move = here.legal()[-2:][0] if number % 3 == 2 else here.legal()[0]
        _, source, _, target = str(move).split()
        here.apply(move)
        (card,) = here.zone(target)[-1:]
        for seat in (0, 1):
            assert lines(here, seat) == [f"{source.partition(',')[0]} -> {target}   {card}"]
            texts = [event.text for event in here.view(seat).events()]
            assert not any(f"{name}: " in text for name in hidden - {card} for text in texts)
    assert here.over


def _chain(here: Table, cell: str) -> list[str]:
    found, way = here.zone(cell), (2,)
    while any(zone.name == cell and zone.path == way for zone in here.zones()):
        found, way = found + here.zone(cell, path=way), (*way, 2)
    return found


def test_the_parts_of_an_action_are_told_in_their_order() -> None:
    parts = (
        "<receiver_dest><destination>c</destination><num_cards>t</num_cards></receiver_dest>"
        "<mover_dest><destination>d</destination><num_cards>t</num_cards></mover_dest>"
        "<donor_dest><destination>e</destination><num_cards>t</num_cards></donor_dest>"
    )
    cells = {"a": "south:ace,U,none two,U", "b": ":three,U", "c": ":", "d": ":", "e": ":"}
    acts = parts.replace("<destination>d<", "<destination>c<")
    here = table(cells, phase("only", rule("only", acts, on="b"), donors="a")).restarted(trace=True)
    here.apply("drag a,south -> b")
    assert lines(here) == ["b -> c   three", "a -> c   two", "a -> e   ace"]
    assert (cards(here, "c"), cards(here, "e")) == (["three", "two"], ["ace"])


def test_a_chain_that_travels_is_told_in_one_line() -> None:
    act = "<mover_dest><num_cards>t</num_cards><offset>south</offset></mover_dest>"
    cells = {"a": "south:rest,U,none ace,U two,D three,U", "b": "south:four,U,none"}
    here = table(cells, phase("only", rule("only", act, on="b"), donors="a")).restarted(trace=True)
    here.apply("drag a,south -> b")
    assert lines(here, 0) == ["a -> b   ace [] three"]

"""The protocol: every message is documented, and limits are enforced when it is read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludwright.web import protocol as p
from ludwright.web import shapes
from ludwright.web.engine.hosted import Hosted
from ludwright.web.engine.interface import Choice
from ludwright.web.handlers import HANDLERS
from tools.web.hosting import body, hosted
from tools.web.serving import Process

DOCS = Path(__file__).parents[2] / "docs" / "protocol.md"


def types_of(base: type) -> dict[str, type]:
    return {each.__struct_config__.tag: each for each in base.__subclasses__()}


def documented(heading: str) -> set[str]:
    part = DOCS.read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    cells = re.findall(r"^\| (`.*?`) \|", part, re.MULTILINE)
    return {word for cell in cells for word in re.findall(r"`(\w+)`", cell)}


def test_every_message_is_documented() -> None:
    assert documented("From the client") == set(types_of(p.Request))
    assert documented("From the server") == set(types_of(shapes.Sent))


def test_every_message_has_a_handler() -> None:
    assert set(HANDLERS) == set(types_of(p.Request).values()) - {p.Hello}


def test_the_fields_of_messages_are_documented() -> None:
    text = DOCS.read_text(encoding="utf-8")
    for kind in (*p.Request.__subclasses__(), shapes.TableInfo, shapes.SeatInfo, shapes.State):
        for name in kind.__struct_encode_fields__:
            assert re.search(rf"\b{name}\b", text), f"{kind.__name__}.{name}"


@pytest.mark.parametrize(
    "frame",
    [
        {"t": "chat", "text": "x" * (p.LONGEST_CHAT + 1)},
        {"t": "say", "seat": 0, "at": 0, "text": ""},
        {"t": "say", "seat": 0, "at": 0, "text": "x" * (p.LONGEST_TEXT + 1)},
        {"t": "pick", "seat": 0, "at": 0, "items": [0] * (p.MOST_ITEMS + 1)},
        {"t": "pick", "seat": 0, "at": 0, "items": [-1]},
        {"t": "number", "seat": 0, "at": 0, "range": 0, "value": 2**31},
        {"t": "move", "seat": p.MOST_SEATS, "at": 0, "n": 0},
        {"t": "move", "seat": 0, "at": 2**31, "n": 0},
        {"t": "move", "seat": True, "at": 0, "n": 0},
        {"t": "move", "seat": 0, "at": 0.5, "n": 0},
        {"t": "restart", "seed": 2**53},
        {"t": "phrase", "n": len(p.PHRASES)},
        {"t": "settings", "clock": {"seconds": 5}},
        {"t": "settings", "absent": "vanish"},
        {"t": "settings", "options": {"x": None}},
        {"t": "hello", "protocol": 1, "seats": ["x"] * 100},
    ],
)
def test_values_out_of_range_are_rejected(frame: dict[str, object]) -> None:
    with pytest.raises(p.BadMessage) as caught:
        p.decode(msgspec.json.encode({**frame, "re": 9} if frame["t"] != "hello" else frame))
    assert str(caught.value)
    assert caught.value.re == (9 if frame["t"] != "hello" else None)


def test_a_head_and_a_body_make_one_object() -> None:
    head = shapes.State(3, 2, [1.5], shapes.UndoInfo(True, 0), None)
    frame = msgspec.json.decode(shapes.with_body(head, b'{"seat":0,"moves":3}'))
    assert frame["t"] == "state" and frame["seat"] == 0 and frame["at"] == 3
    assert msgspec.json.decode(shapes.with_body(shapes.Hint(1), b"{}")) == {"t": "hint", "re": 1}


# ---- examples ------------------------------------------------------------------------------------


def examples(arrow: str) -> list[str]:
    part = DOCS.read_text(encoding="utf-8").partition("## Examples\n")[2].partition("\n## ")[0]
    return [line.removeprefix(arrow) for line in part.splitlines() if line.startswith(arrow)]


def test_every_message_of_a_client_has_an_example_that_is_accepted() -> None:
    found = [p.decode(line) for line in examples("-> ")]
    assert {type(each) for each in found} == set(p.Request.__subclasses__())


def test_every_message_of_the_server_has_an_example() -> None:
    known = types_of(shapes.Sent)
    found = [msgspec.json.decode(line) for line in examples("<- ")]
    assert {each["t"] for each in found} == set(known)
    for each, line in zip(found, examples("<- "), strict=True):
        msgspec.json.decode(line, type=known[each["t"]])


def test_the_state_of_the_example_has_the_fields_of_a_real_one() -> None:
    cards, bids = hosted("crazy-eights", 2), hosted("gops", 2)
    before, after, chosen = (msgspec.json.decode(x) for x in examples("<- ") if '"t":"state"' in x)
    moments: list[tuple[Any, Hosted, int, list[int]]] = [
        (before, cards, 0, []),
        (after, cards, 0, [0]),
        (chosen, bids, 1, [1]),
    ]
    for shown, table, seat, moves in moments:
        for each in moves:
            table.apply(each, Choice(index=0), [0])
        real = body(table, seat)
        assert {*shown} - {*shapes.State.__struct_fields__, "t"} == {*real}
        assert {*shown["options"]} - {"moves"} == {*real["options"]} - {"moves"}
        places = [place for place in real["scene"]["places"] if place["label"] != "draw pile"]
        for mine, other in zip(shown["scene"]["places"], places, strict=False):
            assert {*mine} == {*other}


def test_the_client_of_the_manual_plays_a_game(tmp_path: Path) -> None:
    text = DOCS.read_text(encoding="utf-8").partition("## A client\n")[2]
    code = text.partition("```python\n")[2].partition("\n```")[0]
    names: dict[str, Any] = {"__name__": "client"}
    exec(compile(code, "client", "exec"), names)
    running = Process("--db", str(tmp_path / "web.db"), engine="")
    try:
        result = names["play"](running.url)
    finally:
        running.kill()
    assert result["reason"] and set(result["winners"]) <= {0, 1, 2}

"""The table that fills a terminal, driven by keys and mouse without one."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from rich.segment import Segment
from textual.widgets import OptionList

from ludwright.gamedef import nodes as n
from ludwright.play.errors import GameFault
from ludwright.players import PLAYERS, Advice
from ludwright.table.playback import Replay
from ludwright.ui.screen import TableApp
from ludwright.ui.session import Session
from ludwright.ui.widgets import Page
from tools.sitting import Person, at_screen, session
from tools.tables import COUNT_UP, TAKING, action, decide, end, forever
from tools.tables import table as tiny_table
from tools.tiny import X, num


def tiny(*body: n.Statement, **settings: object) -> Session:
    """A person at a tiny game."""
    return Session(tiny_table(*body, trace=True, **settings), 0, PLAYERS["first"]())


# ---- moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 16)])
def test_the_table_shows_cards_moves_and_keys(size: tuple[int, int]) -> None:
    async def look(person: Person) -> None:
        lines = person.lines()
        assert len(lines) == size[1] and max(map(len, lines)) <= size[0]
        text = person.text()
        assert "Klondike, seed 7" in lines[0] and "▒▒×24" in text and "10♣" in text
        assert "1 draw" in text and "2 8♦ column 4 → column 3" in text
        assert "your move >" in text and "u undo" in text and "+" not in text

    at_screen(session("klondike"), look, size)


def test_nothing_covers_the_table() -> None:
    app = TableApp(session("memory"))

    async def sit() -> None:
        async with app.run_test(size=(80, 24), tooltips=True, notifications=True) as pilot:
            await pilot.pause()
            lines = Person(app, pilot).lines()
            assert lines[1].split()[:3] == ["a1", "a2", "a3"]
            assert lines[2].split()[:3] == ["▒▒", "▒▒", "▒▒"]

    asyncio.run(sit())


def test_a_move_by_number_by_typing_by_arrows_and_by_mouse() -> None:
    sitting = session("klondike")
    wanted = [str(move) for move in sitting.moves()]

    async def moves(person: Person) -> None:
        ways = {
            "number": ["3", "enter"],
            "arrows": ["down", "down", "down", "up", "enter"],
            "typing": [*"6S", "enter"],
            "capitals do not matter": ["slash", *"6s", "space", *"COLUMN", "enter"],
        }
        for way, keys in ways.items():
            await person.press(*keys)
            assert [told.text for told in sitting.history] == [wanted[2]], way
            assert "you: 6♠ column 5 → column 7" in person.text(), way
            await person.press("u")
            assert not sitting.table.log and "move taken back" in person.text()
        await person.pilot.click("#moves", offset=(5, 2))
        await person.pilot.pause()
        assert [told.text for told in sitting.history] == [wanted[2]]

    at_screen(sitting, moves)


def test_typing_shows_only_what_fits() -> None:
    async def filters(person: Person) -> None:
        listed = person.app.screen.query_one("#moves", OptionList)
        assert listed.option_count == 4
        await person.type("COLUMN 5")
        assert listed.option_count == 2 and "your move > COLUMN 5_" in person.text()
        await person.press("backspace", "7")
        assert listed.option_count == 1
        await person.press("escape")
        assert listed.option_count == 4 and listed.highlighted == 0
        await person.press("2", "down")
        assert listed.highlighted == 2
        await person.press("home")
        assert listed.highlighted == 0
        await person.press("end")
        assert listed.highlighted == 3
        await person.press("pagedown")
        assert listed.highlighted == 3

    at_screen(session("klondike"), filters)


def test_what_is_no_move_is_told_and_explained() -> None:
    sitting = session("klondike")

    async def wrong(person: Person) -> None:
        await person.type("Hop")
        await person.press("enter")
        assert "'Hop' is not a move of this game" in person.text()
        await person.press("escape", *"99", "enter")
        assert "no move 99; the moves are numbered 1 to" in person.text()
        await person.press("escape")
        await person.type("KH  column 1 -> column 2")
        await person.press("enter")
        assert "is not legal now" in person.text() and not sitting.table.log
        await person.press("ctrl+w")
        assert "'K♥ column 1 → column 2' is not legal now" in person.page
        await person.press("escape")
        assert person.play.line.text == "KH  column 1 -> column 2"
        await person.press("escape", "down", "w")
        assert "'8♦ column 4 → column 3' is legal" in person.page
        await person.press("escape", "u")
        assert "no move to take back" in person.text()

    at_screen(sitting, wrong)


def test_a_letter_that_is_a_key_can_be_typed_as_a_capital() -> None:
    sitting = tiny(
        forever(decide(action("stay"), action("quit", end()), action("up", COUNT_UP))),
    )

    async def types(person: Person) -> None:
        await person.type("Up")
        await person.press("enter")
        assert sitting.table.variable("x") == 1
        await person.type("/up")
        await person.press("enter")
        assert sitting.table.variable("x") == 2
        await person.press("u")
        assert sitting.table.variable("x") == 1
        await person.type("Quit")
        await person.press("enter")
        assert sitting.table.over and "The game is over: nobody won (done)." in person.text()
        await person.press("enter", "h", "1", "enter", "escape", "u")
        assert not sitting.table.over

    at_screen(sitting, types)


def test_a_hint_is_told_and_marked() -> None:
    sitting = session("klondike")
    sitting.adviser = lambda view: [Advice(view.legal()[-1], 1.0, 0.0)]

    async def asks(person: Person) -> None:
        await person.press("h")
        await person.app.workers.wait_for_complete()
        await person.pilot.pause()
        assert "hint: 5♥ column 6 → column 5" in person.text()
        await person.press("enter")
        assert sitting.history[0].text == "5H  column 6 -> column 5"

    at_screen(sitting, asks)


def test_many_moves_are_listed_in_part_and_told() -> None:
    many = n.Ask(name="n", seat=n.Seat(number=0), items=n.Range(low=num(1), high=num(1200)))
    sitting = tiny(forever(many, n.SetVariable(name="x", value=n.Local(name="n"))))

    async def asked(person: Person) -> None:
        await person.press("end")
        assert person.play.moves.highlighted == 499
        assert "your move, 1 to 1200 >" in person.text()
        person.play.moves.scroll_end(animate=False, immediate=True)
        await person.pilot.pause()
        assert "+700 more: type the number" in person.text()
        await person.press(*"1111", "enter")
        assert sitting.table.variable("x") == 1111

    at_screen(sitting, asked)


def test_help_names_every_key() -> None:
    async def asks(person: Person) -> None:
        commands = {"?": "question_mark", "/": "slash"}
        keys = set(person.play.commands)
        await person.press("question_mark")
        for key in keys:
            letter = next((k for k, v in commands.items() if v == key), key)
            assert letter in "?" or f" {letter} " in f" {person.page} ".replace("\n", " "), key
        await person.press("down", "pageup", "x")
        assert not isinstance(person.app.screen, Page)

    at_screen(session("klondike"), asks)


# ---- other games ---------------------------------------------------------------------------------


def test_a_game_with_others_shows_their_counts_and_moves() -> None:
    sitting = session("crazy-eights", 5)

    async def plays(person: Person) -> None:
        assert "you are player 1" in person.lines()[0]
        assert "You drew a card that fits >" in person.text()
        for _ in range(4):
            await person.press("enter")
        lines = person.lines()
        for other in range(2, 6):
            count = len(sitting.table.zone("hand", other - 1))
            (line,) = [x for x in lines if x.startswith(f" player {other}   ")]
            assert line.split("│")[0].split()[2:] == ["hand", f"▒▒×{count}" if count > 1 else "▒▒"]
        assert any(x.split("│")[0].startswith(" your hand") for x in lines[18:21])
        assert "player 5: " in person.text() and "you: " in person.text()
        secret = set(sitting.table.zone("hand", 1)) | set(sitting.table.zone("draw_pile"))
        table = "\n".join(line.split("│")[0] for line in lines)
        faces = {person.play.faces.card(card)[0] for card in secret}
        assert not faces & set(table.split())

    at_screen(sitting, plays)


def test_a_game_without_decisions_goes_on_with_enter_or_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("ludwright.ui.table_screen.PACE", 0.1)
    sitting = session("war")

    async def watches(person: Person) -> None:
        assert "enter = continue >" in person.text() and "player 2   pile ▒▒×26" in person.text()
        await person.press("enter", "enter")
        assert len(sitting.table.log) == 2
        await person.press("a")
        while len(sitting.table.log) < 6:
            await person.pilot.pause(0.02)
        await person.press("a")
        stopped = len(sitting.table.log)
        assert "stopped" in person.text()
        await person.pilot.pause(0.25)
        assert len(sitting.table.log) == stopped

    at_screen(sitting, watches)


def test_running_on_stops_where_somebody_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludwright.ui.table_screen.PACE", 0.01)
    sitting = session("klondike")

    async def watches(person: Person) -> None:
        await person.press("a")
        while person.play.running:
            await person.pilot.pause(0.02)
        assert not sitting.table.log

    at_screen(sitting, watches)


def test_a_game_is_played_to_its_end() -> None:
    sitting = tiny(*TAKING)

    async def plays(person: Person) -> None:
        for _ in range(4):
            assert not sitting.table.over
            await person.press("enter")
        assert "The game is over: player 1 won (done)." in person.text()
        await person.press("enter", "w")
        assert "no move to explain" in person.text()

    at_screen(sitting, plays)


def test_a_game_that_breaks_ends_the_table_with_its_fault() -> None:
    broken = n.SetVariable(name="x", value=n.Divide(left=num(1), right=X))
    sitting = tiny(forever(decide(action("go")), broken))

    async def plays(person: Person) -> None:
        await person.press("enter")

    app = at_screen(sitting, plays)
    assert isinstance(app.fault, GameFault) and not app.is_running


# ---- files, looking back, leaving ----------------------------------------------------------------


def test_a_game_is_saved_and_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    sitting = session("klondike")

    async def saves(person: Person) -> None:
        await person.press("2", "enter", "s")
        assert "save to > klondike-7.json_" in person.text()
        await person.press("enter")
        assert "saved to klondike-7.json" in person.text()
        saved = sitting.table.key()
        await person.press("enter", "enter")
        assert sitting.table.key() != saved
        await person.press("l")
        await person.type("klondike-7.json")
        await person.press("enter")
        assert "loaded klondike-7.json" in person.text() and sitting.table.key() == saved
        await person.press("l", *"none", "enter")
        assert "'none' cannot be read" in person.text() and sitting.table.key() == saved
        await person.press("s", "escape", "enter")
        assert len(sitting.table.log) == 2
        await person.press("s", "backspace")
        assert "> klondike-7.jso_" in person.text()
        await person.press("n", "escape", "s")
        await person.type("mine.json")
        assert "> mine.json_" in person.text()  # the proposed name is replaced
        await person.press("enter")
        assert "saved to mine.json" in person.text()

    at_screen(sitting, saves)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["klondike-7.json", "mine.json"]


def test_a_pasted_name_is_typed() -> None:
    from textual.events import Paste

    async def pastes(person: Person) -> None:
        await person.press("l")
        person.app.screen.post_message(Paste("some\nfile.json"))
        await person.pilot.pause()
        assert person.play.line.text == "some file.json"

    at_screen(session("klondike"), pastes)


def replayed() -> Replay:
    sitting = session("crazy-eights", 3)
    sitting.let_others_move()
    while len(sitting.table.log) < 8:
        sitting.make("1")
        sitting.let_others_move()
    return Replay(sitting.table, 0)


def test_a_replay_is_stepped_through() -> None:
    replay = replayed()
    length = len(replay.log)

    async def steps(person: Person) -> None:
        assert f"move 0 of {length}" in person.text()
        await person.press("right", "enter", "space", "left")
        assert f"move 2 of {length}" in person.text() and len(replay.table.log) == 2
        await person.press("end", "right")
        assert f"move {length} of {length}" in person.text()
        assert "this is the last position" in person.text()
        await person.press("v")
        assert replay.seat == 1 and "you are player 2" in person.text()
        assert f"move {length} of {length}" in person.text()
        await person.press("home", "left")
        assert (
            f"move 0 of {length}" in person.text() and "this is the first position" in person.text()
        )
        await person.press("q")

    app = at_screen(replay, steps)
    assert not app.is_running


def test_a_replay_runs_by_itself_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludwright.ui.table_screen.PACE", 0.01)
    replay = replayed()

    async def watches(person: Person) -> None:
        await person.press("a")
        while person.replay.running:
            await person.pilot.pause(0.02)
        assert len(replay.history) == len(replay.log)

    at_screen(replay, watches)


def test_nobody_looks_back_from_another_seat_while_the_game_goes_on() -> None:
    person = session("crazy-eights", 3)

    async def looks(someone: Person) -> None:
        await someone.press("enter", "b", "v")
        assert "other seats can be viewed once the game is over" in someone.text()
        assert someone.replay.seat == person.seat

    at_screen(person, looks)


def test_one_looks_back_in_the_middle_of_a_game() -> None:
    sitting = session("klondike")

    async def looks(person: Person) -> None:
        await person.press("enter", "enter", "b")
        assert "move 2 of 2" in person.text()
        await person.press("left", "left")
        assert "move 0 of 2" in person.text() and "▒▒×24" in person.text()
        await person.press("escape")
        assert "your move >" in person.text() and len(sitting.table.log) == 2
        assert person.play.session is sitting

    at_screen(sitting, looks)


@pytest.mark.parametrize("key", ["q", "ctrl+c", "ctrl+q"])
def test_one_leaves(key: str) -> None:
    async def leaves(person: Person) -> None:
        await person.press(key)

    app = at_screen(session("klondike"), leaves)
    assert not app.is_running and app.return_code == 0


def test_leaving_a_game_in_progress_is_confirmed() -> None:
    sitting = session("klondike")

    async def leaves(person: Person) -> None:
        await person.press("enter", "q")
        assert "Quit anyway?" in person.page
        await person.press("escape")
        assert person.play.session is sitting and person.app.is_running
        await person.press("q", "enter")

    app = at_screen(sitting, leaves)
    assert not app.is_running and app.return_code == 0


# ---- terminals -----------------------------------------------------------------------------------


def colours(person: Person) -> set[object]:
    strips = person.app.screen._compositor.render_strips()
    segments: list[Segment] = [segment for strip in strips for segment in strip]
    styles = [segment.style for segment in segments if segment.style]
    return {c for style in styles for c in (style.color, style.bgcolor) if c is not None}


def test_without_colours_there_are_letters_and_no_colour_codes() -> None:
    async def look(person: Person) -> None:
        assert not colours(person)
        assert "[]x24" in person.text() and "8D column 4 -> column 3" in person.text()
        assert not set("♠♥♦♣▒") & set(person.text())
        await person.pilot.click("#moves", offset=(5, 1))
        await person.pilot.pause()
        assert len(person.play.session.table.log) == 1

    at_screen(session("klondike"), look, colour=False)


def test_with_colours_red_and_black_differ() -> None:
    async def look(person: Person) -> None:
        strips = person.app.screen._compositor.render_strips()
        found = {s.text.strip(): s.style for strip in strips for s in strip if s.style}
        assert found["10♣"].color != found["8♦"].color
        assert found["10♣"].bgcolor == found["8♦"].bgcolor != found["▒▒"].bgcolor

    at_screen(session("klondike"), look)


def test_too_small_a_terminal_is_told() -> None:
    async def look(person: Person) -> None:
        assert "The terminal is 59x16: the table needs at least 60x16." in person.text()
        await person.pilot.resize_terminal(80, 24)
        await person.pilot.pause()
        assert "your move >" in person.text() and "The terminal" not in person.text()
        await person.pilot.resize_terminal(80, 15)
        await person.pilot.pause()
        assert "The terminal is 80x15" in person.text() and "your move" not in person.text()

    at_screen(session("klondike"), look, size=(59, 16))

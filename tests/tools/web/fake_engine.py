"""An engine in the process of the test: plain tables, no limits, messages of the right shape."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

import msgspec

import ludwright as lw
from ludwright import pipeline
from ludwright.play.setup import natural_pace
from ludwright.players import PLAYERS, choice
from ludwright.web.engine.games import Games
from ludwright.web.engine.interface import (
    SPECTATOR,
    Advice,
    Answer,
    Busy,
    Choice,
    Completed,
    Examined,
    GameRef,
    Hovered,
    Made,
    NotOpen,
    Opened,
    Refused,
    Status,
    TableFault,
    TableSpec,
)
from ludwright.web.engine.points import complete_at, hover_at

encode = msgspec.json.encode
GAMES: dict[tuple[object, ...], lw.Game] = {}


def game_of(ref: GameRef, options: dict[str, Any]) -> lw.Game:
    key = ref.name, ref.language, repr(ref.files), repr(sorted(options.items()))
    if key not in GAMES:
        try:
            if ref.files:
                text = next(iter(ref.files.values()))
                GAMES[key] = lw.loads(text, ref.language, options)
            else:
                GAMES[key] = lw.load(ref.name, options)
        except lw.GameError as error:
            raise TableFault(str(error)) from None
    return GAMES[key]


class FakeEngine:
    """Implements `Engine` as simply as possible; `calls` counts what was asked. A test may set
    `fault` to the name of a method that breaks the game, or `busy` to one that has no time."""

    def __init__(self) -> None:
        self.tables: dict[str, tuple[TableSpec, lw.Table, list[Made]]] = {}
        self.calls: dict[str, int] = {}
        self.fault = self.busy = ""
        self.padding = ""  # makes messages larger
        self.opened_with: list[TableSpec] = []

    def _called(self, name: str) -> None:
        self.calls[name] = self.calls.get(name, 0) + 1
        if self.fault == name:
            raise TableFault("the game broke")
        if self.busy == name:
            raise Busy

    def _at(self, table: str) -> tuple[TableSpec, lw.Table, list[Made]]:
        if table not in self.tables:
            raise NotOpen(table)
        return self.tables[table]

    async def start(self) -> None:
        """Ready."""

    async def stop(self) -> None:
        self.tables.clear()

    async def game_info(self, game: GameRef, options: dict[str, Any], players: int | None) -> bytes:
        self._called("game_info")
        found = game_of(game, options)
        try:
            program = found.program(players)
        except lw.GameError as error:
            raise TableFault(str(error)) from None
        return encode(
            {
                "name": game.name,
                "title": found.definition.name,
                "least": found.definition.least_players,
                "most": found.definition.most_players,
                "seats": program.seats,
                "solitaire": program.seats == 1,
                "language": found.loaded.language,
                "library": not game.files,
                "options": [],
                "cards": {},
                "teams": [],
            }
        )

    async def open(self, spec: TableSpec) -> Opened:
        self._called("open")
        if spec.table not in self.tables:
            game = game_of(spec.game, dict(spec.options))
            try:
                table = game.table(
                    players=spec.players,
                    names=spec.names,
                    seed=spec.seed,
                    rng=spec.rng,
                    deal=spec.deal or None,
                    pace=spec.pace or natural_pace(game.program(spec.players)),
                )
            except (lw.TableError, lw.GameError) as error:
                raise TableFault(str(error)) from None
            for made in spec.moves:
                table.apply_id(made.id) if made.seat is not None else table.apply(table.legal()[0])
            self.tables[spec.table] = spec, table, list(spec.moves)
            self.opened_with.append(spec)
        _, table, made_so_far = self.tables[spec.table]
        return Opened(self._status(table, made_so_far), "sources", spec.seed)

    def _status(self, table: lw.Table, made: list[Made]) -> Status:
        result = table.result() if table.over else None
        return Status(
            moves=len(made),
            decider=table.decider,
            waiting=() if table.decider is None else (table.decider,),
            paused=table.paused,
            over=table.over,
            forced=False,
            winners=result.winners if result else (),
            scores=result.scores if result else None,
            reason=result.reason if result else "",
        )

    def _answer(
        self, name: str, audience: Sequence[int], since: dict[int, int], new: Sequence[Made] = ()
    ) -> Answer:
        _, table, made = self._at(name)
        status = self._status(table, made)
        bodies = {each: self._body(name, each, since.get(each, 0)) for each in audience}
        return Answer(status, bodies, tuple(new), secret=any("draw" in m.text for m in new))

    def _body(self, name: str, audience: int, since: int) -> bytes:
        _, table, made = self._at(name)
        status = self._status(table, made)
        mine = audience != SPECTATOR and table.decider == audience
        moves = [{"n": n, "text": str(each)} for n, each in enumerate(table.legal())]
        kind = "continue" if table.paused else "moves" if mine else "none"
        places = [] if audience == SPECTATOR else _places(table, audience)
        result = table.result() if table.over else None
        return encode(
            {
                "seat": None if audience == SPECTATOR else audience,
                "scene": {"places": places, "values": []},
                "options": {"kind": kind, "prompt": "", "moves": moves if mine else []},
                "turn": {"decider": status.decider, "waiting": status.waiting, "you": mine},
                "over": table.over,
                "result": result
                and {"winners": result.winners, "scores": result.scores, "reason": result.reason},
                "moves": len(made),
                "made": [
                    {"n": n, "seat": m.seat, "text": m.text}
                    for n, m in enumerate(made[since:], since + 1)
                ],
                "events": [],
                "padding": self.padding,
            }
        )

    async def states(self, table: str, audience: Sequence[int], since: dict[int, int]) -> Answer:
        self._called("states")
        return self._answer(table, audience, since)

    def _make(self, name: str, move: lw.Move | None, audience: Sequence[int]) -> Answer:
        _, table, made = self._at(name)
        seat = table.decider
        if move is None:
            new = Made(None, -1, "")
            table.apply(table.legal()[0])
        else:
            new = Made(seat, move.id, str(move))
            table.apply(move)
        made.append(new)
        return self._answer(name, audience, dict.fromkeys(audience, len(made) - 1), [new])

    async def apply(self, table: str, seat: int, choice: Choice, audience: Sequence[int]) -> Answer:
        self._called("apply")
        _, at, _ = self._at(table)
        await asyncio.sleep(0)
        if at.decider != seat:
            raise Refused("not_your_turn", "it is not your turn")
        legal = at.legal()
        try:
            if choice.index is not None:
                if choice.index >= len(legal):
                    raise Refused("invalid", "there is no such move")
                return self._make(table, legal[choice.index], audience)
            if choice.text is not None:
                return self._make(table, at.parse(choice.text), audience)
        except lw.MoveError as error:
            raise Refused("illegal", str(error)) from None
        raise Refused("invalid", "the fake engine knows numbers and texts")

    async def play_bot(
        self, table: str, seat: int, bot: str, seed: int, audience: Sequence[int]
    ) -> Answer:
        self._called("play_bot")
        _, at, _ = self._at(table)
        player = PLAYERS[bot]()
        player.begin(seat, at.program, seed)
        return self._make(table, choice(player, at), audience)

    async def withdraw(self, table: str, seat: int, audience: Sequence[int]) -> Answer:
        raise Refused("invalid", "no choice to take back")

    async def go_on(self, table: str, audience: Sequence[int]) -> Answer:
        self._called("go_on")
        if not self._at(table)[1].paused:
            raise Refused("invalid", "the game does not pause now")
        return self._make(table, None, audience)

    async def undo(self, table: str, count: int, audience: Sequence[int]) -> Answer:
        self._called("undo")
        _, at, made = self._at(table)
        at.undo(count)
        del made[-count:]
        return self._answer(table, audience, dict.fromkeys(audience, len(made)))

    async def secret(self, table: str, count: int) -> bool:
        return any("draw" in made.text for made in self._at(table)[2][-count:])

    async def explain(
        self, table: str, seat: int, choice: Choice, source: Sequence[int], target: int | None
    ) -> bytes:
        self._called("explain")
        self._at(table)
        return encode({"text": choice.text or "", "legal": False, "lines": []})

    async def history(self, table: str, audience: int, move: int) -> bytes:
        self._called("history")
        spec, _, made = self._at(table)
        if move > len(made):
            raise Refused("invalid", f"the game has {len(made)} moves")
        other = FakeEngine()
        await other.open(msgspec.structs.replace(spec, moves=tuple(made[:move])))
        return other._body(spec.table, audience, move)

    async def hint(self, spec: TableSpec, seat: int, whole: bool, asker: str) -> Advice:
        self._called("hint")
        return Advice("try something", 0, ("a", "b") if whole else (), sees_hidden=True)

    async def finish(self, table: str, audience: Sequence[int]) -> Answer:
        self._called("finish")
        return self._answer(table, audience, dict.fromkeys(audience, len(self._at(table)[2])))

    async def record(self, table: str) -> str:
        self._called("record")
        return self._at(table)[1].save()

    async def close(self, table: str) -> None:
        self._called("close")
        self.tables.pop(table, None)

    async def examine(self, game: GameRef, asker: str = "") -> Examined:
        found = await self.check(game)
        failed = any(each["severity"] == "error" for each in found)
        return Examined(found, None if failed else await self.game_info(game, {}, None), 0.0)

    async def check(self, game: GameRef, asker: str = "") -> list[dict[str, Any]]:
        self._called("check")
        text = next(iter(game.files.values()))
        loaded = pipeline.loads(text, game.language)
        return [each.as_json() for each in loaded.diagnostics]

    async def hover(self, game: GameRef, file: str, offset: int, asker: str = "") -> Hovered:
        self._called("hover")
        return hover_at(Games(), game, file, offset)

    async def complete(self, game: GameRef, file: str, offset: int, asker: str = "") -> Completed:
        self._called("complete")
        return complete_at(Games(), game, file, offset)

    async def simulate(
        self, game: GameRef, players: int | None, games: int, seed: int, asker: str
    ) -> AsyncIterator[dict[str, Any]]:
        for done in range(0, games, max(games // 4, 1)):
            yield {"done": done, "games": games}
            await asyncio.sleep(0)
        yield {"done": games, "games": games, "result": {"ok": True}}

    async def solve(self, game: GameRef, seed: int, seconds: float, asker: str) -> dict[str, Any]:
        return {"status": "solved", "seed": seed}

    async def secrets(self, game: GameRef, seconds: float, asker: str) -> dict[str, Any]:
        return {"played": 1}

    async def winnable(self, game: GameRef, first: int, seconds: float, asker: str) -> int | None:
        return first


def _places(table: lw.Table, seat: int) -> list[dict[str, Any]]:
    view = table.view(seat)
    return [
        {"zone": number, "name": z.name, "cards": view.zone(z.name, z.owner, z.index)}
        for number, z in enumerate(table.zones())
        if not z.path
    ]


def make() -> FakeEngine:
    """For servers in processes of their own."""
    return FakeEngine()

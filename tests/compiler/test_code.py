"""The shape of the code: what costs no op, what is one op, and the way back to the source."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest

from ludwright import pipeline
from ludwright.compiler.compile import compile_game
from ludwright.gamedef import nodes as n
from ludwright.gamedef.canonical import read
from ludwright.gamedef.verify import verify
from ludwright.machine import ops
from ludwright.machine import state as m
from ludwright.machine.listing import listing
from ludwright.machine.program import Program, instructions
from ludwright.play.table import Table
from tools.lockstep import Machine, lock_step

GameWith = Callable[[n.Node], n.GameDef]

NAMES = [name for name in pipeline.library_games() if ":" in name]


def compiled(name: str, players: int | None = None, **options: n.Expr) -> Program:
    game = pipeline.load(name).game
    assert game is not None
    return compile_game(game, players, options)


def shape(program: Program) -> list[str]:
    """The names of all ops, in order."""
    return [ops.NAMES[op] for _, op, _ in instructions(program)]


def enumeration(program: Program, site: int, entry: int) -> list[tuple[int, str, list[int]]]:
    """The ops that list the options of a site: address, name and operands of each."""
    start = int(program.code[site + entry])
    found: list[tuple[int, str, list[int]]] = []
    for at, op, operands in instructions(program):
        if at >= start:
            if op == ops.ROWS_END:
                return found
            found.append((at, ops.NAMES[op], operands))
    raise AssertionError("it has no end")


# ---- hot paths -----------------------------------------------------------------------------------


def test_moves_between_piles_are_listed_without_loops() -> None:
    program = compiled("klondike")
    (site,) = (s for s in program.sites if program.sites[s].kind == m.KIND_DECIDE)
    code = enumeration(program, site, m.SITE_ROWS)
    names = [name for _, name, _ in code]
    assert {"ROWS_PAIRS", "ROWS_RUNS", "ROW"} >= {x for x in names if x.startswith("ROW")}
    tests = [(at, operands) for at, name, operands in code if name.startswith("IF_")]
    assert len(tests) + sum(x.startswith("ROW") for x in names) == len(names)
    assert all(operands[-1] > at for at, operands in tests), "a jump back is a loop"
    # One double loop per kind of pile to move from, and per kind of pile to move to.
    assert (names.count("ROWS_PAIRS"), names.count("ROWS_RUNS")) == (5, 1)


def test_a_card_that_fits_is_looked_for_and_listed_by_one_op_each() -> None:
    program = compiled("crazy-eights")
    (site,) = (s for s, info in program.sites.items() if info.prompt == "Play a card")
    names = [name for _, name, _ in enumeration(program, site, m.SITE_ROWS)]
    assert names == ["ZONE_AT", "SCALE", "ROWS_ZONE"]
    code = list(instructions(program))
    asks = next(i for i, (_, op, _) in enumerate(code) if op == ops.DECIDE)
    assert code[asks][2] == [site]
    before = [ops.NAMES[op] for _, op, _ in code[asks - 4 : asks]]
    assert before == ["ZONE_AT", "SCALE", "IF_ANY", "COPY"], "COPY: who is asked"


SHAPES = {
    "a sum of a variable and a size": (
        'SetVariable(name="x", value=Add(left=Variable(name="y"), '
        'right=SizeOf(zone=ZoneAt(name="pit"))))',
        ["ADD", "CHANGED"],
    ),
    "a constant": ('SetVariable(name="x", value=Number(value=7))', ["SET"]),
    "what a fixed seat has": (
        'SetVariable(name="x", value=Variable(name="score", of=Seat(number=1)))',
        ["SET"],
    ),
    "a sum of constants and an option": (
        'SetVariable(name="x", value=Add(left=OptionValue(name="limit"), right=Number(value=2)))',
        ["SET"],
    ),
    "the top of a fixed zone": (
        'MoveToken(token=TopOf(zone=ZoneAt(name="cell", index=Number(value=2))), '
        'to=ZoneAt(name="hand", owner=Seat(number=1)))',
        ["MOVE"],
    ),
    "one token from zone to zone": (
        'MoveTop(source=ZoneAt(name="pile"), to=ZoneAt(name="pit"))',
        ["MOVE"],
    ),
    "a comparison": (
        'If(test=Equal(left=Variable(name="x"), right=SizeOf(zone=ZoneAt(name="pile"))), '
        'then=(Mark(kind="turn"),))',
        ["IF_DIFFER", "MARK"],
    ),
    "a look whether a zone is empty": (
        'If(test=Equal(left=SizeOf(zone=ZoneAt(name="pile")), right=Number(value=0)), '
        'then=(Mark(kind="turn"),))',
        ["IF_SET", "MARK"],
    ),
    "a test that is decided": (
        'If(test=OptionValue(name="wild"), then=(Fail(reason="no"),), '
        'otherwise=(Mark(kind="turn"),))',
        ["MARK"],
    ),
    "a loop over the seats": (
        'ForEach(name="s", items=Seats(), '
        'body=(MoveTop(source=ZoneAt(name="pile"), '
        'to=ZoneAt(name="hand", owner=Local(name="s"))),))',
        ["MOVE", "MOVE"],
    ),
    "the suit of a fixed top": (
        'SetVariable(name="trump", '
        'value=PropertyOf(token=TopOf(zone=ZoneAt(name="pile")), property="suit"))',
        ["TABLE", "CHANGED"],
    ),
    "the points of its suit, two tables in one": (
        'SetVariable(name="x", value=Lookup(table="points", '
        'key=PropertyOf(token=TopOf(zone=ZoneAt(name="pile")), property="suit")))',
        ["TABLE", "CHANGED"],
    ),
    "two pauses in a row": (
        'If(test=Truth(value=True), then=(Mark(kind="turn"), Mark(kind="phase")))',
        ["MARK"],
    ),
}


@pytest.mark.parametrize(("text", "expected"), SHAPES.values(), ids=SHAPES)
def test_what_is_there_already_costs_nothing(
    text: str, expected: list[str], game_with: GameWith
) -> None:
    main = shape(compile_game(game_with(read(text)), 2))
    assert main[: main.index("END")] == expected


# ---- the way back --------------------------------------------------------------------------------


def files(name: str) -> dict[str, list[str]]:
    """The lines of all files that a game is made of, by their names."""
    return {source.name: source.text.splitlines() for source in pipeline.load(name).sources}


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", NAMES)
def test_all_code_has_a_line_of_its_file(name: str) -> None:
    lines = files(name)
    assert pipeline.library_games()[name].name in lines
    program = compiled(name)
    places = {at: program.location(at) for at, _, _ in instructions(program)}
    for place in places.values():
        assert place is not None and 1 <= place.line <= len(lines[place.file])
    shown = dict[int, tuple[str, int]]()
    file, number = "", 0
    for line in listing(program).splitlines():
        if line.startswith("; in "):
            file = line.removeprefix("; in ")
        elif not line.startswith(";"):
            number = int(line[:5].strip() or number)
            shown[int(line[5:].split()[0])] = (file, number)
    assert shown == {at: (p.file, p.line) for at, p in places.items() if p}


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith(":cgml")])
def test_code_is_where_it_was_written(name: str) -> None:
    lines, program = files(name), compiled(name)
    shuffles = [at for at, op, _ in instructions(program) if op == ops.SHUFFLE]
    places = [program.location(at) for at in shuffles]
    assert places and all(p is not None and "SHUFFLE" in lines[p.file][p.line - 1] for p in places)


# ---- the digest ----------------------------------------------------------------------------------


def test_the_digest_tells_options_and_players_apart() -> None:
    one, two = n.Number(value=1), n.Number(value=2)
    assert compiled("war").digest == compiled("war", 2, face_down=one).digest
    assert compiled("war").digest != compiled("war", face_down=two).digest
    digests = {compiled("crazy-eights", players).digest for players in range(2, 8)}
    assert len(digests) == 6
    assert compiled("crazy-eights").digest in digests, "the fewest players, if none are given"


REMARKS = {"rulexml": "<!-- A remark at the end. -->"}


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", NAMES)
def test_the_digest_is_that_of_the_game_not_of_its_text(name: str) -> None:
    file = pipeline.library_games()[name]
    text = file.read_text(encoding="utf-8")
    language = name.partition(":")[2]
    remark = REMARKS.get(language, "# A remark at the end.")
    root = pipeline.LIBRARY
    moved = pipeline.loads(f"{text}\n{remark}\n", language, "another.file", "", file, root).game
    assert moved is not None
    assert compile_game(moved).digest == compiled(name).digest


# ---- words and ids -------------------------------------------------------------------------------


def check_slots(program: Program) -> None:
    slots = sorted(program.slots, key=lambda slot: slot.start)
    ends = [slot.start + slot.count for slot in slots]
    assert all(end <= after.start for end, after in zip(ends, slots[1:], strict=False))
    assert slots[0].start > 0 and ends[-1] <= len(program.image)
    held = {(s.name, s.start, s.count) for s in slots}
    for variable in program.variables.values():
        count = len(program.owners(variable))
        assert (variable.name, variable.address, count) in held
    written = {o[0] for _, op, o in instructions(program) if op == ops.CHANGED}
    assert written <= {s.start + i for s in slots for i in range(s.count)}


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", NAMES)
def test_slots_lie_side_by_side_and_hold_every_variable(name: str) -> None:
    check_slots(compiled(name))


@pytest.mark.parametrize("players", [2, 4])
def test_slots_have_room_for_every_seat(players: int, game_with: GameWith) -> None:
    last = n.SetVariable(name="score", value=n.Number(value=1), of=n.Seat(number=players - 1))
    program = compile_game(game_with(last), players)
    assert program.variables["score"].per_seat
    check_slots(program)


@pytest.mark.parametrize(
    ("name", "players"), [("crazy-eights", 2), ("crazy-eights", 5), ("klondike", 1)]
)
def test_every_move_has_an_id_of_its_own(name: str, players: int) -> None:
    program = compiled(name, players)
    rng = random.Random(7)
    known: dict[int, tuple[int, int, tuple[int, ...]]] = {}
    for seed in range(6):
        table = Table(program, seed=seed)
        for _ in range(60):
            if table.over:
                break
            moves = list(table.legal())
            assert len({move.id for move in moves}) == len(moves)
            for move in moves:
                assert move.site is not None and 0 <= move.id < program.ids
                meant = (move.site.offset, move.action, move.operands)
                assert known.setdefault(move.id, meant) == meant, "the same in every game"
            table.apply(rng.choice(moves))
    assert len(known) > 60 and len(set(known.values())) == len(known)


BIDS = """Decide(seat=Seat(number=0), actions=(
  Action(name="bid", parameters=(Parameter(name="n", type="int", items={items}),),
    guard=Less(left=Local(name="n"), right=Number(value=1000))),
  Action(name="pass"),
))"""


@pytest.mark.parametrize(
    "items",
    [
        "Range(low=Number(value=1), high=Multiply(left=Length(items=Seats()), "
        "right=Number(value=99)))",
        "Range(low=Number(value=-9), high=SizeOf(zone=ZoneAt(name='pile')))",
        "Range(low=Number(value=1), high=Add(left=SizeOf(zone=ZoneAt(name='pile')), "
        "right=Number(value=300)))",
        "Range(low=Number(value=0), high=SizeOf(zone=ZoneAt(name='pile')))",
    ],
)
def test_numbers_without_fixed_bounds_have_ids_of_their_own(items: str) -> None:
    body = BIDS.format(items=items)
    text = f"""GameDef(name="bids", most_players=4, least_players=4, zones=(Zone(name="pile"),),
      properties=(Property(name="v", type="int"),),
      supplies=(Supply(name="s", zone="pile", tokens=(Token(name="t", values=(1,)),)),),
      procedures=(Procedure(name="main", body=({body},)),))"""
    game = read(text)
    assert isinstance(game, n.GameDef)
    assert verify(game) == []
    program = compile_game(game)
    ids = [move.id for move in Table(program).legal()]
    assert len(set(ids)) == len(ids) > 1
    assert all(0 <= number < program.ids for number in ids)


def test_only_games_with_trees_and_changing_properties_have_words_for_them(
    game_with: GameWith,
) -> None:
    plain = compile_game(game_with(n.Return()))
    assert {"parent", "direction", "child"}.isdisjoint(slot.name for slot in plain.slots)
    zones = len(plain.zones)
    grown = compile_game(game_with(n.Attempt(body=(n.Prune(zone=n.ZoneAt(name="pit")),))))
    slots = {slot.name: slot.count for slot in grown.slots}
    assert (slots["parent"], slots["direction"], slots["child"]) == (zones, zones, 8 * zones)


def test_a_list_gathered_in_a_loop_has_room_for_items_that_occur_again(game_with: GameWith) -> None:
    pile, x, seen = (
        n.TokensIn(zone=n.ZoneAt(name="pile")),
        n.Variable(name="x"),
        n.Local(name="seen"),
    )
    one = n.Number(value=1)
    more = n.Let(name="seen", value=n.Join(lists=(seen, pile)))
    body = (more, n.SetVariable(name="x", value=n.Add(left=x, right=one)))
    rounds = n.While(test=n.Less(left=x, right=n.Number(value=9)), body=body)
    count = n.SetVariable(name="y", value=n.Length(items=seen))
    start = n.Let(name="seen", value=pile)
    game = game_with(n.Procedure(name="main", body=(start, rounds, count)))
    assert Machine(compile_game(game), seed=1).snapshot()["variables"]["y", None] == 40


def test_one_token_of_a_zone_is_found_without_a_list(game_with: GameWith) -> None:
    pile = n.TokensIn(zone=n.ZoneAt(name="pile"))
    taken = n.MoveToken(token=n.Item(items=pile, index=n.Number(value=1)), to=n.ZoneAt(name="pit"))
    missing = n.Item(items=pile, index=n.Number(value=9))
    none = n.Attempt(body=(n.MoveToken(token=missing, to=n.ZoneAt(name="pit")),))
    game = game_with(n.Procedure(name="main", body=(taken, none)))
    program = compile_game(game)
    assert program.code[m.P_LISTS] == program.code[m.P_LISTS_END]
    before = lock_step(game, 1, seed=1)
    assert before.status == "over"
    assert len(Machine(program, seed=1).snapshot()["zones"]["pit", None, 0]) == 1


def test_lists_named_once_and_for_all_have_room(game_with: GameWith) -> None:
    # What a loop names is forgotten after each round; these names stay to the end.
    pile = n.TokensIn(zone=n.ZoneAt(name="pile"))
    named = [
        n.Let(
            name=f"list{i}",
            value=n.Filter(items=pile, name="t", where=n.Exists(item=n.Local(name="t"))),
        )
        for i in range(60)
    ]
    total = n.Sum(
        items=n.ListOf(
            items=tuple(n.Length(items=n.Local(name=let.name)) for let in named), of="int"
        )
    )
    game = game_with(n.Procedure(name="main", body=(*named, n.SetVariable(name="y", value=total))))
    assert Machine(compile_game(game), seed=1).snapshot()["variables"]["y", None] == 60 * 4


def test_what_is_said_of_one_parameter_is_asked_outside_of_the_loops_of_the_next() -> None:
    program = compiled("canfield")
    (site,) = (s for s in program.sites if program.sites[s].kind == m.KIND_DECIDE)
    names = [name for _, name, _ in enumeration(program, site, m.SITE_ROWS)]
    loops = [i for i, name in enumerate(names) if name == "NEXT"]
    pairs = [(a, b) for a, b in pairwise(loops) if "ROW" not in names[a:b]]
    assert pairs, "a loop inside of another"
    # Whether the first pile has a card that is face up: before anything is done with the second.
    assert ["NEXT", "FIELD", "FIELD", "IF_ZERO", "COPY"] in [names[a:b] for a, b in pairs]

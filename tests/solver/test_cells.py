"""Cells that are piles: games of drags on boards have the table's moves and the right answers, and
those that only look like it have no board."""

from __future__ import annotations

import random
import re

import pytest

import ludwright as lw
from ludwright import pipeline
from ludwright.machine.interpreter import COMPILED
from ludwright.solver import general
from ludwright.solver.answers import IMPOSSIBLE, SOLVED, UNKNOWN, Limits
from ludwright.solver.pile_game import NotAPileGame
from ludwright.solver.solve import solve
from tools.same_deal import as_undealt, sgdl_piles

if COMPILED:
    from ludwright.solver.board import words as b
    from ludwright.solver.board.solve import Board
    from tools.board_moves import moves_of

pytestmark = pytest.mark.skipif(not COMPILED, reason="boards are only used as native code")

KLONDIKE = (pipeline.LIBRARY / "klondike" / "klondike.xml").read_text()
LIMITS = Limits(seconds=None, states=60_000)


# ---- a small game --------------------------------------------------------------------------------


def card(name: str, value: int, color: str, suit: str, fixed: bool = False) -> str:
    stays = "<fixed>y</fixed>" if fixed else ""
    tests = f"<color>{color}</color><suit>{suit}</suit>" if suit else f"<color>{color}</color>"
    return f"<card><name>{name}</name><value>{value}</value>{tests}{stays}</card>"


def small(ranks: int = 5, drawn: int = 1, redeals: bool = True, back: bool = True) -> str:
    """A Klondike of two suits, three columns and few ranks."""
    loose = [
        card(f"{v}{s}", v, c, s)
        for s, c in (("h", "red"), ("s", "black"))
        for v in range(1, ranks + 1)
    ]
    gaps = [card("gap", ranks + 1, c, "", True) for c in ("none", "none", "none")]
    bases = [card("base", 0, "none", "", True) for _ in "ab"]
    spots = ["<card><name>spot</name><fixed>y</fixed></card>" for _ in "ab"]
    deck = f"<deck><shuffle>y</shuffle>{''.join((*loose, *gaps, *bases, *spots))}</deck>"
    columns = "".join(
        f'<cell name="{k}"><fan>south</fan><init_cards><card>gap,U,none</card>'
        + "<card>Rd,D</card>" * (k - 1)
        + "<card>Rd,U</card></init_cards></cell>"
        for k in (1, 2, 3)
    )
    text = KLONDIKE[KLONDIKE.index("<phases>") :]
    text = text.replace("<num_cards>3<", f"<num_cards>{drawn}<")
    text = text.replace("<num_cards>14<", f"<num_cards>{ranks + 1}<")
    rules = re.findall(r"<rule category.*?</rule>", text, re.DOTALL)
    if not redeals:
        text = text.replace(next(r for r in rules if 'category="stock"' in r), "")
    if not back:
        text = text.replace(next(r for r in rules if "<name>homes</name>" in r), "")
    homes = "".join(
        f'<cell name="home{k}"><init_cards><card>base,U</card></init_cards></cell>' for k in (1, 2)
    )
    return f"""<data type="rule"><settings><players>1</players><layout/></settings>{deck}
        <cell_groups><group category="columns">{columns}</group>
        <group category="homes">{homes}</group>
        <group category="draw">
        <cell name="stock"><init_cards><card>spot,U</card><card>**,D</card></init_cards></cell>
        <cell name="waste"><init_cards><card>spot,U</card></init_cards></cell></group>
        </cell_groups>{text}"""


def loaded(text: str) -> lw.Game:
    return lw.Game(pipeline.loads(text, "rulexml", checked=False), {})


def board_of(game: lw.Game, table: lw.Table) -> Board:
    return Board(game.definition, game.program(), table.state)


def drags(board: Board) -> set[tuple[int, ...]]:
    """The moves of a board without any pruning, as a table's log would have them; without draws,
    and without what only comes in reach by drawing on."""
    rules = board.rules(0, exact=True)
    position, stock = board.position(rules), board.game.stock
    found = set()
    for move in moves_of(rules, position):
        kind, amount = move & 3, move >> b.S_COUNT & 0x3FFF
        rule = board.game.rules[move >> b.S_RULE & 255]
        source, target = (rules.piles[move >> at & 255] for at in (b.S_FROM, b.S_TO))
        if kind == b.MOVE:
            found.add(board.source.move(board.state, rule, (source, target), amount))
        elif kind == b.PLAY_STOCK and amount + 1 == position.numbers[b.DRAWN]:
            assert stock and stock.waste
            ends = ((stock.waste, 0), target)
            found.add(board.source.move(board.state, rule, ends, 1))
    return found


VARIANTS = [
    dict(ranks=ranks, drawn=drawn, redeals=redeals, back=back)
    for ranks, drawn in ((4, 1), (5, 2), (6, 3))
    for redeals in (True, False)
    for back in (True, False)
]


@pytest.mark.quick(4)
@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_boards_say_what_the_machine_says(number: int) -> None:
    game = loaded(small(**VARIANTS[number]))
    told = set()
    for seed in range(12):
        table = game.table(seed=seed)
        board_of(game, table)
        given = (game.definition, game.program(), table.state.copy(), LIMITS)
        found, truth = solve(*given), general.search(*given, None)
        assert found.status != UNKNOWN
        assert truth.status in (found.status, UNKNOWN)
        told.add(found.status)
    assert told & {SOLVED, IMPOSSIBLE}


@pytest.mark.parametrize("name", ["klondike", "klondike-draw-1"])
def test_klondike_has_the_same_answers_as_in_sgdl(name: str) -> None:
    ours, theirs = lw.load(f"{name}:rulexml"), lw.load(f"{name}:sgdl")
    deck = sorted(card for cards in sgdl_piles(theirs.table()).values() for card, _ in cards)
    order, told = random.Random(5), []
    for _ in range(6):
        order.shuffle(deck)
        one = theirs.table(deal={"deck": deck})
        other = ours.table(deal={"undealt": as_undealt(ours, sgdl_piles(one))})
        answers = [
            solve(game.definition, game.program(), table.state.copy(), LIMITS)
            for game, table in ((theirs, one), (ours, other))
        ]
        assert answers[0].status == answers[1].status
        told.append(answers[0].status)
    assert SOLVED in told


@pytest.mark.quick(2)
@pytest.mark.parametrize("name", ["klondike", "klondike-draw-1", "colour-blind-klondike"])
def test_a_board_has_the_moves_of_the_table(name: str) -> None:
    game = lw.load(f"{name}:rulexml")
    for seed in range(3):
        table, rng = game.table(seed=seed), random.Random(seed)
        for _ in range(60):
            if table.over:
                break
            told = {
                table.entry(move)
                for move in table.legal()
                if not str(move).endswith(("-> waste", "-> stock"))
            }
            assert drags(board_of(game, table)) == told
            moves = table.legal()
            table.apply(moves[rng.randrange(len(moves))])


# ---- what is no board ----------------------------------------------------------------------------

FACE = "<is_faceup>y</is_faceup>"
UNCOVERED = "<donor_dest><destination>d</destination><flip_up>south</flip_up></donor_dest>"
ALONE = "<mover><num_cards>1</num_cards>"
NEARLY = {
    "face-down cards can be dragged": (FACE, ""),
    "the next card stays face down": (UNCOVERED, ""),
    "a branch is laid on a foundation": (ALONE, "<mover>"),
    "cards hang in two directions": ("<offset>south</offset>", "<offset>east</offset>"),
    "cards are laid on the end of a column": ("<offset>south</offset>", ""),
    "two cards are taken at once": (
        "<num_cards>1</num_cards><offset>",
        "<num_cards>2</num_cards><offset>",
    ),
    "a win leaves cards out": ("<num_cards>14<", "<num_cards>13<"),
    "a win is not tested for": ('<next_phase phase="check">1', '<next_phase phase="play">1'),
    "cards are turned down on a foundation": (
        "<mover_dest><destination>r</destination></mover_dest>",
        "<mover_dest><destination>r</destination><flip_up>n</flip_up></mover_dest>",
    ),
    "a card is taken from the middle": (
        "<mover_dest><offset>south</offset></mover_dest>",
        "<mover_dest><num_cards>d</num_cards><offset>south</offset></mover_dest>",
    ),
    "the waste is turned over at any time": (
        "<receiver><num_cards>1</num_cards></receiver>",
        "<receiver/>",
    ),
    "the waste is shuffled": (
        "<num_cards>*</num_cards>",
        "<num_cards>*</num_cards><shuffle>y</shuffle>",
    ),
    "two cards in one zone": (
        "<card>Rd,D</card><card>Rd,U</card>",
        "<card>Rd,D</card><card>Rd,U,none</card>",
    ),
    "a card lies on the anchor": ("<card>Rd,U</card>", "<card>Rd,U,none</card>"),
    "a card lies face down on one that is face up": (
        "<card>Rd,D</card><card>Rd,U</card>",
        "<card>Rd,U</card><card>Rd,D</card>",
    ),
}


@pytest.mark.parametrize("why", NEARLY)
def test_what_is_nearly_a_pile_has_no_board(why: str) -> None:
    old, new = NEARLY[why]
    text = KLONDIKE.replace(old, new, 1)
    assert text != KLONDIKE
    path = pipeline.LIBRARY / "klondike" / "klondike.xml"
    found = pipeline.loads(text, "rulexml", path=path, root=pipeline.LIBRARY, checked=False)
    game = lw.Game(found, {})
    with pytest.raises(NotAPileGame):
        board_of(game, game.table(seed=3))


def test_the_game_itself_has_one() -> None:
    game = lw.load("klondike:rulexml")
    board = board_of(game, game.table(seed=3))
    assert [len(pile) for pile in board.piles.values()] == [24, 0, 1, 2, 3, 4, 5, 6, 7, 0, 0, 0, 0]

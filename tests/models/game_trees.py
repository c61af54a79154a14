"""Small games as plain trees, best responses in them, and strategies that come near the best."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludwright.play.table import Table

CHANCE, OVER = -1, -2


@dataclass
class Node:
    """A node: who decides (or chance, or nobody any more), what they can tell, where it leads."""

    seat: int
    information: int = 0
    moves: list[int] = field(default_factory=list)
    score: int = 0  # of the first seat, at the end


Strategy = dict[int, list[float]]
"""By information set: how likely each move is; equally likely where nothing is said."""


def tree_of(table: Table) -> list[Node]:
    """The tree from here on, at a table that tells chance; children come after their parents."""
    nodes: list[Node] = []

    def visit() -> int:
        number = len(nodes)
        if table.over:
            nodes.append(Node(OVER, score=(table.result().scores or (0,))[0]))
            return number
        seat = CHANCE if table.decider is None else table.decider
        node = Node(seat, table.information(seat) if seat >= 0 else 0)
        nodes.append(node)
        for i in range(len(table.legal())):
            table.apply(table.legal()[i])
            node.moves.append(visit())
            table.undo()
        return number

    visit()
    return nodes


def likely(node: Node, strategy: Strategy) -> list[float]:
    """How likely each move of a node is."""
    count = len(node.moves)
    return strategy.get(node.information) or [1 / max(count, 1)] * count


def best_response(nodes: list[Node], seat: int, others: Strategy) -> float:
    """The most that a seat can win on average against a strategy of the other one."""
    sign = 1 if seat == 0 else -1
    reach = [0.0] * len(nodes)  # how likely all but the seat itself make a node
    reach[0] = 1.0
    sets: dict[int, list[int]] = {}
    for number, node in enumerate(nodes):
        mine = node.seat == seat
        if mine:
            sets.setdefault(node.information, []).append(number)
        for move, chance in zip(node.moves, likely(node, others), strict=True):
            reach[move] = reach[number] * (1 if mine else chance)
    values: dict[int, float] = {}
    taken: dict[int, int] = {}

    def best(information: int) -> int:
        if information not in taken:
            here = sets[information]
            sums = [
                sum(reach[number] * value(nodes[number].moves[i]) for number in here)
                for i in range(len(nodes[here[0]].moves))
            ]
            taken[information] = sums.index(max(sums))
        return taken[information]

    def value(number: int) -> float:
        if number not in values:
            node = nodes[number]
            if node.seat == OVER:
                found = float(sign * node.score)
            elif node.seat == seat:
                found = value(node.moves[best(node.information)])
            else:
                shares = zip(node.moves, likely(node, others), strict=True)
                found = sum(chance * value(move) for move, chance in shares)
            values[number] = found
        return values[number]

    return value(0)


def trained(nodes: list[Node], rounds: int) -> Strategy:
    """A good strategy of both seats: regret matching, later rounds counting more."""
    regrets = {n.information: [0.0] * len(n.moves) for n in nodes if n.seat >= 0}
    weights = {key: [0.0] * len(each) for key, each in regrets.items()}

    def now(information: int) -> list[float]:
        total = sum(regrets[information])
        count = len(regrets[information])
        return [r / total for r in regrets[information]] if total else [1 / count] * count

    for round_ in range(1, rounds + 1):
        for seat in (0, 1):
            _improve(nodes, seat, {key: now(key) for key in regrets}, regrets)
        for seat in (0, 1):
            _count(nodes, seat, {key: now(key) for key in regrets}, weights, round_)
    return {
        key: [w / sum(each) for w in each] if sum(each) else [1 / len(each)] * len(each)
        for key, each in weights.items()
    }


def _improve(nodes: list[Node], seat: int, now: Strategy, regrets: dict[int, list[float]]) -> None:
    sign = 1 if seat == 0 else -1
    reach = [0.0] * len(nodes)
    reach[0] = 1.0
    for number, node in enumerate(nodes):
        for move, chance in zip(node.moves, likely(node, now), strict=True):
            reach[move] = reach[number] * (1 if node.seat == seat else chance)
    values = [0.0] * len(nodes)
    gains: dict[int, list[float]] = {}
    for number in range(len(nodes) - 1, -1, -1):
        node = nodes[number]
        if node.seat == OVER:
            values[number] = float(sign * node.score)
            continue
        shares = likely(node, now)
        found = [values[move] for move in node.moves]
        here = values[number] = sum(s * v for s, v in zip(shares, found, strict=True))
        if node.seat == seat:
            sums = gains.setdefault(node.information, [0.0] * len(found))
            for i, one in enumerate(found):
                sums[i] += reach[number] * (one - here)
    for key, sums in gains.items():
        regrets[key] = [max(0.0, r + s) for r, s in zip(regrets[key], sums, strict=True)]


def _count(
    nodes: list[Node], seat: int, now: Strategy, weights: dict[int, list[float]], round_: int
) -> None:
    own = [0.0] * len(nodes)  # how likely the seat itself makes a node
    own[0] = 1.0
    counted: set[int] = set()
    for number, node in enumerate(nodes):
        shares = likely(node, now)
        for move, chance in zip(node.moves, shares, strict=True):
            own[move] = own[number] * (chance if node.seat == seat else 1)
        if node.seat == seat and node.information not in counted:
            counted.add(node.information)
            for i, share in enumerate(shares):
                weights[node.information][i] += round_ * own[number] * share

"""What every kind of statement does: a generator each, which yields wherever a seat chooses."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from ludwright.gamedef import nodes as n

from .expressions import VALUES, Frame, holds, need, needed, value, values, which_one
from .world import Entry, Failed, Fault, Hidden, Possible, World

if TYPE_CHECKING:
    from . import Oracle

Row = tuple[int, ...]


@dataclass(frozen=True)
class Choice:
    """A seat has to choose one of some rows."""

    seat: int
    rows: list[Row]


Steps = Generator[Choice, Row, None]
EFFECTS: dict[type[n.Statement], Callable[[Oracle, Any, Frame], Steps | None]] = {}


class LeaveLoop(Exception):
    """The innermost loop of this procedure ends."""


class EndProcedure(Exception):
    """This procedure ends."""


class Over(Exception):
    """The game ends with a result: winners, scores or None, reason."""


class Stuck(Exception):
    """A seat has to decide and has no option."""


class Rehearsed(Exception):
    """A rehearsal came as far as it looks."""


@dataclass
class Answers:
    """What one body of a Together was answered: the statement and the row, in order."""

    given: list[tuple[n.Statement, Row]] = field(default_factory=list)
    replayed: bool = False

    def next(self, asked: n.Statement) -> Row:
        """The next answer that was given there."""
        for i, (node, row) in enumerate(self.given):
            if node is asked:
                del self.given[: i + 1]
                return row
        raise Failed("no answer")


NONE: Row = ()  # in place of a row where a question failed because no option led to the end


@dataclass
class Atomic:
    """An atomic action under way: how it began, and what was chosen since.

    After a choice whose search was cut off, a failure goes back to that choice. A generator cannot,
    so the action is run again from its start, with the same choices up to there."""

    start: Oracle
    body: n.Block
    frame: Frame
    undoable: bool = False  # as a whole
    rows: list[Row] = field(default_factory=list)
    at: int = -1  # the choice to go back to ...
    saved: World | None = None  # ... the world there, if a failure goes back ...
    withheld: list[Row] = field(default_factory=list)  # ... and what has failed there
    replayed: list[Row] = field(default_factory=list)
    back: World | None = None  # the world at the end of that replay

    def choose(self, o: Oracle, row: Row) -> None:
        """Note a choice, to go back to if its search was cut off."""
        if o.cut_off and not (self.undoable or o.attempts or o.answers or self.saved):
            if self.at != len(self.rows):
                self.at, self.withheld = len(self.rows), []
            self.saved = o.world.copy()
        self.rows.append(row)

    def go_back(self, o: Oracle) -> None:
        """Run again up to the choice to go back to."""
        assert self.saved is not None
        self.withheld.append(self.rows[self.at])
        self.rows = self.rows[: self.at]
        self.replayed = list(self.rows)
        self.back, self.saved = o.world.back_to(self.saved), None
        o.world = self.start.world.copy()

    def left_out(self) -> list[Row]:
        """What has failed at the choice at hand."""
        return self.withheld if self.at == len(self.rows) else []


@dataclass
class Search:
    """A dry run that makes these choices, the first of which are known to be possible."""

    rows: list[Row]
    known: int

    def next(self, choice: Callable[[], Choice]) -> Row:
        """The next row of the script; behind its end the options are reported."""
        offered = choice().rows
        if not self.rows:
            raise Branches(offered)
        self.known = max(0, self.known - 1)
        row = self.rows.pop(0)
        if row == NONE:
            raise Failed("no way out")
        return row


class Branches(Exception):
    """A search came to a choice among these rows."""


def rule(kind: type[n.Statement]) -> Callable[[Any], Any]:
    """Enter a function as the meaning of a kind of statement."""

    def enter(function: Any) -> Any:
        EFFECTS[kind] = function
        return function

    return enter


def run(o: Oracle, block: n.Block, frame: Frame) -> Steps:
    """Carry out a block; an effect that never chooses is a plain function and returns None."""
    for statement in block:
        o.tick()
        steps = EFFECTS[type(statement)](o, statement, frame)
        if steps is not None:
            yield from steps


def horizon(o: Oracle) -> None:
    """A point that no dry run looks beyond, unless it only comes to where the game stands."""
    if o.dry and not (o.search and o.search.known):
        raise Possible


def draw(o: Oracle) -> None:
    """A point that no dry run and no rehearsal looks beyond."""
    horizon(o)
    if o.answers and not o.answers.replayed:
        raise Rehearsed


def chosen(
    o: Oracle, node: n.Statement, choice: Callable[[], Choice]
) -> Generator[Choice, Row, Row]:
    """The row that a seat chooses, or that it has chosen before."""
    if o.search:
        if o.search.known:  # made before: what has come to light by now is known
            o.known = list(o.world.known)
        return o.search.next(choice)
    if o.answers and o.answers.replayed and not o.dry:
        return o.answers.next(node)
    if o.atomic and o.atomic.replayed and not o.dry:
        row = o.atomic.replayed.pop(0)
        if row == NONE:
            raise Failed("no way out")
        return row
    if o.atomic and o.atomic.back and not o.dry:
        o.world, o.atomic.back = o.atomic.back, None
    row = yield choice()
    if o.answers and not o.dry:
        o.answers.given.append((node, row))
    if o.atomic and not o.dry:
        o.atomic.choose(o, row)
    return row


# ---- dry runs ----------------------------------------------------------------------------------


def possible(o: Oracle, node: n.Possible, frame: Frame) -> bool:
    """Whether a dry run of a block on a copy does not fail."""
    dry = o.rehearsal(None if o.search and o.search.known else o.asker)
    try:
        for _ in run(dry, node.body, dict(frame)):
            break
    except Failed:
        return False
    except Hidden:
        raise  # so far as its asker can tell, what is around it is possible
    except Possible:
        pass
    return True


VALUES[n.Possible] = possible


# ---- values and tokens -------------------------------------------------------------------------


@rule(n.Let)
def let(o: Oracle, node: n.Let, frame: Frame) -> None:
    frame[node.name] = value(o, node.value, frame)


@rule(n.SetVariable)
def set_variable(o: Oracle, node: n.SetVariable, frame: Frame) -> None:
    new = value(o, node.value, frame)
    o.world.variables[node.name, which_one(o, node, frame)] = new


@rule(n.Roll)
def roll(o: Oracle, node: n.Roll, frame: Frame) -> None:
    low, high = values(o, frame, node.low, node.high)
    if high < low:
        raise Failed("empty range")
    draw(o)
    frame[node.name] = o.world.rng.integer(low, high)


@rule(n.MoveToken)
def move_token(o: Oracle, node: n.MoveToken, frame: Frame) -> Steps:
    token, to = values(o, frame, node.token, node.to)
    yield from moved(o, [need(token)], o.world.zone_of(token), need(to), node)


@rule(n.Insert)
def insert(o: Oracle, node: n.Insert, frame: Frame) -> Steps:
    token, to, above = values(o, frame, node.token, node.to, node.above)
    need(token)
    if node.quiet:
        o.world.insert(token, need(to), above)
    else:
        yield from heard(o, token, o.world.zone_of(token), need(to), above)


@rule(n.MoveTop)
def move_top(o: Oracle, node: n.MoveTop, frame: Frame) -> Steps:
    source, to, count = values(o, frame, node.source, node.to, node.count)
    tokens = o.world.zones[need(source)]
    o.world.stand(need(to))
    if not 0 <= count <= len(tokens) and not node.partial:
        raise Failed("too few")
    if source != to:
        yield from moved(o, tokens[: max(count, 0)], source, to, node)


@rule(n.MoveBlock)
def move_block(o: Oracle, node: n.MoveBlock, frame: Frame) -> Steps:
    source, to, count = values(o, frame, node.source, node.to, node.count)
    tokens = o.world.zones[need(source)]
    o.world.stand(need(to))
    count = len(tokens) if count is None else count
    if not 0 <= count <= len(tokens):
        raise Failed("too few")
    block = tokens[:count] if node.place == "bottom" else tokens[:count][::-1]
    if source != to:
        yield from moved(o, block, source, to, node)


def moved(o: Oracle, tokens: list[int], source: int, to: int, node: Any) -> Steps:
    """Move tokens of a zone one after another, with all that listens to that."""
    for token in tokens:
        if o.world.zone_of(token) == source:
            if node.quiet:
                o.world.move(token, to, node.place)
            else:
                yield from heard(o, token, source, to, node.place)


def heard(o: Oracle, token: int, source: int, to: int, place: str | int) -> Steps:
    """Move one token and run the listeners around that."""
    event = (token, source, to)
    for listener in o.game.listeners:
        if listener.when == "before" and hears(o, listener, event):
            yield from react(o, listener, event)
    if o.world.zone_of(token) != source:
        return
    for listener in o.game.listeners:
        if listener.when == "instead" and hears(o, listener, event):
            yield from react(o, listener, event)
            return
    if isinstance(place, str):
        o.world.move(token, to, place)
    else:
        o.world.insert(token, to, place)
    for listener in o.game.listeners:
        if listener.when == "after" and hears(o, listener, event):
            yield from react(o, listener, event)


def names_of(listener: n.Listener, event: tuple[int, int, int]) -> Frame:
    """The names that a listener gives to what it hears of."""
    return dict(zip((listener.token, listener.source, listener.target), event, strict=True))


def hears(o: Oracle, listener: n.Listener, event: tuple[int, int, int]) -> bool:
    """Whether a listener reacts to a movement now."""
    roots = (o.world.root(zone) for zone in event[1:])
    source, target = (o.things.places[zone - 1].zone.name for zone in roots)
    named = source in (listener.sources or [source]) and target in (listener.targets or [target])
    free = not any(listener is other for other in o.replacing)
    return named and free and holds(o, listener.test, names_of(listener, event))


def react(o: Oracle, listener: n.Listener, event: tuple[int, int, int]) -> Steps:
    """Run the body of a listener."""
    before, depth = o.replacing, o.depth
    o.depth += 1
    if o.depth > o.DEEPEST:
        raise Fault("calls")
    if listener.when == "instead":
        o.replacing = (*before, listener)
    try:
        yield from run(o, listener.body, names_of(listener, event))
    except EndProcedure:
        pass
    finally:
        o.replacing, o.depth = before, depth


@rule(n.Shuffle)
def shuffle(o: Oracle, node: n.Shuffle, frame: Frame) -> None:
    zone = needed(o, node.zone, frame)
    if len(o.world.zones[zone]) >= 2:
        draw(o)
        o.world.shuffle(zone)


@rule(n.Turn)
def turn(o: Oracle, node: n.Turn, frame: Frame) -> None:
    token = value(o, node.token, frame)
    if token:
        o.world.turn(token, node.up)


@rule(n.Show)
def show(o: Oracle, node: n.Show, frame: Frame) -> None:
    token, seats = values(o, frame, node.token, node.seats)
    if token:
        o.world.grant(token, seats, True)


@rule(n.Hide)
def hide(o: Oracle, node: n.Hide, frame: Frame) -> None:
    token, seats = values(o, frame, node.token, node.seats)
    if token:
        o.world.grant(token, seats, False)


@rule(n.SetProperty)
def set_property(o: Oracle, node: n.SetProperty, frame: Frame) -> None:
    token, new = values(o, frame, node.token, node.value)
    o.world.properties[node.property][need(token)] = new


@rule(n.Create)
def create(o: Oracle, node: n.Create, frame: Frame) -> None:
    to = needed(o, node.to, frame)
    token = o.world.create(o.things.pools[node.supply], to, node.place)
    if o.known is not None and o.things.alike(node.supply):
        o.known = [-1 if t == token else seats for t, seats in enumerate(o.known)]
    frame[node.name] = token


@rule(n.Destroy)
def destroy(o: Oracle, node: n.Destroy, frame: Frame) -> None:
    o.world.destroy(needed(o, node.token, frame))


@rule(n.Grow)
def grow(o: Oracle, node: n.Grow, frame: Frame) -> None:
    zone, direction = values(o, frame, node.zone, node.direction)
    frame[node.name] = o.world.grow(need(zone), direction)


@rule(n.Prune)
def prune(o: Oracle, node: n.Prune, frame: Frame) -> None:
    o.world.prune(needed(o, node.zone, frame))


@rule(n.MoveTree)
def move_tree(o: Oracle, node: n.MoveTree, frame: Frame) -> None:
    zone, to, direction = values(o, frame, node.zone, node.to, node.direction)
    o.world.hang(need(zone), need(to), direction)


# ---- flow --------------------------------------------------------------------------------------


@rule(n.If)
def branch(o: Oracle, node: n.If, frame: Frame) -> Steps:
    yield from run(o, node.then if holds(o, node.test, frame) else node.otherwise, frame)


@rule(n.While)
def loop(o: Oracle, node: n.While, frame: Frame) -> Steps:
    with suppress(LeaveLoop):
        while holds(o, node.test, frame):
            o.tick()
            yield from run(o, node.body, frame)


@rule(n.ForEach)
def for_each(o: Oracle, node: n.ForEach, frame: Frame) -> Steps:
    with suppress(LeaveLoop):
        for item in list(value(o, node.items, frame)):
            frame[node.name] = item
            yield from run(o, node.body, frame)


@rule(n.Leave)
def leave(o: Oracle, node: n.Leave, frame: Frame) -> None:
    raise LeaveLoop


@rule(n.Call)
def call(o: Oracle, node: n.Call, frame: Frame) -> Steps:
    yield from enter(o, node.procedure, values(o, frame, *node.arguments))


def enter(o: Oracle, name: str, arguments: list[Any]) -> Steps:
    """Run a procedure."""
    procedure = o.procedures[name]
    names = [parameter.name for parameter in procedure.parameters]
    depth, caller = o.depth, o.inside
    if name in o.cycles.get(caller, ()):
        o.depth += 1
        if o.depth > o.DEEPEST:
            raise Fault("calls")
    o.inside = name
    try:
        yield from run(o, procedure.body, dict(zip(names, arguments, strict=True)))
    except EndProcedure:
        pass
    finally:
        o.depth, o.inside = depth, caller


@rule(n.Later)
def later(o: Oracle, node: n.Later, frame: Frame) -> None:
    count, *arguments = values(o, frame, node.count, *node.arguments)
    if count < 1:
        raise Failed("never")
    if len(o.world.agenda) == o.MOST_DUE:
        raise Fault("agenda")
    o.world.agenda.append(Entry(node.boundary, count, node.procedure, arguments))


@rule(n.Boundary)
def boundary(o: Oracle, node: n.Boundary, frame: Frame) -> Steps:
    o.world.agenda = [
        replace(e, count=e.count - 1) if e.boundary == node.name and e.count else e
        for e in o.world.agenda
    ]
    while due := [e for e in o.world.agenda if e.boundary == node.name and not e.count]:
        o.world.agenda = [e for e in o.world.agenda if e is not due[0]]
        yield from enter(o, due[0].procedure, due[0].arguments)


@rule(n.Return)
def end_procedure(o: Oracle, node: n.Return, frame: Frame) -> None:
    raise EndProcedure


@rule(n.Attempt)
def attempt(o: Oracle, node: n.Attempt, frame: Frame) -> Steps:
    saved = o.world.copy() if node.rollback else None
    names = dict(frame)
    o.attempts += 1
    try:
        yield from run(o, node.body, frame)
        return
    except Failed:
        pass
    finally:
        o.attempts -= 1
    if saved is not None:
        o.world = o.world.back_to(saved)
        frame.clear()
        frame.update(names)
    yield from run(o, node.otherwise, frame)


@rule(n.Fail)
def fail(o: Oracle, node: n.Fail, frame: Frame) -> None:
    raise Fault("failed") if node.final else Failed(node.reason)


@rule(n.Mark)
def mark(o: Oracle, node: n.Mark, frame: Frame) -> None:
    horizon(o)
    o.world.turns += node.kind == "turn"


@rule(n.EndGame)
def end_game(o: Oracle, node: n.EndGame, frame: Frame) -> None:
    winners, scores = values(o, frame, node.winners, node.scores)
    draw(o)
    raise Over([seat - 1 for seat in winners], scores, node.reason)


# ---- choices -----------------------------------------------------------------------------------


Actions = tuple[n.Action, ...]


def candidates(o: Oracle, actions: Actions, frame: Frame) -> list[tuple[Row, Frame]]:
    """The rows of the actions whose guards hold, each with its frame."""
    found = []
    for index, action in enumerate(actions):
        for operands in bindings(o, action.parameters, frame):
            inner = bind(action, operands, frame)
            if holds(o, action.guard, inner):
                found.append(((index, *operands), inner))
    return found


def rows(
    o: Oracle, actions: Actions, frame: Frame, asker: int | None, withheld: list[Row]
) -> list[Row]:
    """The options of the actions, in order."""
    made = [each for each in candidates(o, actions, frame) if each[0] not in withheld]
    return [row for row, inner in made if is_possible(o, actions[row[0]], inner, row, asker)]


def is_possible(o: Oracle, action: n.Action, frame: Frame, row: Row, asker: int | None) -> bool:
    """Whether an option can be begun or, on the way through what is atomic, finished."""
    if o.atomic:
        return can_finish(o, o.atomic, row, asker)
    if action.atomic:
        return can_finish(o, Atomic(o.rehearsal(asker), action.body, frame), None, asker)
    return can_begin(o, action, frame, asker)


def begins(o: Oracle, action: n.Action, frame: Frame, row: Row, asker: int | None) -> bool:
    """Whether an option can be begun."""
    return can_begin(o, action, frame, asker)


def can_finish(o: Oracle, atomic: Atomic, row: Row | None, asker: int | None) -> bool:
    """Whether some way leads to the end of an atomic body, after what was chosen and this row."""
    chosen_rows = [*atomic.rows, row] if row else []
    start = atomic.start
    known, left = len(chosen_rows), o.LATER if o.cut_off else o.TRIALS

    def ends(rows: list[Row]) -> bool:
        nonlocal left
        dry = start.rehearsal(asker)
        dry.search = Search(list(rows), known)
        try:
            for _ in run(dry, atomic.body, dict(atomic.frame)):
                raise AssertionError("a search does not stop at choices")
        except (Failed, Stuck):
            return False
        except (Possible, LeaveLoop, EndProcedure):
            return True
        except Fault:
            o.cut_off = True
            return True
        except Branches as found:
            if len(rows) - known == start.CHOICES:
                o.cut_off = True
                return True
            for each in found.args[0]:
                if not left:
                    o.cut_off = True
                    return True
                left -= 1
                if ends([*rows, each]):
                    return True
            return False
        return True

    return ends(chosen_rows)


def bindings(o: Oracle, parameters: tuple[n.Parameter, ...], frame: Frame) -> Iterator[Row]:
    """Every way to choose the parameters, the first outermost; a list that fails is empty."""
    if not parameters:
        yield ()
        return
    first, *later = parameters
    assert first.items is not None
    items = []
    with suppress(Failed):
        items = value(o, first.items, frame)
    for item in items:
        for others in bindings(o, tuple(later), frame | {first.name: item}):
            yield (item, *others)


def bind(action: n.Action, operands: Row, frame: Frame) -> Frame:
    """A copy of the frame with an action's parameters bound."""
    names = [parameter.name for parameter in action.parameters]
    return frame | dict(zip(names, operands, strict=True))


def can_begin(o: Oracle, action: n.Action, frame: Frame, asker: int | None) -> bool:
    """Whether a dry run of an action's body does not fail before it can look no further."""
    try:
        for _ in run(o.rehearsal(asker), action.body, frame):
            break
    except Failed:
        return False
    except (Possible, LeaveLoop, EndProcedure, Fault):
        pass
    return True


def carry_out(
    o: Oracle, actions: tuple[n.Action, ...], row: Row, frame: Frame, undoable: bool = False
) -> Steps:
    """Run the action of an option in the procedure's own frame."""
    action = actions[row[0]]
    frame.update(bind(action, row[1:], frame))
    if not action.atomic or o.atomic or o.dry:
        yield from run(o, action.body, frame)
        return
    o.atomic = atomic = Atomic(o.rehearsal(None), action.body, dict(frame), undoable)
    try:
        while True:
            try:
                yield from run(o, action.body, frame)
                return
            except Failed:
                if not atomic.saved:
                    raise
            atomic.go_back(o)
            frame.clear()
            frame.update(atomic.frame)
    finally:
        o.atomic = None


@rule(n.Decide)
def decide(o: Oracle, node: n.Decide, frame: Frame) -> Steps:
    seat = needed(o, node.seat, frame) - 1
    if not o.search and (node.otherwise is None or candidates(o, node.actions, frame)):
        horizon(o)

    withheld: list[Row] = []

    def choice() -> Choice:
        made = [row for row, _ in candidates(o, node.actions, frame)]
        o.cut_off = False
        failed = [*withheld, *(o.atomic.left_out() if o.atomic else ())]
        listed = made if o.search else rows(o, node.actions, frame, seat, failed)
        if made and node.otherwise is not None:
            if o.search:
                listed = [*made, NONE]
            elif o.atomic and not listed:
                o.atomic.rows.append(NONE)
        if not listed:
            raise Stuck if node.otherwise is None else Failed("no option")
        return Choice(seat, listed)

    while True:
        try:
            row = yield from chosen(o, node, choice)
        except Failed:
            if node.otherwise is None:
                raise
            yield from run(o, node.otherwise, frame)
            return
        free = not (o.dry or o.atomic or o.attempts or o.answers)
        undoable = node.actions[row[0]].atomic and free and o.cut_off
        saved, names = (o.world.copy() if undoable else o.world), dict(frame)
        try:
            yield from carry_out(o, node.actions, row, frame, undoable)
            return
        except Failed:
            if not undoable:
                raise
        o.world = o.world.back_to(saved)
        frame.clear()
        frame.update(names)
        withheld.append(row)


@rule(n.TakeFirst)
def take_first(o: Oracle, node: n.TakeFirst, frame: Frame) -> Steps:
    made = candidates(o, node.actions, frame)
    if made:
        horizon(o)  # a dry run does not try out further options
    o.cut_off = False
    # Nor is it searched on the way through what is atomic.
    test = begins if o.atomic or o.search else is_possible
    found = [row for row, inner in made if test(o, node.actions[row[0]], inner, row, None)]
    if found:
        yield from carry_out(o, node.actions, found[0], frame)
    else:
        yield from run(o, node.otherwise, frame)


@rule(n.Ask)
def ask(o: Oracle, node: n.Ask, frame: Frame) -> Steps:
    seat = needed(o, node.seat, frame) - 1

    def choice() -> Choice:
        return answers_of(o, seat, [(0, item) for item in value(o, node.items, frame)])

    row = yield from chosen(o, node, choice)
    frame[node.name] = row[1]


WAYS = 1 << 20  # to pick that are one choice
VALUES_OF_SETS = 216


@rule(n.Pick)
def pick(o: Oracle, node: n.Pick, frame: Frame) -> Steps:
    if node.sequence:
        least, most = values(o, frame, node.least, node.most)
        taken: list[int] = []
        while True:
            frame[node.name] = list(taken)
            items = distinct(value(o, node.items, frame)) if len(taken) < most else []
            rest = [item for item in items if item not in taken]
            if not rest or not (yield from pick_one(o, node, frame, rest, taken, least, most)):
                break
        frame[node.name] = taken
        if len(taken) < least:
            raise Failed("too few")
        return
    items, least, most = values(o, frame, node.items, node.least, node.most)
    items, taken = distinct(items), []
    if len(items) < least or most < least:
        raise Failed("too few")
    if not items or most < 1:
        frame[node.name] = []
    elif at_once(o, node.of, len(items), most):
        yield from pick_set(o, node, frame, items, least, most)
    else:
        while len(taken) < min(most, len(items)):
            rest = [item for item in items if item not in taken]
            if not (yield from pick_one(o, node, frame, rest, taken, least, most)):
                break
        frame[node.name] = [item for item in items if item in taken]


def distinct(items: list[int]) -> list[int]:
    return list(dict.fromkeys(items))


def at_once(o: Oracle, kind: str, size: int, most: int) -> bool:
    """Whether a set is one choice."""
    few = sum(math.comb(size, k) for k in range(min(most, size) + 1)) <= WAYS
    return few and kind != "int" and o.things.count(kind) <= VALUES_OF_SETS


def pick_set(
    o: Oracle, node: n.Pick, frame: Frame, items: list[int], least: int, most: int
) -> Steps:
    """One choice of a set, whose row has its values in the order of their type."""
    seat = needed(o, node.seat, frame) - 1

    def choice() -> Choice:
        sizes = range(max(least, 0), min(most, len(items)) + 1)
        sets = [each for size in sizes for each in combinations(items, size)]
        return answers_of(o, seat, [(0, *sorted(each)) for each in sets])

    _, *taken = yield from chosen(o, node, choice)
    here = [item for item in items if item in taken]
    frame[node.name] = here + [item for item in sorted(taken) if item not in here]


def pick_one(
    o: Oracle,
    node: n.Pick,
    frame: Frame,
    rest: list[int],
    taken: list[int],
    least: int,
    most: int,
) -> Generator[Choice, Row, bool]:
    """One choice of an item more, or to be done; whether it goes on."""
    seat = needed(o, node.seat, frame) - 1

    def choice() -> Choice:
        done: list[Row] = [(1,)] if len(taken) >= least and not fixed(node) else []
        return answers_of(o, seat, [*((0, item) for item in rest), *done])

    row = yield from chosen(o, node, choice)
    if row == (1,):
        return False
    taken.append(row[1])
    return True


def fixed(node: n.Pick) -> bool:
    """Whether the number of items is written down, so that nobody need say that it is enough."""
    return isinstance(node.least, n.Number) and node.least == node.most


def answers_of(o: Oracle, seat: int, found: list[Row]) -> Choice:
    """What a seat can answer; on the way through what is atomic, only what leads to its end."""
    if o.atomic:
        o.cut_off = False
        tried = [row for row in found if row not in o.atomic.left_out()]
        listed, found = found, [row for row in tried if can_finish(o, o.atomic, row, seat)]
        if listed and not found:
            o.atomic.rows.append(NONE)
    if not found:
        raise Failed("nothing to choose")
    return Choice(seat, found)


@rule(n.Together)
def together(o: Oracle, node: n.Together, frame: Frame) -> Steps:
    seats = list(value(o, node.seats, frame))
    start, names = o.world.copy(), dict(frame)
    answers = []
    try:
        for seat in seats:
            o.answers = Answers()
            frame[node.name] = seat
            failed = None
            try:
                yield from run(o, node.body, frame)
            except Rehearsed:
                pass
            except Failed as error:
                failed = error
            o.world = start.copy()
            frame.clear()
            frame.update(names)
            if failed:
                raise failed
            answers.append(o.answers)
        for seat, given in zip(seats, answers, strict=True):
            o.answers, given.replayed = given, True
            frame[node.name] = seat
            yield from run(o, node.body, frame)
    finally:
        o.answers = None

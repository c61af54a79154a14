"""What every kind of statement does: a generator each, which yields wherever a seat chooses."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludwright.gamedef import nodes as n

from .expressions import Frame, holds, need, needed, owner_of, value, values
from .world import Failed, Fault

if TYPE_CHECKING:
    from . import Oracle

Row = tuple[int, ...]


@dataclass(frozen=True)
class Choice:
    """A seat has to choose: the rows it is shown, and those that are accepted too."""

    seat: int
    rows: list[Row]
    unlisted: Callable[[], list[Row]] = list


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
        while self.given:
            node, row = self.given.pop(0)
            if node is asked:
                return row
        raise Failed("no answer")


class Possible(Exception):
    """A dry run came as far as it looks."""


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
    """A point that no dry run looks beyond."""
    if o.dry:
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
    if o.answers and o.answers.replayed and not o.dry:
        return o.answers.next(node)
    row = yield choice()
    if o.answers and not o.dry:
        o.answers.given.append((node, row))
    return row


# ---- values and tokens -------------------------------------------------------------------------


@rule(n.Let)
def let(o: Oracle, node: n.Let, frame: Frame) -> None:
    frame[node.name] = value(o, node.value, frame)


@rule(n.SetVariable)
def set_variable(o: Oracle, node: n.SetVariable, frame: Frame) -> None:
    new = value(o, node.value, frame)
    o.world.variables[node.name, owner_of(o, node.of, frame)] = new


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


@rule(n.MoveTop)
def move_top(o: Oracle, node: n.MoveTop, frame: Frame) -> Steps:
    source, to, count = values(o, frame, node.source, node.to, node.count)
    tokens = o.world.zones[need(source)]
    need(to)
    if not 0 <= count <= len(tokens) and not node.partial:
        raise Failed("too few")
    if source != to:
        yield from moved(o, tokens[: max(count, 0)], source, to, node)


@rule(n.MoveBlock)
def move_block(o: Oracle, node: n.MoveBlock, frame: Frame) -> Steps:
    source, to, count = values(o, frame, node.source, node.to, node.count)
    tokens = o.world.zones[need(source)]
    need(to)
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


def heard(o: Oracle, token: int, source: int, to: int, place: str) -> Steps:
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
    o.world.move(token, to, place)
    for listener in o.game.listeners:
        if listener.when == "after" and hears(o, listener, event):
            yield from react(o, listener, event)


def names_of(listener: n.Listener, event: tuple[int, int, int]) -> Frame:
    """The names that a listener gives to what it hears of."""
    return dict(zip((listener.token, listener.source, listener.target), event, strict=True))


def hears(o: Oracle, listener: n.Listener, event: tuple[int, int, int]) -> bool:
    """Whether a listener reacts to a movement now."""
    source, target = (o.things.places[zone - 1].zone.name for zone in event[1:])
    named = source in (listener.sources or [source]) and target in (listener.targets or [target])
    free = not any(listener is other for other in o.replacing)
    return named and free and holds(o, listener.test, names_of(listener, event))


def react(o: Oracle, listener: n.Listener, event: tuple[int, int, int]) -> Steps:
    """Run the body of a listener."""
    before = o.replacing
    if listener.when == "instead":
        o.replacing = (*before, listener)
    try:
        yield from run(o, listener.body, names_of(listener, event))
    except EndProcedure:
        pass
    finally:
        o.replacing = before


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
    procedure = o.procedures[node.procedure]
    names = [parameter.name for parameter in procedure.parameters]
    arguments = values(o, frame, *node.arguments)
    depth, caller = o.depth, o.inside
    if node.procedure in o.again.get(caller, ()):
        o.depth += 1
        if o.depth > o.DEEPEST:
            raise Fault("calls")
    o.inside = node.procedure
    try:
        yield from run(o, procedure.body, dict(zip(names, arguments, strict=True)))
    except EndProcedure:
        pass
    finally:
        o.depth, o.inside = depth, caller


@rule(n.Return)
def end_procedure(o: Oracle, node: n.Return, frame: Frame) -> None:
    raise EndProcedure


@rule(n.Attempt)
def attempt(o: Oracle, node: n.Attempt, frame: Frame) -> Steps:
    saved = o.world.copy() if node.rollback else None
    names = dict(frame)
    try:
        yield from run(o, node.body, frame)
        return
    except Failed:
        pass
    if saved is not None:
        o.world = o.world.back_to(saved)
        frame.clear()
        frame.update(names)
    yield from run(o, node.otherwise, frame)


@rule(n.Fail)
def fail(o: Oracle, node: n.Fail, frame: Frame) -> None:
    raise Failed(node.reason)


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


def candidates(o: Oracle, actions: Actions, frame: Frame, listed: bool) -> list[tuple[Row, Frame]]:
    """The rows of the actions that are (not) listed whose guards hold, each with its frame."""
    found = []
    for index, action in enumerate(actions):
        if action.listed == listed:
            for operands in bindings(o, action.parameters, frame):
                inner = bind(action, operands, frame)
                if holds(o, action.guard, inner):
                    found.append(((index, *operands), inner))
    return found


def rows(o: Oracle, actions: Actions, frame: Frame, listed: bool) -> list[Row]:
    """The options of the actions that are listed, or of those that are not, in order."""
    made = candidates(o, actions, frame, listed)
    return [row for row, inner in made if can_begin(o, actions[row[0]], inner)]


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


def can_begin(o: Oracle, action: n.Action, frame: Frame) -> bool:
    """Whether a dry run of an action's body does not fail before it can look no further."""
    try:
        for _ in run(o.rehearsal(), action.body, frame):
            break
    except Failed:
        return False
    except (Possible, LeaveLoop, EndProcedure, Fault):
        pass
    return True


def carry_out(o: Oracle, actions: tuple[n.Action, ...], row: Row, frame: Frame) -> Steps:
    """Run the action of an option in the procedure's own frame."""
    action = actions[row[0]]
    frame.update(bind(action, row[1:], frame))
    yield from run(o, action.body, frame)


@rule(n.Decide)
def decide(o: Oracle, node: n.Decide, frame: Frame) -> Steps:
    seat = needed(o, node.seat, frame) - 1
    horizon(o)

    def choice() -> Choice:
        listed = rows(o, node.actions, frame, True)
        if not listed:
            raise Stuck
        return Choice(seat, listed, lambda: rows(o, node.actions, frame, False))

    row = yield from chosen(o, node, choice)
    yield from carry_out(o, node.actions, row, frame)


@rule(n.TakeFirst)
def take_first(o: Oracle, node: n.TakeFirst, frame: Frame) -> Steps:
    if candidates(o, node.actions, frame, True):
        horizon(o)  # a dry run does not try out further options
    found = rows(o, node.actions, frame, True)
    if found:
        yield from carry_out(o, node.actions, found[0], frame)
    else:
        yield from run(o, node.otherwise, frame)


@rule(n.Ask)
def ask(o: Oracle, node: n.Ask, frame: Frame) -> Steps:
    seat = needed(o, node.seat, frame) - 1

    def choice() -> Choice:
        items = value(o, node.items, frame)
        if not items:
            raise Failed("nothing to choose")
        return Choice(seat, [(0, item) for item in items])

    row = yield from chosen(o, node, choice)
    frame[node.name] = row[1]


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

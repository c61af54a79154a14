"""Desugar listeners: a movement that one may hear becomes a call.

A procedure is generated for each set of listeners that some movement may trigger. It contains the
tests of these listeners, calls of their bodies, and the movement itself, made quiet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import cast

from . import nodes as n
from .call_graph import call_graph, reached
from .walk import rebuild, substitute

PREFIX = "~"  # of all names generated here, which no language can declare
ONE, SEVERAL = (
    PREFIX + "move",
    PREFIX + "all",
)  # prefixes of the procedures that move one token, or several
TOKEN, FROM, TO, COUNT = (n.Local(name=PREFIX + word) for word in ("token", "from", "to", "count"))
ABOVE = n.Local(name=PREFIX + "above")
Movement = n.MoveToken | n.Insert | n.MoveTop | n.MoveBlock


def desugar_listeners(game: n.GameDef) -> n.GameDef:
    """The game without listeners, with calls wherever one may be triggered."""
    return _Desugarer(game).rewritten() if game.listeners else game


def is_made(name: str) -> bool:
    """Whether a name was generated here, so that it is not displayed."""
    return name.startswith(PREFIX)


def is_movement(name: str) -> bool:
    """Whether a procedure is a generated movement."""
    return name.startswith((ONE, SEVERAL))


class _Desugarer:
    """The listeners of a game, and the procedures generated for them."""

    def __init__(self, game: n.GameDef) -> None:
        self.game = game
        self.trees = any(zone.branches for zone in game.zones)
        self.made: dict[str, n.Procedure] = {}
        for number, listener in enumerate(game.listeners):
            names = (
                (listener.token, "token"),
                (listener.source, "zone"),
                (listener.target, "zone"),
            )
            parameters = tuple(n.Parameter(name=name, type=kind) for name, kind in names)
            name = _body_name(number)
            self.made[name] = n.Procedure(
                name=name, parameters=parameters, body=listener.body, span=listener.span
            )

    def rewritten(self) -> n.GameDef:
        """The game with calls for movements, and a flag for each listener that may hear itself."""
        # Rewriting generates further procedures. Their movements are quiet and need no rewriting.
        procedures = [self._changed(p) for p in (*self.made.values(), *self.game.procedures)]
        known = {p.name for p in procedures}
        added = [p for name, p in self.made.items() if name not in known]
        game = replace(self.game, listeners=(), procedures=(*added, *procedures))
        graph = call_graph(game)
        # Procedures generated for listeners that nothing triggers are dropped again.
        used = reached(graph, (p.name for p in self.game.procedures))
        game = replace(game, procedures=tuple(p for p in game.procedures if p.name in used))
        # Only `instead` is flagged: by definition it does not hear itself, while the others may
        # recurse.
        looping = {
            i
            for i, listener in enumerate(self.game.listeners)
            if listener.when == "instead" and _body_name(i) in reached(graph, graph[_body_name(i)])
        }
        # Whether a listener is running follows from which procedures are, which is no secret.
        flags = tuple(
            n.VariableDef(name=_flag(i), type="bool", initial=n.Truth(value=False), inner=True)
            for i in sorted(looping)
        )
        done = tuple(self._guarded(p, looping) for p in game.procedures)
        return replace(game, procedures=done, variables=(*game.variables, *flags))

    def _changed(self, procedure: n.Procedure) -> n.Procedure:
        def change(node: n.Node) -> n.Node:
            return self._call(node) if isinstance(node, Movement) and not node.quiet else node

        return _rebuilt(procedure, change)

    def _guarded(self, procedure: n.Procedure, looping: set[int]) -> n.Procedure:
        """The procedure with flags around listeners `instead` that may hear themselves."""
        bodies = {_body_name(i): i for i in looping}

        def change(node: n.Node) -> n.Node:
            if isinstance(node, n.If) and node.then and isinstance(node.then[0], n.Call):
                call = node.then[0]
                if call.procedure in bodies:
                    return _once(node, call, _flag(bodies[call.procedure]))
            return node

        return _rebuilt(procedure, change) if is_made(procedure.name) else procedure

    # ---- movements ----

    def _call(self, move: Movement) -> n.Node:
        heard = tuple(self._heard(move))
        if not heard:
            return move
        one = self._one(heard, "into" if isinstance(move, n.Insert) else move.place)
        if isinstance(move, n.MoveToken | n.Insert):
            above = (move.above,) if isinstance(move, n.Insert) else ()
            return n.Call(procedure=one, arguments=(move.token, move.to, *above), span=move.span)
        count = n.SizeOf(zone=move.source) if move.count is None else move.count
        several = self._several(one, move)
        return n.Call(procedure=several, arguments=(move.source, move.to, count), span=move.span)

    def _heard(self, move: Movement) -> Iterator[int]:
        """The listeners that may hear a movement."""
        if isinstance(move, n.MoveToken | n.Insert):
            source = _names_of_token(move.token)
        else:
            source = _names(move.source)
        target = _names(move.to)
        for number, listener in enumerate(self.game.listeners):
            # An over-approximation: unknown zones may be any, and the generated test decides in
            # play.
            if _meet(source, listener.sources) and _meet(target, listener.targets):
                yield number

    def _one(self, heard: tuple[int, ...], place: str) -> str:
        """The procedure that moves one token. Its parameters are the token, the zone and, for an
        Insert, how many tokens are to be above it."""
        name = f"{ONE} {place} {' '.join(map(str, heard))}"
        if name not in self.made:
            parameters = (
                n.Parameter(name=TOKEN.name, type="token"),
                n.Parameter(name=TO.name, type="zone"),
                *((n.Parameter(name=ABOVE.name, type="int"),) if place == "into" else ()),
            )
            body: n.Block = (
                n.Let(name=FROM.name, value=n.ZoneOf(token=TOKEN)),
                _need(TO),
                *self._calls(heard, "before"),
                # A listener `before` may have moved the token: then there is nothing left to do.
                n.If(test=_still(), then=self._instead(heard, place)),
            )
            self.made[name] = n.Procedure(name=name, parameters=parameters, body=body)
        return name

    def _several(self, one: str, move: n.MoveTop | n.MoveBlock) -> str:
        """The procedure that moves several tokens in turn, given two zones and a count."""
        partial = isinstance(move, n.MoveTop) and move.partial
        # A block keeps its order on top of another zone only if it is moved from its bottom up.
        backwards = isinstance(move, n.MoveBlock) and move.place == "top"
        words = [SEVERAL, *["partial"] * partial, *["backwards"] * backwards]
        name = f"{' '.join(words)} {one}"
        if name not in self.made:
            kinds = ((FROM, "zone"), (TO, "zone"), (COUNT, "int"))
            parameters = tuple(n.Parameter(name=local.name, type=kind) for local, kind in kinds)
            self.made[name] = n.Procedure(
                name=name, parameters=parameters, body=_loop(one, partial, backwards)
            )
        return name

    def _calls(self, heard: Iterable[int], when: str) -> Iterator[n.If]:
        for number in heard:
            listener = self.game.listeners[number]
            if listener.when == when:
                call = n.Call(
                    procedure=_body_name(number), arguments=(TOKEN, FROM, TO), span=listener.span
                )
                yield n.If(test=_test(listener, self.trees), then=(call,), span=listener.span)

    def _instead(self, heard: tuple[int, ...], place: str) -> n.Block:
        move: n.Statement = n.MoveToken(token=TOKEN, to=TO, place=place, quiet=True)
        if place == "into":
            move = n.Insert(token=TOKEN, to=TO, above=ABOVE, quiet=True)
        block: n.Block = (move, *self._calls(heard, "after"))
        # An if-else chain, built from its end: only the first listener that applies is called.
        for each in reversed(list(self._calls(heard, "instead"))):
            block = (replace(each, otherwise=block),)
        return block


def _rebuilt(procedure: n.Procedure, change: Callable[[n.Node], n.Node]) -> n.Procedure:
    made: n.Node = rebuild(cast(n.Node, procedure), change)
    return cast(n.Procedure, made)


def _loop(one: str, partial: bool, backwards: bool) -> n.Block:
    there = n.SizeOf(zone=FROM)
    zero, first = n.Number(value=0), n.Number(value=1)
    too_few = n.Or(items=(n.Less(left=COUNT, right=zero), n.Less(left=there, right=COUNT)))
    count: n.Expr = n.Conditional(test=n.Less(left=there, right=COUNT), then=there, otherwise=COUNT)
    number = n.Local(name=PREFIX + "number")
    place = n.Subtract(left=count if backwards else number, right=number if backwards else first)
    tokens = n.Each(
        items=n.Range(low=first, high=count),
        name=number.name,
        value=n.TokenAt(zone=FROM, position=place),
    )
    # A listener may have moved a later token in the meantime.
    move = n.If(test=_still(), then=(n.Call(procedure=one, arguments=(TOKEN, TO)),))
    each = n.ForEach(name=TOKEN.name, items=tokens, body=(move,))
    # MoveTop and MoveBlock move nothing within one zone, so nothing is heard either.
    apart = n.Not(item=n.Equal(left=FROM, right=TO))
    return (
        _need(FROM),
        _need(TO),
        *(() if partial else (n.If(test=too_few, then=(n.Fail(reason="too few tokens"),)),)),
        n.If(test=apart, then=(each,)),
    )


def _once(call: n.If, body: n.Call, flag: str) -> n.If:
    """Call a listener only if it is not running already; the flag is cleared even if it fails."""
    up, down = (n.SetVariable(name=flag, value=n.Truth(value=v)) for v in (True, False))
    free = n.Not(item=n.Variable(name=flag))
    # No rollback: a failure undoes what the enclosing statement says, not more.
    tried = n.Attempt(body=(body,), otherwise=(down, n.Fail(reason="a listener failed")))
    return replace(call, test=n.And(items=(free, call.test)), then=(up, tried, down))


def _test(listener: n.Listener, trees: bool) -> n.Expr:
    names = {listener.token: TOKEN, listener.source: FROM, listener.target: TO}
    # A branch of a tree has the name of its root.
    roots = (n.RootOf(zone=FROM), n.RootOf(zone=TO)) if trees else (FROM, TO)
    zones = zip((listener.sources, listener.targets), roots, strict=True)
    named = [
        n.Or(items=tuple(n.Contains(items=n.ZonesNamed(name=x), value=zone) for x in names_of))
        for names_of, zone in zones
        if names_of
    ]
    return n.And(items=(*named, substitute(listener.test, names)))


def _still() -> n.Expr:
    """The test that the token is still where it was."""
    return n.Equal(left=n.ZoneOf(token=TOKEN), right=FROM)


def _need(zone: n.Local) -> n.If:
    missing = n.Not(item=n.Exists(item=zone))
    return n.If(test=missing, then=(n.Fail(reason="the zone is nothing"),))


def _names(zone: n.Expr) -> set[str] | None:
    """The names that a zone may have, if its expression shows them."""
    if isinstance(zone, n.ZoneAt):
        return {zone.name}
    if isinstance(zone, n.Conditional):
        then, otherwise = _names(zone.then), _names(zone.otherwise)
        return None if then is None or otherwise is None else then | otherwise
    return None


def _names_of_token(token: n.Expr) -> set[str] | None:
    """The names of the zones that a token may be in, likewise."""
    return _names(token.zone) if isinstance(token, n.TopOf | n.BottomOf | n.TokenAt) else None


def _meet(names: set[str] | None, heard: tuple[str, ...]) -> bool:
    return names is None or not heard or not names.isdisjoint(heard)


def _body_name(number: int) -> str:
    return f"{PREFIX}listener {number}"


def _flag(number: int) -> str:
    return f"{PREFIX}under way {number}"

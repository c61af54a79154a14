"""Code for statements about tokens and trees of zones: one function per kind of node."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..gamedef import nodes as n
from ..gamedef.block_fallibility import stands, statement_can_fail
from ..machine import ops
from ..machine import state as m
from .code import Label
from .dispatch import value
from .emitter import Emitter

PLACES = {"top": 0, "bottom": 1}


def _target(e: Emitter, zone: n.Expr) -> int:
    """Emit the destination of a movement; it fails if the zone has been pruned."""
    at = value(e, zone)
    if not stands(zone, e.context.facts):
        there, parent = Label(), e.register()
        # Zones below this number are declared, and cannot be pruned.
        e.emit(ops.IF_LESS, at, e.constant(e.layout.first_branch), there)
        e.emit(ops.FIELD, parent, e.layout.parents, len(e.layout.zones) - 1, at, e.fail)
        e.emit(ops.IF_SET, parent, there)
        e.emit(ops.FAIL, e.fail, e.reason("the zone has been pruned"))
        e.place(there)
    return at


def _move_token(e: Emitter, node: n.MoveToken) -> None:
    with e.lists(node.token, node.to):
        token, to = value(e, node.token), _target(e, node.to)
        e.emit(ops.MOVE, token, to, PLACES[node.place], e.fail)


def _insert(e: Emitter, node: n.Insert) -> None:
    with e.lists(node.token, node.to, node.above):
        token, to, above = value(e, node.token), _target(e, node.to), value(e, node.above)
        e.emit(ops.INSERT, token, to, above, e.fail)


def _move_top(e: Emitter, node: n.MoveTop) -> None:
    with e.lists(node.source, node.to, node.count):
        source, to, count = value(e, node.source), _target(e, node.to), value(e, node.count)
        e.draw(node.source, source, _known_count(node.count))
        zones = (e.constant_at(source), e.constant_at(to))
        one = node.count == n.Number(value=1) and not node.partial
        if one and None not in zones and zones[0] != zones[1]:
            # The top of a fixed zone is a word of the state, so MOVE can read it directly.
            top = e.layout.columns.top + (zones[0] or 0)
            e.emit(ops.MOVE, top, to, PLACES[node.place], e.fail)
            return
        partial = int(node.partial)
        e.emit(ops.MOVE_TOP, source, to, count, PLACES[node.place], partial, e.fail)


def _known_count(count: n.Expr | None) -> int:
    """A count that is a literal, else -1 for all."""
    return count.value if isinstance(count, n.Number) and count.value >= 0 else -1


def _move_block(e: Emitter, node: n.MoveBlock) -> None:
    with e.lists(node.source, node.to, node.count):
        source, to = value(e, node.source), _target(e, node.to)
        e.draw(node.source, source, _known_count(node.count))
        count = e.constant(-1)
        if node.count is not None:
            count = value(e, node.count)
            certain = isinstance(node.count, n.Number) and node.count.value >= 0
            if not certain and statement_can_fail(node, e.context.facts):
                e.emit(ops.IF_LESS, count, e.constant(0), _fail_label(e))
        e.emit(ops.MOVE_BLOCK, source, to, count, PLACES[node.place], e.fail)


def _fail_label(e: Emitter) -> Label:
    """A label whose code only fails, for a condition that no op tests itself."""
    label, past = Label(), Label()
    e.emit(ops.JUMP, past)
    e.place(label)
    e.emit(ops.FAIL, e.fail, e.reason("negative count"))
    e.place(past)
    return label


def _is_looked_at(e: Emitter, zone: n.Expr) -> bool:
    """Whether a seat may see the tokens of a zone."""
    each = e.scope.zones[zone.name] if isinstance(zone, n.ZoneAt) else None
    sees = (each.owner_sees, each.others_see) if each else ("all",)
    return each is None or (each.face != "down" and any(s in ("all", "top") for s in sees))


def _shuffle(e: Emitter, node: n.Shuffle) -> None:
    with e.lists(node.zone):
        zone = value(e, node.zone)
        e.emit(ops.SHUFFLE, zone, e.fail)
        if _is_looked_at(e, node.zone):
            e.draw(node.zone, zone, -1)


def _turn(e: Emitter, node: n.Turn) -> None:
    with e.lists(node.token):
        e.emit(ops.TURN, value(e, node.token), int(node.up))


def _show(e: Emitter, node: n.Show | n.Hide) -> None:
    with e.lists(node.token, node.seats):
        token, seats = value(e, node.token), value(e, node.seats)
        e.emit(ops.SHOW, token, seats, int(isinstance(node, n.Show)))


def _set_property(e: Emitter, node: n.SetProperty) -> None:
    with e.lists(node.token, node.value):
        token, made = value(e, node.token), value(e, node.value)
        base = e.layout.changing[node.property]
        e.emit(ops.STORE, base, len(e.layout.tokens), m.KNOWERS, token, made, e.fail)


def _create(e: Emitter, node: n.Create) -> None:
    with e.lists(node.to):
        to, token = _target(e, node.to), e.register()
        # Tokens out of play are a pile like any other; if it is empty, MOVE fails.
        e.emit(ops.COPY, token, e.layout.columns.top + e.layout.pools[node.supply])
        e.emit(ops.MOVE, token, to, PLACES[node.place], e.fail)
        # All of them are equal, so in a trial reading the new one reveals nothing.
        if e.layout.alike(node.supply):
            e.emit(ops.FAMILIAR, token)
        e.emit(ops.COPY, e.frame.name(node.name, "token"), token)


def _destroy(e: Emitter, node: n.Destroy) -> None:
    with e.lists(node.token):
        e.emit(ops.DESTROY, value(e, node.token), e.table(e.layout.pool_table()), e.fail)


def _grow(e: Emitter, node: n.Grow) -> None:
    with e.lists(node.zone, node.direction):
        zone, direction = value(e, node.zone), value(e, node.direction)
        e.emit(ops.GROW, e.frame.name(node.name, "zone"), zone, direction, e.fail)


def _prune(e: Emitter, node: n.Prune) -> None:
    with e.lists(node.zone):
        e.emit(ops.PRUNE, value(e, node.zone), e.fail)


def _move_tree(e: Emitter, node: n.MoveTree) -> None:
    with e.lists(node.zone, node.to, node.direction):
        zone, to, direction = (value(e, x) for x in (node.zone, node.to, node.direction))
        e.emit(ops.HANG, zone, to, direction, e.fail)


TOKENS: dict[type[n.Statement], Callable[[Emitter, Any], None]] = {
    n.MoveToken: _move_token,
    n.Insert: _insert,
    n.MoveTop: _move_top,
    n.MoveBlock: _move_block,
    n.Shuffle: _shuffle,
    n.Turn: _turn,
    n.Show: _show,
    n.Hide: _show,
    n.SetProperty: _set_property,
    n.Create: _create,
    n.Destroy: _destroy,
    n.Grow: _grow,
    n.Prune: _prune,
    n.MoveTree: _move_tree,
}

"""Built-in macros: `refillToSize`, `discardDownTo`, and `draw` to each player."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, count

from .....diagnostics import Report, did_you_mean
from ....yaml.read import Mapping, Scalar, Sequence, Tree, parts_of
from ...codes import document as codes
from .synthesise import is_hole, mapping, scalar, sequence

DISCARDED = "$__discarded"


def expand_built_in(effect: Tree, budget: int, report: Report) -> tuple[Tree, ...] | None:
    """The expansion of a built-in macro; None if the effect is not one."""
    for key, value in effect.entries if isinstance(effect, Mapping) else ():
        expand = BUILT_INS.get(key.text)
        if expand is not None:
            return expand(key, value, budget, report)
    return None


def _fields(
    key: Scalar, value: Tree, needed: tuple[str, ...], other: tuple[str, ...], report: Report
) -> dict[str, Tree] | None:
    if not isinstance(value, Mapping):
        message = f"'{key.text}' must be a mapping with {', '.join(needed)}"
        report.error(codes.BUILT_IN, value.span, message)
        return None
    for name, _ in value.entries:
        if name.text not in needed + other:
            hint = did_you_mean(name.text, needed + other)
            report.error(
                codes.BUILT_IN, name.span, f"unknown key '{name.text}' in '{key.text}'", hint
            )
    fields = {name.text: tree for name, tree in value.entries}
    missing = [name for name in needed if name not in fields]
    if missing:
        message = f"missing {', '.join(repr(name) for name in missing)} in '{key.text}'"
        report.error(codes.BUILT_IN, key.span, message)
    return None if missing else fields


def _size(tree: Tree, report: Report) -> int | None:
    if is_hole(tree):
        return None
    size = tree.value if isinstance(tree, Scalar) else None
    whole = isinstance(size, int | float) and not isinstance(size, bool) and size == size // 1
    if not whole or size < 0:  # type: ignore[operator]
        message = "'size' must be a whole number of at least 0"
        report.error(codes.BUILT_IN, tree.span, message)
        return None
    return int(size)  # type: ignore[arg-type]


def _if_count(zone: Tree, op: str, size: int, then: Tree) -> Mapping:
    """An `if` on the number of tokens in a zone, compared with a size."""
    at = then.span
    tokens = mapping(at, ref="zoneCount", zone=zone)
    when = mapping(at, op=op, left=tokens, right=scalar(at, size))
    inner = mapping(at, when=when, then=sequence(at, then), else_=sequence(at))
    return mapping(at, if_=inner)


def _refill(key: Scalar, value: Tree, budget: int, report: Report) -> tuple[Tree, ...]:
    fields = _fields(key, value, ("zone", "fromZone", "size"), (), report)
    size = _size(fields["size"], report) if fields else None
    if fields is None or not size:
        return ()
    if size > budget:
        message = f"'{key.text}' expands to {size} effects, which is too many"
        report.error(codes.EXPANSION_LIMIT, fields["size"].span, message)
        return ()
    # Unrolled, as the language defines it: `size` times a test and a draw of one token.
    at = key.span.to(value.span)
    draw = mapping(at, from_=fields["fromZone"], to=fields["zone"], count=scalar(at, 1))
    return (_if_count(fields["zone"], "<", size, mapping(at, draw=draw)),) * size


def _discard(key: Scalar, value: Tree, budget: int, report: Report) -> tuple[Tree, ...]:
    fields = _fields(key, value, ("zone", "size"), ("to",), report)
    size = _size(fields["size"], report) if fields else None
    if fields is None or size is None:
        return ()
    at, zone = key.span.to(value.span), fields["zone"]
    removal = mapping(at, destroyToken=mapping(at, token=DISCARDED))
    if "to" in fields:
        move = mapping(at, token=DISCARDED, from_=zone, to=fields["to"])
        removal = mapping(at, moveToken=move)
    # The query is evaluated once, before the loop; the test in the loop stops it at the right size.
    over = mapping(at, query="tokensInZone", zone=zone)
    effects = sequence(at, _if_count(zone, ">", size, removal))
    return (mapping(at, forEach=mapping(at, bind=DISCARDED, over=over, effects=effects)),)


def _draw(key: Scalar, value: Tree, budget: int, report: Report) -> tuple[Tree, ...] | None:
    to = value.get("to") if isinstance(value, Mapping) else None
    if not isinstance(value, Mapping) or not isinstance(to, Scalar):
        return None
    base, _, owner = to.text.partition(":")
    if owner != "each":
        return None
    texts = {part.text for part in parts_of(value) if isinstance(part, Scalar)}
    names = chain(["$p"], (f"$p{number}" for number in count(2)))
    # Hygiene: a fresh name, because the draw itself may use an outer `$p`.
    bind = next(name for name in names if not any(name in text for text in texts))
    target = Scalar(to.span, f"{base}:{bind}", f"{base}:{bind}")
    entries = tuple((k, target if v is to else v) for k, v in value.entries)
    at = key.span.to(value.span)
    drawn = Mapping(at, ((key, Mapping(value.span, entries)),))
    over = mapping(at, query="players")
    each = mapping(at, bind=bind, over=over, effects=Sequence(at, (drawn,)))
    return (mapping(at, forEach=each),)


BUILT_INS: dict[str, Callable[[Scalar, Tree, int, Report], tuple[Tree, ...] | None]] = {
    "refillToSize": _refill,
    "discardDownTo": _discard,
    "draw": _draw,
}

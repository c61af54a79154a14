"""Reading which players and which zones are meant."""

from __future__ import annotations

from ....diagnostics import did_you_mean
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from ..codes import values as codes
from .forms import ReadContext, identifier, listed, plain, text_of
from .scope import Bindings
from .tree.values import Binding, Location, Name, Player, ZoneBound, ZoneNamed, ZoneSel, ZoneWorked

WORDS = {
    **{word: word for word in ("actor", "active", "all", "allOther", "left", "right")},
    "activePlayer": "active",
}
_PLAYERS = "actor, active, all, allOther, left, right, '0', {id: 0}, $name or {chosen: $name}"
_OWNERS = ("none", *WORDS)


def player_of(c: ReadContext, tree: Tree, path: str, scope: Bindings) -> Player | None:
    """A player selector."""
    at = Location(tree.span, path)
    if isinstance(tree, Scalar) and isinstance(tree.value, str):
        return _player_text(c, identifier(tree.value), at, scope)
    if isinstance(tree, Mapping) and len(tree.entries) == 1:
        key, inner = tree.entries[0]
        kind = _MAPPINGS.get(key.text)
        if kind and isinstance(inner, Scalar):
            return kind(c, inner, at, scope)
    _no_player(c, at, "this is no player selector")
    return None


def _no_player(c: ReadContext, at: Location, message: str, help: str = "") -> None:
    c.error(codes.PLAYER_SELECTOR, at, message, help or f"players are written {_PLAYERS}")


def _player_text(c: ReadContext, text: str, at: Location, scope: Bindings) -> Player | None:
    if text in WORDS:
        return Player(at, WORDS[text])
    if _is_number(text):
        return _numbered(c, int(text), at)
    if len(text) > 1 and text.startswith("$"):
        return _held(c, text, at, scope)
    _no_player(c, at, f"'{text}' is no player selector", did_you_mean(text, WORDS))
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _numbered(c: ReadContext, number: int, at: Location) -> Player | None:
    if c.world.players is not None and number >= c.world.players:
        help = f"the last player is {c.world.players - 1}"
        c.error(codes.PLAYER_OUT_OF_BOUNDS, at, f"there is no player {number}", help)
        return None
    return Player(at, "id", number)


def _held(c: ReadContext, text: str, at: Location, scope: Bindings) -> Player | None:
    name = Name(text, at)
    return Player(at, "chosen", name=name) if scope.uses(c.report, name) else None


def _by_id(c: ReadContext, inner: Scalar, at: Location, scope: Bindings) -> Player | None:
    if isinstance(inner.value, int) and not isinstance(inner.value, bool) and inner.value >= 0:
        return _numbered(c, inner.value, Location(inner.span, f"{at.path}.id"))
    _no_player(c, at, f"'{inner.text}' is no number of a player")
    return None


def _by_binding(c: ReadContext, inner: Scalar, at: Location, scope: Bindings) -> Player | None:
    if isinstance(inner.value, str) and identifier(inner.value):
        return _held(c, identifier(inner.value), Location(inner.span, f"{at.path}.chosen"), scope)
    _no_player(c, at, "the name of a binding is needed here")
    return None


def _by_side(c: ReadContext, inner: Scalar, at: Location, scope: Bindings) -> Player | None:
    if inner.value in ("left", "right"):
        return Player(at, inner.text)
    _no_player(c, at, f"'{inner.text}' is neither 'left' nor 'right'")
    return None


_MAPPINGS = {"id": _by_id, "chosen": _by_binding, "relative": _by_side}


# ---- zones -------------------------------------------------------------------------------------


def zone_of(c: ReadContext, tree: Tree, path: str, scope: Bindings) -> ZoneSel | None:
    """A zone selector."""
    at = Location(tree.span, path)
    if isinstance(tree, Scalar):
        if isinstance(tree.value, str):
            return _zone_text(c, tree, identifier(tree.value), path, scope)
        c.error(codes.ZONE_SELECTOR, at, f"'{tree.text}' is no zone", "zones' ids are texts")
        return None
    if isinstance(tree, Sequence):
        c.error(codes.ZONE_SELECTOR, at, "a list is no zone", "write one zone")
        return None
    inner = tree.get("zoneExpr")
    if inner is not None and len(tree.entries) == 1:
        return zone_of(c, inner, f"{path}.zoneExpr", scope)
    joined = _joined(tree)
    if joined is not None:
        return _zone_text(c, Scalar(tree.span, joined, joined), identifier(joined), path, scope)
    value = c.value(tree, path, scope)
    if isinstance(value, Binding):
        return ZoneBound(at, value.name)
    return ZoneWorked(at, value) if value else None


def _joined(tree: Mapping) -> str | None:
    """The text of a `concat` of nothing but literals."""
    parts = tree.get("concat")
    if len(tree.entries) > 1 or not isinstance(parts, Sequence):
        return None
    values = [plain(part) for part in parts.items]
    return "".join(text_of(v) for v in values if v is not None) if None not in values else None


def _zone_text(
    c: ReadContext, tree: Scalar, text: str, path: str, scope: Bindings
) -> ZoneSel | None:
    at = Location(tree.span, path)
    base, colon, owner = text.partition(":")
    if not base or (colon and (not owner or ":" in owner)) or (colon and base.startswith("$")):
        help = "zones are written base:owner, the base alone, or $name"
        c.error(codes.ZONE_SELECTOR, at, f"'{text}' is no zone selector", help)
        return None
    if base.startswith("$"):
        name = Name(text, at)
        return ZoneBound(at, name) if scope.uses(c.report, name) else None
    if not colon:
        owners = _owners(c, base, at)
        return _bare(c, base, owners, at) if owners else None
    start = tree.text.rfind(owner)
    there = Location(tree.part(start, start + len(owner)), path)
    whose = None if owner == "none" else _owner(c, owner, there, scope)
    if c.world.owners(base) is None and _is_one(owner, whose):
        # The id of one zone: whether it exists is a question between sections.
        return ZoneNamed(at, base, whose)
    owners = _owners(c, base, at)
    if owners is None or (whose is None and owner != "none"):
        return None
    return _owned(c, base, whose, owners, there, at)


def _is_one(owner: str, whose: Player | None) -> bool:
    return owner == "none" or (whose is not None and whose.kind == "id")


def _owners(c: ReadContext, base: str, at: Location) -> frozenset[str] | None:
    """Who may own a zone of a base; nothing, and an error, if there is none."""
    found = c.world.owners(base)
    if found is None:
        help = did_you_mean(base, c.world.bases or ())
        c.error(codes.ZONE_UNKNOWN, at, f"there is no zone '{base}'", help)
    return found


def _owner(c: ReadContext, owner: str, at: Location, scope: Bindings) -> Player | None:
    """The player behind the colon."""
    if owner in WORDS or owner.startswith("$") or _is_number(owner):
        return _player_text(c, owner, at, scope)
    help = did_you_mean(owner, _OWNERS) or f"it may be {listed((*_OWNERS, '0', '$name'), 'or')}"
    c.error(codes.ZONE_SELECTOR, at, f"'{owner}' is no owner of a zone", help)
    return None


def _bare(c: ReadContext, base: str, owners: frozenset[str], at: Location) -> ZoneSel | None:
    if c.world.bases is None or owners == {"none"} or base in c.world.lost:
        return ZoneNamed(at, base, None)
    both = f" or '{base}:none'" if "none" in owners else ""
    help = f"say whose: '{base}:actor', '{base}:all', '{base}:0'{both}"
    c.error(codes.ZONE_AMBIGUOUS, at, f"each player has a '{base}'", help)
    return None


def _owned(
    c: ReadContext,
    base: str,
    owner: Player | None,
    owners: frozenset[str],
    there: Location,
    at: Location,
) -> ZoneSel | None:
    if ("player" if owner else "none") in owners:
        return ZoneNamed(at, base, owner)
    message, help = (
        (f"nobody owns '{base}'", f"write '{base}:none' or '{base}'")
        if owner
        else (f"each player has a '{base}'", f"say whose: '{base}:actor'")
    )
    c.error(codes.ZONE_OWNERSHIP, there, message, help)
    return None

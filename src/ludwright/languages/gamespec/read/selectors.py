"""Reading selectors of players and zones."""

from __future__ import annotations

from ....diagnostics import did_you_mean
from ...names import refers
from ...yaml.read import Mapping, Scalar, Sequence, Tree
from ..codes import values as codes
from .forms import ReadContext, identifier, literal_value, quoted_list, text_of
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
    _player_error(c, at, "invalid player selector")
    return None


def _player_error(c: ReadContext, at: Location, message: str, help: str = "") -> None:
    c.error(codes.PLAYER_SELECTOR, at, message, help or f"expected {_PLAYERS}")


def _player_text(c: ReadContext, text: str, at: Location, scope: Bindings) -> Player | None:
    if text in WORDS:
        return Player(at, WORDS[text])
    if _is_number(text):
        return _player_number(c, int(text), at)
    if len(text) > 1 and text.startswith("$"):
        return _bound_player(c, text, at, scope)
    _player_error(c, at, f"unknown player selector '{text}'", did_you_mean(text, WORDS))
    return None


def _is_number(text: str) -> bool:
    # ASCII only: `isdigit` accepts superscripts, which `int` rejects. The length bounds the value.
    return text.isascii() and text.isdigit() and len(text) < 10


def _player_number(c: ReadContext, number: int, at: Location) -> Player | None:
    if c.declarations.players is not None and number >= c.declarations.players:
        help = f"the last player is {c.declarations.players - 1}"
        c.error(codes.PLAYER_OUT_OF_BOUNDS, at, f"unknown player {number}", help)
        return None
    return Player(at, "id", number)


def _bound_player(c: ReadContext, text: str, at: Location, scope: Bindings) -> Player | None:
    name = Name(text, at)
    return Player(at, "chosen", name=name) if scope.require(c.report, name) else None


def _by_id(c: ReadContext, inner: Scalar, at: Location, scope: Bindings) -> Player | None:
    if isinstance(inner.value, int) and not isinstance(inner.value, bool) and inner.value >= 0:
        return _player_number(c, inner.value, Location(inner.span, f"{at.path}.id"))
    _player_error(c, at, f"invalid player number '{inner.text}'")
    return None


def _by_binding(c: ReadContext, inner: Scalar, at: Location, scope: Bindings) -> Player | None:
    if isinstance(inner.value, str) and identifier(inner.value):
        return _bound_player(
            c, identifier(inner.value), Location(inner.span, f"{at.path}.chosen"), scope
        )
    _player_error(c, at, "expected the name of a binding")
    return None


def _by_side(c: ReadContext, inner: Scalar, at: Location, scope: Bindings) -> Player | None:
    if inner.value in ("left", "right"):
        return Player(at, inner.text)
    _player_error(
        c, at, f"invalid value '{inner.text}' of 'relative'", "expected 'left' or 'right'"
    )
    return None


_MAPPINGS = {"id": _by_id, "chosen": _by_binding, "relative": _by_side}


# ---- zones -------------------------------------------------------------------------------------


def zone_of(c: ReadContext, tree: Tree, path: str, scope: Bindings) -> ZoneSel | None:
    """A zone selector."""
    at = Location(tree.span, path)
    if isinstance(tree, Scalar):
        if isinstance(tree.value, str):
            return _zone_text(c, tree, identifier(tree.value), path, scope)
        c.error(codes.ZONE_SELECTOR, at, f"invalid zone selector '{tree.text}'", "expected a text")
        return None
    if isinstance(tree, Sequence):
        c.error(codes.ZONE_SELECTOR, at, "invalid zone selector: a list", "select a single zone")
        return None
    # The kernel's explicit form of a computed zone, as written by `write/kernel.py`.
    inner = tree.get("zoneExpr")
    if inner is not None and len(tree.entries) == 1:
        return zone_of(c, inner, f"{path}.zoneExpr", scope)
    # Macros build `hand:0` from literal params; folded, it is checked like a plain selector.
    joined = _constant_concat(tree)
    if joined is not None:
        return _zone_text(c, Scalar(tree.span, joined, joined), identifier(joined), path, scope)
    # A binding may hold the zone itself; any other value is the text of an id.
    value = c.value(tree, path, scope)
    if isinstance(value, Binding):
        return ZoneBound(at, value.name)
    return ZoneWorked(at, value) if value else None


def _constant_concat(tree: Mapping) -> str | None:
    """The text of a `concat` that has only literals, else None."""
    parts = tree.get("concat")
    if len(tree.entries) > 1 or not isinstance(parts, Sequence):
        return None
    values = [literal_value(part) for part in parts.items]
    return "".join(text_of(v) for v in values if v is not None) if None not in values else None


def _zone_text(
    c: ReadContext, tree: Scalar, text: str, path: str, scope: Bindings
) -> ZoneSel | None:
    at = Location(tree.span, path)
    base, colon, owner = text.partition(":")
    if not base or (colon and (not owner or ":" in owner)) or (colon and base.startswith("$")):
        help = "expected 'base:owner', 'base' or '$name'"
        c.error(codes.ZONE_SELECTOR, at, f"invalid zone selector '{text}'", help)
        return None
    if base.startswith("$"):
        name = Name(text, at)
        return ZoneBound(at, name) if scope.require(c.report, name) else None
    refers("zone", base, at.span)
    if not colon:
        owners = _owners(c, base, at)
        return _bare_zone(c, base, owners, at) if owners else None
    # The text may be untrimmed, so the owner is located in the scalar as written.
    start = tree.text.rfind(owner)
    owner_at = Location(tree.part(start, start + len(owner)), path)
    player = None if owner == "none" else _owner(c, owner, owner_at, scope)
    if c.declarations.owners(base) is None and _is_one(owner, player):
        # A full id: whether such a zone exists is checked with the references between sections.
        return ZoneNamed(at, base, player)
    owners = _owners(c, base, at)
    if owners is None or (player is None and owner != "none"):
        return None
    return _owned_zone(c, base, player, owners, owner_at, at)


def _is_one(owner: str, player: Player | None) -> bool:
    return owner == "none" or (player is not None and player.kind == "id")


def _owners(c: ReadContext, base: str, at: Location) -> frozenset[str] | None:
    """The possible owners of zones of a base; an unknown base is reported."""
    found = c.declarations.owners(base)
    if found is None:
        help = did_you_mean(base, c.declarations.bases or ())
        c.error(codes.ZONE_UNKNOWN, at, f"unknown zone '{base}'", help)
    return found


def _owner(c: ReadContext, owner: str, at: Location, scope: Bindings) -> Player | None:
    """The player selector after the colon."""
    if owner in WORDS or owner.startswith("$") or _is_number(owner):
        return _player_text(c, owner, at, scope)
    help = did_you_mean(owner, _OWNERS) or f"expected {quoted_list((*_OWNERS, '0', '$name'), 'or')}"
    c.error(codes.ZONE_SELECTOR, at, f"unknown zone owner '{owner}'", help)
    return None


def _bare_zone(c: ReadContext, base: str, owners: frozenset[str], at: Location) -> ZoneSel | None:
    # Of a broken zone the owner is unknown, so the bare base may be right.
    if c.declarations.bases is None or owners == {"none"} or base in c.declarations.lost:
        return ZoneNamed(at, base, None)
    both = f" or '{base}:none'" if "none" in owners else ""
    help = f"add an owner: '{base}:actor', '{base}:all', '{base}:0'{both}"
    c.error(codes.ZONE_AMBIGUOUS, at, f"ambiguous zone: each player has a '{base}'", help)
    return None


def _owned_zone(
    c: ReadContext,
    base: str,
    owner: Player | None,
    owners: frozenset[str],
    owner_at: Location,
    at: Location,
) -> ZoneSel | None:
    if ("player" if owner else "none") in owners:
        return ZoneNamed(at, base, owner)
    message, help = (
        (f"'{base}' has no owner", f"write '{base}:none' or '{base}'")
        if owner
        else (f"each player has a '{base}'", f"add an owner: '{base}:actor'")
    )
    c.error(codes.ZONE_OWNERSHIP, owner_at, message, help)
    return None

"""Chance and the hash of a state as the original of GameSpecDoc made them, in plain numbers."""

from __future__ import annotations

from typing import Any

M64, M128 = 2**64 - 1, 2**128 - 1
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
INCREMENT = 0xDA3E39CB94B95BDB
DXSM = 0xDA942042E4DD58B5
MIX = 0x9E3779B97F4A7C15F39CC0605CEDC835

Words = list[int]


def create(seed: int) -> Words:
    """A generator: its state and its increment."""
    return [(seed ^ MIX) & M128, (((seed * 2) ^ INCREMENT) | 1) & M128]


def output(rng: Words) -> int:
    """The next 64 bits; the generator goes one step on."""
    high, low = rng[0] >> 64, rng[0] & M64
    word = (high ^ (high >> 32)) * DXSM & M64
    word = (word ^ (word >> 48)) * (low | 1) & M64
    rng[0] = (rng[0] * MULTIPLIER + rng[1]) & M128
    return word


def between(rng: Words, low: int, high: int) -> int:
    """A whole number from low to high, each as likely."""
    count = high - low + 1
    while (raw := output(rng)) >= 2**64 - 2**64 % count:
        pass
    return low + raw % count


def shuffle(rng: Words, items: list[Any]) -> None:
    """Shuffle a list in place."""
    for last in range(len(items) - 1, 0, -1):
        other = between(rng, 0, last)
        items[last], items[other] = items[other], items[last]


def fork(rng: Words) -> tuple[Words, Words]:
    """Two generators that come from one, which stays as it is."""
    parent = list(rng)
    left, right = output(parent), output(parent)
    return create(left ^ MIX), create(right ^ (MIX * 2))


# ---- the hash ----------------------------------------------------------------------------------


def fnv(text: str) -> int:
    """FNV-1a with 64 bits."""
    found = 0xCBF29CE484222325
    for byte in text.encode():
        found = (found ^ byte) * 0x100000001B3 & M64
    return found


def _units(text: str) -> bytes:
    return text.encode("utf-16-be")


def _line(name: str, items: list[str]) -> str:
    return f"{name}=[{';'.join(sorted(items, key=_units))}]"


def _zone(zone: dict[str, Any]) -> str:
    near = ",".join(sorted(zone.get("adjacentTo", ()), key=_units))
    kept = [f"{key}={zone[key]}" for key in ("id", "owner", "visibility", "ordering")]
    return "|".join([*kept, f"adjacentTo={near}"])


def _type(kind: dict[str, Any]) -> str:
    props = sorted(kind["props"].items(), key=lambda pair: _units(pair[0]))
    return f"id={kind['id']}|props=" + ",".join(f"{name}:{of}" for name, of in props)


def _variable(var: dict[str, Any]) -> str:
    return "|".join(f"{key}={var[key]}" for key in ("name", "type", "init", "min", "max"))


def fingerprint(game: dict[str, Any]) -> str:
    """The text that a compiled definition is known by."""
    return "\n".join(
        [
            "zobrist-fingerprint-v1",
            _line("zones", [_zone(zone) for zone in game["zones"]]),
            _line("tokenTypes", [_type(kind) for kind in game["tokenTypes"]]),
            _line("globalVars", [_variable(var) for var in game["globalVars"]]),
            _line("perPlayerVars", [_variable(var) for var in game["perPlayerVars"]]),
            _line("phases", [f"id={phase['id']}" for phase in game["turnStructure"]["phases"]]),
            _line("actions", [f"id={action['id']}" for action in game["actions"]]),
        ]
    )


def table_seed(game: dict[str, Any]) -> int:
    """What the keys of a definition start from."""
    return fnv(f"table-seed|fingerprint={fingerprint(game)}")


def key(seed: int, feature: str) -> int:
    """The key of one feature."""
    return fnv(f"zobrist-key-v1|seed={seed:x}|{feature}")


def placement(token: str, zone: str, slot: int) -> str:
    """The feature of a token in its place."""
    return f"kind=tokenPlacement|tokenId={token}|zoneId={zone}|slot={slot}"


def _features(state: dict[str, Any]) -> list[str]:
    found = [
        f"kind=activePlayer|playerId={state['activePlayer']}",
        f"kind=currentPhase|phaseId={state['currentPhase']}",
        f"kind=turnCount|value={state['turnCount']}",
    ]
    for zone, tokens in state["zones"].items():
        found += [placement(token, zone, slot) for slot, token in enumerate(tokens)]
    for name, value in state["globalVars"].items():
        found.append(f"kind=globalVar|varName={name}|value={value}")
    for player, held in state["perPlayerVars"].items():
        for name, value in held.items():
            found.append(f"kind=perPlayerVar|playerId={player}|varName={name}|value={value}")
    for action, used in state["actionUsage"].items():
        for scope in ("turn", "phase", "game"):
            count = used[f"{scope}Count"]
            found.append(f"kind=actionUsage|actionId={action}|scope={scope}|count={count}")
    for space, held in state["markers"].items():
        for marker, shown in held.items():
            found.append(f"kind=markerState|spaceId={space}|markerId={marker}|state={shown}")
    return found + [_lasting(slot, kept) for slot, kept in enumerate(state["lasting"])]


def _lasting(slot: int, kept: dict[str, Any]) -> str:
    parts = [f"kind=lastingEffect|slot={slot}"]
    parts += [f"{name}={kept[name]}" for name in ("id", "sourceCardId", "side")]
    parts += [f"branchId={kept.get('branchId', '')}", f"duration={kept['duration']}"]
    for boundary in ("Turn", "Round", "Cycle"):
        name = f"remaining{boundary}Boundaries"
        parts.append(f"{name}={kept.get(name, -1)}")
    return "|".join(parts)


def state_hash(game: dict[str, Any], state: dict[str, Any]) -> int:
    """The hash of a state: the keys of all its features, each against the others."""
    seed, found = table_seed(game), 0
    for feature in _features(state):
        found ^= key(seed, feature)
    return found

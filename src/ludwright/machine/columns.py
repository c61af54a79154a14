"""The columns of a state: where the words of all tokens, or of all zones, for one fact start.

Compiled code calls these functions, which are inlined; Python reads `Program.columns`. Token `t`
has its word at `columns.zone(P) + t`, zone `z` at `columns.top(P) + z`.
"""

from __future__ import annotations

from typing import Any

from . import state as m
from .jit import U, jit


@jit("int64(state)", inline=True)
def next(P: Any) -> Any:
    """By token: the one below it in its zone, or 0."""
    return m.KNOWN + m.NEXT_COLUMN * P[U(m.P_TOKENS)]


@jit("int64(state)", inline=True)
def previous(P: Any) -> Any:
    """By token: the one above it in its zone, or 0."""
    return m.KNOWN + m.PREVIOUS_COLUMN * P[U(m.P_TOKENS)]


@jit("int64(state)", inline=True)
def zone(P: Any) -> Any:
    """By token: the zone it is in."""
    return m.KNOWN + m.ZONE_COLUMN * P[U(m.P_TOKENS)]


@jit("int64(state)", inline=True)
def face(P: Any) -> Any:
    """By token: 1 if it is face up."""
    return m.KNOWN + m.FACE_COLUMN * P[U(m.P_TOKENS)]


@jit("int64(state)", inline=True)
def shown(P: Any) -> Any:
    """By token: a bit per seat that sees it now."""
    return m.KNOWN + m.SHOWN_COLUMN * P[U(m.P_TOKENS)]


@jit("int64(state)", inline=True)
def top(P: Any) -> Any:
    """By zone: its top token, or 0."""
    return m.KNOWN + m.TOKEN_COLUMNS * P[U(m.P_TOKENS)] + m.TOP_COLUMN * P[U(m.P_ZONES)]


@jit("int64(state)", inline=True)
def bottom(P: Any) -> Any:
    """By zone: its bottom token, or 0."""
    return m.KNOWN + m.TOKEN_COLUMNS * P[U(m.P_TOKENS)] + m.BOTTOM_COLUMN * P[U(m.P_ZONES)]


@jit("int64(state)", inline=True)
def size(P: Any) -> Any:
    """By zone: the number of its tokens."""
    return m.KNOWN + m.TOKEN_COLUMNS * P[U(m.P_TOKENS)] + m.SIZE_COLUMN * P[U(m.P_ZONES)]

"""Names as semantic tokens: coloured by what they denote."""

from __future__ import annotations

from lsprotocol import types

from ..languages.names import FILE, Mention
from .features import Session

TYPES = ("variable", "type", "function", "event", "enumMember", "property", "parameter", "class")
LEGEND = types.SemanticTokensLegend([*TYPES], ["declaration"])
_TYPE = {
    **dict.fromkeys(("zone", "pile", "draw pile", "cell", "group", "deck"), "class"),
    **dict.fromkeys(("zone type", "deck type", "token type", "type"), "type"),
    **dict.fromkeys(("rule", "action", "macro", "definition", "trigger"), "function"),
    **dict.fromkeys(("phase", "state", "event", "window"), "event"),
    **dict.fromkeys(("card", "team", "faction", "constant"), "enumMember"),
    **dict.fromkeys(("property", "token property", "zone property", "field"), "property"),
    **dict.fromkeys(("binding", "stored value", "item of a test"), "parameter"),
}


def tokens(session: Session, params: types.SemanticTokensParams) -> types.SemanticTokens:
    """The names in a text, each as its distance from the one before."""
    analysis = session.analysis
    data: list[int] = []
    line = column = 0
    for name in _names(session) if analysis else ():
        at = session.positions.range(session.document.lines, name.span)
        length = at.end.character - at.start.character
        if at.start.line != at.end.line or length <= 0:
            continue
        if (at.start.line, at.start.character) < (line, column):
            continue
        ahead = at.start.line - line
        kind = TYPES.index(_TYPE.get(name.kind, "variable"))
        across = at.start.character - (0 if ahead else column)
        data += [ahead, across, length, kind, int(name.declares)]
        line, column = at.start.line, at.start.character
    return types.SemanticTokens(data)


def _names(session: Session) -> list[Mention]:
    """The names in their order, one at each place."""
    analysis = session.analysis
    found: dict[tuple[int, int], Mention] = {}
    for each in analysis.names if analysis else ():
        known = each.declares or each.kind in _TYPE or "variable" in each.kind
        if each.span.file == analysis.file and each.kind != FILE and known:  # type: ignore[union-attr]
            found.setdefault((each.span.line, each.span.column), each)
    return [found[at] for at in sorted(found)]

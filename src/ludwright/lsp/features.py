"""The answers to requests about one text: translations of what `editing` finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from ..diagnostics import CODES, Span
from ..editing import completion as completing
from ..editing import fixes
from ..editing import hover as hovering
from ..editing import rename as renaming
from ..editing.analysis import Analysis, Document, analysed
from ..editing.rename import Refused
from ..editing.text import Lines
from ..languages.names import FILE, Mention
from .positions import Positions
from .publishing import translated
from .workspace import MOST_OWNERS, Workspace, path_of, uri_of

INVALID = -32803  # RequestFailed
MOST_ACTIONS = 8


@dataclass
class Session:
    """A text with what is known of it when a request arrives."""

    uri: str
    version: int
    document: Document
    analysis: Analysis | None
    positions: Positions
    workspace: Workspace = field(default_factory=Workspace)

    def offset(self, at: types.Position) -> int:
        """The offset of a position in the text."""
        return self.positions.offset(self.document.lines, at)

    def place(self, at: types.Position) -> tuple[int, int]:
        """The line and column of a position in the text."""
        return self.document.lines.place(self.offset(at))

    def location(self, span: Span) -> types.Location | None:
        """Where a span of the analysis is; None if that is no file."""
        if self.analysis is None or span.file not in self.analysis.sources:
            return None
        path = self.analysis.path(span.file)
        mine = span.file == self.analysis.file
        if not mine and path is None:
            return None
        uri = self.uri if mine or path is None else self.uri_of(path)
        return types.Location(uri, self.positions.range(self.analysis.sources[span.file], span))

    def uri_of(self, path: Path) -> str:
        """The URI of a file, as the editor has it open."""
        spelled = (uri for uri in self.workspace.open if path_of(uri) == path)
        return next(spelled, uri_of(path))

    def mention(self, at: types.Position) -> Mention | None:
        """The name at a position."""
        return self.analysis.at(*self.place(at)) if self.analysis else None


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)


# ---- hover and completion ------------------------------------------------------------------------


def hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    """What the word at a position means; at a diagnostic, its manual page as well."""
    lines, offset = session.document.lines, session.offset(params.position)
    found = None
    if session.analysis is not None:
        found = hovering.hover(session.analysis, session.document, offset)
    pages = [*_pages(session, offset)]
    if found is None and not pages:
        return None
    text = "\n\n---\n\n".join([*([found.text] if found else []), *pages])
    where = session.positions.range(lines, found.span) if found else None
    return types.Hover(_markdown(text), where)


def _pages(session: Session, offset: int) -> Iterable[str]:
    analysis = session.analysis
    seen = set()
    for each in analysis.diagnostics if analysis else ():
        if each.span is None or each.span.file != analysis.file or each.code in seen:  # type: ignore[union-attr]
            continue
        start, end = session.document.lines.range(each.span)
        if start <= offset <= end and each.code in CODES:
            seen.add(each.code)
            yield page(each.code)


def page(code: str) -> str:
    """The manual page of a diagnostic in Markdown."""
    found = CODES[code.upper()]
    return f"**{found.code}: {found.title}**\n\n{found.page}"


_ITEM = {
    **dict.fromkeys(("key", "attribute"), types.CompletionItemKind.Property),
    **dict.fromkeys(("value", "word"), types.CompletionItemKind.EnumMember),
    **dict.fromkeys(("zone", "pile", "cell", "group"), types.CompletionItemKind.Class),
    **dict.fromkeys(("rule", "action", "macro", "definition"), types.CompletionItemKind.Function),
    **dict.fromkeys(("phase", "state", "event"), types.CompletionItemKind.Event),
    "element": types.CompletionItemKind.Struct,
    FILE: types.CompletionItemKind.File,
}


def completion(session: Session, params: types.CompletionParams) -> types.CompletionList:
    """What can be written at a position."""
    found = completing.completions(
        session.document, session.offset(params.position), session.analysis
    )
    items = [
        types.CompletionItem(
            each.text,
            kind=_ITEM.get(each.kind, types.CompletionItemKind.Variable),
            detail=each.kind,
            documentation=_markdown(each.about) if each.about else None,
            sort_text=f"{number:04}",
            filter_text=each.text,
            text_edit=types.TextEdit(
                session.positions.of_offsets(session.document.lines, each.start, each.end),
                each.text,
            ),
        )
        for number, each in enumerate(found)
    ]
    return types.CompletionList(is_incomplete=len(items) >= completing.MOST, items=items)


# ---- names ---------------------------------------------------------------------------------------


def definition(session: Session, params: types.DefinitionParams) -> list[types.Location]:
    """Where the name at a position is declared; the file that a path leads to."""
    mention = session.mention(params.position)
    if mention is None or session.analysis is None:
        return []
    if mention.kind == FILE:
        path = session.analysis.path(mention.name)
        start = types.Range(types.Position(0, 0), types.Position(0, 0))
        return [types.Location(session.uri_of(path), start)] if path else []
    homes = [m for m in session.analysis.mentions(mention.key) if m.declares]
    if homes:
        return _locations(session, homes)
    # A layout or a deck does not say in which game it is used.
    for analysis in _sharing(session, mention):
        homes = [m for m in analysis.mentions(mention.key) if m.declares]
        if homes:
            return _locations(_other(session, analysis), homes)
    return []


def references(session: Session, params: types.ReferenceParams) -> list[types.Location]:
    """All places of the name at a position, also in other games that include its file."""
    mention = session.mention(params.position)
    if mention is None or session.analysis is None or mention.kind == FILE:
        return []
    found: list[types.Location] = []
    for analysis in _sharing(session, mention):
        wanted = params.context.include_declaration
        mentions = [m for m in analysis.mentions(mention.key) if wanted or not m.declares]
        here = _locations(_other(session, analysis), mentions)
        found += [each for each in here if each not in found]
    return found


def _other(session: Session, analysis: Analysis) -> Session:
    """The session with another game that shares a file with it."""
    if analysis is session.analysis:
        return session
    path = analysis.document.path
    uri = session.uri_of(path) if path else ""
    return replace(session, uri=uri, document=analysis.document, analysis=analysis)


def _locations(session: Session, mentions: Iterable[Mention]) -> list[types.Location]:
    found = (session.location(each.span) for each in mentions)
    return [each for each in found if each is not None]


def _sharing(session: Session, mention: Mention) -> list[Analysis]:
    """The analyses of all games that share what a mention denotes: those that read one of the files
    in which it is, and so on. A layout, for example, names the cells of several games."""
    assert session.analysis is not None
    found: dict[Path | None, Analysis] = {_main(session.analysis): session.analysis}
    waiting, seen = [session.analysis], set[Path]()
    while waiting:
        analysis = waiting.pop()
        files = {analysis.path(each.span.file) for each in analysis.mentions(mention.key)}
        new = {path for path in files if path is not None} - seen
        seen |= new
        for game in (game for path in sorted(new) for game in _games(session.workspace, path)):
            if game.path not in found and len(found) < MOST_OWNERS:
                found[game.path] = analysed(game)
                waiting.append(found[game.path])
    return [*found.values()]


def _main(analysis: Analysis) -> Path | None:
    return (analysis.document.owner or analysis.document).path


def _games(workspace: Workspace, path: Path) -> Iterable[Document]:
    """The games that read a file; also itself, if it is one."""
    found = (workspace.game(each) for each in (*workspace.owners(path), path))
    for game in found:
        if game is not None and (game.path != path or workspace.is_whole(game, path)):
            yield game


def prepare_rename(session: Session, params: types.PrepareRenameParams) -> Any:
    """The name at a position, if it can be changed."""
    if session.analysis is None:
        return None
    found = session.mention(params.position)
    if found is None or isinstance(renaming.renamable(_sharing(session, found), found), Refused):
        return None
    where = session.positions.range(session.document.lines, found.span)
    return types.PrepareRenamePlaceholder(where, found.name)


def rename(session: Session, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """The edits that rename the name at a position everywhere."""
    if session.analysis is None:
        return None
    mention = session.mention(params.position)
    if mention is None:
        raise JsonRpcException("there is no name here", INVALID)
    analyses = _sharing(session, mention)
    edits = renaming.renamed(analyses, mention, params.new_name)
    if isinstance(edits, Refused):
        raise JsonRpcException(edits.reason, INVALID)
    changes: dict[str, list[types.TextEdit]] = {}
    for place, new in edits.items():
        uri, lines = _target(session, place, analyses)
        changes[uri] = [
            types.TextEdit(session.positions.range(lines, span), text)
            for span, text in _once(new).items()
        ]
    return types.WorkspaceEdit(changes=changes)


def _once(edits: dict[Span, str]) -> dict[Span, str]:
    """Edits of the same range under two names of the file, once."""
    found = {(s.line, s.column, s.end_line, s.end_column): (s, new) for s, new in edits.items()}
    return dict(found.values())


def _target(session: Session, place: Path | str, analyses: list[Analysis]) -> tuple[str, Lines]:
    """The URI and the text of a file that is to be edited."""
    if not isinstance(place, Path):
        return session.uri, session.document.lines
    if not any(place.is_relative_to(root) for root in session.workspace.roots):
        here = (session.document.owner or session.document).path
        if place not in (here, session.document.path):
            raise JsonRpcException(f"'{place.name}' is outside the workspace", INVALID)
    texts = (
        lines
        for analysis in analyses
        for name, lines in analysis.sources.items()
        if analysis.path(name) == place
    )
    return session.uri_of(place), next(texts)


# ---- symbols, formatting, actions ---------------------------------------------------------------

_SYMBOL = {
    **dict.fromkeys(("zone", "pile", "draw pile", "cell", "group"), types.SymbolKind.Class),
    **dict.fromkeys(("rule", "action", "macro", "definition"), types.SymbolKind.Function),
    **dict.fromkeys(("phase", "state", "event", "trigger"), types.SymbolKind.Event),
    **dict.fromkeys(("constant", "option"), types.SymbolKind.Constant),
    **dict.fromkeys(("zone type", "deck type", "token type"), types.SymbolKind.Struct),
    **dict.fromkeys(("card", "team", "faction"), types.SymbolKind.EnumMember),
}


def symbols(session: Session, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
    """The names that a text declares, with the line that each is in."""
    analysis, lines = session.analysis, session.document.lines
    found: dict[tuple[str, str, str], types.DocumentSymbol] = {}
    names = [m for m in analysis.names if m.span.file == analysis.file] if analysis else []
    declared = [m for m in names if m.declares]
    # A layout declares nothing: it consists of what it places.
    for each in declared or [m for m in names if m.kind != FILE]:
        whole = Span("", each.span.line, 1, each.span.line, len(lines.line(each.span.line)) + 1)
        found.setdefault(
            each.key,
            types.DocumentSymbol(
                each.name,
                _SYMBOL.get(each.kind, types.SymbolKind.Variable),
                session.positions.range(lines, whole),
                session.positions.range(lines, each.span),
                detail=each.kind,
            ),
        )
    return sorted(found.values(), key=lambda s: (s.range.start.line, s.range.start.character))


def formatting(
    session: Session, params: types.DocumentFormattingParams
) -> list[types.TextEdit] | None:
    """The whole text as the formatter writes it."""
    text = fixes.formatted(session.document)
    if text is None:
        return None
    return [] if text == session.document.source.text else [_whole(session, text)]


def _whole(session: Session, new: str) -> types.TextEdit:
    lines = session.document.lines
    return types.TextEdit(session.positions.of_offsets(lines, 0, len(lines.text)), new)


def actions(session: Session, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Corrections of what is wrong in a range, and the migration of the whole text."""
    analysis, lines = session.analysis, session.document.lines
    if analysis is None:
        return []
    start, end = session.offset(params.range.start), session.offset(params.range.end)
    found: list[types.CodeAction] = []
    for each in analysis.diagnostics:
        if each.span is None or each.span.file != analysis.file or len(found) >= MOST_ACTIONS:
            continue
        first, last = lines.range(each.span)
        if first > end or last < start:
            continue
        shown = translated(each, session.uri, lines, analysis, session.positions, False)
        for number, fix in enumerate(fixes.fixes(session.document, each, analysis)):
            at = session.positions.of_offsets(lines, fix.start, fix.end)
            edit = types.WorkspaceEdit({session.uri: [types.TextEdit(at, fix.new)]})
            found.append(
                types.CodeAction(
                    fix.title,
                    types.CodeActionKind.QuickFix,
                    [shown],
                    is_preferred=number == 0,
                    edit=edit,
                )
            )
    if (text := fixes.migrated(session.document)) is not None:
        edit = types.WorkspaceEdit({session.uri: [_whole(session, text)]})
        title = "Write in the newest version of the language"
        found.append(types.CodeAction(title, types.CodeActionKind.SourceFixAll, edit=edit))
    return found

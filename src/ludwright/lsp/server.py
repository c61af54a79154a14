"""The server: what it answers, in one table, and the notifications that keep it up to date."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from ..diagnostics import CODES
from ..editing.analysis import Analysis
from ..languages import LANGUAGES
from . import features
from .analyses import Analyses
from .features import Session
from .positions import Positions
from .publishing import Board, by_file
from .tokens import LEGEND, tokens
from .workspace import Open, Workspace, language_for, path_of

EXPLAIN_COMMAND = "ludwright.explain"


class Protocol(LanguageServerProtocol):
    """Answers requests that cannot be read, too, so that nobody waits for them."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message as an object; an error is the answer to a request with wrong parameters."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if isinstance(data.get("id"), int | str) and "method" in data:
                self._send_response(data["id"], None, error.to_response_error())
            raise


class Server(LanguageServer):
    """A language server for one editor."""

    def __init__(self, version: str) -> None:
        super().__init__(
            "ludwright",
            version,
            text_document_sync_kind=types.TextDocumentSyncKind.Full,
            protocol_cls=Protocol,
        )
        self.work = ThreadPoolExecutor(1, "analysis")
        self.requests = ThreadPoolExecutor(1, "request")
        self.files = Workspace()
        self.board = Board()
        self.positions = Positions()
        self.pages = False
        self.analyses = Analyses(self.files, self.work, self.found)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Log what a client did wrong, instead of opening a window for it."""
        text = f"{type(error).__name__}: {error}"[:2000]
        self.window_log_message(types.LogMessageParams(types.MessageType.Warning, text))

    def found(self, uri: str, version: int, analysis: Analysis) -> None:
        """Publish what an analysis has found."""
        of_files = by_file(uri, analysis, self.positions, self.pages)
        # The text itself last: whoever waits for it has seen everything.
        for each in sorted(self.board.put(uri, of_files), key=lambda each: (each == uri, each)):
            self.publish(each)

    def publish(self, uri: str) -> None:
        """Send the diagnostics of a file."""
        held = self.files.open.get(uri)
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, self.board.of(uri), held.version if held else None)
        )

    def changed(self, held: Open, pause: float | None = None) -> None:
        """A text is open, or has changed."""
        self.files.open[held.uri] = held
        if held.language is None:
            return
        if pause is None:
            self.analyses.schedule(held.uri)
        else:
            self.analyses.schedule(held.uri, pause)
        self.reanalyse(held.uri)

    def reanalyse(self, uri: str) -> None:
        """Analyse the open games that include a file."""
        path = path_of(uri)
        if path is not None:
            for other in self.analyses.including(uri, path):
                self.analyses.schedule(other)

    async def session(self, uri: str) -> Session | None:
        """A text with its present analysis; None if it is not open or of no language."""
        held = self.files.open.get(uri)
        if held is None or held.language is None:
            return None
        loop = asyncio.get_running_loop()
        document = await loop.run_in_executor(self.requests, self.files.document, uri)
        if document is None:
            return None
        return Session(uri, held.version, document, self.analyses.latest(uri), self.positions)


def new_server(version: str) -> Server:
    """A server with all its features."""
    # The library logs a traceback for whatever a client sends wrong; clients get an answer.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    server = Server(version)
    _lifecycle(server)
    _documents(server)
    for method, (answer, fresh, options) in ANSWERS.items():
        _answer(server, method, answer, fresh, options)
    return server


# ---- notifications ------------------------------------------------------------------------------


def _lifecycle(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        folders = [each.uri for each in params.workspace_folders or ()]
        if not folders and params.root_uri:
            folders = [params.root_uri]
        roots = (path_of(uri) for uri in folders)
        server.files.roots = tuple(path for path in roots if path is not None)
        options = params.initialization_options
        server.pages = isinstance(options, dict) and options.get("explain") is True

    @server.feature(types.INITIALIZED)
    def initialized(params: types.InitializedParams) -> None:
        encoding = server.workspace.position_encoding
        server.positions = Positions(str(getattr(encoding, "value", encoding)))
        server.work.submit(_prepare)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        removed = {path_of(each.uri) for each in params.event.removed}
        added = [path_of(each.uri) for each in params.event.added]
        kept = [root for root in server.files.roots if root not in removed]
        server.files.roots = tuple([*kept, *(path for path in added if path is not None)])
        _reload(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def watched(params: types.DidChangeWatchedFilesParams) -> None:
        _reload(server)

    @server.feature(types.SHUTDOWN)
    def shutdown(params: Any) -> None:
        server.work.shutdown(wait=False, cancel_futures=True)
        server.requests.shutdown(wait=False, cancel_futures=True)

    @server.command(EXPLAIN_COMMAND)
    def explain(code: str) -> str | None:
        return features.page(code) if isinstance(code, str) and code.upper() in CODES else None


def _prepare() -> None:
    """Load the tables of all languages while nobody waits."""
    for language in LANGUAGES:
        _ = language.tools
    # What is loaded stays: the collector need not look at it each time a text is analysed.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


def _reload(server: Server) -> None:
    """Analyse everything again: files have changed that are not open."""
    server.files.forget()
    for uri, held in server.files.open.items():
        if held.language is not None:
            server.analyses.schedule(uri)


def _documents(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        language = language_for(item.uri, item.language_id, item.text)
        server.changed(Open(item.uri, item.version, item.text, language), pause=0)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        uri, version = params.text_document.uri, params.text_document.version
        held = server.files.open.get(uri)
        if held is None:
            return
        # Whole texts were asked for; a client that sends ranges is served by the library.
        text = server.workspace.get_text_document(uri).source
        language = held.language or language_for(uri, "", text)
        server.changed(Open(uri, version, text, language))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.files.forget()
        server.reanalyse(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        if server.files.open.pop(uri, None) is None:
            return
        server.analyses.drop(uri)
        server.files.forget()
        for each in server.board.drop(uri):
            server.publish(each)
        server.reanalyse(uri)


# ---- requests -----------------------------------------------------------------------------------

Answer = Callable[[Session, Any], Any]


def _answer(server: Server, method: str, answer: Answer, fresh: bool, options: Any) -> None:
    """Answer a request about an open text, in a thread; about others, there is nothing to say."""

    async def handler(params: Any) -> Any:
        uri = params.text_document.uri
        if fresh:
            await server.analyses.fresh(uri)
        session = await server.session(uri)
        if session is None:
            return None
        loop = asyncio.get_running_loop()
        session.workspace = server.files
        return await loop.run_in_executor(server.requests, answer, session, params)

    register: Callable[..., Callable[[Callable[[Any], Awaitable[Any]]], Any]] = server.feature
    register(method, *([options] if options is not None else []))(handler)


_TRIGGERS = types.CompletionOptions(trigger_characters=[".", "$", "<", '"', "[", ":", " "])
_KINDS = types.CodeActionOptions([types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll])

ANSWERS: dict[str, tuple[Answer, bool, Any]] = {
    types.TEXT_DOCUMENT_HOVER: (features.hover, False, None),
    types.TEXT_DOCUMENT_COMPLETION: (features.completion, False, _TRIGGERS),
    types.TEXT_DOCUMENT_DEFINITION: (features.definition, True, None),
    types.TEXT_DOCUMENT_REFERENCES: (features.references, True, None),
    types.TEXT_DOCUMENT_PREPARE_RENAME: (features.prepare_rename, True, None),
    types.TEXT_DOCUMENT_RENAME: (features.rename, True, types.RenameOptions(prepare_provider=True)),
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (features.symbols, True, None),
    types.TEXT_DOCUMENT_FORMATTING: (features.formatting, False, None),
    types.TEXT_DOCUMENT_CODE_ACTION: (features.actions, True, _KINDS),
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: (tokens, True, LEGEND),
}
"""For each request its answer, whether it needs the analysis of the present text, and options."""

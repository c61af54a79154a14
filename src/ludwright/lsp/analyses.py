"""The latest analysis of each open text: made in a worker thread, dropped when it is stale."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

from ..editing.analysis import Analysis, Document, analysed, with_all_checks
from .workspace import Workspace

PAUSE = 0.08  # seconds without typing before a text is analysed
LONG = 18_000  # characters of a text whose checks are reported in a second step

Found = Callable[[str, int, Analysis], None]


@dataclass(frozen=True)
class Kept:
    """An analysis, and the version of the text that it is of."""

    version: int
    analysis: Analysis


class Analyses:
    """Analyses open texts, at most one at a time: the machine has other things to do, too."""

    def __init__(self, workspace: Workspace, worker: Executor, found: Found) -> None:
        self._workspace, self._worker, self._found = workspace, worker, found
        self._latest: dict[str, Kept] = {}
        self._running: dict[str, asyncio.Task[None]] = {}

    def latest(self, uri: str) -> Analysis | None:
        """The last analysis of a text, perhaps of an older version."""
        kept = self._latest.get(uri)
        return kept.analysis if kept else None

    def including(self, uri: str, path: object) -> list[str]:
        """The other open texts whose analysis has read a file."""
        kept = self._latest.items()
        return [
            each
            for each, found in kept
            if each != uri and path in found.analysis.loaded.paths.values()
        ]

    def schedule(self, uri: str, pause: float = PAUSE) -> None:
        """Analyse a text soon; a run for an older version of it is abandoned."""
        self.cancel(uri)
        self._running[uri] = asyncio.get_running_loop().create_task(self._run(uri, pause))

    def cancel(self, uri: str) -> None:
        """Abandon the run for a text."""
        running = self._running.pop(uri, None)
        if running is not None:
            running.cancel()

    def drop(self, uri: str) -> None:
        """Forget a text."""
        self.cancel(uri)
        self._latest.pop(uri, None)

    async def fresh(self, uri: str) -> Analysis | None:
        """The analysis of the present version of a text; None if it is not open."""
        held = self._workspace.open.get(uri)
        kept = self._latest.get(uri)
        if held is None or held.language is None:
            return None
        if kept is not None and kept.version == held.version:
            return kept.analysis
        await self._run(uri, 0)
        return self.latest(uri)

    async def _run(self, uri: str, pause: float) -> None:
        if pause:
            await asyncio.sleep(pause)
        held = self._workspace.open.get(uri)
        if held is None:
            return
        loop = asyncio.get_running_loop()
        document = await loop.run_in_executor(self._worker, self._workspace.document, uri)
        if document is None or self._is_stale(uri, held.version):
            return
        first = len(held.text) <= LONG
        analysis = await loop.run_in_executor(self._worker, _analysed, document, first)
        self._keep(uri, held.version, analysis)
        if not analysis.checked and not self._is_stale(uri, held.version):
            analysis = await loop.run_in_executor(self._worker, with_all_checks, analysis)
            self._keep(uri, held.version, analysis)

    def _is_stale(self, uri: str, version: int) -> bool:
        held = self._workspace.open.get(uri)
        return held is None or held.version != version

    def _keep(self, uri: str, version: int, analysis: Analysis) -> None:
        if not self._is_stale(uri, version):
            self._latest[uri] = Kept(version, analysis)
            self._found(uri, version, analysis)


def _analysed(document: Document, checked: bool) -> Analysis:
    return analysed(document, checked=checked)

"""A language client over the standard streams of a real server, for tests."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

WAIT = 30.0  # seconds


class Failed(Exception):
    """The error that the server answered."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.code = error["code"]


class Client:
    """Starts a server, sends messages and waits for what it sends."""

    def __init__(self, root: Path | None = None, **options: Any) -> None:
        command = [sys.executable, "-m", "ludwright.cli", "lsp"]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.published: dict[str, list[dict[str, Any]]] = {}
        self.counts: dict[str, int] = {}
        self._versions: dict[str, int] = {}
        self._got: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._id = 0
        self.errors = ""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        capabilities = options.pop("capabilities", {})
        self.hello = self.ask(
            "initialize",
            processId=None,
            rootUri=root.as_uri() if root else None,
            capabilities=capabilities,
            **options,
        )
        self.tell("initialized")

    # ---- messages ----

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream
        while line := stream.readline():
            length = 0
            while line.strip():
                name, _, value = line.partition(b":")
                length = int(value) if name.lower() == b"content-length" else length
                line = stream.readline()
            self._got.put(json.loads(stream.read(length)))
        self._got.put(None)

    def raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self.process.stdin
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    def tell(self, method: str, **params: Any) -> None:
        """Send a notification."""
        self.send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request and wait for its answer."""
        self._id += 1
        self.send({"id": self._id, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == self._id and "method" not in message:
                if "error" in message:
                    raise Failed(message["error"])
                return message.get("result")

    def _next(self, wait: float = WAIT) -> dict[str, Any]:
        message = self._got.get(timeout=wait)
        assert message is not None, "the server has stopped"
        if message.get("method") == "textDocument/publishDiagnostics":
            found = message["params"]
            self.published[found["uri"]] = found["diagnostics"]
            self.counts[found["uri"]] = self.counts.get(found["uri"], 0) + 1
            if found.get("version") is not None:
                self._versions[found["uri"]] = found["version"]
        return message

    # ---- texts ----

    def open(self, uri: str, text: str, language: str = "", version: int = 1) -> None:
        """Open a text."""
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self._versions.pop(uri, None)
        self.tell("textDocument/didOpen", textDocument=item)

    def change(self, uri: str, text: str, version: int) -> None:
        """Replace a text."""
        document = {"uri": uri, "version": version}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    def close(self, uri: str) -> None:
        """Close a text."""
        self.tell("textDocument/didClose", textDocument={"uri": uri})

    def diagnostics(self, uri: str, version: int = 1) -> list[dict[str, Any]]:
        """What is published for a version of a text."""
        end = time.monotonic() + WAIT
        while self._versions.get(uri, -1) < version:
            assert time.monotonic() < end
            self._next()
        return self.published[uri]

    def until(self, uri: str, codes: list[str]) -> None:
        """Wait until the codes published for a text are these."""
        while [each["code"] for each in self.published.get(uri, [{"code": None}])] != codes:
            self._next()

    def check(self, uri: str, text: str, language: str = "") -> list[dict[str, Any]]:
        """The diagnostics of a text that is opened."""
        self.open(uri, text, language)
        return self.diagnostics(uri)

    def at(self, method: str, uri: str, line: int, character: int, **more: Any) -> Any:
        """Ask about a position."""
        document, position = {"uri": uri}, {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", textDocument=document, position=position, **more)

    def of(self, method: str, uri: str, **more: Any) -> Any:
        """Ask about a text."""
        return self.ask(f"textDocument/{method}", textDocument={"uri": uri}, **more)

    def stop(self) -> int:
        """Stop the server; its exit code."""
        self.ask("shutdown")
        self.send({"method": "exit"})
        streams = self.process
        assert streams.stdin and streams.stdout and streams.stderr
        streams.stdin.close()
        self._reader.join(WAIT)
        self.errors = streams.stderr.read().decode()
        code = streams.wait(WAIT)
        streams.stdout.close()
        streams.stderr.close()
        return code


def place(text: str, marked: str, shift: int = 0) -> tuple[int, int]:
    """The line and UTF-16 column where a text begins in another."""
    at = text.index(marked) + shift
    line = text.count("\n", 0, at)
    before = text[text.rfind("\n", 0, at) + 1 : at]
    return line, len(before.encode("utf-16-le")) // 2


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """A text after edits, whose columns are in UTF-16."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def offset(at: dict[str, int]) -> int:
        if at["line"] >= len(lines):
            return len(text)
        line = lines[at["line"]].encode("utf-16-le")[: at["character"] * 2]
        return starts[at["line"]] + len(line.decode("utf-16-le"))

    ranges = [(offset(e["range"]["start"]), offset(e["range"]["end"]), e["newText"]) for e in edits]
    for start, end, new in sorted(ranges, reverse=True):
        text = text[:start] + new + text[end:]
    return text

"""What the tests of GameSpecDoc share: documents from blocks, trees as plain values."""

from ludwright.diagnostics import Diagnostic, Report, Source
from ludwright.languages.gamespec.read.document import Document, read_document
from ludwright.languages.gamespec.read.macros.expand import expand
from ludwright.languages.yaml.read import Mapping, Scalar, Sequence, Tree


def read(text: str) -> tuple[Document, Report]:
    """A document with its sections as they are written."""
    report = Report()
    return read_document(Source("game.md", text), report), report


def expanded(text: str) -> tuple[Document, Report]:
    """A document without macros; the report tells of both ways."""
    document, report = read(text)
    return expand(document, report), report


def block(body: str, label: str = "yaml") -> str:
    """A text as a block of Markdown: it begins in the second line."""
    return f"```{label}\n{body}\n```\n"


def named(found: Diagnostic) -> str:
    """The name that other tools have for a diagnostic, or its code if they know of none."""
    return found.alias or found.code


def codes(report: Report) -> list[str]:
    """The names of what was found, in order."""
    return [named(d) for d in report.items]


def plain(tree: Tree | None) -> object:
    """A tree as Python's own values."""
    if isinstance(tree, Mapping):
        return {key.text: plain(value) for key, value in tree.entries}
    if isinstance(tree, Sequence):
        return [plain(item) for item in tree.items]
    return tree.value if isinstance(tree, Scalar) else None

"""`fmt` for GameSpecDoc: the YAML blocks in the standard layout; prose stays byte for byte."""

from __future__ import annotations

from ....diagnostics import Report, Source, declare
from ...yaml.concrete import page
from ...yaml.printer import Style, printed_page
from ...yaml.read import Mapping, Scalar, Tree, read_yaml, same
from ..read.document import SECTIONS, Block, blocks_in, read_document

LAYOUT = declare(
    "GS801",
    "layout cannot be changed",
    """`fmt` reads its own output before it returns it. Here a block would have changed its meaning.
    The usual causes are anchors, keys longer than a line, and texts with three backticks.""",
)


def formatted(source: Source, report: Report) -> str | None:
    """The text with its blocks in the standard layout; None, with a report, if it has errors."""
    # Only for its errors: a document that cannot be read is not rewritten.
    read_document(source, report)
    if report.failed:
        return None
    blocks = list(blocks_in(source, Report()))
    trees = [_tree(block) for block in blocks]
    text, end = "", 0
    for block, tree in zip(blocks, trees, strict=True):
        text += source.text[end : block.at]
        text += block.body if tree is None else _printed(block, _column(source.text, block.at))
        end = block.at + len(block.body)
    text += source.text[end:]
    # Reading the result back guards against changes of meaning, as with anchors.
    again = [_tree(block) for block in blocks_in(Source(source.name, text), Report())]
    if len(again) != len(trees) or not all(map(_alike, trees, again)):
        message = "this file cannot be formatted without changing its meaning"
        report.error(LAYOUT, source.start, message)
        return None
    return text


def _tree(block: Block) -> Tree | None:
    """The content of a block; None for scalars and for blocks without label and section."""
    report = Report()
    tree = read_yaml(Source(block.file, block.body), report)
    if tree is None or report.failed or isinstance(tree, Scalar):
        return None
    keys = {key.text for key, _ in tree.entries} if isinstance(tree, Mapping) else set()
    return tree if block.label or keys & {*SECTIONS, "section"} else None


def _alike(before: Tree | None, after: Tree | None) -> bool:
    return before is after if before is None or after is None else same(before, after)


def _column(text: str, at: int) -> int:
    """The column of the fence above a block."""
    return text[text.rfind("\n", 0, at - 1) + 1 : at].find("```")


def _printed(block: Block, fence: int) -> str:
    """A block in the standard layout, indented no further than its fence, with its line ends."""
    body = block.body.replace("\r\n", "\n")
    written = page(body)
    start = written.root.start
    indent = " " * min(fence, start - body.rfind("\n", 0, start) - 1)
    text = printed_page(written, Style(), indent)
    # The text before the closing fence: its indentation, or the end of the block's last line.
    last = body[body.rfind("\n") + 1 :]
    text += indent if last.strip() else last
    return text.replace("\n", "\r\n") if "\r\n" in block.body else text

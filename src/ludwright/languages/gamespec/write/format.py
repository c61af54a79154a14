"""`fmt` for GameSpecDoc: the YAML blocks of a page in one layout; prose stays byte for byte."""

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
    """The text with its blocks in one layout; nothing if it can't be read, and the reasons are
    reported."""
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
    again = [_tree(block) for block in blocks_in(Source(source.name, text), Report())]
    if len(again) != len(trees) or not all(map(_alike, trees, again)):
        message = "the layout of this file cannot be changed without changing what it says"
        report.error(LAYOUT, source.start, message)
        return None
    return text


def _tree(block: Block) -> Tree | None:
    """What a block holds that is to be laid out: one without a label must have a section in it."""
    report = Report()
    tree = read_yaml(Source(block.file, block.body), report)
    if tree is None or report.failed or isinstance(tree, Scalar):
        return None
    keys = {key.text for key, _ in tree.entries} if isinstance(tree, Mapping) else set()
    return tree if block.label or keys & {*SECTIONS, "section"} else None


def _alike(before: Tree | None, after: Tree | None) -> bool:
    return before is after if before is None or after is None else same(before, after)


def _column(text: str, at: int) -> int:
    """Where the fence above a block begins in its line."""
    return text[text.rfind("\n", 0, at - 1) + 1 : at].find("```")


def _printed(block: Block, fence: int) -> str:
    """The lines of a block, indented no further than its fence, with the line ends it has."""
    body = block.body.replace("\r\n", "\n")
    written = page(body)
    start = written.root.start
    indent = " " * min(fence, start - body.rfind("\n", 0, start) - 1)
    text = printed_page(written, Style(), indent)
    last = body[body.rfind("\n") + 1 :]
    text += indent if last.strip() else last
    return text.replace("\n", "\r\n") if "\r\n" in block.body else text

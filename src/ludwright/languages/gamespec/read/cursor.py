"""What may stand at a point of a GameSpecDoc, for editors: inside a block, by the schema."""

from __future__ import annotations

import json
from functools import cache

from ....diagnostics import Report, Source
from ...cursor import Cursor
from ...schema_words import Schema
from ...yaml.cursor import cursor_by_schema
from ..write.schema import schema
from .document import blocks_in


@cache
def _schema() -> Schema:
    parsed: Schema = json.loads(schema())
    return parsed


def cursor(source: Source, offset: int, /) -> Cursor | None:
    """The keys and words that fit at an offset; nothing in the prose around the blocks."""
    # A block that is being written may lack its end: one is added behind the text.
    whole = Source(source.name, f"{source.text}\n```")
    for block in blocks_in(whole, Report()):
        if block.at <= offset <= block.at + len(block.body):
            return cursor_by_schema(block.body, offset - block.at, _schema())
    return None

"""What may stand at a point of a CGML file, for editors."""

from __future__ import annotations

import json
from functools import cache

from ....diagnostics import Source
from ...cursor import Cursor
from ...schema_words import Schema
from ...yaml.cursor import cursor_by_schema
from ..write.schema import schema


@cache
def _schema() -> Schema:
    parsed: Schema = json.loads(schema())
    return parsed


def cursor(source: Source, offset: int, /) -> Cursor | None:
    """The keys and words that fit at an offset."""
    return cursor_by_schema(source.text, offset, _schema())

"""Rule XML: a table of cells, and phases whose rules turn a drag or a click into movements."""

from ..language import Language
from .lower import lower
from .reading import PARTS, part
from .xsd import SCHEMAS, schema

LANGUAGE = Language("rulexml", (".xml",), lower, schema, schemas=SCHEMAS, part=part, parts=PARTS)

"""Rule XML: a table of cells, and phases whose rules turn a drag or a click into movements."""

from ..language import Language
from ..position import Positions
from .formatting import formatted
from .lower import lower
from .positions import SUFFIX, write_position
from .reading import PARTS, part
from .writing import write
from .xsd import SCHEMAS, schema

LANGUAGE = Language(
    "rulexml",
    (".xml",),
    lower,
    schema,
    formatted,
    write=write,
    schemas=SCHEMAS,
    part=part,
    parts=PARTS,
    positions=Positions(SUFFIX, write_position),
)

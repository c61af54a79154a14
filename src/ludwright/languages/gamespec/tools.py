"""What GameSpecDoc offers to the other rooms."""

from ..language import Tools
from .front_end import game_of, read_sections
from .read.cursor import cursor
from .reference import reference
from .write.format import formatted
from .write.mutations import mutations
from .write.schema import schema

TOOLS = Tools(
    game_of,
    schema,
    format=formatted,
    sections=read_sections,
    mutations=mutations,
    reference=reference,
    cursor=cursor,
)

"""What SGDL offers to the other rooms."""

from ..language import Tools
from .lower.game import game_of
from .reference import reference
from .write.format import formatted
from .write.game import write
from .write.mutations import mutations

TOOLS = Tools(game_of, format=formatted, write=write, mutations=mutations, reference=reference)

"""What CGML offers to the other rooms."""

from ..language import Tools
from .lower.game import game_of
from .read.cursor import cursor
from .reference import reference
from .upgrade.migrate import migrated
from .write.format import formatted
from .write.mutations import mutations
from .write.schema import schema
from .write.whole import whole

TOOLS = Tools(
    game_of,
    schema,
    formatted,
    migrated,
    whole=whole,
    mutations=mutations,
    reference=reference,
    cursor=cursor,
)

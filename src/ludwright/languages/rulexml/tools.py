"""What Rule XML offers to the other rooms."""

from ..language import ScoreFiles, Tools
from ..positions import Positions
from .lower.game import game_of
from .read.cursor import cursor
from .read.files import part
from .reference import reference
from .saves.export import SUFFIX, write_position
from .write.format import formatted
from .write.game import write
from .write.mutations import mutations
from .write.scores import NO_SCORES, place_of, read_scores, scores_text, with_score
from .write.xsd import SCHEMAS, schema

TOOLS = Tools(
    game_of,
    schema,
    formatted,
    write=write,
    schemas=SCHEMAS,
    part=part,
    positions=Positions(SUFFIX, write_position),
    scores=ScoreFiles(NO_SCORES, read_scores, with_score, place_of, scores_text),
    mutations=mutations,
    reference=reference,
    cursor=cursor,
)

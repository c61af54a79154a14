"""Rule XML: games as cells and phases, whose rules map drags and clicks to movements of cards."""

from ..language import Language, ScoreFiles
from ..positions import Positions
from .lower.game import game_of
from .read.files import PARTS, part
from .saves.export import SUFFIX, write_position
from .write.format import formatted
from .write.game import write
from .write.scores import NO_SCORES, place_of, read_scores, scores_text, with_score
from .write.xsd import SCHEMAS, schema

LANGUAGE = Language(
    "rulexml",
    "Rule XML",
    (".xml",),
    game_of,
    schema,
    formatted,
    write=write,
    schemas=SCHEMAS,
    part=part,
    parts=PARTS,
    positions=Positions(SUFFIX, write_position),
    scores=ScoreFiles(NO_SCORES, read_scores, with_score, place_of, scores_text),
)

"""Reading `actionPipelines`: the execution of actions in stages."""

from __future__ import annotations

from collections import Counter

from ...shapes import keys
from ...yaml.read import Tree
from ..codes import sections as codes_sections
from .actions import ActionParams
from .forms import ReadContext
from .keyed import Keyed, Keys, report_duplicates, section_items
from .scope import Bindings
from .tree.effects import Effects
from .tree.sections import Pipeline, Stage, Targeting
from .tree.values import Name

PIPELINE = Keys(
    "a pipeline",
    codes_sections.PIPELINE,
    keys(
        "id: name, actionId: name, costEffects: effects, targeting: targeting",
        "stages: [stage]+, atomicity: atomic|partial, applicability?: condition",
        "legality?: condition, costValidation?: condition, linkedWindows?: [name]",
    ),
    missing=codes_sections.PIPELINE_MISSING,
)
TARGETING = Keys(
    "targeting",
    codes_sections.PIPELINE,
    keys(
        "select?: upToN|allEligible|exactN, max?: whole, query?: query, filter?: condition",
        "order?: name, tieBreak?: name",
    ),
)
STAGE = Keys("a stage", codes_sections.PIPELINE, keys("stage?: name, effects?: effects"))


def pipelines_of(
    c: ReadContext, tree: Tree, path: str, action_params: ActionParams
) -> tuple[Pipeline, ...]:
    """`actionPipelines`."""
    found = [_pipeline(c, item, p, action_params) for item, p in section_items(tree, path)]
    pipelines = tuple(p for p in found if p is not None)
    report_duplicates(c, (p.id for p in pipelines), codes_sections.PIPELINE_TWICE, "pipeline")
    shared = Counter(p.action.text for p in pipelines)
    for each in pipelines:
        if shared[each.action.text] > 1 and each.applicability is None:
            message = f"missing 'applicability': '{each.action.text}' has several pipelines"
            help = "write 'applicability: true' for the fallback"
            c.error(codes_sections.PIPELINE_AMBIGUOUS, each.at, message, help)
    return pipelines


def _pipeline(
    c: ReadContext, tree: Tree, path: str, action_params: ActionParams
) -> Pipeline | None:
    fields = PIPELINE.read(c, tree, path)
    if fields is None:
        return None
    action = fields.name("actionId")
    scope = action_params.scope(c, action.text)
    applicability = fields.condition("applicability", scope)
    legality = fields.condition("legality", scope)
    targeting = _targeting(fields, scope)
    # Targets are chosen before costs are paid; applicability and legality are tested earlier.
    if targeting.select is not None:
        scope = scope.inner("$target", "$targets")
    affordable = fields.condition("costValidation", scope)
    cost = fields.effects("costEffects", scope, codes_sections.PIPELINE)
    windows: tuple[Name, ...] = ()
    if fields.has("linkedWindows"):
        windows = fields.names("linkedWindows", codes_sections.PIPELINE_WINDOWS)
    atomicity = fields.word("atomicity", codes_sections.ATOMICITY)
    return Pipeline(
        fields.at,
        fields.name("id"),
        action,
        applicability,
        legality,
        affordable,
        cost,
        targeting,
        _stages(fields, scope),
        atomicity == "atomic",
        windows,
    )


def _targeting(pipeline: Keyed, scope: Bindings) -> Targeting:
    fields = TARGETING.read(pipeline.c, pipeline.get("targeting"), pipeline.path("targeting"))
    if fields is None:
        return Targeting(pipeline.location("targeting"))
    select = fields.word("select") if fields.has("select") else None
    most = fields.whole("max", codes_sections.PIPELINE, 1) if fields.has("max") else None
    if select in ("upToN", "exactN") and most is None:
        fields.error(codes_sections.PIPELINE_MISSING, "select", f"missing 'max' of '{select}'")
    return Targeting(
        fields.at,
        select,
        most,
        fields.query("query", scope) if fields.has("query") else None,
        fields.condition("filter", scope.inner("$target", "$zone")),
        fields.optional("order"),
        fields.optional("tieBreak"),
    )


def _stages(pipeline: Keyed, scope: Bindings) -> tuple[Stage, ...]:
    """The stages, which share one scope: persistent names stay bound in the stages that follow."""
    if pipeline.empty("stages"):
        pipeline.error(
            codes_sections.STAGES_EMPTY, "stages", "a pipeline must have at least one stage"
        )
    stages = []
    for i, (tree, path) in enumerate(pipeline.items("stages", codes_sections.PIPELINE)):
        fields = STAGE.read(pipeline.c, tree, path)
        if fields is None:
            # A stage that could not be read may have bound names for later ones.
            scope.incomplete = True
            continue
        name = fields.optional("stage", codes_sections.PIPELINE)
        effects: Effects = fields.effects("effects", scope, codes_sections.PIPELINE)
        stages.append(Stage(fields.at, name.text if name else f"stage {i + 1}", effects))
    return tuple(stages)

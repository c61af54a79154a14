"""Nothing is half added: what is declared in one place has its other parts in the others."""

import ast
import importlib
import inspect
import pkgutil
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from types import ModuleType

import click
import pytest

import ludwright.compiler.compile  # noqa: F401  # fills the tables of dispatch
from ludwright import checks, cli
from ludwright.compiler import dispatch, emit_statements, liveness
from ludwright.gamedef import block_fallibility, empty_choices, expression_types, nodes, types
from ludwright.gamedef.claims import CHOOSES, CLAIMS
from ludwright.gamedef.english import PHRASES
from ludwright.gamedef.walk import KINDS
from ludwright.machine import ops
from ludwright.machine.semantics.table import OPS
from oracle.expressions import VALUES
from oracle.statements import EFFECTS
from tools.sources import MODULES, SRC, text, tree
from tools.sources import nodes as nodes_of


@cache
def names_in(path: Path) -> Counter[str]:
    """How often each name is read in a module, alone (`X`) or of another module (`codes.X`)."""
    return Counter(
        node.id if isinstance(node, ast.Name) else node.attr
        for node in nodes_of(tree(path))
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
    )


def used_names(paths: Iterable[Path]) -> set[str]:
    """The names that are read in some modules."""
    return set().union(*map(names_in, paths))


# ---- diagnostics ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Declared:
    """A diagnostic code, as its declaration spells it."""

    path: Path
    name: str
    code: str
    title: str
    page: str
    alias: str = ""


def declarations() -> Iterator[Declared]:
    for path in DECLARING:
        for node in nodes_of(tree(path)):
            match node:
                case ast.Assign([ast.Name(name)], ast.Call(ast.Name("declare"), texts, named)):
                    alias = {str(each.arg): ast.literal_eval(each.value) for each in named}
                    yield Declared(path, name, *map(ast.literal_eval, texts), **alias)


# All modules are read when tests are collected, which is too often to parse all of them.
DECLARING = [path for path in MODULES if "declare" in text(path)]
DECLARED = list(declarations())


def test_every_call_of_declare_is_a_plain_assignment() -> None:
    # Otherwise the tests below would not see the code.
    calls = sum(names_in(path)["declare"] for path in DECLARING)
    assert calls == len(DECLARED) > 0


def test_every_code_is_declared_once() -> None:
    names = [name for d in DECLARED for name in (d.code, d.alias) if name]
    assert [name for name, n in Counter(names).items() if n > 1] == []


def test_codes_have_one_form_and_a_manual_page() -> None:
    for d in DECLARED:
        assert re.fullmatch(r"[A-Z]{2}\d{3}", d.code), d
        assert re.fullmatch(r"|[A-Z]+(_[A-Z0-9]+)+", d.alias), d
        assert d.title.strip() and not d.title.endswith("."), d
        assert len(d.page.split()) >= 6 and d.page.rstrip().endswith((".", "`", ")")), d


def home(path: Path) -> Path:
    """The folder whose modules report the codes of a module; `codes/` is part of its language."""
    return path.parents[1] if path.parent.name == "codes" else path.parent


@pytest.mark.parametrize("folder", sorted({home(d.path) for d in DECLARED}), ids=lambda p: p.name)
def test_every_declared_code_is_raised(folder: Path) -> None:
    used = used_names(folder.rglob("*.py"))
    assert [d.code for d in DECLARED if home(d.path) == folder and d.name not in used] == []


def test_no_diagnostic_has_an_undeclared_code() -> None:
    known = {d.code for d in DECLARED}
    for path in MODULES:
        for node in nodes_of(tree(path)):
            if isinstance(node, ast.Constant) and re.fullmatch(r"[A-Z]{2}\d{3}", str(node.value)):
                assert node.value in known, f"{path.relative_to(SRC)}:{node.lineno}"


# ---- nodes and ops -------------------------------------------------------------------------------


def kinds(base: type[nodes.Node]) -> set[type[nodes.Node]]:
    """The kinds of node below a base; those with kinds below themselves are no nodes of a game."""
    below = {k for k in vars(nodes).values() if isinstance(k, type) and issubclass(k, base)}
    return {k for k in below if not any(k in other.__mro__[1:] for other in below)}


EXPRESSIONS, STATEMENTS = kinds(nodes.Expr) - {nodes.Hole}, kinds(nodes.Statement)


IDENTITY = (Path(__file__).parent / "gamedef" / "identity.txt").read_text(encoding="utf-8")
# Each table that has all kinds of expressions or statements, with its kinds and those it should
# have; CONTRIBUTING, "A node", says what to add to each.
TABLES: dict[str, tuple[Iterable[type], set[type[nodes.Node]]]] = {
    "gamedef/nodes.py @claims above its class": (CLAIMS, EXPRESSIONS | STATEMENTS),
    "gamedef/expression_types.py EXPRESSIONS": (
        expression_types.EXPRESSIONS,
        EXPRESSIONS | {nodes.Hole},
    ),
    "gamedef/english.py PHRASES": (PHRASES, EXPRESSIONS | {nodes.Hole}),
    "gamedef/types.py STATEMENTS": (types.STATEMENTS, STATEMENTS),
    "gamedef/block_fallibility.py STATEMENTS": (block_fallibility.STATEMENTS, STATEMENTS),
    # The values of options are substituted before code is emitted.
    "compiler/emit_*.py VALUES": (dispatch.VALUES, EXPRESSIONS - {nodes.OptionValue}),
    "compiler/emit_statements.py STATEMENTS": (emit_statements.STATEMENTS, STATEMENTS),
    "tests/oracle/expressions.py VALUES": (VALUES, EXPRESSIONS),
    "tests/oracle/statements.py EFFECTS": (EFFECTS, STATEMENTS),
    "tests/gamedef/identity.txt, a paragraph": (
        {KINDS[text.partition("(")[0]] for text in IDENTITY.strip().split("\n\n")},
        EXPRESSIONS | STATEMENTS,
    ),
}


@pytest.mark.parametrize("table", TABLES)
def test_every_node_is_in_the_table(table: str) -> None:
    there, wanted = TABLES[table]
    missing = sorted(kind.__name__ for kind in wanted - set(there))
    assert not missing, f"add {', '.join(missing)} to {table}"
    more = {kind for kind in there if issubclass(kind, nodes.Expr | nodes.Statement)} - wanted
    assert more <= {nodes.Hole}, f"no such node: remove {more} from {table}"


@pytest.mark.parametrize(
    ("table", "rules"),
    [
        ("compiler/liveness.py RULES", liveness.RULES),
        ("gamedef/empty_choices.py STATEMENTS", empty_choices.STATEMENTS),
    ],
)
def test_what_has_blocks_or_binds_names_is_looked_into(
    table: str, rules: dict[type, object]
) -> None:
    """The others only read: a default will do for them."""
    missing = [
        kind.__name__
        for kind in STATEMENTS - set(rules)
        if CLAIMS[kind].binds
        or CHOOSES in CLAIMS[kind].flags
        or any("Block" in str(f.type) for f in fields(kind))
    ]
    assert not missing, f"add {', '.join(sorted(missing))} to {table}"


COMPLETE = {
    "compiler/emit_counts.py VALUES",
    "compiler/emit_graphs.py VALUES",
    "compiler/emit_lists.py VALUES",
    "compiler/emit_statements.py STATEMENTS",
    "compiler/emit_subsets.py VALUES",
    "compiler/emit_tokens.py TOKENS",
    "compiler/emit_values.py VALUES",
    "gamedef/block_fallibility.py STATEMENTS",
    "gamedef/english.py PHRASES",
    "gamedef/expression_types.py EXPRESSIONS",
    "gamedef/types.py STATEMENTS",
    "gamedef/types.py THINGS",
}
"""Tables with a rule for every kind; the tests above compare those that are filled in one place."""

DEFAULTS = {
    "checks/setup_feasible.py STATEMENTS": "the check gives up",
    "checks/setup_feasible.py VALUES": "the value is unknown",
    "compiler/emit_explanations.py JOINED": "one condition, without parts",
    "compiler/emit_tests.py BRANCHES": "a jump on the value",
    "compiler/fold.py RULES": "not folded",
    "compiler/liveness.py RULES": "all names inside are read, none is bound",
    "compiler/passes.py SIMPLER": "unchanged",
    "gamedef/empty_choices.py STATEMENTS": "no effect on lists: fewer warnings",
    "gamedef/english.py AMONG": "one of the list",
    "gamedef/english.py PRECEDENCE": "no operation, so it needs no parentheses",
    "compiler/range_rules.py LENGTHS": "a list of any length",
    "compiler/range_rules.py RULES": "any value of its type",
    "compiler/value_ranges.py BINDERS": "an item of its list, or any value",
    "gamedef/fallibility.py EXISTS": "the claims, without which it may be nothing",
    "gamedef/fallibility.py FAILS": "the claims, without which it may fail",
    "gamedef/information_flow.py RULES": "depends on all parts, and passes their tokens on",
    "gamedef/intervals.py BOUNDS": "any number",
    "gamedef/intervals.py TRUTHS": "depends on the state",
    "gamedef/nonempty.py RULES": "the claims, without which it may be empty",
    "gamedef/simplify_tests.py RULES": "only its parts are simplified",
    "gamedef/simplify_tests.py STATEMENTS": "what is inside runs after all it may change",
    "gamedef/verify.py ALLOWED": "no field takes keywords",
    "gamedef/verify.py REFERENCES": "no field refers to a declaration",
    "gamedef/verify_declarations.py DECLARATIONS": "no law",
    "gamedef/verify_nodes.py NODES": "no law",
    "gamedef/visibility.py FACTS": "what its names denote, which without a list may be anything",
    "gamedef/visibility.py RULES": "may denote anything",
}
"""Tables with rules for some kinds, and what holds for a kind that a table does not know."""


def tables_by_kind(room: str) -> Iterator[str]:
    """The dictionaries of a room that are keyed by kinds of nodes."""
    names = {f"n.{kind.__name__}" for kind in KINDS.values()}
    for path in sorted((SRC / room).rglob("*.py")):
        for node in tree(path).body:
            target = node.targets[0] if isinstance(node, ast.Assign) else node
            target = getattr(node, "target", target)
            value = getattr(node, "value", None)
            keys = value.keys if isinstance(value, ast.Dict) else []
            if any(ast.unparse(key) in names for key in keys if key):
                yield f"{room}/{path.name} {getattr(target, 'id', target)}"


def test_every_table_is_complete_or_has_a_safe_default() -> None:
    rooms = ("gamedef", "compiler", "checks")
    found, listed = {t for room in rooms for t in tables_by_kind(room)}, COMPLETE | set(DEFAULTS)
    assert not found - listed, f"add {found - listed} to COMPLETE, or to DEFAULTS with its default"
    assert not listed - found, f"no such table: {listed - found}"


def test_every_op_is_emitted() -> None:
    used = used_names((SRC / "compiler").rglob("*.py"))
    # No program may reach STOP, so no compiler needs to emit it.
    missing = {name for name in ops.NAMES.values() if name not in used} - {"STOP"}
    assert not missing, f"no module of compiler/ uses {', '.join(sorted(missing))}"


def test_every_op_has_a_function() -> None:
    # A failure is no op that runs: the run loop handles it wherever an op fails.
    missing = {name for number, name in ops.NAMES.items() if number not in OPS} - {"FAILED"}
    assert not missing, f"no module of machine/semantics/ has {', '.join(sorted(missing))}"


OPERANDS = {"to", "at", "both", "list", "#", "jump", "fail", "table", "*"}


def test_every_op_has_operands_of_known_kinds_and_a_sentence() -> None:
    assert sorted(ops.NAMES) == list(range(len(ops.SPECS)))
    for spec in ops.SPECS:
        assert set(spec.operands) <= {
            "to",
            "at",
            "both",
            "list",
            "#",
            "jump",
            "fail",
            "table",
            "*",
        }, spec
        assert spec.does.endswith("."), spec
        named = [name for name in spec.names if name]
        assert len(set(named)) == len(named), f"{spec}: two operands have the same name"


# ---- checks and commands -------------------------------------------------------------------------


def modules(package: ModuleType) -> list[ModuleType]:
    """The modules of a package."""
    found = pkgutil.iter_modules(package.__path__, f"{package.__name__}.")
    return [importlib.import_module(each.name) for each in found if "__main__" not in each.name]


def test_every_check_is_run() -> None:
    """A check is a function of a game and a report, in a module of `checks/`."""
    for module in modules(checks):
        for name, found in vars(module).items():
            if inspect.isfunction(found) and found.__module__ == module.__name__:
                takes = list(inspect.signature(found).parameters)
                if takes == ["game", "report"] and not name.startswith("_"):
                    assert found in checks.CHECKS, f"add {name} to CHECKS in checks/__init__.py"


def test_every_check_has_a_test() -> None:
    tests = Path(__file__).parent / "checks"
    written = "\n".join(path.read_text(encoding="utf-8") for path in tests.glob("*.py"))
    for d in DECLARED:
        if home(d.path).name == "checks":
            assert f'"{d.code}"' in written, f"no test in tests/checks/ expects {d.code}"


def test_every_command_is_there() -> None:
    groups = [each for each in cli.COMMANDS if isinstance(each, click.Group)]
    registered = [*cli.COMMANDS, *(each for group in groups for each in group.commands.values())]
    for module in modules(cli):
        for name, found in vars(module).items():
            if isinstance(found, click.Command) and not isinstance(found, click.Group):
                assert found in registered, f"add {name} to COMMANDS in cli/__init__.py"

"""The house plan as a test: who may import whom, and what must not be found in which room."""

import ast
import re
import sys
import tomllib
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tools.sources import MODULES, SRC, nodes, text, tree

ROOT = Path(__file__).parent.parent

# A room is a folder or a file of the package; it may import the rooms named here and itself.
_GAME = {"diagnostics", "gamedef", "machine", "languages", "checks", "compiler", "library"}
PLAN: dict[str, set[str]] = {
    "diagnostics": set(),
    "disk": set(),
    "markup": set(),
    "library": set(),
    "gamedef": {"diagnostics"},
    "machine": {"diagnostics", "disk"},
    "languages": {"diagnostics", "disk", "gamedef"},
    "checks": {"diagnostics", "gamedef"},
    "compiler": {"diagnostics", "gamedef", "machine"},
    "pipeline": _GAME,
    "belief": {"machine"},
    "play": {"diagnostics", "machine", "belief"},
    "search": {"machine", "belief", "play"},
    "players": {
        "diagnostics",
        "disk",
        "library",
        "gamedef",
        "compiler",
        "play",
        "machine",
        "belief",
        "search",
    }
    | {"solver"},
    "solver": {"diagnostics", "gamedef", "compiler", "machine", "play"},
    "lab": {"diagnostics", "disk", "markup", "gamedef", "machine", "play", "players", "search"}
    | {"solver"},
    "positions": {"languages", "machine", "play"},
    "editing": {"diagnostics", "gamedef", "languages", "pipeline"},
    "lsp": {"diagnostics", "disk", "editing", "languages", "pipeline"},
    "game": _GAME | {"positions", "pipeline", "belief", "play", "players", "solver", "lab"},
    "loading": {"diagnostics", "pipeline", "game", "lab"},
    "variants": {"diagnostics", "disk", "languages", "machine", "play", "pipeline", "game"}
    | {"loading", "lab"},
    "adapters": {"gamedef", "machine", "belief", "play", "players", "search", "pipeline"}
    | {"game", "loading"},
    "table": _GAME | {"disk", "markup", "play", "players", "pipeline", "game", "solver"},
    "ui": {"table", "disk", "gamedef", "play", "players", "pipeline", "game", "solver", "lab"},
    "web": _GAME
    | {"table", "editing", "disk", "play", "players", "pipeline", "game", "solver", "lab"},
}
# The front door and the command line stand above all rooms.
TOP = {"__init__", "__main__", "cli"}

# No word of any one game or language in the rooms that serve them all.
NEUTRAL = {"gamedef", "checks", "compiler", "machine", "belief", "play", "search"}
# Games whose names are ordinary words of every card table, or of every compiler.
ORDINARY_WORDS = {"hearts", "spades", "memory", "switch"}

MAY_PRINT = {"cli", "ui"}
# Modules that a game's outcome must not depend on, and the files that may use them all the same.
_WEB = {"web/*", "web/*/*"}
# Bots that are programs of others, with their time limits: one module starts and ends them.
_PROCESSES = {"players/child.py", "players/process.py"}
OUTSIDE = {
    "random": set(),
    "secrets": _WEB,
    "uuid": set(),
    "datetime": _WEB,
    "time": _WEB
    | {"cli/*", "lab/*", "search/driver.py", "solver/*", "solver/board/*", "table/solver_hints.py"}
    | {"ui/*"}
    | _PROCESSES,
    # Other processes, and whatever they send.
    "asyncio": _WEB | {"lsp/*"},
    **dict.fromkeys(("multiprocessing", "resource"), _WEB),
    "socket": _WEB | {"lab/engines/ray.py"},  # does anybody listen at the address of a cluster?
    **dict.fromkeys(("http", "ssl", "urllib"), _WEB),
    "signal": _WEB | {"players/child.py", "lab/engines/processes.py", "lab/engines/child.py"},
    "subprocess": _WEB
    | {"machine/native.py", "players/child.py", "lab/engines/processes.py"}
    | {"lab/engines/contained.py"},
}
# Random numbers of the operating system: for chance and secrets of the web table, for seeds that
# nobody gave, and for the names of drafts.
ENTROPY = {"os.urandom", "os.getrandom"}
MAY_USE_ENTROPY = _WEB | {"cli/*", "disk.py"}
ENVIRONMENT = {"os.environ", "os.environb", "os.getenv", "os.putenv"}
MAY_READ_ENVIRONMENT = {
    *("machine/cache.py", "machine/native.py", "ui/terminal.py"),
    "players/child.py",  # what a program of others inherits
    "lab/engines/ray.py",  # what the processes of a cluster inherit
}

# Where files are written: those of the user, and compiled code.
MAY_WRITE = {"disk.py", "machine/cache.py"}
WRITES = {
    *("write_text", "write_bytes", "touch", "mkdir", "rmdir", "unlink", "rename", "symlink_to"),
    *("makedirs", "remove", "removedirs", "rmtree", "truncate", "copyfile", "copytree", "mkdtemp"),
    *("mkstemp", "NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory"),
}
OPENS = {"open", "fdopen"}

# The one module for constants and constructors of expressions, and the nodes they are made of.
BUILDS = {"gamedef/build.py", "gamedef/nodes.py"}
CONSTANT_NODES = {"Number", "Truth"}
BASIC_NODES = CONSTANT_NODES | {
    *("And", "Or", "Not", "Equal", "Less", "AtMost"),
    *("Add", "Subtract", "Multiply", "SizeOf", "Length"),
}

MOST_LINES, MANY_LINES = 500, 400
# One page on purpose: the kinds of node are the vocabulary of everything else.
LONG = {"gamedef/nodes.py": 1600}


# ---- reading the sources ---------------------------------------------------------------------


def name(path: Path) -> str:
    """The path as the rules above write it."""
    return path.relative_to(SRC).as_posix()


def room(path: Path) -> str:
    """The room a module belongs to."""
    return path.relative_to(SRC).parts[0].removesuffix(".py")


def absolute_imports(path: Path, module: ast.Module) -> Iterator[tuple[str, ...]]:
    """Every import, also in functions and behind conditions, as the parts of its full name."""
    package = ("ludwright", *path.relative_to(SRC).parts[:-1])
    for node in nodes(module):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield tuple(alias.name.split("."))
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else ()
            start += tuple(node.module.split(".")) if node.module else ()
            for alias in node.names:
                yield (*start, alias.name)


def imported_rooms(path: Path, module: ast.Module) -> set[str]:
    """The rooms a module imports from; a name taken from the front door itself is `__init__`."""
    ours = [parts[1:2] for parts in absolute_imports(path, module) if parts[0] == "ludwright"]
    rooms = set(PLAN) | TOP
    return {p[0] if p and p[0] in rooms else "__init__" for p in ours} - {room(path)}


def dotted(node: ast.expr) -> str:
    """`os.environ` for that expression, nothing for what is no plain dotted name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (start := dotted(node.value)):
        return f"{start}.{node.attr}"
    return ""


def allowed(path: Path, patterns: set[str]) -> bool:
    return any(path.relative_to(SRC).match(pattern) for pattern in patterns)


# ---- the rules: each gives the places of one module that break it -------------------------------


def wrong_imports(path: Path, module: ast.Module) -> Iterator[str]:
    if room(path) not in TOP:
        for other in sorted(imported_rooms(path, module) - PLAN.get(room(path), set())):
            yield f"{room(path)} may not import {other}"


def prints(path: Path, module: ast.Module) -> Iterator[str]:
    if room(path) in MAY_PRINT:
        return
    for node in nodes(module):
        if isinstance(node, ast.Call) and dotted(node.func) in {"print", "click.echo", "input"}:
            yield f"line {node.lineno}: calls {dotted(node.func)}"
        elif isinstance(node, ast.Attribute) and dotted(node) in {"sys.stdout", "sys.stderr"}:
            yield f"line {node.lineno}: uses {dotted(node)}"


def outside_influences(path: Path, module: ast.Module) -> Iterator[str]:
    for parts in absolute_imports(path, module):
        if parts[0] in OUTSIDE and not allowed(path, OUTSIDE[parts[0]]):
            yield f"imports {parts[0]}"
        if ".".join(parts) in ENVIRONMENT | ENTROPY:
            yield f"imports {'.'.join(parts)}: write os.{parts[1]}, so that it can be found"
    for node in nodes(module):
        if isinstance(node, ast.Attribute):
            used = dotted(node)
            if used in ENTROPY and not allowed(path, MAY_USE_ENTROPY):
                yield f"line {node.lineno}: draws random numbers of the operating system"
            if used in ENVIRONMENT and not allowed(path, MAY_READ_ENVIRONMENT):
                yield f"line {node.lineno}: reads the environment"
            if used.startswith(("np.random.", "numpy.random.")):
                yield f"line {node.lineno}: draws random numbers beside machine/rng.py"


def writes(path: Path, module: ast.Module) -> Iterator[str]:
    """Files that are written beside the one way to do that."""
    if allowed(path, MAY_WRITE):
        return
    for node in nodes(module):
        called = node.func if isinstance(node, ast.Call) else None
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        owner = dotted(called.value) if isinstance(called, ast.Attribute) else ""
        if name in WRITES and not (name == "remove" and owner != "os"):
            yield f"line {node.lineno}: {name} beside disk.py"
        elif name in OPENS and isinstance(node, ast.Call) and not _only_reads(node, owner):
            yield f"line {node.lineno}: opens a file to write beside disk.py"


def _only_reads(call: ast.Call, owner: str) -> bool:
    """Whether a file is opened to be read, or what is opened is one of the streams or no file."""
    given = [*call.args, *(k.value for k in call.keywords if k.arg in ("mode", "flags"))]
    words = [each.value for each in given if isinstance(each, ast.Constant)]
    modes = [word for word in words if isinstance(word, str) and set(word) <= set("rwaxbt+")]
    streams = any(k.arg == "closefd" for k in call.keywords)
    null = any("devnull" in ast.unparse(each) for each in given)
    return streams or null or not any(set(mode) & set("wax+") for mode in modes)


def bad_docstring(path: Path, module: ast.Module) -> Iterator[str]:
    first = (ast.get_docstring(module) or "").split("\n\n")[0]
    if not first:
        yield "has no docstring"
    elif not re.search(r"[.!?:]$", first) or len(first.splitlines()) > 3:
        yield "must open with one short sentence"


def foreign_words(path: Path, words: set[str]) -> Iterator[str]:
    if room(path) not in NEUTRAL or not words:
        return
    # An underscore ends a word here: `war_pile` names a game as much as `war` does.
    either = "|".join(sorted(map(re.escape, words)))
    pattern = re.compile(rf"(?<![a-z0-9])({either})(?![a-z0-9])", re.IGNORECASE)
    for number, line in enumerate(text(path).splitlines(), 1):
        for match in pattern.finditer(line):
            yield f"line {number}: names {match[1]}"


@cache
def languages() -> set[str]:
    """The folders of languages, each of which has `TOOLS`."""
    found = (p for p in MODULES if p.name == "tools.py" and room(p) == "languages")
    return {p.parent.name for p in found if re.search("^TOOLS = ", text(p), re.MULTILINE)}


def foreign_languages(path: Path, module: ast.Module) -> Iterator[str]:
    """What is taken from the folder of a language, by others than itself and the list of all."""
    mine = path.relative_to(SRC).parts[1] if room(path) == "languages" else ""
    for parts in absolute_imports(path, module):
        other = parts[2] if parts[:2] == ("ludwright", "languages") and len(parts) > 2 else ""
        if other in languages() - {mine} and name(path) != "languages/__init__.py":
            yield f"imports {'.'.join(parts)}: use what `Language` offers"


def builders_again(path: Path, module: ast.Module) -> Iterator[str]:
    """Constants and constructors of expressions that belong in gamedef/build.py."""
    if allowed(path, BUILDS):
        return
    for node in module.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value:
            values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            if any(_is_basic(value, set(), CONSTANT_NODES) for value in values):
                yield f"line {node.lineno}: defines a constant expression beside gamedef/build.py"
    for node in nodes(module):
        if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return):
            names = {each.arg for each in node.args.args + node.args.kwonlyargs}
            short = all(isinstance(each, ast.Expr) for each in node.body[:-1])
            made = node.body[-1].value
            if short and made and _is_basic(made, names, BASIC_NODES):
                yield f"line {node.lineno}: {node.name} constructs what gamedef/build.py could"


def _is_basic(made: ast.expr, names: set[str], kinds: set[str]) -> bool:
    """Whether a node is made of these kinds, given names and constants alone."""
    if not isinstance(made, ast.Call) or dotted(made.func).split(".")[-1] not in kinds:
        return False
    return all(
        isinstance(each, ast.Constant)
        or (isinstance(each, ast.Name) and (each.id in names or each.id.isupper()))
        or _is_basic(each, names, kinds)
        for each in [*made.args, *(keyword.value for keyword in made.keywords)]
    )


# Modules with many names that are read everywhere: one short alias each instead of long lists.
ALIASES = {("ludwright", "gamedef", "nodes"): "n", ("ludwright", "machine", "state"): "m"}


def wrong_aliases(path: Path, module: ast.Module) -> Iterator[str]:
    """Imports of nodes and of the words of the state other than by their aliases."""
    for parts in absolute_imports(path, module):
        if parts[:3] in ALIASES and len(parts) > 3:
            yield f"imports {parts[3]}: say {parts[2]} as {ALIASES[parts[:3]]}"
    package = ("ludwright", *path.relative_to(SRC).parts[:-1])
    for node in nodes(module):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            base += tuple(node.module.split(".")) if node.module else ()
            for alias in node.names:
                wanted = ALIASES.get((*base, alias.name))
                if wanted and alias.asname != wanted:
                    yield f"imports {alias.name} as {alias.asname}: call it {wanted}"


RULES: dict[str, Callable[[Path, ast.Module], Iterator[str]]] = {
    "imports": wrong_imports,
    "languages": foreign_languages,
    "prints": prints,
    "outside": outside_influences,
    "writes": writes,
    "docstring": bad_docstring,
    "aliases": wrong_aliases,
    "builders": builders_again,
}


# ---- the tests -----------------------------------------------------------------------------------


def subfolders(path: Path) -> set[str]:
    return {p.name for p in path.iterdir() if p.is_dir() and not p.name.startswith(("_", "."))}


def names_of_games_and_languages() -> set[str]:
    """The words that must not occur in neutral rooms; `crazy-eights` in all its spellings."""
    names = subfolders(SRC / "library") - ORDINARY_WORDS | subfolders(SRC / "languages")
    return {w for n in names for w in (n, n.replace("-", "_"), n.replace("-", " "))}


def test_every_room_is_on_the_plan() -> None:
    assert {room(p) for p in MODULES} <= set(PLAN) | TOP


def test_the_plan_names_no_unknown_room_and_has_no_cycle() -> None:
    left = {place: set(below) for place, below in PLAN.items()}
    assert set().union(*left.values()) <= set(left)
    while free := [place for place, below in left.items() if not below & set(left)]:
        for place in free:
            del left[place]
    assert not left, f"cycle among {sorted(left)}"


@pytest.mark.parametrize("rule", RULES)
def test_modules_keep_the_rule(rule: str) -> None:
    wrong = [f"{name(p)}: {what}" for p in MODULES for what in RULES[rule](p, tree(p))]
    assert not wrong, "\n".join(wrong)


def test_neutral_rooms_name_no_game_and_no_language() -> None:
    words = names_of_games_and_languages()
    wrong = [f"{name(p)}: {what}" for p in MODULES for what in foreign_words(p, words)]
    assert not wrong, "\n".join(wrong)


def test_the_walk_names_no_language() -> None:
    assert {"cgml", "gamespec", "rulexml", "sgdl"} <= languages()
    words = "|".join(languages())
    assert not re.findall(rf"(?i)(?<![a-z])(?:{words})", text(SRC / "pipeline.py"))


@pytest.mark.filterwarnings("default:over")
def test_files_are_short() -> None:
    lengths = {name(p): len(text(p).splitlines()) for p in MODULES}
    too_long = {n: k for n, k in lengths.items() if k > LONG.get(n, MOST_LINES)}
    assert not too_long
    if many := sorted(f"{n} ({k})" for n, k in lengths.items() if k > MANY_LINES and n not in LONG):
        warnings.warn(f"over {MANY_LINES} lines: {', '.join(many)}", stacklevel=1)


def test_the_library_is_data_only() -> None:
    assert {name(p) for p in MODULES if room(p) == "library"} <= {"library/__init__.py"}


def test_only_declared_packages_are_imported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needs = project["dependencies"] + [d for k, v in extras.items() if k != "dev" for d in v]
    distributions = {re.match(r"[A-Za-z0-9_-]+", need)[0].lower() for need in needs}
    imports = {"pyyaml": "yaml", "open_spiel": "pyspiel"}
    known = {imports.get(d, d) for d in distributions} | {"ludwright"}
    used = {(name(p), parts[0]) for p in MODULES for parts in absolute_imports(p, tree(p))}
    assert not {(n, top) for n, top in used if top not in known | sys.stdlib_module_names}


# ---- do the rules find what they look for? -------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "place", "text"),
    [
        ("imports", "machine/run.py", "from ..gamedef import nodes"),
        ("imports", "machine/run.py", "from ludwright.gamedef.nodes import Node"),
        ("imports", "machine/run.py", "import ludwright.gamedef.nodes as nodes"),
        ("imports", "languages/sgdl/lower/game.py", "from ....machine import rng"),
        ("imports", "languages/sgdl/lower/game.py", "from .... import machine"),
        ("imports", "play/table.py", "def f():\n    from ..compiler import emit"),
        ("imports", "play/table.py", "from ludwright import load"),
        ("imports", "players/greedy.py", "if True:\n    import ludwright.lab"),
        ("languages", "pipeline.py", "from .languages.gamespec.front_end import game_of"),
        ("languages", "cli/scores.py", "from ..languages import rulexml"),
        ("languages", "languages/sgdl/lower/game.py", "from ...cgml.read import load"),
        ("prints", "play/table.py", "print('hello')"),
        ("prints", "lab/simulate.py", "import sys\nsys.stderr.write('x')"),
        ("outside", "play/table.py", "import random"),
        ("outside", "machine/run.py", "from time import monotonic"),
        ("outside", "table/session.py", "import time"),
        ("outside", "table/options.py", "import secrets"),
        ("outside", "play/table.py", "import os\nx = os.urandom(32)"),
        ("outside", "ui/session.py", "import subprocess"),
        ("imports", "table/seat.py", "from ..ui.faces import Faces"),
        ("imports", "table/seat.py", "from ..web import wire"),
        ("imports", "ui/lines.py", "from ..web import wire"),
        ("imports", "web/wire.py", "from ..ui import lines"),
        ("outside", "compiler/emit.py", "import os\nx = os.environ.get('X')"),
        ("outside", "compiler/emit.py", "from os import environ"),
        ("outside", "players/greedy.py", "import numpy as np\nx = np.random.default_rng()"),
        ("writes", "ui/session.py", "Path(file).write_text(text)"),
        ("writes", "cli/sources.py", "path.open('w')"),
        ("writes", "cli/sources.py", "open(path, mode='ab')"),
        ("writes", "lab/answer_file.py", "os.remove(path)"),
        ("docstring", "play/table.py", "x = 1"),
        ("aliases", "checks/unused.py", "from ..gamedef.nodes import Zone"),
        ("aliases", "checks/unused.py", "from ..gamedef import nodes"),
        ("aliases", "machine/run.py", "from . import state"),
        ("docstring", "play/table.py", '"""no sentence"""'),
        ("builders", "languages/sgdl/lower/game.py", "ONE = n.Number(value=1)"),
        ("builders", "compiler/fold.py", "YES, NO = n.Truth(value=True), n.Truth(value=False)"),
        ("builders", "solver/goals.py", "def f(k):\n    return n.Number(value=k)"),
        (
            "builders",
            "languages/cgml/lower/rules.py",
            "def f(zone):\n    'Empty?'\n    return n.Equal(left=n.SizeOf(zone=zone), right=ZERO)",
        ),
    ],
)
def test_a_planted_break_is_found(rule: str, place: str, text: str) -> None:
    assert list(RULES[rule](SRC / place, ast.parse(text)))


@pytest.mark.parametrize(
    ("rule", "place", "text"),
    [
        ("imports", "compiler/emit.py", "from ..machine.ops import OPS\nfrom . import layout"),
        ("imports", "languages/sgdl/lower/game.py", "from ...builders import zone\nimport numpy"),
        ("imports", "cli/reports.py", "from ..play import table\nfrom .. import game"),
        ("languages", "languages/__init__.py", "from . import cgml"),
        ("languages", "languages/sgdl/lower/game.py", "from ...yaml.read import Tree"),
        ("languages", "languages/sgdl/lower/game.py", "from ..read import lines"),
        ("prints", "cli/reports.py", "print('hello')"),
        ("prints", "ui/terminal.py", "import sys\nsys.stdout.flush()"),
        ("outside", "lab/simulate.py", "import time"),
        ("outside", "web/live.py", "import time, secrets, socket"),
        ("outside", "web/engine/child.py", "import os\nx = os.urandom(32)"),
        ("imports", "web/wire.py", "from ..table.scene import scene_of"),
        ("outside", "machine/cache.py", "import os\nx = os.environ"),
        ("writes", "disk.py", "open(path, 'xb')"),
        ("writes", "ui/files.py", "open(path)\npath.open('rb')\nrows.remove(1)"),
        ("docstring", "play/table.py", '"""A table.\n\nMore about it"""'),
        ("aliases", "checks/unused.py", "from ..gamedef import nodes as n"),
        ("aliases", "machine/run.py", "from . import state as m, tokens"),
        ("builders", "gamedef/build.py", "ONE = n.Number(value=1)"),
        ("builders", "languages/sgdl/lower/game.py", "PLAYER = n.Seat(number=0)"),
        (
            "builders",
            "languages/sgdl/lower/game.py",
            "def f(a):\n    return n.Less(left=g(a), right=a)",
        ),
    ],
)
def test_what_is_allowed_is_let_through(rule: str, place: str, text: str) -> None:
    assert not list(RULES[rule](SRC / place, ast.parse(text)))


def test_a_planted_name_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.SRC", tmp_path)
    path = tmp_path / "machine" / "run.py"
    path.parent.mkdir()
    path.write_text("warn(warm)\nreward = 1\nWAR = 2\nx.war_pile\ncrazy eights\n")
    found = list(foreign_words(path, {"war", "crazy eights"}))
    assert found == ["line 3: names WAR", "line 4: names war", "line 5: names crazy eights"]

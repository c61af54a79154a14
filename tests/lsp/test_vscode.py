"""The extension for VS Code: its grammars have the readers' words, and colour real games."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ludwright.languages import LANGUAGES
from ludwright.pipeline import LIBRARY

ROOT = Path(__file__).parents[2] / "editors"
FOLDER = ROOT / "vscode"
PACKAGE = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
SPEC = importlib.util.spec_from_file_location("grammars", ROOT / "grammars.py")
assert SPEC and SPEC.loader
MODULE = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(MODULE)


def test_the_grammars_are_those_of_the_readers() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.rglob("*tmLanguage*")}
    assert written == MODULE.grammars(), "run: python editors/grammars.py"


def patterns(node: Any) -> list[str]:
    if isinstance(node, list):
        return [each for item in node for each in patterns(item)]
    if not isinstance(node, dict):
        return []
    mine = [node[key] for key in ("match", "begin") if key in node]
    return mine + [each for value in node.values() for each in patterns(value)]


@pytest.mark.parametrize("grammar", PACKAGE["contributes"]["grammars"], ids=lambda g: g["language"])
def test_a_grammar_is_well_formed(grammar: dict[str, Any]) -> None:
    found = json.loads((FOLDER / grammar["path"]).read_text(encoding="utf-8"))
    assert found["scopeName"] == grammar["scopeName"]
    every = patterns(found["patterns"])
    assert len(every) > 3
    for each in every:
        re.compile(each)


def test_the_package_names_what_exists() -> None:
    contributes = PACKAGE["contributes"]
    names = [each["id"] for each in contributes["languages"]]
    assert names == [each["language"] for each in contributes["grammars"]]
    assert set(names) == {language.name for language in LANGUAGES}
    files = [each["configuration"] for each in contributes["languages"]]
    for file in [PACKAGE["main"], "LICENSE", "README.md", *files]:
        assert (FOLDER / file).is_file()
    for file in files:
        json.loads((FOLDER / file).read_text(encoding="utf-8"))
    assert (FOLDER / "LICENSE").read_text() == (ROOT.parent / "LICENSE").read_text()
    said = (FOLDER / "extension.js").read_text(encoding="utf-8")
    settings = re.findall(r'\.get\("(\w+)"\)', said)
    assert {f"ludwright.{each}" for each in settings} == set(
        contributes["configuration"]["properties"]
    )
    assert all(f'"{each["command"]}"' in said for each in contributes["commands"])
    # A lock file would name the addresses of a registry.
    assert not list(FOLDER.glob("*lock*"))


SAMPLES = {
    "cgml": ("war/war.cgml", {"SHUFFLE": "support.function", "flow": "keyword.control"}),
    "sgdl": ("canfield/canfield.sgdl", {"$moves": "keyword.control", "MOVE": "support.function"}),
    "rulexml": ("rings/rings.xml", {"phase_type": "entity.name.tag", "rule": "constant.language"}),
    "gamespec": (
        "thirty-one/thirty-one.md",
        {"zones": "keyword.control", "createToken": "support.function"},
    ),
}
TOKENISE = """\
const fs = require("fs"), vsctm = require("vscode-textmate");
const oniguruma = require("vscode-oniguruma");
const [folder, samples] = process.argv.slice(2);
const wasm = fs.readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer;
const onigLib = oniguruma.loadWASM(wasm).then(() => ({
  createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
  createOnigString: (text) => new oniguruma.OnigString(text),
}));
const grammars = JSON.parse(fs.readFileSync(folder + "/package.json")).contributes.grammars;
const registry = new vsctm.Registry({
  onigLib,
  loadGrammar: async (scope) => {
    const found = grammars.find((each) => each.scopeName === scope);
    const text = found && fs.readFileSync(folder + "/" + found.path, "utf8");
    return found && vsctm.parseRawGrammar(text, "x.json");
  },
});
(async () => {
  const out = {};
  for (const [language, file] of Object.entries(JSON.parse(samples))) {
    const scope = grammars.find((each) => each.language === language).scopeName;
    const grammar = await registry.loadGrammar(scope);
    let stack = vsctm.INITIAL;
    out[language] = [];
    for (const line of fs.readFileSync(file, "utf8").split(/\\r?\\n/)) {
      const found = grammar.tokenizeLine(line, stack);
      stack = found.ruleStack;
      for (const t of found.tokens)
        out[language].push([line.slice(t.startIndex, t.endIndex), t.scopes.at(-1)]);
    }
  }
  console.log(JSON.stringify(out));
})();
"""


@pytest.mark.deep
def test_games_are_coloured(tmp_path: Path) -> None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("needs node and npm")
    (tmp_path / "package.json").write_text("{}")
    (tmp_path / "tokenise.js").write_text(TOKENISE)
    packages = ["vscode-textmate@9", "vscode-oniguruma@2"]
    install = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock", *packages]
    done = subprocess.run(install, cwd=tmp_path, capture_output=True, timeout=90, check=False)
    if done.returncode:
        pytest.skip("npm cannot install vscode-textmate")
    files = json.dumps({name: str(LIBRARY / file) for name, (file, _) in SAMPLES.items()})
    command = [node, "tokenise.js", str(FOLDER), files]
    out = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=60, check=True).stdout
    for language, tokens in json.loads(out).items():
        scopes = {word: scope for word, scope in reversed(tokens)}
        for word, scope in SAMPLES[language][1].items():
            assert any(found == word and each.startswith(scope) for found, each in tokens), (
                f"{language}: {word} is {scopes.get(word)}"
            )
        # Hardly anything is left without a colour.
        plain = [w for w, scope in tokens if w.strip() and scope == tokens[0][1]]
        assert language == "gamespec" or len(plain) < len(tokens)
    packed = subprocess.run(
        [npm, "pack", "--dry-run", "--json"],
        cwd=FOLDER,
        capture_output=True,
        timeout=60,
        check=True,
    )
    (found,) = json.loads(packed.stdout)
    names = {each["path"] for each in found["files"]}
    assert {"extension.js", "syntaxes/cgml.tmLanguage.json", "LICENSE"} <= names

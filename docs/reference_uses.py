"""Find an example and a test for each construct: in the library, in starters and in tests."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ludwright.diagnostics import Report, Source
from ludwright.languages.files import Files
from ludwright.languages.language import Language
from ludwright.languages.reference import Construct, Reference

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "ludwright"
TESTS = ROOT / "tests" / "languages"
LONGEST = 8  # lines of an example; what follows in a longer one is left out

sys.path.insert(0, str(ROOT / "tests"))
from tools.mdtest import cases  # noqa: E402


@dataclass(frozen=True)
class Text:
    """The text of a game that is free of errors, or of a part of one; `rank` 0 for the library."""

    rank: int
    file: str
    text: str


@dataclass(frozen=True)
class Use:
    """A construct, by its id, from one line and column of a text to others (exclusive)."""

    id: str
    line: int
    column: int
    end_line: int
    end_column: int


def texts(language: Language) -> Iterator[Text]:
    """Where examples come from: first the library, then starters, then tests."""
    shelves = ("library/*/*", f"languages/{language.name}/starter/*")
    parts = f"languages/{language.name}/components/*"
    for rank, files in enumerate((*(sorted(PACKAGE.glob(s)) for s in (*shelves, parts)),)):
        for file in files:
            named = file.name.lower()
            if named.endswith(language.suffixes) and named not in language.parts:
                yield Text(rank, _relative(file), file.read_text("utf-8"))
    for file in sorted((ROOT / "tests/data" / language.name).glob("*")):
        named = file.name.endswith(language.suffixes)
        if named and _is_sound(file.read_text("utf-8"), language, file):
            yield Text(3, _relative(file), file.read_text("utf-8"))
    for file in sorted((TESTS / language.name).glob("*.md")):
        for case in cases([file], [language.name]):
            if not case.expected:
                yield Text(4, _relative(file), case.text)
    for file in sorted((TESTS / language.name).glob("*.py")):
        for text in _strings(file):
            if _is_sound(text, language):
                yield Text(5, _relative(file), text)


def _strings(file: Path) -> Iterator[str]:
    """The texts of several lines in a test."""
    tree = ast.parse(file.read_text("utf-8"))
    constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return (text for text in constants if isinstance(text, str) and text.count("\n") > 4)


def _is_sound(text: str, language: Language, path: Path | None = None) -> bool:
    """Whether a text is a game, or a part of one, without errors."""
    report, source = Report(), Source("text", text)
    files = Files(source, path, None)
    found = language.tools.part(source, report, files) if language.tools.part else ""
    found = found or language.tools.game_of(source, report, files)
    return bool(found) and not report.failed


def _relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


# ---- examples ------------------------------------------------------------------------------------

UsesIn = Callable[[str], Iterable[Use]]


def examples(language: Language, uses_in: UsesIn) -> dict[str, dict[str, str]]:
    """The shortest example of each construct that some text uses, and the file it is from."""
    best: dict[str, tuple[int, int, str, str]] = {}
    for text in texts(language):
        lines = text.text.splitlines()
        for use in uses_in(text.text):
            cut = fragment(lines, use)
            found = (text.rank, len(cut), text.file, cut)
            if cut and found < best.get(use.id, (9,)):
                best[use.id] = found
    return {id: {"example": cut, "source": file} for id, (_, _, file, cut) in best.items()}


def fragment(lines: list[str], use: Use) -> str:
    """The lines of a use, without their common indentation."""
    if use.end_line < use.line:
        return ""  # an alias holds what stands above it
    if use.line == use.end_line:
        return lines[use.line - 1][use.column - 1 : use.end_column - 1].strip()
    cut = lines[use.line - 1 : min(use.end_line, use.line - 1 + LONGEST)]
    if use.line - 1 + LONGEST >= use.end_line:
        cut[-1] = cut[-1][: use.end_column - 1]
    cut[0] = " " * (use.column - 1) + cut[0][use.column - 1 :]
    cut = [line.rstrip() for line in cut]
    margin = min((len(c) - len(c.lstrip()) for c in cut if c), default=0)
    while cut and not cut[-1]:
        cut.pop()
    return "\n".join(line[margin:] for line in cut)


# ---- tests ---------------------------------------------------------------------------------------


def occurs(example: str, text: str) -> bool:
    """Whether an example is a part of a text, indentation aside."""
    return without_margins(example) in without_margins(text)


def without_margins(text: str) -> str:
    """A text without the indentation of its lines."""
    return re.sub(r"^[ \t]+", "", text, flags=re.MULTILINE)


def word(name: str) -> re.Pattern[str]:
    """A construct's name where it is not a part of another word."""
    letters = r"[A-Za-z0-9_]"
    start = rf"(?<!{letters})" if re.match(letters, name) else ""
    end = rf"(?!{letters})" if re.match(letters, name[-1]) else ""
    return re.compile(start + re.escape(name) + end)


class TestFinder:
    """The tests of a language, and what its README says about them."""

    def __init__(self, language: Language) -> None:
        folder = TESTS / language.name
        # What no test names, a file of data that a test checks may have.
        data = ROOT / "tests" / "data" / language.name
        files = [
            file
            for shelf in (folder, data)
            for file in sorted(shelf.rglob("*"))
            if file.suffix in (".py", ".md", ".xml", ".cgml")
        ]
        self.texts = {_relative(file): file.read_text("utf-8") for file in files}
        readme = (PACKAGE / "languages" / language.name / "README.md").read_text("utf-8")
        self.rows = [
            (" ".join(re.findall(r"`([^`]+)`", row[1])), row[-2])
            for line in readme.splitlines()
            if len(row := re.split(r"(?<!\\)\|", line)) > 3
        ]

    def test_of(self, construct: Construct) -> str:
        """The test that the README names for a construct, else the one that has its word most."""
        pattern = word(construct.name)
        named = [file for file in self._named(pattern) if pattern.search(self.texts[file])]
        if named:
            return named[0]
        counts = {file: len(pattern.findall(text)) for file, text in self.texts.items()}
        tests = {file: count for file, count in counts.items() if file.startswith("tests/lang")}
        found = tests if any(tests.values()) else counts
        return max(found, key=lambda file: (found[file], file))

    def _named(self, pattern: re.Pattern[str]) -> Iterator[str]:
        """The tests in the README's rows about a word."""
        for constructs, tests in self.rows:
            if not pattern.search(constructs):
                continue
            for name in re.findall(r"`([\w./]+)`|\b(\w+\.md)\b", tests):
                yield from self._files(name[0] or name[1])

    def _files(self, name: str) -> Iterator[str]:
        for file, text in self.texts.items():
            if file.endswith(f"/{name}") or f"def {name}(" in text:
                yield file


# ---- SGDL ----------------------------------------------------------------------------------------


def sgdl_uses(reference: Reference) -> UsesIn:
    """The uses of words in a text of SGDL, line by line."""
    groups = {
        "$cards": ("cards", "suits-and-ranks"),
        "$initial": ("piles",),
        "$score": ("points",),
    }
    conditions = ("conditions", "modes", "operators", "suits-and-ranks")

    def uses(text: str) -> Iterator[Use]:
        lines = [line.split("#")[0].rstrip() for line in text.splitlines()]
        section = ""
        for number, line in enumerate(lines, 1):
            items = re.findall(r"[^\s{},]+", line)
            head = items[0] if items else ""
            whole = (number, 1, number, len(line) + 1)
            comment = re.match(r"# [A-Z].*\.$", text.splitlines()[number - 1])
            if comment:
                yield Use("comments.#", number, 1, number, comment.end() + 1)
            if head.startswith("$"):
                section = head
                yield Use(f"sections.{head}", number, 1, _section_end(lines, number), 99)
                continue
            if not section or not items:
                continue
            if section == "$initial" and head == "DRAW":
                searched: tuple[str, ...] = ("draw-piles",)
            elif section in groups:
                searched = groups[section]
            elif f"rules.{head}" in reference.by_id:
                end = _block_end(lines, number, lambda n: _starts(lines[n], reference))
                yield Use(f"rules.{head}", number, 1, end, 99)
                searched, items = ("rules",), items[1:]
            else:
                searched = conditions
            for group in searched:
                if head in ("AND", "OR"):
                    end = _block_end(lines, number, _outside(lines, number))
                    yield Use(f"{group}.{head}", number, 1, end, 99)
                    continue
                for item in _words_of(group, items):
                    yield from (Use(f"{group}.{n}", *whole) for n in (item, f"{head}.{item}"))

    return uses


def _words_of(group: str, items: list[str]) -> list[str]:
    """The words of a line that may be of a group: in many lines numbers are not ranks."""
    if group != "suits-and-ranks":
        return items
    if items[0] == "DECK":
        return items[2:]
    return items[2:] if items[0] in ("SRC", "DEST") and items[1] in ("Suit", "Rank") else []


def _outside(lines: list[str], number: int) -> Callable[[int], bool]:
    return lambda n: _level(lines[n]) <= _level(lines[number - 1])


def _level(line: str) -> int:
    return len(line) - len(line.lstrip())


def _starts(line: str, reference: Reference) -> bool:
    head = line.split(" ")[0]
    return head.startswith("$") or f"rules.{head}" in reference.by_id


def _section_end(lines: list[str], number: int) -> int:
    end = _block_end(lines, number, lambda n: lines[n].startswith("$"))
    return min(end, number + 3)


def _block_end(lines: list[str], number: int, ends: Callable[[int], bool]) -> int:
    """The last line with text before the one that ends a block; lines count from 1."""
    last = number
    for index in range(number, len(lines)):
        if lines[index].strip():
            if ends(index):
                break
            last = index + 1
    return last

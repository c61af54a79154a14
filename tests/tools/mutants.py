"""Mutated files of every language, many of them still games, played in lock step with the oracle.

`PYTHONPATH=tests python -m tools.mutants cgml --mutants 10000` lists each difference with its seed.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ludwright import pipeline
from ludwright.diagnostics import Report, Source, render
from ludwright.languages import LANGUAGES
from ludwright.languages.files import Files
from tools.lockstep import lock_step

TESTS = Path(__file__).parents[1]
LARGEST = 20_000  # characters; the largest games of the library would take all the time
MOVES = 12  # of a mutant in step
BUDGET = 10_000  # steps of the oracle from one decision to the next

BESIDE = {
    "cgml": ("languages/cgml/older", "*.cgml"),
    "rulexml": ("languages/rulexml/mini", "*.xml"),
    "gamespec": ("data/gamespec", "*.md"),
}
"""Where the tests of a language keep games of their own."""


@dataclass(frozen=True)
class Mutant:
    """A changed copy of a file, which names other files as the file itself does."""

    language: str
    path: Path
    text: str
    seed: int

    def source(self) -> Source:
        return Source(self.path.name, self.text)

    def files(self) -> Files:
        return Files(self.source(), self.path, self.root())

    def root(self) -> Path:
        return pipeline.LIBRARY if self.path.is_relative_to(pipeline.LIBRARY) else self.path.parent


def originals(language: str) -> list[Path]:
    """The files of a language that are not too large."""
    endings = next(each.suffixes for each in LANGUAGES if each.name == language)
    found = {path for path in pipeline.library_games().values() if path.suffix in endings}
    if language in BESIDE:
        folder, names = BESIDE[language]
        found.update((TESTS / folder).glob(names))
    return sorted(path for path in found if path.stat().st_size <= LARGEST)


def mutant(language: str, seed: int) -> Mutant:
    """One of the mutants of a language, by its number."""
    rng = random.Random(f"{language} {seed}")
    files = originals(language)
    path = files[seed % len(files)]
    text = path.read_text(encoding="utf-8")
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        text = rng.choice(CHANGES)(rng, text)
    return Mutant(language, path, text, seed)


# ---- changes -----------------------------------------------------------------------------------

NUMBER = re.compile(r"(?<![\w.])-?\d+(?![\w.])")
WORD = re.compile(r"[A-Za-z_][\w-]*")
NUMBERS = ("0", "1", "-1", "2", "3", "7", "52", "100", "1000", "65536", "2147483647")
FAMILIES = (
    ("isEqual", "isNotEqual", "isGreaterThan", "isLessThan", "isAtLeast", "isAtMost"),
    ("and", "or", "not", "any", "all", "AND", "OR", "NOT", "ANY", "ALL"),
    ("add", "sub", "mul", "div", "mod", "max", "min", "sum", "count", "distinct", "avg"),
    ("MOVE", "MOVE_ALL", "DEAL", "DEAL_ALL", "DRAW", "DISCARD", "SHUFFLE", "REVEAL"),
    ("first", "last", "top", "bottom", "top_card", "bottom_card", "cards", "card_count"),
    ("lifo", "fifo", "shuffled", "unordered", "stack", "queue", "set"),
    ("next_player", "current", "opponent", "teammate", "owner"),
    ("pre", "post", "replace", "abort", "continue", "rollback"),
    ("EXTRA_TURN", "SKIP_TURN", "END_TURN", "SET_STATE", "SET_PHASE", "END_GAME"),
    ("filter", "map", "sort", "group_by", "list", "concat", "range"),
    ("ASC", "DESC", "SAME", "DIFF", "Rank", "Suit", "Color", "Size", "Empty"),
    ("north", "south", "east", "west", "above", "below", "yes", "no", "true", "false"),
    ("==", "!=", "<", ">", "<=", ">="),
)


def _spans(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    return [found.span() for found in pattern.finditer(text)]


def _put(text: str, span: tuple[int, int], new: str) -> str:
    return text[: span[0]] + new + text[span[1] :]


def _number(rng: random.Random, text: str) -> str:
    """Another number."""
    spans = _spans(NUMBER, text)
    if not spans:
        return text
    start, end = rng.choice(spans)
    near = int(text[start:end]) + rng.choice((-1, 1, 2))
    return _put(text, (start, end), rng.choice((str(near), str(near), rng.choice(NUMBERS))))


def _word(rng: random.Random, text: str) -> str:
    """Another word of the same file."""
    spans = _spans(WORD, text)
    if not spans:
        return text
    (start, end), (first, last) = rng.choice(spans), rng.choice(spans)
    return _put(text, (start, end), text[first:last])


def _relative(rng: random.Random, text: str) -> str:
    """A word in place of another that can stand where it stands."""
    words = {word: family for family in FAMILIES for word in family}
    pattern = re.compile(r"[A-Za-z_]\w*|[=!<>]=|[<>](?=\s)")
    spans = [span for span in _spans(pattern, text) if text[slice(*span)] in words]
    if not spans:
        return _word(rng, text)
    span = rng.choice(spans)
    return _put(text, span, rng.choice(words[text[slice(*span)]]))


def _blocks(text: str) -> list[tuple[int, int]]:
    """A line with all those below it that are indented deeper."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    depths = [len(line) - len(line.lstrip()) if line.strip() else None for line in lines]
    found = []
    for i, depth in enumerate(depths):
        if depth is None:
            continue
        end = i + 1
        while end < len(lines) and (inner := depths[end]) is not None and inner > depth:
            end += 1
        found.append((starts[i], starts[end]))
    return found


def _brackets(text: str) -> list[tuple[int, int]]:
    """Everything in brackets, with them."""
    found, opened = [], []
    for place, character in enumerate(text):
        if character in "{[(":
            opened.append(place)
        elif character in "}])" and opened:
            found.append((opened.pop(), place + 1))
    return found


def _elements(text: str) -> list[tuple[int, int]]:
    """Elements of XML."""
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for tag in re.finditer(r"<(/?)([\w-]+)[^<>]*?(/?)>", text):
        if tag[1]:
            if opened and opened[-1][0] == tag[2]:
                found.append((opened.pop()[1], tag.end()))
        elif tag[3]:
            found.append(tag.span())
        else:
            opened.append((tag[2], tag.start()))
    return found


def _attributes(text: str) -> list[tuple[int, int]]:
    return _spans(re.compile(r'(?<==")[^"]*(?=")'), text)


KINDS: tuple[Callable[[str], list[tuple[int, int]]], ...] = (
    _blocks,
    _brackets,
    _elements,
    _attributes,
)


def _parts(rng: random.Random, text: str) -> list[tuple[int, int]]:
    """All parts of one kind."""
    kinds = [found for kind in KINDS if (found := kind(text))]
    return rng.choice(kinds) if kinds else []


def _lose(rng: random.Random, text: str) -> str:
    parts = _parts(rng, text)
    return _put(text, rng.choice(parts), "") if parts else text


def _repeat(rng: random.Random, text: str) -> str:
    """A part twice; in brackets as two items."""
    parts = _parts(rng, text)
    if not parts:
        return text
    span = rng.choice(parts)
    part = text[slice(*span)]
    return _put(text, span, part + (", " if part[:1] in "{[" else "") + part)


def _exchange(rng: random.Random, text: str) -> str:
    """A part in place of another of the same kind."""
    parts = _parts(rng, text)
    return _put(text, rng.choice(parts), text[slice(*rng.choice(parts))]) if parts else text


CHANGES = (_number, _number, _word, _relative, _relative, _lose, _repeat, _exchange)

# ---- what becomes of them ----------------------------------------------------------------------


def read(changed: Mutant) -> pipeline.Loaded:
    """Read, lay out and migrate a mutant: each gives a text or a game, or says why not."""
    language = next(each for each in LANGUAGES if each.name == changed.language)
    if language.tools.format:
        report = Report()
        assert language.tools.format(changed.source(), report) is not None or report.failed
    if language.tools.migrate:
        report = Report()
        made = language.tools.migrate(changed.source(), report, changed.files())
        assert made is not None or report.failed
    name = changed.path.name
    loaded = pipeline.loads(
        changed.text, changed.language, name, path=changed.path, root=changed.root()
    )
    for each in loaded.diagnostics:
        assert render(each, loaded.sources)
    return loaded


def examined(language: str, seed: int, moves: int = MOVES) -> str:
    """How a mutant ends: refused, or as its game does after some moves in step with the oracle."""
    loaded = read(mutant(language, seed))
    if loaded.failed or loaded.game is None:
        return "refused"
    report = Report()
    players = loaded.game.least_players
    if pipeline.compile_for(loaded.game, players, {}, report) is None:
        assert report.failed
        return "not compiled"
    return lock_step(loaded.game, players, seed, moves, budget=BUDGET).status


def differences(language: str, seeds: range, moves: int = MOVES) -> Iterator[tuple[int, str]]:
    """How each mutant ends; what went wrong begins with an exclamation mark."""
    for seed in seeds:
        try:
            yield seed, examined(language, seed, moves)
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            what = f"{type(error).__name__}: {str(error)[:200]}"
            yield seed, f"! {what} ({Path(where.filename).name}:{where.lineno})"


def main() -> None:
    """Run mutants of a language and list what is wrong."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("language", choices=[each.name for each in LANGUAGES])
    asked.add_argument("--mutants", type=int, default=1000)
    asked.add_argument("--first", type=int, default=0)
    asked.add_argument("--moves", type=int, default=MOVES)
    asked.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    given = asked.parse_args()
    counts: Counter[str] = Counter()
    began = last = time.monotonic()
    seeds = range(given.first, given.first + given.mutants)
    for seed, ended in differences(given.language, seeds, given.moves):
        counts[ended if ended[0] != "!" else "!"] += 1
        if ended[0] == "!":
            print(f"{given.language} {seed}: {ended}", flush=True)
        if (took := time.monotonic() - last) > 20:
            print(f"{given.language} {seed}: slow, {took:.0f} s", flush=True)
        last = time.monotonic()
        if seed % 100 == 99:
            print(f"{seed + 1}: {dict(counts)}, {last - began:.0f} s", flush=True)
        if last - began > given.seconds:
            break
    print(f"{given.language}: {sum(counts.values())} mutants, {dict(counts)}")
    sys.exit(counts["!"] > 0)


if __name__ == "__main__":
    main()

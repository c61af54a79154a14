"""Small working games to begin with: some kinds for each language, in its folder `starter/`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from .language import Language

FOLDER = "starter"
KINDS = ("solitaire", "comparing", "shedding", "trick-taking", "bidding", "taking", "board")
"""The kinds of starters, each a folder, in the order of lists: what is written out whole comes
before what inherits most of it."""
NAME = re.compile(r"[^\W_](?:[\w '!&,.+]|-(?!-)){0,59}")
# File names that mean devices on some systems, whatever their ending.
DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{d}{n}" for d in ("com", "lpt") for n in "123456789")}
)


@dataclass(frozen=True, slots=True)
class Starter:
    """A small game: its kind, its title, the texts of its files by name (the description first)."""

    kind: str
    language: str
    title: str
    files: Mapping[str, str]

    @property
    def name(self) -> str:
        """The name of its file, without the ending."""
        return next(iter(self.files)).partition(".")[0]

    def called(self, title: str) -> dict[str, str]:
        """Its files, as those of a game with another title."""
        stem = file_name(title)
        return {
            stem + name.removeprefix(self.name): self._renamed(text, title, stem)
            for name, text in self.files.items()
        }

    def _renamed(self, text: str, title: str, stem: str) -> str:
        """A text with other names in its heading, and as values of keys, where they must not be
        read as anything else than a text."""
        for old, new in ((self.title, title), (self.name, stem)):
            heading = re.compile(rf"(?m)(?:^|(?<=^# )){re.escape(old)}$")
            value = re.compile(rf"(?m)(?<=: ){re.escape(old)}$")
            text = new.join(heading.split(text))
            text = _quoted(new).join(value.split(text))
        return text


def _quoted(text: str) -> str:
    try:
        plain = yaml.safe_load(f"key: {text}") == {"key": text}
    except yaml.YAMLError:
        plain = False
    return text if plain else "'" + text.replace("'", "''") + "'"


def file_name(title: str) -> str:
    """The name of the file of a game, without the ending: lower case with hyphens."""
    letters = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", letters.replace("'", ""))
    stem = "-".join(words) or "game"
    return f"{stem}-game" if stem in DEVICES else stem


def title_of(name: str) -> str:
    """The title of a game by its name, which may be that of its file."""
    return name if name != file_name(name) else name.replace("-", " ").title()


def starters(language: Language) -> dict[str, Starter]:
    """The starters of a language by kind."""
    folder = Path(__file__).parent / language.name / FOLDER
    return {
        kind: _read(folder / kind, kind, language.name)
        for kind in KINDS
        if (folder / kind).is_dir()
    }


def _read(folder: Path, kind: str, language: str) -> Starter:
    # Parts of a game, such as `x.layout.xml`, have two endings: the description comes first.
    paths = sorted(folder.iterdir(), key=lambda path: (path.name.count("."), path.name))
    files = {path.name: path.read_text(encoding="utf-8") for path in paths}
    words = paths[0].stem.replace("-", " ")
    written = re.search(re.escape(words), files[paths[0].name], re.IGNORECASE)
    return Starter(kind, language, written[0] if written else words.title(), files)

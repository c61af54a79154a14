"""Read a file of any type into its tree, along with the deck and the layout it refers to."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from ....diagnostics import Diagnostic, Report, Source, Span
from ...files import CHAIN_LIMIT, FILE_CHAIN, FILE_CYCLE, NO_FILE, NO_FOLDER, Files
from .. import codes
from ..write.styles import style_words
from .elements import Element, hint, parse, shown
from .rules import RulesReader
from .schema import KINDS, ROOT
from .side_files import RawSave, layout, save, scores, style
from .structure import Structure
from .tree import Deck, LayoutFile, Rules, Scores, Style, Word

ENDING = ".xml"

File = Rules | Deck | LayoutFile | RawSave | Scores | Style


@dataclass(frozen=True, slots=True)
class Read:
    """The content of a file. `broken` are the shapes of the schema with errors, including those in
    the deck that rules refer to, and `layout` if there are errors in their layout."""

    kind: str
    file: File | None
    layout: LayoutFile | None = None
    broken: frozenset[str] = frozenset()


def kind_of(source: Source) -> str:
    """The type of a file according to its root element, or "" if it is unknown."""
    # A scratch report: errors are reported when the file is read as a whole.
    root = parse(source, Report(), only_root=True)
    kind = root.attribute("type").text if root and root.name == ROOT else ""
    return kind if kind in KINDS else ""


def read(source: Source, report: Report, files: Files | None = None) -> File | None:
    """The tree of a file of any type."""
    return read_file(source, report, files).file


def read_rules(
    source: Source, report: Report, files: Files | None = None
) -> tuple[Rules, LayoutFile | None] | None:
    """The tree of a rules file, and its layout if there is one; None for other types of files."""
    found = read_file(source, report, files)
    return (found.file, found.layout) if isinstance(found.file, Rules) else None


def read_file(
    source: Source, report: Report, files: Files | None = None, trail: tuple[str, ...] = ()
) -> Read:
    """The content of a file of any type. `trail` is the chain of files, each of which refers to the
    next, that leads to this one."""
    root = parse(source, report)
    kind = kind_in(root, report) if root else ""
    if not root or not kind:
        return Read(kind, None)
    structure = Structure(report)
    structure.check(root, kind)
    broken = frozenset(structure.broken)
    if kind == "rule":
        rules, found, deep = _rules(root, source, report, files)
        return Read(kind, rules, found, broken | deep)
    if kind == "deck":
        deck, deep = _deck(root, report, files, (*trail, source.name))
        return Read(kind, deck, broken=broken | deep)
    return Read(kind, READERS[kind](root, report), broken=broken)


def kind_in(root: Element, report: Report) -> str:
    """The type of a file according to its root element; "", with a report, if it is unknown."""
    kind = root.attribute("type")
    known = ", ".join(KINDS)
    if root.name != ROOT:
        message = f"expected root element <{ROOT}>, found <{shown(root.name)}>"
        report.error(codes.NO_KIND, root.span, message, f'write <{ROOT} type="rule">')
    elif "type" not in root.attributes:
        message = f"missing attribute 'type' of <{ROOT}>: {known}"
        report.error(codes.NO_KIND, root.span, message, f'write <{ROOT} type="rule">')
    elif kind.text not in KINDS:
        message = f"unknown type of file '{shown(kind.text)}'"
        help = hint(kind.text, KINDS, report) or f"expected {known}"
        report.error(codes.NO_KIND, kind.span, message, help)
    else:
        return kind.text
    return ""


READERS: dict[str, Callable[[Element, Report], File]] = {
    "layout": layout,
    "save": save,
    "score": scores,
    "style": style,
}


# ---- rules and the files they refer to -----------------------------------------------------------


def _rules(
    root: Element, source: Source, report: Report, files: Files | None
) -> tuple[Rules, LayoutFile | None, frozenset[str]]:
    reader = RulesReader(report)
    # Missing parts have been reported; an empty element stands in for them.
    nothing = Element("", root.span, {})
    settings = root.first("settings") or nothing
    path = settings.word("layout")
    seen = _layout(path, report, files) if path.text else None
    plan = seen.file if seen and isinstance(seen.file, LayoutFile) else None
    deck, broken = _deck_of(root.first("deck") or nothing, reader, files, ())
    # Before the phases: actions may name cells of the table as destinations.
    cells, groups = reader.table(root.first("cell_groups") or nothing)
    given = (root.first("phases") or nothing).all("phase")
    phases = tuple(reader.phase(each) for each in given)
    seats = reader.words.whole(settings.word("players")) or 1
    # `players` alone creates no seats: files for one player may give any number.
    owned = any(phase.player is not None for phase in phases)
    if seats > 1 and not owned and phases:
        message = f"the game is for {seats} players, but no phase says whose turn it is"
        report.warning(codes.ONE_SEAT, settings.word("players").span, message)
    rules = Rules(
        game_name(source.name, files.folder_of(source.name) if files else ""),
        seats if owned else 1,
        path if path.text else None,
        deck,
        cells,
        groups,
        phases,
        root.span,
    )
    return rules, plan, broken | ({"layout"} if seen and seen.broken else set())


# The parts of the name of a rules file: the game, and optionally a variant.
_RULES = re.compile(r"(?P<game>.*?)[-_\s]*rules(?P<variant>[-_\s].*)?", re.IGNORECASE)


def game_name(file: str, folder: str) -> str:
    """The name of a game: that of its file without the word `rules`, or that of its folder if
    nothing is left. The name of a variant is dropped if the folder is named after the game."""
    stem = PurePosixPath(file.replace("\\", "/")).name.partition(".")[0].strip("<>")
    found = _RULES.fullmatch(stem)
    if found and not found["game"]:
        stem = folder
    elif found and (not found["variant"] or found["game"].lower() == folder.lower()):
        stem = found["game"]
    return readable(stem)


def readable(name: str) -> str:
    """A file name as a title."""
    words = re.sub(r"[-_\s]+", " ", name).strip()
    return words[:1].upper() + words[1:] if words else "Game"


def _deck(
    root: Element, report: Report, files: Files | None, trail: tuple[str, ...]
) -> tuple[Deck, frozenset[str]]:
    found = root.first("deck")
    # The structure check has reported the missing element.
    if found is None:
        return Deck("", False, (), root.span), frozenset()
    return _deck_of(found, RulesReader(report), files, trail)


def _deck_of(
    element: Element, reader: RulesReader, files: Files | None, trail: tuple[str, ...]
) -> tuple[Deck, frozenset[str]]:
    """A deck, read from another file if it has a path; the rest is then ignored."""
    path = element.word("deck_path")
    if not path.text:
        return reader.deck(element), frozenset()
    for each in element.children:
        if each.name != "deck_path" and (each.children or each.text.text):
            reader.ignored(each, "is ignored, as the deck is read from another file")
            # One warning is enough, whatever else the deck contains.
            break
    found = _named(path, "deck", reader.report, files, reader.report, trail)
    if found is None or not isinstance(found.file, Deck):
        # Marked as broken, so that every card dealt by name is not reported as unknown, too.
        return Deck("", False, (), element.span, path), frozenset({"cards"})
    return replace(found.file, path=path), found.broken


def _layout(path: Word, report: Report, files: Files | None) -> Read | None:
    # A separate report, in which a missing file can be demoted to a warning.
    scratch = Report()
    found = _named(path, "layout", scratch, files, report)
    for item in scratch.items:
        report.items.append(_milder(item, path.span))
    return found


def _milder(item: Diagnostic, at: Span) -> Diagnostic:
    """A missing layout is only a warning, since cells can be positioned without it."""
    # Only a file that does not exist: one that cannot be read stays an error.
    if item.code not in (NO_FILE.code, NO_FOLDER.code) or item.span != at:
        return item
    milder = Report()
    milder.warning(codes.NO_LAYOUT, at, f"{item.message}; cells are positioned automatically")
    return milder.items[0]


def _named(
    path: Word,
    kind: str,
    missing: Report,
    files: Files | None,
    report: Report,
    trail: tuple[str, ...] = (),
) -> Read | None:
    """The file of a type that another file refers to."""
    name = path.text
    if not name.lower().endswith(ENDING):
        message = f"'{shown(name)}' is not the name of an XML file"
        report.error(codes.NOT_XML_NAME, path.span, message)
        return None
    if files is None:
        message = f"cannot read '{shown(name)}': the text that refers to it is not a file"
        missing.error(NO_FOLDER, path.span, message)
        return None
    source = files.read(name, path.span, missing, climbing=True)
    if source is None:
        return None
    found = kind_of(source)
    # An unknown type is reported by `read_file` below.
    if found and found != kind:
        message = f"expected a file of type '{kind}', but '{shown(name)}' has type '{found}'"
        report.error(codes.WRONG_KIND, path.span, message)
        return None
    # Decks may refer to decks, so cycles and long chains have to be stopped.
    if source.name in trail:
        cycle = " -> ".join([*trail[trail.index(source.name) :], source.name])
        report.error(FILE_CYCLE, path.span, f"decks refer to each other in a cycle: {cycle}")
        return None
    if len(trail) >= CHAIN_LIMIT:
        message = f"decks refer to each other more than {CHAIN_LIMIT} deep"
        report.error(FILE_CHAIN, path.span, message)
        return None
    return read_file(source, report, files, trail)


def counted(number: int, what: str) -> str:
    """A number with a noun, in singular or plural."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def described(read: Read) -> str:
    """A short description of a file that is not a game."""
    match read.file:
        case Deck() as deck:
            return f"a deck of {counted(len(deck.cards), 'card')}"
        case LayoutFile() as plan:
            return f"a layout of {counted(len(plan.cells), 'cell')}"
        case Scores() as lists:
            return f"a list of scores for {counted(len(lists.games), 'game')}"
        case Style() as style_file:
            return style_words(style_file)
    return ""


def part(source: Source, report: Report, files: Files | None = None) -> str:
    """The description of a file that belongs to a game; "" if it is a game or a save."""
    # A file of unknown type counts as a game, so that lowering it reports the problem.
    if kind_of(source) in ("", "rule", "save"):
        return ""
    return described(read_file(source, report, files))

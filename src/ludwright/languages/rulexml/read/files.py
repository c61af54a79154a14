"""A file of Rule XML to its tree, whatever kind it is, with the deck and the layout it names."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from ....diagnostics import Diagnostic, Report, Source, Span
from ...files import CHAIN_LIMIT, FILE_CHAIN, FILE_CIRCLE, NO_FILE, NO_FOLDER, Files
from .. import codes
from ..write.styles import style_words
from .elements import Element, hint, parse, shown
from .rules import Ruling
from .schema import KINDS, ROOT
from .side_files import RawSave, layout, save, scores, style
from .structure import Structure
from .tree import Deck, LayoutFile, Rules, Scores, Style, Word

ENDING = ".xml"
# Endings of files that belong to games but are none.
PARTS = tuple(f".{kind}{ENDING}" for kind in ("layout", "deck", "save", "scores", "style"))

File = Rules | Deck | LayoutFile | RawSave | Scores | Style


@dataclass(frozen=True, slots=True)
class Read:
    """What a file holds; `broken` are the shapes of the schema with mistakes in them, also in the
    deck that rules name, and `layout` if there are any in their layout."""

    kind: str
    file: File | None
    layout: LayoutFile | None = None
    broken: frozenset[str] = frozenset()


def kind_of(source: Source) -> str:
    """The kind of file a text says it is, or nothing; whatever else is in it."""
    root = parse(source, Report(), only_root=True)
    kind = root.attribute("type").text if root and root.name == ROOT else ""
    return kind if kind in KINDS else ""


def read(source: Source, report: Report, files: Files | None = None) -> File | None:
    """What a file of any kind says."""
    return read_file(source, report, files).file


def read_rules(
    source: Source, report: Report, files: Files | None = None
) -> tuple[Rules, LayoutFile | None] | None:
    """What a rules file says, and its layout if there is one; nothing if it is no rules file."""
    found = read_file(source, report, files)
    return (found.file, found.layout) if isinstance(found.file, Rules) else None


def read_file(
    source: Source, report: Report, files: Files | None = None, trail: tuple[str, ...] = ()
) -> Read:
    """What a file of any kind says, with all that came up on the way; the trail are the files of
    which each named the next, down to this one."""
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
    """The kind of file that its root says it is; nothing if it says none, which is reported."""
    kind = root.attribute("type")
    known = ", ".join(KINDS)
    if root.name != ROOT:
        message = f"the outermost element must be <{ROOT}>, not <{shown(root.name)}>"
        report.error(codes.NO_KIND, root.span, message, f'write <{ROOT} type="rule">')
    elif "type" not in root.attributes:
        message = f"<{ROOT}> must say what the file is: {known}"
        report.error(codes.NO_KIND, root.span, message, f'write <{ROOT} type="rule">')
    elif kind.text not in KINDS:
        message = f"there is no kind of file '{shown(kind.text)}'"
        help = hint(kind.text, KINDS, report) or f"known: {known}"
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


# ---- rules and what they name --------------------------------------------------------------------


def _rules(
    root: Element, source: Source, report: Report, files: Files | None
) -> tuple[Rules, LayoutFile | None, frozenset[str]]:
    ruling = Ruling(report)
    nothing = Element("", root.span, {})
    settings = root.first("settings") or nothing
    path = settings.word("layout")
    seen = _layout(path, report, files) if path.text else None
    plan = seen.file if seen and isinstance(seen.file, LayoutFile) else None
    deck, broken = _deck_of(root.first("deck") or nothing, ruling, files, ())
    cells, groups = ruling.table(root.first("cell_groups") or nothing)
    given = (root.first("phases") or nothing).all("phase")
    phases = tuple(ruling.phase(each) for each in given)
    seats = ruling.words.whole(settings.word("players")) or 1
    owned = any(phase.player is not None for phase in phases)
    if seats > 1 and not owned and phases:
        message = f"the file is for {seats} players, but no phase says whose turn it is"
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


# What the name of a file of rules is made of: that of the game, and of a variant of it.
_RULES = re.compile(r"(?P<game>.*?)[-_\s]*rules(?P<variant>[-_\s].*)?", re.IGNORECASE)


def game_name(file: str, folder: str) -> str:
    """The name of a game, made of that of its file; of that of its folder if the file only says
    that it holds the rules, or the rules of a variant of the game that the folder is for."""
    stem = PurePosixPath(file.replace("\\", "/")).name.partition(".")[0].strip("<>")
    found = _RULES.fullmatch(stem)
    if found and not found["game"]:
        stem = folder
    elif found and (not found["variant"] or found["game"].lower() == folder.lower()):
        stem = found["game"]
    return readable(stem)


def readable(name: str) -> str:
    """A name as people write it."""
    words = re.sub(r"[-_\s]+", " ", name).strip()
    return words[:1].upper() + words[1:] if words else "Game"


def _deck(
    root: Element, report: Report, files: Files | None, trail: tuple[str, ...]
) -> tuple[Deck, frozenset[str]]:
    found = root.first("deck")
    if found is None:
        return Deck("", False, (), root.span), frozenset()
    return _deck_of(found, Ruling(report), files, trail)


def _deck_of(
    element: Element, ruling: Ruling, files: Files | None, trail: tuple[str, ...]
) -> tuple[Deck, frozenset[str]]:
    """A deck, from another file if one is named; then nothing else counts."""
    path = element.word("deck_path")
    if not path.text:
        return ruling.deck(element), frozenset()
    for each in element.children:
        if each.name != "deck_path" and (each.children or each.text.text):
            ruling.not_read(each, "is not looked at: the deck is read from its file")
            break
    found = _named(path, "deck", ruling.report, files, ruling.report, trail)
    if found is None or not isinstance(found.file, Deck):
        return Deck("", False, (), element.span, path), frozenset({"cards"})
    return replace(found.file, path=path), found.broken


def _layout(path: Word, report: Report, files: Files | None) -> Read | None:
    scratch = Report()
    found = _named(path, "layout", scratch, files, report)
    for item in scratch.items:
        report.items.append(_milder(item, path.span))
    return found


def _milder(item: Diagnostic, at: Span) -> Diagnostic:
    """A layout that is not there is no error, since the table can be laid out without it."""
    if item.code not in (NO_FILE.code, NO_FOLDER.code) or item.span != at:
        return item
    milder = Report()
    milder.warning(codes.NO_LAYOUT, at, f"{item.message}; the table is laid out by itself")
    return milder.items[0]


def _named(
    path: Word,
    kind: str,
    missing: Report,
    files: Files | None,
    report: Report,
    trail: tuple[str, ...] = (),
) -> Read | None:
    """The file of a kind that another one names."""
    name = path.text
    if not name.lower().endswith(ENDING):
        message = f"'{shown(name)}' is not the name of an XML file"
        report.error(codes.NOT_XML_NAME, path.span, message)
        return None
    if files is None:
        message = f"'{shown(name)}' can't be found: the text that names it is not in a folder"
        missing.error(NO_FOLDER, path.span, message)
        return None
    source = files.read(name, path.span, missing, climbing=True)
    if source is None:
        return None
    found = kind_of(source)
    if found and found != kind:
        message = f"'{shown(name)}' is a file of the type '{found}', no {kind}"
        report.error(codes.WRONG_KIND, path.span, message)
        return None
    if source.name in trail:
        circle = " -> ".join([*trail[trail.index(source.name) :], source.name])
        report.error(FILE_CIRCLE, path.span, f"a deck can't be read from itself: {circle}")
        return None
    if len(trail) >= CHAIN_LIMIT:
        message = f"decks name one another more than {CHAIN_LIMIT} levels deep"
        report.error(FILE_CHAIN, path.span, message)
        return None
    return read_file(source, report, files, trail)


def counted(number: int, what: str) -> str:
    """A number of things, in words."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def described(read: Read) -> str:
    """What a file that is no game is, in a few words."""
    match read.file:
        case Deck() as deck:
            return f"a deck of {counted(len(deck.cards), 'card')}"
        case LayoutFile() as plan:
            return f"a layout of {counted(len(plan.cells), 'cell')}"
        case Scores() as lists:
            return f"a list of scores of {counted(len(lists.games), 'game')}"
        case Style() as style_file:
            return style_words(style_file)
    return ""


def part(source: Source, report: Report, files: Files | None = None) -> str:
    """What a text is that belongs to a game but is none; nothing if it is a game, also one that was
    saved."""
    if kind_of(source) in ("", "rule", "save"):
        return ""
    return described(read_file(source, report, files))

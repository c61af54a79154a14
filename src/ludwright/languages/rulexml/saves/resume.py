"""Resume a save: find and read its rules file, and check the save against it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ....diagnostics import Report, Source
from ...files import NO_FILE, Files, Shelf
from .. import codes
from ..read.elements import shown
from ..read.files import ENDING, Read, kind_of, read_file, readable
from ..read.side_files import RawSave
from ..read.tree import Rules, Save
from .file import check_save, read_save

_LIBRARY = Path(__file__).parents[3] / "library"
LIBRARY = Shelf(_LIBRARY, _LIBRARY, "library/")
"""The shelf for the rules files of saves of library games."""


def read_position(
    raw: RawSave, source: Source, report: Report, files: Files | None
) -> tuple[Save | None, Read]:
    """A save, and the content of its rules file; errors are reported."""
    save = read_save(raw, source, report)
    rules = _rules_source(raw, report, files)
    found = read_file(rules, report, files) if rules else Read("", None)
    if isinstance(found.file, Rules):
        # The raw save: errors in its cells must not hide an unknown phase or cell.
        check_save(raw, found.file, report)
        if raw.game:
            found = replace(found, file=replace(found.file, name=readable(raw.game)))
    return save, found


def _rules_source(raw: RawSave, report: Report, files: Files | None) -> Source | None:
    """The rules file of a save: in its folder, in a folder above, or in the library."""
    name, span = raw.file.text.replace("\\", "/"), raw.file.span
    if not name.lower().endswith(ENDING):
        message = f"'{shown(name)}' is not the name of an XML file"
        report.error(codes.NOT_XML_NAME, span, message)
        return None
    scratch = Report()
    found = (files or Files(Source("", ""))).read(name, span, scratch, climbing=True)
    if found is None and files and name.startswith(LIBRARY.prefix):
        # The library is searched only if the file does not exist, not if it could not be read.
        missing = all(item.code == NO_FILE.code for item in scratch.items)
        found = files.read(name, span, Report(), LIBRARY) if missing else None
    if found is None:
        report.items += scratch.items
    elif kind_of(found) not in ("", "rule"):
        message = f"expected a file of type 'rule', but '{shown(name)}' has type '{kind_of(found)}'"
        report.error(codes.WRONG_KIND, span, message)
        return None
    return found

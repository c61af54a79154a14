"""Does a file hold what it must, where it must? Everything that is wrong, in one run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ....diagnostics import Code, Report, Span
from .. import codes
from .elements import Element, hint, shown
from .schema import (
    COUNT,
    FLAG,
    MAYBE_NUMBER,
    MAYBE_WHOLE,
    NONE,
    NUMBER,
    OLD,
    SHAPES,
    WHOLE,
    Attribute,
    Child,
    Shape,
)
from .tree import Word

MOST_MISTAKES = 100
ATTRIBUTES = "@"

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?([0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9})")
# Attributes of the root by which editors find a schema.
_FOR_EDITORS = re.compile(r"xmlns(:.*)?|xsi:.*")

# How a text must be written, by its kind, and how that is told.
TEXTS: dict[str, tuple[re.Pattern[str], str]] = {
    WHOLE: (_WHOLE, "a whole number of at most nine digits"),
    MAYBE_WHOLE: (re.compile(f"({_WHOLE.pattern})?"), "a whole number of at most nine digits"),
    COUNT: (re.compile(r"\+?0*[1-9][0-9]{0,8}"), "a whole number from 1"),
    NUMBER: (_NUMBER, "a number such as 12 or 7.5"),
    MAYBE_NUMBER: (re.compile(f"({_NUMBER.pattern})?"), "a number such as 90 or 22.5"),
    FLAG: (re.compile("[01]"), "0 or 1"),
}


class TooMany(Exception):
    """There are more mistakes than anybody wants to read."""


class Structure:
    """Checks elements against their shapes; `broken` are the shapes that had mistakes in them, with
    a mark behind the name where attributes were wrong."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.broken: set[str] = set()
        self.mistakes = 0

    def check(self, root: Element, kind: str) -> None:
        """Report what is wrong with a whole file of a kind."""
        try:
            for name, word in root.attributes.items():
                if name != "type" and not _FOR_EDITORS.fullmatch(name):
                    message = _no_attribute(name, root)
                    self._error(kind, codes.UNKNOWN_ATTRIBUTE, word.span, message)
            self._content(root, kind, SHAPES[kind])
        except TooMany:
            message = f"there are more than {MOST_MISTAKES} mistakes in the structure of this file"
            self.report.error(codes.TOO_LARGE, root.span, message)

    def _error(self, shape: str, code: Code, at: Span, message: str, help: str = "") -> None:
        self.broken.add(shape)
        self.mistakes += 1
        if self.mistakes > MOST_MISTAKES:
            raise TooMany
        self.report.error(code, at, message, help)

    def _element(self, element: Element, shape: str) -> None:
        self._attributes(element, shape, SHAPES[shape].attributes)
        self._content(element, shape, SHAPES[shape])

    def _attributes(self, element: Element, shape: str, known: tuple[Attribute, ...]) -> None:
        names, mark = {each.name: each for each in known}, shape + ATTRIBUTES
        for name, word in element.attributes.items():
            if name not in names and SHAPES[shape].loose:
                message = f"the attribute '{shown(name)}' of <{element.name}> is not looked at"
                self.report.warning(codes.IGNORED, word.span, message)
            elif name not in names:
                message, help = _no_attribute(name, element), hint(name, names, self.report)
                self._error(mark, codes.UNKNOWN_ATTRIBUTE, word.span, message, help)
            elif names[name].filled and not word.text:
                message = f"the attribute '{name}' of <{element.name}> is empty"
                self._error(mark, codes.NO_NAME, word.span, message)
            else:
                self._text(word, mark, names[name].text, f"'{name}' of <{element.name}>")
        for each in known:
            if each.required and each.name not in element.attributes:
                message = f"<{element.name}> needs the attribute '{each.name}'"
                help = f'write <{element.name} {each.name}="...">'
                self._error(mark, codes.NO_ATTRIBUTE, element.span, message, help)

    def _content(self, element: Element, name: str, shape: Shape) -> None:
        if shape.text != NONE:
            self._text(element.text, name, shape.text, f"<{element.name}>")
        elif element.texts and shape.loose:
            message = f"the text in <{element.name}> is not looked at"
            self.report.warning(codes.IGNORED, element.text.span, message)
        elif element.texts:
            message = f"<{element.name}> holds elements only, no text"
            self._error(name, codes.STRAY_TEXT, element.text.span, message)
        if shape.open:
            for child in element.children:
                self._element(child, shape.open)
        else:
            self._children(element, name, shape)

    def _text(self, word: Word, shape: str, kind: str, what: str) -> None:
        if kind in TEXTS and not TEXTS[kind][0].fullmatch(word.text):
            message = f"{what} must be {TEXTS[kind][1]}"
            message += f", not '{shown(word.text)}'" if word.text else ""
            self._error(shape, codes.BAD_NUMBER, word.span, message)

    def _children(self, element: Element, name: str, shape: Shape) -> None:
        order = {child.name: place for place, child in enumerate(shape.children)}
        counts: Counter[str] = Counter()
        furthest, spared = -1, False
        for each in element.children:
            if each.name not in order:
                last = each is element.children[-1] and shape.spare and not spared
                spared = spared or last
                self._stranger(each, element, name, shape, shape.loose or last)
                continue
            child = shape.children[order[each.name]]
            counts[each.name] += 1
            if child.most is not None and counts[each.name] > child.most:
                message = f"<{each.name}> stands in <{element.name}> only once"
                self._error(name, codes.REPEATED, each.span, message)
            elif shape.ordered and order[each.name] < furthest:
                message = f"<{each.name}> comes before <{shape.children[furthest].name}>"
                help = "the order is " + ", ".join(child.name for child in shape.children)
                self._error(name, codes.MISPLACED, each.span, message, help)
            furthest = max(furthest, order[each.name])
            self._element(each, child.shape)
        for child in shape.children:
            if counts[child.name] < child.least:
                self._missing(element, name, child)

    def _missing(self, element: Element, shape: str, child: Child) -> None:
        message = f"<{element.name}> needs an element <{child.name}>"
        self._error(shape, codes.NO_ELEMENT, element.span, message)

    def _stranger(
        self, found: Element, parent: Element, name: str, shape: Shape, let: bool
    ) -> None:
        called = shown(found.name)
        if (name, found.name) in OLD:
            message = f"<{called}> is a name of earlier days"
            self._error(name, codes.OBSOLETE, found.span, message, OLD[name, found.name].help)
            self._element(found, OLD[name, found.name].shape)
        elif let:
            message = f"<{called}> is not known in <{parent.name}> and not looked at"
            self.report.warning(codes.IGNORED, found.span, message)
        else:
            known = [child.name for child in shape.children]
            message = f"there is no <{called}> in <{parent.name}>"
            help = hint(called, known, self.report) or next(_homes(found.name, known), "")
            self._error(name, codes.UNKNOWN_ELEMENT, found.span, message, help)


def _no_attribute(name: str, element: Element) -> str:
    return f"<{element.name}> has no attribute '{shown(name)}'"


def _homes(name: str, known: list[str]) -> Iterator[str]:
    """Where an element that is unknown here belongs; else, what may stand here."""
    parents = {
        child.name
        for shape in SHAPES.values()
        for child in shape.children
        if any(inner.name == name for inner in SHAPES[child.shape].children)
    }
    if parents:
        yield "it belongs in " + " or ".join(f"<{parent}>" for parent in sorted(parents))
    if known:
        yield f"known here: {', '.join(known)}"

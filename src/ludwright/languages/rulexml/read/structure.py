"""Check the structure of a file against the schema, reporting all errors in one run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from ....diagnostics import Code, Report, Span, closest
from .. import codes
from .elements import MOST_HINTS, Element, hint, shown
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
# Attributes of the root that refer editors to a schema.
_FOR_EDITORS = re.compile(r"xmlns(:.*)?|xsi:.*")

# The pattern of each type of text, and its description for messages.
TEXTS: dict[str, tuple[re.Pattern[str], str]] = {
    WHOLE: (_WHOLE, "a whole number of at most nine digits"),
    MAYBE_WHOLE: (re.compile(f"({_WHOLE.pattern})?"), "a whole number of at most nine digits"),
    COUNT: (re.compile(r"\+?0*[1-9][0-9]{0,8}"), "a positive whole number"),
    NUMBER: (_NUMBER, "a number such as 12 or 7.5"),
    MAYBE_NUMBER: (re.compile(f"({_NUMBER.pattern})?"), "a number such as 90 or 22.5"),
    FLAG: (re.compile("[01]"), "0 or 1"),
}


class TooMany(Exception):
    """The limit on the number of errors is reached."""


class Structure:
    """Checks elements against their shapes; `broken` are the shapes with errors, with ATTRIBUTES
    appended for errors in attributes."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.broken: set[str] = set()
        self.mistakes = 0

    def check(self, root: Element, kind: str) -> None:
        """Check a whole file of a type."""
        try:
            for name, word in root.attributes.items():
                if name != "type" and not _FOR_EDITORS.fullmatch(name):
                    message = _unknown_attribute(name, root)
                    help = hint(name, ("type",), self.report) or "the only attribute is 'type'"
                    self._error(kind, codes.UNKNOWN_ATTRIBUTE, word.span, message, help)
            self._content(root, kind, SHAPES[kind])
        except TooMany:
            message = f"more than {MOST_MISTAKES} errors in the structure of this file"
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
        # Marked apart from errors in the content: only these may hide the name of a cell or phase.
        names, mark = {each.name: each for each in known}, shape + ATTRIBUTES
        before = self.mistakes
        for name, word in element.attributes.items():
            if name not in names and SHAPES[shape].loose:
                message = f"attribute '{shown(name)}' of <{element.name}> is ignored"
                self.report.warning(codes.IGNORED, word.span, message)
            elif name not in names:
                message = _unknown_attribute(name, element)
                help = hint(name, names, self.report) or _expected(names)
                self._error(mark, codes.UNKNOWN_ATTRIBUTE, word.span, message, help)
            elif names[name].filled and not word.text:
                message = f"attribute '{name}' of <{element.name}> is empty"
                self._error(mark, codes.NO_NAME, word.span, message)
            else:
                self._text(word, mark, names[name].text, f"'{name}' of <{element.name}>")
        # An unknown attribute is most likely the misspelt required one, so only one is reported.
        for each in known if self.mistakes == before else ():
            if each.required and each.name not in element.attributes:
                message = f"missing attribute '{each.name}' of <{element.name}>"
                help = f'write <{element.name} {each.name}="...">'
                self._error(mark, codes.NO_ATTRIBUTE, element.span, message, help)

    def _content(self, element: Element, name: str, shape: Shape) -> None:
        if shape.text != NONE:
            self._text(element.text, name, shape.text, f"<{element.name}>")
        elif element.texts and shape.loose:
            message = f"text in <{element.name}> is ignored"
            self.report.warning(codes.IGNORED, element.text.span, message)
        elif element.texts:
            message = f"unexpected text in <{element.name}>; expected elements only"
            self._error(name, codes.STRAY_TEXT, element.text.span, message)
        if shape.open:
            for child in element.children:
                self._element(child, shape.open)
        else:
            self._children(element, name, shape)

    def _text(self, word: Word, shape: str, kind: str, what: str) -> None:
        if kind in TEXTS and not TEXTS[kind][0].fullmatch(word.text):
            message = f"expected {TEXTS[kind][1]} for {what}"
            message += f", found '{shown(word.text)}'" if word.text else ""
            self._error(shape, codes.BAD_NUMBER, word.span, message)

    def _children(self, element: Element, name: str, shape: Shape) -> None:
        order = {child.name: place for place, child in enumerate(shape.children)}
        counts: Counter[str] = Counter()
        # `furthest` never decreases, so one misplaced element is one error.
        furthest, spared = -1, False
        for each in element.children:
            if each.name not in order:
                last = each is element.children[-1] and shape.spare and not spared
                spared = spared or last
                meant = self._unknown(each, element, name, shape, shape.loose or last)
                counts[meant] += 1
                continue
            child = shape.children[order[each.name]]
            counts[each.name] += 1
            if child.most is not None and counts[each.name] > child.most:
                message = f"duplicate <{each.name}> in <{element.name}>"
                self._error(name, codes.REPEATED, each.span, message)
            elif shape.ordered and order[each.name] < furthest:
                message = f"<{each.name}> must come before <{shape.children[furthest].name}>"
                help = "the order is " + ", ".join(child.name for child in shape.children)
                self._error(name, codes.MISPLACED, each.span, message, help)
            furthest = max(furthest, order[each.name])
            # Also if it is duplicate or misplaced: one run reports all errors.
            self._element(each, child.shape)
        for child in shape.children:
            if counts[child.name] < child.least:
                self._missing(element, name, child)

    def _missing(self, element: Element, shape: str, child: Child) -> None:
        message = f"missing element <{child.name}> in <{element.name}>"
        self._error(shape, codes.NO_ELEMENT, element.span, message)

    def _unknown(
        self, found: Element, parent: Element, name: str, shape: Shape, ignored: bool
    ) -> str:
        """Report an unknown element; the result is the child that was probably meant, or "".

        A misspelt element is checked as the one that was meant, which then is not missing.
        """
        called = shown(found.name)
        if (name, found.name) in OLD:
            message = f"obsolete element <{called}>"
            self._error(name, codes.OBSOLETE, found.span, message, OLD[name, found.name].help)
            self._element(found, OLD[name, found.name].shape)
            return ""
        # Where unknown elements are allowed, only a required one is assumed to be misspelt.
        meant = self._meant(found, parent, shape, required=ignored)
        if ignored and meant is None:
            message = f"unknown element <{called}> in <{parent.name}> is ignored"
            self.report.warning(codes.IGNORED, found.span, message)
            return ""
        known = [child.name for child in shape.children]
        message = f"unknown element <{called}> in <{parent.name}>"
        help = hint(called, known, self.report) or next(_homes(found.name, known), "")
        self._error(name, codes.UNKNOWN_ELEMENT, found.span, message, help)
        if meant is None:
            return ""
        self._element(found, meant.shape)
        return meant.name

    def _meant(self, found: Element, parent: Element, shape: Shape, required: bool) -> Child | None:
        """The child that a misspelt element was meant to be: a close one that is still allowed."""
        # The search for close names is slow, and a file this broken gains nothing from it.
        if len(self.report.items) >= MOST_HINTS:
            return None
        free = {
            child.name: child
            for child in shape.children
            if (child.least or not required) and (child.most is None or not parent.all(child.name))
        }
        close = closest(shown(found.name), free)
        return free[close[0]] if close else None


def _unknown_attribute(name: str, element: Element) -> str:
    return f"unknown attribute '{shown(name)}' of <{element.name}>"


def _expected(names: Iterable[str]) -> str:
    known = ", ".join(f"'{name}'" for name in names)
    return f"expected {known}" if known else "the element has no attributes"


def _homes(name: str, known: list[str]) -> Iterator[str]:
    """The parents of an element that is unknown here; then the children that are known here."""
    parents = {
        child.name
        for shape in SHAPES.values()
        for child in shape.children
        if any(inner.name == name for inner in SHAPES[child.shape].children)
    }
    if parents:
        yield "it belongs in " + " or ".join(f"<{parent}>" for parent in sorted(parents))
    if known:
        yield f"expected {', '.join(known)}"

"""Links in Markdown: rewritten for the site, and checked before any HTML is made."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping

from pymdownx.slugs import slugify

FENCE = re.compile(r"^( *)(`{3,}|~{3,})[^\n]*\n.*?^\1\2`*[ \t]*$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
LINK = re.compile(r"(?<=\]\()([^()\s]+)(?=(?: \"[^\"]*\")?\))")
HEADING = re.compile(r"^#{1,6} +(.+?)(?: *\{ *#([\w.-]+)[^}]*\})?(?: +#+)? *$", re.MULTILINE)
ANCHOR = re.compile(r"<\w+ [^>]*\b(?:id|name)=\"([^\"]+)\"")
EXTERNAL = re.compile(r"[a-z][a-z0-9+.-]*:|//")
MARKS = re.compile(r"[`*]|!?\[|\]\([^)]*\)|</?\w+[^>]*>")

slug = slugify(case="lower")


def prose(text: str) -> Iterator[tuple[str, bool]]:
    """The parts of a page in order, and whether each is prose: fences and code are not."""
    at = 0
    for found in sorted((*FENCE.finditer(text),), key=lambda match: match.start()):
        yield from _without_code(text[at : found.start()])
        yield found[0], False
        at = found.end()
    yield from _without_code(text[at:])


def _without_code(text: str) -> Iterator[tuple[str, bool]]:
    at = 0
    for found in CODE.finditer(text):
        yield text[at : found.start()], True
        yield found[0], False
        at = found.end()
    yield text[at:], True


def with_links(text: str, change: Callable[[str], str]) -> str:
    """A page with each internal link changed."""

    def changed(found: re.Match[str]) -> str:
        return found[0] if EXTERNAL.match(found[0]) else change(found[0])

    return "".join(LINK.sub(changed, part) if is_prose else part for part, is_prose in prose(text))


def links(text: str) -> Iterator[str]:
    """The internal links of a page."""
    for part, is_prose in prose(text):
        if is_prose:
            yield from (each for each in LINK.findall(part) if not EXTERNAL.match(each))


def anchors(text: str) -> set[str]:
    """The names in a page that links may lead to."""
    outside = FENCE.sub("", text)
    found = set(ANCHOR.findall(outside))
    for heading, given in HEADING.findall(outside):
        name = first = given or slug(MARKS.sub("", heading), "-")
        number = 0
        while name in found and not given:
            number += 1
            name = f"{first}_{number}"
        found.add(name)
    return found


def relative(target: str, page: str) -> str:
    """A path of the site as a link in a page."""
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def broken(pages: Mapping[str, str], files: set[str]) -> list[str]:
    """The links of pages that lead nowhere; `files` are the others that are there."""
    names = {page: anchors(text) for page, text in pages.items()}
    found = []
    for page, text in pages.items():
        for link in links(text):
            path, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path))
            target = target if path else page
            if target not in files and target not in names:
                found.append(f"{page}: {link} leads to no page")
            elif anchor and anchor not in names.get(target, ()):
                found.append(f"{page}: {link} leads to no heading")
    return [*dict.fromkeys(found)]

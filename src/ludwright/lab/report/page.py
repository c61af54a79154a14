"""The page of a report: one HTML file without scripts, and without anything from outside."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ...markup import html as h
from ..definition import Measure
from ..estimates import Estimate
from ..measures import MEASURES
from .figures import figures_of
from .gather import Section, Setting
from .plots import MISSING, available
from .style import STYLE
from .words import estimated, interval, unit_of

GENERATOR = "Ludwright report"
# Sources of measures whose parts are what is never used.
COVERAGE = frozenset({"coverage", "options", "cards"})
# No network and no script, whatever a description may contain.
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


@dataclass(frozen=True, slots=True)
class About:
    """How a report was made: its command, and what else the same report needs."""

    command: str
    setting: Setting
    versions: tuple[tuple[str, str], ...]


def page(sections: Sequence[Section], about: About) -> str:
    """The whole page."""
    title = (
        "Report on " + " and ".join(_titles(sections))
        if len(sections) < 3
        else (f"Report on {len(sections)} games")
    )
    head = "".join(
        [
            '<meta charset="utf-8"/>',
            '<meta name="viewport" content="width=device-width,initial-scale=1"/>',
            f'<meta name="generator" content="{GENERATOR}"/>',
            f'<meta http-equiv="Content-Security-Policy" content="{h.text(POLICY)}"/>',
            h.tag("title", h.text(title)),
            h.tag("style", STYLE),
        ]
    )
    body = "\n".join(_body(title, sections, about))
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _titles(sections: Sequence[Section]) -> list[str]:
    return [section.program.name for section in sections]


def _body(title: str, sections: Sequence[Section], about: About) -> Iterator[str]:
    yield h.tag("h1", h.text(title))
    yield h.tag("p", h.text(_summary(about.setting)), class_="soft")
    if not available():
        yield h.tag("p", h.text(MISSING), class_="soft")
    if len(sections) > 1:
        yield _contents(sections)
        yield h.tag("h2", "Comparison", id="comparison")
        yield from _comparison(sections)
    for number, section in enumerate(sections):
        yield from _section(number, section)
    yield h.tag("h2", "Method", id="method")
    yield from _method(sections, about)
    yield h.tag("h2", "Measures", id="measures")
    yield from _definitions(sections)


def _summary(at: Setting) -> str:
    who = f"the bot {at.bot} in all seats"
    if at.against and at.against != at.bot:
        who = f"the bot {at.bot} in the first seat, {at.against} in the others"
    return f"{at.games:,} games each, with {who}; seed {at.seed}. Intervals are of 95 %."


def _contents(sections: Sequence[Section]) -> str:
    links = [("comparison", "Comparison")]
    links += [(f"game-{i + 1}", each.program.name) for i, each in enumerate(sections)]
    links += [("method", "Method"), ("measures", "Measures")]
    items = (h.tag("li", h.tag("a", h.text(text), href=f"#{at}")) for at, text in links)
    return h.tag("nav", h.tag("ul", "".join(items)))


def _wide(table: str) -> str:
    return h.tag("div", table, class_="wide")


# ---- games ---------------------------------------------------------------------------------------


def _comparison(sections: Sequence[Section]) -> Iterator[str]:
    rows = (
        (
            _titled(each),
            *(estimated(each, section.measures.get(each.name)) for section in sections),
        )
        for each in _measured(sections)
    )
    yield _wide(h.table(("measure", *_titles(sections)), rows))


def _titled(each: Measure) -> str:
    unit = unit_of(each)
    return f"{each.title} ({unit})" if unit else each.title


def _measured(sections: Iterable[Section]) -> list[Measure]:
    """The measures that were asked for, in the order of their table."""
    asked = {name for section in sections for name in section.measures}
    return [each for each in MEASURES.values() if each.name in asked]


def _section(number: int, section: Section) -> Iterator[str]:
    program = section.program
    yield h.tag("h2", h.text(program.name), id=f"game-{number + 1}")
    facts = [section.called, f"{program.seats} {'player' if program.seats == 1 else 'players'}"]
    facts += [f"{name} = {json.dumps(value)}" for name, value in program.options.items()]
    facts.append(f"digest {program.sources or program.digest}")
    yield h.tag("p", h.text("; ".join(facts)), class_="soft")
    figures = figures_of(section)
    yield h.tag("div", "\n".join(each.markup() for each in figures), class_="figures")
    for each in figures:
        if each.table:
            given = {} if each.svg else {"open": ""}  # without plots, tables are all there is
            summary = h.tag("summary", h.text(each.title))
            yield h.tag("details", summary + _wide(each.table), **given)
    yield from _measures(section)
    yield from _parts(section)
    yield from _coverage(section)
    yield from _levels(section)


def _measures(section: Section) -> Iterator[str]:
    yield h.tag("h3", "Measures")
    rows = []
    for each in _measured([section]):
        found = section.measures[each.name]
        ends = interval(each, found)
        count = f"{found.count:,}" if found.value is not None else ""
        unit = unit_of(each) if found.value is not None else ""
        rows.append((each.title, estimated(each, found, short=True), ends, unit, count))
    head = ("measure", "value", "95 % interval", "unit", "from")
    yield _wide(h.table(head, rows))


def _parts(section: Section) -> Iterator[str]:
    """What measures consist of: seats, levels and so on."""
    for each in _measured([section]):
        parts = section.measures[each.name].parts
        if parts and None not in dict(parts).values():
            rows = (
                (name, estimated(each, Estimate(value, None, None, 0))) for name, value in parts
            )
            table = h.table((each.title.lower(), _titled(each)), rows)
            summary = h.tag("summary", h.text(f"{each.title}: {len(parts)} parts"))
            yield h.tag("details", summary + _wide(table))


def _coverage(section: Section) -> Iterator[str]:
    """What is never used: such parts have names, and no values."""
    asked = [each for each in _measured([section]) if each.source in COVERAGE]
    if not asked:
        return
    yield h.tag("h3", "Coverage")
    for each in asked:
        found = section.measures[each.name]
        yield h.tag("p", h.text(f"{_titled(each)}: {estimated(each, found)}"))
        if found.parts and None in dict(found.parts).values():
            yield h.tag("ul", "".join(h.tag("li", h.text(name)) for name, _ in found.parts))


def _levels(section: Section) -> Iterator[str]:
    if section.levels is None:
        return
    yield h.tag("h3", "Levels")
    yield h.tag("p", h.text(section.ladder), class_="soft")
    if section.levels:
        rows = (
            (
                f"{step['first']} against {step['second']}",
                f"{step['difference']:+.3f}",
                f"{step['ci95'][0]:+.3f} to {step['ci95'][1]:+.3f}",
                f"{100 * step['share']:.1f} %",
                f"{step['deals']:,}",
                "yes" if step["certain"] else "no",
            )
            for step in section.levels
        )
        head = ("step", "utility a game", "95 % interval", "won by the first", "deals", "differ")
        yield _wide(h.table(head, rows))


# ---- how it was made -----------------------------------------------------------------------------


def _method(sections: Sequence[Section], about: About) -> Iterator[str]:
    at = about.setting
    yield h.tag("p", "The same report is made, byte for byte, by")
    yield h.tag("p", h.tag("code", h.text(about.command)))
    cut = f"{at.most:,}"
    said = (
        f"Game number g of a batch, from 0 to {at.games - 1:,}, has the seed mix({at.seed}, g); "
        f"a game is cut off after {cut} decisions or turns. The interval of a share is Wilson's, "
        "that of a mean Student's, others are named at their measure. They hold for one measure "
        "at a time, not for all of them together."
    )
    yield h.tag("p", h.text(said))
    if any(section.along for section in sections):
        yield h.tag("p", "Options along a game are those of the first games of the batch.")
    rows = [
        *about.versions,
        *((f"digest of {each.called}", each.program.sources) for each in sections),
    ]
    yield _wide(h.table(("made with", ""), rows))


def _definitions(sections: Sequence[Section]) -> Iterator[str]:
    parts = []
    for each in _measured(sections):
        reference = f" Reference: {each.reference}." if each.reference else ""
        name = h.tag("code", h.text(each.name))  # as commands know it
        parts.append(h.tag("dt", f"{h.text(_titled(each))} {name}"))
        parts.append(
            h.tag("dd", h.text(f"{each.definition}{reference} Interval: {each.interval}."))
        )
    yield h.tag("dl", "\n".join(parts))

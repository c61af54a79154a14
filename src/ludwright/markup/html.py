"""HTML: escaped texts, tables, and pictures inside the page.

Whatever comes from a description gets into markup through `text` or `attribute` alone.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape


def printable(words: str) -> str:
    """A text without control characters, marks that change its direction, and what is no text."""
    return "".join(letter if letter.isprintable() else " " for letter in words)


def text(words: object) -> str:
    """A text as markup."""
    return escape(printable(str(words)))


def tag(name: str, content: str = "", /, **attributes: str) -> str:
    """An element around markup; `class_` stands for `class`."""
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{text(value)}"' for key, value in attributes.items()
    )
    return f"<{name}{given}>{content}</{name}>"


def table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """A table of texts; the first of each row is its heading."""
    lines = [
        tag("tr", "".join(tag("th", text(each), scope="col") for each in head)),
    ]
    body = [
        tag(
            "tr",
            tag("th", text(row[0]), scope="row") + "".join(tag("td", text(v)) for v in row[1:]),
        )
        for row in rows
    ]
    titled = tag("caption", text(caption)) if caption else ""
    return tag(
        "table",
        titled + tag("thead", "\n".join(lines)) + tag("tbody", "\n" + "\n".join(body) + "\n"),
    )


def items(texts: Iterable[object]) -> str:
    """A numbered list of texts."""
    return tag("ol", "".join(tag("li", text(each)) for each in texts))


def image(svg: str, alt: str, width: int) -> str:
    """A picture inside the page: as a file of its own, its names meet no others, and no script in
    it would run."""
    data = b64encode(svg.encode()).decode()
    return (
        f'<img src="data:image/svg+xml;base64,{data}" alt="{text(alt)}" width="{width}" '
        'style="max-width:100%;height:auto"/>'
    )

"""Execute docs/tour.ipynb and write it with its outputs.

python docs/notebook.py     no Jupyter is needed: cells are plain Python
"""

from __future__ import annotations

import ast
import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

TOUR = Path(__file__).parent / "tour.ipynb"
Cell = dict[str, Any]


def read(path: Path = TOUR) -> dict[str, Any]:
    """A notebook as it is in its file."""
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """A notebook with the outputs of its code cells, run one after the other."""
    names: dict[str, Any] = {"__name__": "__main__"}
    numbers = iter(range(1, len(notebook["cells"]) + 1))
    cells = [
        _executed(cell, next(numbers), names) if cell["cell_type"] == "code" else cell
        for cell in notebook["cells"]
    ]
    return notebook | {"cells": cells}


def text_of(notebook: dict[str, Any]) -> str:
    """A notebook as the text of its file."""
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _executed(cell: Cell, number: int, names: dict[str, Any]) -> Cell:
    body = ast.parse("".join(cell["source"]), f"cell {number}")
    shown = None
    # The value of a last line that is an expression is the cell's result.
    if body.body and isinstance(body.body[-1], ast.Expr):
        shown = ast.Expression(body.body.pop().value)  # type: ignore[attr-defined]
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(body, f"cell {number}", "exec"), names)
        value = eval(compile(shown, f"cell {number}", "eval"), names) if shown else None
    outputs = [*_printed(printed.getvalue()), *_result(value, number)]
    return cell | {"execution_count": number, "outputs": outputs}


def _printed(text: str) -> Iterator[Cell]:
    if text:
        yield {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}


def _result(value: Any, number: int) -> Iterator[Cell]:
    if value is None:
        return
    if hasattr(value, "_repr_html_"):
        # Its plain text may have times in it, which differ from run to run.
        data = {"text/html": value._repr_html_().splitlines(keepends=True)}
    else:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
    yield {
        "data": data,
        "execution_count": number,
        "metadata": {},
        "output_type": "execute_result",
    }


if __name__ == "__main__":
    TOUR.write_text(text_of(executed(read())), "utf-8")

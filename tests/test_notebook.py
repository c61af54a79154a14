"""The notebook of the docs runs and is up to date; the citation is valid."""

from __future__ import annotations

import base64
import re
import runpy
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml

import ludwright as lw

ROOT = Path(__file__).parent.parent
NOTEBOOK = runpy.run_path(str(ROOT / "docs" / "notebook.py"))


@pytest.fixture(scope="module")
def tour() -> dict:
    return NOTEBOOK["read"]()


def test_the_notebook_has_the_outputs_that_its_cells_give(tour: dict) -> None:
    again = NOTEBOOK["executed"](tour)
    for cell, run in zip(tour["cells"], again["cells"], strict=True):
        assert cell == run, f"{cell['id']} differs; run: python docs/notebook.py"
    assert NOTEBOOK["text_of"](again) == NOTEBOOK["TOUR"].read_text("utf-8")


def test_the_notebook_is_one_that_jupyter_opens(tour: dict) -> None:
    assert (tour["nbformat"], tour["nbformat_minor"]) == (4, 5)
    ids = [cell["id"] for cell in tour["cells"]]
    assert len(set(ids)) == len(ids)
    for cell in tour["cells"]:
        assert cell["cell_type"] in ("code", "markdown")
        assert set(cell) - {"outputs", "execution_count"} == {
            *("cell_type", "id", "metadata", "source")
        }


def test_the_notebook_names_no_folder_and_holds_whole_pictures(tour: dict) -> None:
    whole = NOTEBOOK["TOUR"].read_text("utf-8")
    assert not re.search(r"/home/|/tmp/|/work/|/usr/|\.py\"", whole)
    pictures = re.findall(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", whole)
    assert len(pictures) >= 6
    for each in pictures:
        ElementTree.fromstring(base64.b64decode(each))


def test_the_citation_is_that_of_this_version() -> None:
    found = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    # What version 1.2.0 of the format requires, and its names for the rest.
    assert found["cff-version"] == "1.2.0" and found["type"] == "software"
    assert found["message"] and found["title"] == "Ludwright"
    assert [{"name": each["name"]} for each in project["authors"]] == found["authors"]
    assert found["version"] == project["version"] == lw.__version__
    assert found["license"] == project["license"] == "MIT"
    assert found["keywords"] == project["keywords"]
    assert found["abstract"] == project["description"]
    optional = {"type", "abstract", "version", "license", "keywords"}
    assert set(found) - optional == {"cff-version", "message", "title", "authors"}

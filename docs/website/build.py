"""Gathers the pages, and lets Zensical make the site of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from . import html_links, markdown_links
from .gather import gather
from .navigation import navigation
from .places import ROOT

BUILD = ROOT / "build"
SETTINGS = ROOT / "mkdocs.yml"
PAGES, SITE, CONFIG = "pages", "site", "mkdocs.yml"
# The generator colours its warnings; what it warns of, links, is checked here.
GENERATE = "from website import lexers; lexers.register(); import sys, zensical; "
GENERATE += "zensical.build(sys.argv[1], {'clean': True, 'strict': False})"


def gathered(folder: Path) -> list[str]:
    """Gather the pages in a folder and write the configuration beside them; returns what is wrong
    with their links."""
    found = gather()
    shutil.rmtree(folder / PAGES, ignore_errors=True)
    found.write(folder / PAGES)
    settings = os.path.relpath(SETTINGS, folder)
    config = {
        "INHERIT": settings,
        "docs_dir": PAGES,
        "site_dir": SITE,
        "nav": navigation(found.texts),
    }
    text = yaml.safe_dump(config, sort_keys=False, allow_unicode=True, width=1000)
    (folder / CONFIG).write_text(text, "utf-8")
    return markdown_links.broken(found.texts, set(found.files))


def built(folder: Path) -> list[str]:
    """Build the site in a folder; returns the links that are broken."""
    problems = gathered(folder)
    shutil.rmtree(folder / SITE, ignore_errors=True)
    docs = Path(__file__).parents[1]
    paths = [str(docs), str(ROOT / "src"), *filter(None, [os.environ.get("PYTHONPATH")])]
    ended = subprocess.run(
        [sys.executable, "-c", GENERATE, str(folder / CONFIG)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
    )
    shutil.rmtree(folder / ".cache", ignore_errors=True)
    if ended.returncode:
        return [*problems, f"the generator failed: {ended.stderr.strip()[-2000:]}"]
    return [*problems, *html_links.broken(folder / SITE)]

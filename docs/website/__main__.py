"""Build the site: PYTHONPATH=docs python -m website [--pages]; --pages only gathers its pages."""

from __future__ import annotations

import argparse
import sys

from . import build


def main() -> None:
    """Build the site, and exit with 1 if a link in it is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", action="store_true", help="gather the pages only")
    asked = parser.parse_args()
    problems = build.gathered(build.BUILD) if asked.pages else build.built(build.BUILD)
    for problem in problems:
        print(f"error: {problem}", file=sys.stderr)
    if problems:
        raise SystemExit(1)
    where = build.BUILD / ("pages" if asked.pages else "site")
    print(f"{where.relative_to(build.ROOT)}: no broken links")
    if not asked.pages:
        print(
            f"Open it, or for the search: python -m http.server -d {where.relative_to(build.ROOT)}"
        )


if __name__ == "__main__":
    main()

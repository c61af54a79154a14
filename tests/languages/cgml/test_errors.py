"""Every mistake is reported at its line, and nothing else; the Markdown files hold the cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.diagnostics import CODES
from tools.mdtest import Case, cases, problems

HERE = Path(__file__).parent
CASES = cases([*sorted(HERE.glob("*.md")), HERE / "older" / "refused.md"], ["cgml"])


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_reported(case: Case) -> None:
    assert problems(case) == []


def test_every_code_has_a_case() -> None:
    tested = {expected.code for case in CASES for expected in case.expected}
    # These need files too large for a page; test_limits.py has them.
    large = {"YM103", "YM104", "CG407"}
    # This one is raised by fmt and migrate only; test_migrate.py has it.
    written = {"CG110"}
    assert tested | large | written == {code for code in CODES if code.startswith(("CG", "YM"))}

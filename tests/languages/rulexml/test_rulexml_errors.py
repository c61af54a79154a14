"""Every mistake is reported at its line, and nothing else; the Markdown files hold the cases."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright as lw
from ludwright.diagnostics import CODES
from ludwright.languages.rulexml import codes
from tools.mdtest import Case, cases, problems

CASES = cases(sorted(Path(__file__).parent.glob("*.md")), ["rulexml"])
# Cases that need more than one file, or too long ones, are in the tests named here.
ELSEWHERE = {
    codes.TOO_LARGE.code: "test_rulexml_hostile.py",
    codes.CELL_NOT_PLACED.code: "test_rulexml_files.py",
    codes.UNKNOWN_PLACED.code: "test_rulexml_files.py",
    codes.CARD_NOT_SHOWN.code: "test_rulexml_files.py",
    codes.UNKNOWN_SHOWN.code: "test_rulexml_files.py",
    codes.WRONG_KIND.code: "test_rulexml_files.py",
}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_is_reported(case: Case) -> None:
    assert problems(case) == []


def test_every_code_of_reading_has_a_case() -> None:
    tested = {expected.code for case in CASES for expected in case.expected} | set(ELSEWHERE)
    declared = {code for code in CODES if code.startswith(("RX1", "RX2", "RX3", "RX40"))}
    assert declared <= tested


@pytest.mark.parametrize(("code", "file"), ELSEWHERE.items())
def test_the_other_cases_are_where_they_are_said_to_be(code: str, file: str) -> None:
    assert code in (Path(__file__).parent / file).read_text(encoding="utf-8")


def test_no_name_of_a_code_is_given_twice() -> None:
    lines = Path(codes.__file__).read_text(encoding="utf-8").splitlines()
    names = [line.partition(" =")[0] for line in lines if line.endswith("= declare(")]
    assert names and len(names) == len(set(names))


# The last rule is never reached, there are no points, and all cards of a shuffled deck are dealt.
ODD = """\
<data type="rule">
  <settings><players>1</players><layout/></settings>
  <deck><shuffle>y</shuffle><card><name>A</name></card><card><name>B</name></card></deck>
  <cell_groups><group category="all">
    <cell name="x"><init_cards><card>Rd,U</card></init_cards></cell>
    <cell name="y"><init_cards><card>Rd,U</card></init_cards></cell>
  </group></cell_groups>
  <phases>
    <phase name="go">
      <phase_type>manual</phase_type>
      <valid_donors><category>all</category></valid_donors>
      <rules>
        <rule category="all">
          <validation><receiver/></validation>
          <action><mover_dest/><next_phase phase="go"/></action>
        </rule>
        <rule category="x">
          <validation><receiver/></validation>
          <action><next_phase phase="go"/></action>
        </rule>
      </rules>
    </phase>
  </phases>
</data>
"""


def test_lints_are_only_about_what_is_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "odd.xml").write_text(ODD)
    assert [found.code for found in lw.check(tmp_path / "odd.xml")] == ["CK201", "RX309"]


def test_what_is_expected_names_numbers_too(tmp_path: Path) -> None:
    tests = "<receiver><num_cards>few</num_cards><value>x</value></receiver>"
    acts = "<mover_dest><num_cards>all</num_cards><rotation>r</rotation></mover_dest>"
    text = ODD.replace("<receiver/>", tests, 1).replace("<mover_dest/>", acts)
    (tmp_path / "odd.xml").write_text(
        text.replace('phase="go"/>', 'phase="go">one</next_phase>', 1)
    )
    helps = [found.help for found in lw.check(tmp_path / "odd.xml") if found.code == "RX210"]
    assert helps == [
        "expected *, a whole number",
        "expected l, g, a whole number",
        "expected *, h, d, t, b, r, north, northeast, east, southeast, south, southwest, west,"
        " northwest, none, a whole number",
        "expected *, a number of degrees",
        "expected a whole number",
    ]

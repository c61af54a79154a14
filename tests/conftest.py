"""Which cases of a test `make test` runs: of one that is marked `quick(n)`, n spread over all; of
Hypothesis' examples a few. At the end, what could not be tested here."""

from __future__ import annotations

import gc
import signal
from collections import Counter, defaultdict

import pytest
from hypothesis import settings

# The same examples on every machine: what fails here fails there.
settings.register_profile("deep", derandomize=True, max_examples=100)
settings.register_profile("quick", derandomize=True, max_examples=30)


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("quick" if config.option.markexpr == "not deep" else "deep")
    # In the background of a shell Ctrl-C is ignored, and so it would be by all that tests start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        if item.get_closest_marker("quick") and not item.get_closest_marker("deep"):
            cases[item.nodeid.partition("[")[0]].append(item)
    for each in cases.values():
        marker = each[0].get_closest_marker("quick")
        assert marker is not None
        kept = {
            round(i * (len(each) - 1) / max(marker.args[0] - 1, 1)) for i in range(*marker.args)
        }
        for number, item in enumerate(each):
            if number not in kept:
                item.add_marker("deep")


def pytest_collection_finish() -> None:
    """Collect garbage less often, and never look again at what all tests share."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List what was skipped and why, such as for want of Chromium."""
    skipped = terminalreporter.stats.get("skipped", [])
    # The report of a skipped test is where, in which line, and "Skipped: " with the reason.
    reasons = Counter(str(each.longrepr[2]).removeprefix("Skipped: ") for each in skipped)
    if reasons:
        terminalreporter.section("not tested")
    for reason, count in reasons.most_common():
        terminalreporter.line(f"{count} test{'s' * (count > 1)}: {reason}")

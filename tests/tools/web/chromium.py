"""The system's Chromium, driven by playwright, without any way out of this machine."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-default-apps",
    "--no-first-run",
    "--metrics-recording-only",
    "--disable-features=OptimizationHints,MediaRouter,Translate,AutofillServerCommunication,"
    "CertificateTransparencyComponentUpdater",
    # A page that needed something from outside would fail.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)


def executable() -> str | None:
    """The browser that `CHROMIUM` names, or the system's."""
    for name in (os.environ["CHROMIUM"],) if os.environ.get("CHROMIUM") else NAMES:
        if found := shutil.which(name):
            return found
    return None


def missing() -> str:
    """Why there is no browser; empty if there is one."""
    if executable():
        return ""
    named = os.environ.get("CHROMIUM")
    what = f"CHROMIUM={named} is not a program" if named else "Chromium is missing"
    return f"{what}: install it with `make system`, or name it by CHROMIUM="


@contextmanager
def browser() -> Iterator[tuple[Playwright, Browser]]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(
            executable_path=executable(), chromium_sandbox=False, args=list(FLAGS)
        )
        try:
            yield playwright, launched
        finally:
            launched.close()

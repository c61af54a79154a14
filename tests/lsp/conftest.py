"""One server for all tests: starting it takes longer than most of them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.language_client import Client


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The workspace of the client."""
    return tmp_path_factory.mktemp("workspace").resolve()


@pytest.fixture(scope="session")
def client(folder: Path) -> Iterator[Client]:
    """A client whose server works in the folder."""
    made = Client(folder)
    yield made
    assert made.stop() == 0
    assert made.errors == ""

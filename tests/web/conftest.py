"""Stores for tests: an SQLite file, and PostgreSQL where it is installed; and real engines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sa

from tools.web import postgres
from tools.web.pools import Engines, engines
from tools.web.serving import Browser, Running, close_all, server_in_thread


@pytest.fixture(autouse=True)
def _no_open_connections() -> Iterator[None]:
    yield
    close_all()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    if why := postgres.missing():
        pytest.skip(why)
    with postgres.running() as url:
        yield url


@pytest.fixture
def postgres_url(postgres_server: str) -> Iterator[str]:
    """An empty database."""
    engine = sa.create_engine(postgres_server, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.exec_driver_sql("DROP DATABASE IF EXISTS fresh WITH (FORCE)")
        connection.exec_driver_sql("CREATE DATABASE fresh")
    engine.dispose()
    yield postgres_server.removesuffix("postgres") + "fresh"


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'table.db'}"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(scope="session")
def running() -> Iterator[Engines]:
    """Engines of every kind, which are started when they are needed."""
    with engines(tables=1, guests=1, jobs=1) as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server_in_thread(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def ada(server: Running) -> Browser:
    return Browser(server.url)


@pytest.fixture
def bob(server: Running) -> Browser:
    return Browser(server.url)

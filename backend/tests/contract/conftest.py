"""The application on a real database, spoken to as its users do."""

import pickle
from collections.abc import Callable, Iterator
from functools import partial
from typing import TypeVar, cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from hostwise.server.application import create_app
from hostwise.server.settings import Settings
from hostwise.server.workers.pools import Pool

ADDRESS = "http://127.0.0.1"

T = TypeVar("T")


def travelled(work: Callable[[], T]) -> T:
    """What becomes of work that is sent to a process, and of its result or error on the way back."""
    work = pickle.loads(pickle.dumps(work))
    try:
        return cast(T, pickle.loads(pickle.dumps(work())))
    except Exception as error:
        raise pickle.loads(pickle.dumps(error)) from error


@pytest.fixture(autouse=True)
def _travelling(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is computed is sent there and back, although it is computed in threads: processes start too slowly."""

    async def compute(pool: Pool, work: Callable[..., T], *args: object, **kwargs: object) -> T:
        return await real(pool, travelled, partial(work, *args, **kwargs))

    real = Pool.compute
    monkeypatch.setattr(Pool, "compute", compute)


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """How long an answer takes, and how many fit into a minute, says how quick and how busy the machine is."""
    monkeypatch.setattr(Settings.model_fields["compute_seconds"], "default", 600)
    monkeypatch.setattr(Settings.model_fields["rate_limit"], "default", "0/minute")


@pytest.fixture
def app(database_url: str) -> FastAPI:
    """The application on a new database. Its connections belong to one event loop: it has one client at a time."""
    return create_app(Settings.model_construct(database_url=database_url))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A client of the application that shows a defect as the answer 500."""
    with TestClient(app, base_url=ADDRESS, raise_server_exceptions=False) as client:
        yield client

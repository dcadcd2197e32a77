"""The application on a real database, spoken to as its users do."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from hostwise.main import create_app
from hostwise.settings import Settings

ADDRESS = "http://127.0.0.1"


@pytest.fixture
def app(database_url: str) -> FastAPI:
    """The application on a new database."""
    return create_app(Settings.model_construct(database_url=database_url))


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    """A client of the application that shows a defect as the answer 500."""
    with TestClient(app, base_url=ADDRESS, raise_server_exceptions=False) as client:
        yield client

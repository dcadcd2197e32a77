"""Wires the application: settings, catalogue, database, routes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from hostwise import logs
from hostwise.api import access
from hostwise.api.app import build_app
from hostwise.catalogue.loader import load_catalogue
from hostwise.places import USER_INTERFACE
from hostwise.services.access.idempotency import Once
from hostwise.services.access.service import Tokens
from hostwise.services.operations.library import OpmLibrary
from hostwise.services.plans.service import Plans
from hostwise.services.sharing.service import Shares
from hostwise.settings import Settings
from hostwise.store.session import Database


def create_app(settings: Settings | None = None) -> FastAPI:
    """The application over the database that the settings name.

    Raises:
        ValueError: the settings name no database, or not a PostgreSQL.
    """
    settings = settings or Settings()
    if settings.database_url is None:
        raise ValueError("DATABASE_URL is not set; `hostwise serve` starts an embedded database instead")
    logs.configure()
    catalogue = load_catalogue()
    app = build_app(catalogue, USER_INTERFACE)
    database = Database(settings.database_url)
    app.state.database = database
    app.state.plans = Plans(database)
    app.state.tokens = Tokens(database)
    app.state.opm_library = OpmLibrary(database, catalogue)
    app.state.shares = Shares(database, catalogue)
    app.state.once = Once(database)
    access.install(app, require_token=settings.require_token, rate_limit=settings.rate_limit)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        await database.close()

    app.router.lifespan_context = lifespan
    return app

"""What routes take from the application."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.server.access.audit_log import Audit
from hostwise.server.access.tokens import Caller, Tokens
from hostwise.server.api.access_check import caller_of
from hostwise.server.libraries.opm_models import OpmLibrary
from hostwise.server.libraries.plans import Plans
from hostwise.server.libraries.price_books import PriceBooks
from hostwise.server.sharing.shares import Shares
from hostwise.server.workers.pools import Pools


def _catalogue(request: Request) -> Catalogue:
    catalogue: Catalogue = request.app.state.catalogue
    return catalogue


def _plans(request: Request) -> Plans:
    plans: Plans = request.app.state.plans
    return plans


def _tokens(request: Request) -> Tokens:
    tokens: Tokens = request.app.state.tokens
    return tokens


def _caller(request: Request) -> Caller:
    caller = caller_of(request.scope)
    # The middleware has admitted the request, or a route's own check has refused it.
    assert caller is not None
    return caller


def _audit(request: Request) -> Audit:
    audit: Audit = request.app.state.audit
    return audit


def _shares(request: Request) -> Shares:
    shares: Shares = request.app.state.shares
    return shares


def opm_library(request: Request) -> OpmLibrary:
    """The measured models of the application."""
    library: OpmLibrary = request.app.state.opm_library
    return library


def price_books(request: Request) -> PriceBooks:
    """The price books of the application."""
    books: PriceBooks = request.app.state.price_books
    return books


def _pools(request: Request) -> Pools:
    pools: Pools = request.app.state.pools
    return pools


CatalogueDependency = Annotated[Catalogue, Depends(_catalogue)]
PlansDependency = Annotated[Plans, Depends(_plans)]
CallerDependency = Annotated[Caller, Depends(_caller)]
AuditDependency = Annotated[Audit, Depends(_audit)]
TokensDependency = Annotated[Tokens, Depends(_tokens)]
OpmLibraryDependency = Annotated[OpmLibrary, Depends(opm_library)]
PoolsDependency = Annotated[Pools, Depends(_pools)]
SharesDependency = Annotated[Shares, Depends(_shares)]

"""What routes take from the application."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from hostwise.api.access import caller_of
from hostwise.api.pools import Pools
from hostwise.services.access.audit import Audit
from hostwise.services.access.service import Caller, Tokens
from hostwise.services.operations.library import OpmLibrary
from hostwise.services.plans.service import Plans
from hostwise.services.prices.books import PriceBooks
from hostwise.services.reference.catalogue import Catalogue
from hostwise.services.sharing.service import Shares


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


def _opm_library(request: Request) -> OpmLibrary:
    library: OpmLibrary = request.app.state.opm_library
    return library


def _price_books(request: Request) -> PriceBooks:
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
OpmLibraryDependency = Annotated[OpmLibrary, Depends(_opm_library)]
PriceBooksDependency = Annotated[PriceBooks, Depends(_price_books)]
PoolsDependency = Annotated[Pools, Depends(_pools)]
SharesDependency = Annotated[Shares, Depends(_shares)]

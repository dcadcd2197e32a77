"""What routes take from the application."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from hostwise.services.access.service import Tokens
from hostwise.services.operations.library import OpmLibrary
from hostwise.services.plans.service import Plans
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


def _shares(request: Request) -> Shares:
    shares: Shares = request.app.state.shares
    return shares


def _opm_library(request: Request) -> OpmLibrary:
    library: OpmLibrary = request.app.state.opm_library
    return library


CatalogueDependency = Annotated[Catalogue, Depends(_catalogue)]
PlansDependency = Annotated[Plans, Depends(_plans)]
TokensDependency = Annotated[Tokens, Depends(_tokens)]
OpmLibraryDependency = Annotated[OpmLibrary, Depends(_opm_library)]
SharesDependency = Annotated[Shares, Depends(_shares)]

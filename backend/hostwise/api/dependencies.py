"""What routes take from the application."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from hostwise.services.access.service import Tokens
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


CatalogueDependency = Annotated[Catalogue, Depends(_catalogue)]
PlansDependency = Annotated[Plans, Depends(_plans)]
TokensDependency = Annotated[Tokens, Depends(_tokens)]
SharesDependency = Annotated[Shares, Depends(_shares)]

"""What routes take from the application."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from hostwise.services.catalogue import Catalogue
from hostwise.services.plans import Plans


def _catalogue(request: Request) -> Catalogue:
    catalogue: Catalogue = request.app.state.catalogue
    return catalogue


def _plans(request: Request) -> Plans:
    plans: Plans = request.app.state.plans
    return plans


CatalogueDependency = Annotated[Catalogue, Depends(_catalogue)]
PlansDependency = Annotated[Plans, Depends(_plans)]

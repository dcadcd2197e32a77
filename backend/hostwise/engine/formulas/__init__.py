"""The formulas, one module per system of the cluster. A new formula joins its system and needs no registration."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

MODULES = tuple(import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__))
"""The modules of the formulas, by name: a new one needs no registration either."""

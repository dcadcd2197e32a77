"""The model: all inputs and formulas wired together. Importing it checks every declaration."""

from __future__ import annotations

from collections.abc import Mapping

from hostwise.engine.formulas import MODULES
from hostwise.engine.graph import Graph
from hostwise.engine.inputs import INPUTS

MODEL = Graph(INPUTS, MODULES)

BY_MONTH: Mapping[str, str] = {
    "demanded_hosts": "required_hosts",
    "demanded_vms": "planned_vms",
    "guest_demanded_vms": "guest_planned_vms",
    "database_demanded_vms": "database_planned_vms",
    "second_database_demanded_vms": "second_database_planned_vms",
}
"""Inputs by month that are another quantity at the date of each month: the graph is evaluated for them before."""

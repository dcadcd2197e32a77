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
    "demanded_event_vms": "planned_event_vms",
    "demanded_guest_event_vms": "guest_event_vms",
    "demanded_database_event_vms": "database_event_vms",
}
"""Inputs by month that are another quantity at the date of each month: the graph is evaluated for them before."""

"""The model: all inputs and formulas wired together. Importing it checks every declaration."""

from __future__ import annotations

from collections.abc import Mapping

from hostwise.engine.formulas import (
    capacity,
    carbon,
    cash_flow,
    cluster,
    cost,
    demand,
    endurance,
    failures,
    finance,
    hosts,
    licences,
    memory,
    memory_state,
    performance,
    power,
    read_cache,
    risk,
    swap,
    tier,
    unit_cost,
    write_buffer,
)
from hostwise.engine.graph import Graph
from hostwise.engine.inputs import INPUTS

MODULES = (
    capacity,
    carbon,
    cash_flow,
    cluster,
    cost,
    demand,
    endurance,
    failures,
    finance,
    hosts,
    licences,
    memory,
    memory_state,
    performance,
    power,
    read_cache,
    risk,
    swap,
    tier,
    unit_cost,
    write_buffer,
)
"""The rooms of the formulas."""

MODEL = Graph(INPUTS, MODULES)

BY_MONTH: Mapping[str, str] = {"demanded_hosts": "required_hosts", "demanded_vms": "planned_vms"}
"""Inputs by month that are another quantity at the date of each month: the graph is evaluated for them before."""

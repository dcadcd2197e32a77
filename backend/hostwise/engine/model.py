"""The model: all inputs and formulas wired together. Importing it checks every declaration."""

from __future__ import annotations

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
    write_buffer,
)
"""The rooms of the formulas."""

MODEL = Graph(INPUTS, MODULES)

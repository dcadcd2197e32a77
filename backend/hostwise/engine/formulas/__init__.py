"""The formulas, one module per system of the cluster. A new formula goes beside its kin and needs no registration."""

from __future__ import annotations

from hostwise.engine.formulas import (
    capacity,
    carbon,
    cash_flow,
    cluster,
    cost,
    demand,
    drives,
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

MODULES = (
    capacity,
    carbon,
    cash_flow,
    cluster,
    cost,
    demand,
    drives,
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

"""The model: all inputs and formulas wired together. Importing it checks every declaration."""

from __future__ import annotations

from hostwise.engine.formulas import capacity, cluster, cost, demand, endurance, hosts, memory, power, risk
from hostwise.engine.graph import Graph
from hostwise.engine.inputs import INPUTS

MODEL = Graph(INPUTS, (demand, endurance, risk, cluster, capacity, memory, hosts, power, cost))

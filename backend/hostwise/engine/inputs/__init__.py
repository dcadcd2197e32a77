"""The inputs of the formula graph: everything that plan, catalogue, evidence or an assumption supplies.

An input read only by the formulas of one module may be declared there, in its `INPUTS`.
"""

from __future__ import annotations

from hostwise.engine.formulas import MODULES
from hostwise.engine.inputs.carbon_inputs import CARBON
from hostwise.engine.inputs.drive_inputs import DRIVES
from hostwise.engine.inputs.economics_inputs import ECONOMICS, POWER
from hostwise.engine.inputs.host_inputs import HOST
from hostwise.engine.inputs.licence_inputs import LICENCE
from hostwise.engine.inputs.memory_inputs import MEMORY_STATES, MEMORY_TIER, OPERATIONS, SWAP
from hostwise.engine.inputs.policy_inputs import POLICY, PROTECTION
from hostwise.engine.inputs.read_cache_inputs import READ_CACHE
from hostwise.engine.inputs.storage_inputs import STORAGE
from hostwise.engine.inputs.workload_inputs import CONVENTION, WORKLOAD
from hostwise.engine.inputs.write_buffer_inputs import WRITE_BUFFER
from hostwise.engine.quantities import Quantity

INPUTS: tuple[Quantity, ...] = (
    *CONVENTION,
    *WORKLOAD,
    *POLICY,
    *PROTECTION,
    *HOST,
    *MEMORY_STATES,
    *SWAP,
    *MEMORY_TIER,
    *OPERATIONS,
    *DRIVES,
    *STORAGE,
    *WRITE_BUFFER,
    *READ_CACHE,
    *POWER,
    *ECONOMICS,
    *LICENCE,
    *CARBON,
    *(each for module in MODULES for each in getattr(module, "INPUTS", ())),
)

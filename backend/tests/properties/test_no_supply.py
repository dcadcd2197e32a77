"""Demand without supply is never "no limit": such a constraint has no number of hosts, and the answer says why."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from pydantic import ValidationError

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run_plan import sized
from hostwise.binding import Binding
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import QuantityState
from hostwise.plan.document import Plan, plan_json

CONFIGURATION = "/configurations/0"


class Supply(NamedTuple):
    """What a host supplies to a constraint, by inputs each of which alone can make it nothing."""

    sample: str
    inputs: tuple[str, ...]
    given: Mapping[str, float] = {}
    """Inputs that make the constraint ask for something where the sample does not."""


_HOST = ("sockets", "cores_per_socket")
_DRIVE = ("drives_per_host", "sustained_derating_factor", "spec_write_mb_s", "write_utilisation_limit")
_WEAR = ("drive_gb", "drive_dwpd", "drives_per_host", "drive_endurance_factor", "max_wear_out_probability")

SUPPLIES: Mapping[str, Supply] = {
    "hosts_for_cpu_ratio": Supply("nvme-2026", (*_HOST, "vcpu_per_core")),
    "hosts_for_cpu_ghz": Supply("nvme-2026", (*_HOST, "base_ghz", "cpu_utilisation_limit")),
    "hosts_for_memory": Supply("nvme-2026", ("dram_gib", "memory_overcommit_limit")),
    "hosts_for_memory_state": Supply("nvme-2026", ("dram_gib",), {"memory_state_limit_rank": 1}),
    "hosts_for_memory_state_with_spares_down": Supply(
        "nvme-2026", ("dram_gib",), {"memory_state_limit_rank_with_spares_down": 1}
    ),
    "hosts_for_active_memory": Supply("memory-tiering-2026", ("dram_gib", "tier_active_share_limit")),
    "hosts_for_performance": Supply(
        "nvme-2026", ("dram_gib", "performance_overcommit_ratio"), {"performance_overcommit_ratio": 1.2}
    ),
    "hosts_for_opm": Supply("sandisk14", ("dram_gib",)),
    "hosts_for_read_cache": Supply("vfrc13-dvd-store", ("read_cache_gb_per_host",)),
    "hosts_for_capacity": Supply("nvme-2026", ("drive_gb", "capacity_drives_per_host")),
    "hosts_for_write_performance": Supply("nvme-2026", _DRIVE),
    "hosts_for_write_buffer": Supply("moderate-io", ("disk_groups", "measured_destage_limit_mb_s")),
    "hosts_for_endurance": Supply("nvme-2026", _WEAR),
    "hosts_for_network": Supply("nvme-2026", ("network_gbit_s_per_host", "network_utilisation_limit")),
    "hosts_for_largest_vm": Supply("nvme-2026", (*_HOST, "dram_gib")),
    "hosts_for_vm_placement": Supply("nvme-2026", (*_HOST, "dram_gib", "base_ghz", "memory_overcommit_limit")),
}

NO_SUPPLY = {
    "hosts_for_protection": "every host counts as one",
    "hosts_for_coverage_level": "the simulations count hosts by themselves",
}
"""Constraints to which no host can supply nothing."""


@cache
def bound(sample: str) -> Binding:
    return sized(sample_plan(sample), load_catalogue())


def evaluated(name: str, changes: Mapping[str, NDArray[np.float64]], sample: str) -> NDArray[np.float64]:
    return np.asarray(bound(sample).evaluate([name, "required_hosts"], changes).values[name])


def like(sample: str, name: str, value: float) -> NDArray[np.float64]:
    """The input with one value at all its places, those without a value too."""
    return np.full_like(bound(sample).arrays[name], value)


def test_every_constraint_says_what_supplies_it() -> None:
    assert {*SUPPLIES, *NO_SUPPLY} == set(MODEL.purposes.constraints)


@pytest.mark.parametrize(
    ("name", "supply"), [(name, supply) for name, each in SUPPLIES.items() for supply in each.inputs]
)
def test_no_number_of_hosts_meets_a_demand_without_supply(name: str, supply: str) -> None:
    sample, _, given = SUPPLIES[name]
    asked = {key: like(sample, key, value) for key, value in given.items()}
    before = evaluated(name, asked, sample)
    asking = np.isfinite(before) & (before > 0)
    assert asking.any()
    without = {**asked, supply: like(sample, supply, 0.0)}
    # Configurations whose supply is another one keep their number.
    numbers = evaluated(name, without, sample)
    assert np.isinf(numbers[asking]).any()
    assert (numbers[asking] >= before[asking]).all()
    required = evaluated("required_hosts", without, sample)
    assert np.isinf(required[np.isinf(numbers)]).all()


NEVER_ZERO = {
    "clusters": "a plan has at least one",
    "sites": "a plan has at least one",
    "data_reduction_ratio": "at least 1 in a plan",
    "memory_overcommit_limit": "at least 0.01 in a plan",
    "mb_per_gb": "a conversion",
    "mb_per_kib": "a conversion",
    "count": "at least 1 in a plan",
    "single_tier_flag": "another layout, whose write tier has no drives",
    "overcommits_memory_flag": "another hypervisor, whose operations the model did not measure",
}


@pytest.mark.parametrize("sample", [each.key for each in sample_summaries()])
def test_an_input_of_zero_leaves_no_constraint_undecided(sample: str) -> None:
    """Whatever is known and becomes 0: a constraint with a number keeps one, if an infinite one."""
    binding = bound(sample)
    names = list(MODEL.purposes.constraints)
    before = binding.evaluate(names).values
    zeroed = 0
    for name, array in binding.arrays.items():
        if name in NEVER_ZERO or not np.nan_to_num(array).any():
            continue
        zeroed += 1
        after = binding.evaluate(names, {name: array * 0}).values
        lost = [each for each in names if (np.isnan(after[each]) & ~np.isnan(before[each])).any()]
        assert lost == [], name
    assert zeroed > 40


def test_a_group_without_caches_hides_no_other() -> None:
    plan = plan_json(sample_plan("vfrc13-dvd-store"))
    (group,) = plan["workload"]["groups"]
    plan["workload"]["groups"].append({**group, "name": "without cache", "read_cache_gb": 0})
    binding = sized(Plan.model_validate(plan), load_catalogue())
    none = {"read_cache_gb_per_host": np.zeros_like(binding.arrays["read_cache_gb_per_host"])}
    cached = np.isfinite(binding.arrays["read_cache_gb_per_host"]).ravel()
    numbers = np.asarray(binding.evaluate(["hosts_for_read_cache"], none).values["hosts_for_read_cache"])
    assert cached.any()
    assert np.isinf(numbers.ravel()[cached]).all()


def test_required_hosts_hides_no_constraint_without_supply() -> None:
    required = MODEL.formulas["required_hosts"]
    numbers = dict.fromkeys(required.parameters, np.float64(3))
    for name in required.parameters:
        for others in (np.float64(3), np.float64("nan")):
            given = {**dict.fromkeys(numbers, others), name: np.float64("inf")}
            assert required.function(**given) == np.inf, name


# ------------------------------------------------------------------------------------------------ what a plan can say

_SMALL = {f"{CONFIGURATION}/memory/dram_gib": 1, f"{CONFIGURATION}/memory/hypervisor_gib": 4}
"""Hosts whose memory the hypervisor takes."""

ANSWERED: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "memory": ("nvme-2026", _SMALL),
    "memory_state": ("nvme-2026", {**_SMALL, "/policy/memory_state_limit": "clear"}),
    "memory_state_with_spares_down": ("nvme-2026", {**_SMALL, "/policy/memory_state_limit_with_spares_down": "clear"}),
    "performance": (
        "vmw10",
        {**_SMALL, f"{CONFIGURATION}/hosts": None, "/policy/minimum_relative_performance_share": 0.5},
    ),
    "operations": ("sandisk14", _SMALL),
    "network": ("nvme-2026", {f"{CONFIGURATION}/network/cards": [{"gbit_s": 25, "carries_storage": False}]}),
    "largest_vm": ("nvme-2026", _SMALL),
    "vm_placement": ("nvme-2026", _SMALL),
}
"""Plans whose hosts supply nothing to a constraint."""

REFUSED: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "cpu_ratio": ("nvme-2026", {f"{CONFIGURATION}/cpu/cores": 0}),
    "cpu_ghz": ("nvme-2026", {f"{CONFIGURATION}/cpu/base_ghz": 0}),
    "active_memory": ("memory-tiering-2026", {f"{CONFIGURATION}/memory/dram_gib": 0}),
    "read_cache": ("vfrc13-dvd-store", {f"{CONFIGURATION}/read_cache/size_gb": 0}),
    "capacity": ("nvme-2026", {f"{CONFIGURATION}/capacity/count": 0}),
    "write_performance": ("nvme-2026", {f"{CONFIGURATION}/capacity/sustained_write_mb_s": 0}),
    "write_buffer": ("moderate-io", {f"{CONFIGURATION}/write_tier/destage_limit_mb_s": 0}),
    "endurance": ("nvme-2026", {f"{CONFIGURATION}/capacity/rated_dwpd": 0}),
    "protection": ("nvme-2026", {f"{CONFIGURATION}/hosts": 0}),
    "coverage_level": ("nvme-2026", {"/policy/coverage_level": 0}),
}
"""The plan refuses to be without such a supply."""


def changed(sample: str, changes: Mapping[str, Any]) -> Any:
    document: Any = plan_json(sample_plan(sample))
    for pointer, value in changes.items():
        *path, last = pointer.strip("/").split("/")
        place = document
        for part in path:
            place = place[int(part)] if isinstance(place, list) else place.setdefault(part, {})
        place[last] = value
    return document


def test_every_constraint_is_answered_or_refused() -> None:
    keys = {each.key for each in MODEL.purposes.constraints.values()}
    assert {*ANSWERED, *REFUSED} == keys
    assert not {*ANSWERED} & {*REFUSED}


@pytest.mark.parametrize("key", ANSWERED)
def test_a_plan_without_supply_is_infeasible_with_its_reason(key: str) -> None:
    result = evaluate_plan(Plan.model_validate(changed(*ANSWERED[key])), load_catalogue()).configurations[0]
    (constraint,) = (each for each in result.constraints if each.key == key)
    assert constraint.hosts.state is QuantityState.INFINITE
    assert constraint.binding
    assert constraint.satisfied is False
    assert not result.feasible
    assert result.hosts.value is None
    if key == "largest_vm":
        # It has reasons of its own, by what the VM lacks.
        assert "largest_vm_memory" in {each.code for each in result.reasons}
    elif key == "vm_placement":
        assert {"largest_vm_memory", "whole_vm_fits_no_host"} & {each.code for each in result.reasons}
    else:
        said = [each.message for each in result.reasons if each.code == "no_supply"]
        assert any(f"the constraint {constraint.label}:" in each for each in said)


@pytest.mark.parametrize("key", REFUSED)
def test_a_plan_cannot_say_that_a_supply_is_nothing(key: str) -> None:
    sample, changes = REFUSED[key]
    (pointer,) = changes
    with pytest.raises(ValidationError) as refused:
        Plan.model_validate(changed(sample, changes))
    places = {"/" + "/".join(map(str, each["loc"])): each["type"] for each in refused.value.errors()}
    assert places == {pointer: "greater_than_equal"}

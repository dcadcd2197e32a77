"""The power of a host: measured for its own processors only, scaled for others, put together where nothing is known."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, Input, QuantityState, Result
from hostwise.plan.document import Plan, plan_json


def evaluate(cpu: dict[str, Any], host: dict[str, Any] | None = None, **memory: Any) -> Result:
    document = plan_json(sample_plan("nvme-2026"))
    document.pop("remarks")
    document["economics"]["cpu_load_share"] = 0.5
    (each,) = document["configurations"] = document["configurations"][:1]
    each["cpu"] = cpu
    each["host"] = {"chassis_price": 3000, "rack_units": 2, **(host or {})}
    each["memory"] |= memory
    return evaluate_plan(Plan.model_validate(document), load_catalogue())


def number(result: Result, name: str) -> float:
    value = result.configurations[0].quantities[name].value
    assert value is not None, name
    return value


def origin(result: Result, name: str) -> Input:
    (found,) = (each for each in result.inputs if each.quantity == name and each.role is None)
    return found


def codes(result: Result) -> set[str]:
    configuration: ConfigurationResult = result.configurations[0]
    return {each.code for each in (*result.findings, *configuration.findings)}


def test_a_profile_of_other_processors_is_scaled_by_tdp_and_sockets() -> None:
    one = evaluate({"key": "amd-epyc-9555", "sockets": 1}, {"power_profile": "2x-amd-epyc-9655"})
    assert number(one, "host_full_w") == pytest.approx(754.5 * 360 / 800)
    assert number(one, "host_idle_w") == pytest.approx(130.5 * 360 / 800)
    assert number(one, "included_memory_gib") == pytest.approx(384 * 360 / 800)
    assert origin(one, "measured_full_w").kind == "assumed"
    assert "power_profile_scaled" in codes(one)


@pytest.mark.parametrize(("sockets", "idle", "full"), [(2, 130.5, 754.5), (1, 72.7, 382)])
def test_a_measured_host_is_found_by_processor_and_sockets(sockets: int, idle: float, full: float) -> None:
    measured = evaluate({"key": "amd-epyc-9655", "sockets": sockets})
    assert (number(measured, "host_idle_w"), number(measured, "host_full_w")) == (idle, full)
    assert origin(measured, "measured_full_w").kind == "measured"
    assert not codes(measured) & {"power_profile_scaled", "power_from_parts"}


def test_a_host_of_one_processor_without_a_profile_is_built_from_its_parts() -> None:
    built = evaluate({"key": "amd-epyc-9555", "sockets": 1}, dram_gib=512, module=None)
    idle = (0.12 * 360 + 26 + 8 * 3) / 0.94
    full = (1.02 * 360 + 26 + 8 * 7) / 0.92 / 0.94
    assert number(built, "host_idle_w") == pytest.approx(idle)
    assert number(built, "host_full_w") == pytest.approx(full)
    share = (0.75 - 0.12) / (1.02 - 0.12)
    attached = number(built, "attached_w_per_host")
    assert number(built, "host_w") == pytest.approx(idle + share * (full - idle) + attached)
    assert number(built, "added_memory_w_per_host") == 0
    for name in ("cpu_full_share", "board_w", "fan_power_share", "supply_efficiency_share", "memory_active_w_per_gib"):
        assert origin(built, name).kind == "assumed", name
    assert "power_from_parts" in codes(built)
    (said,) = (each for each in built.configurations[0].findings if each.code == "power_from_parts")
    # 0.91 to 1.12 W at the wall for each watt of TDP, 87 hosts of one and two sockets.
    assert "take 328 to 403 W" in said.message


def test_own_figures_of_a_processor_need_its_tdp() -> None:
    figures = {"cores": 64, "base_ghz": 3.2, "price": 9000, "sockets": 1}
    unknown = evaluate(figures).configurations[0].quantities["host_w"]
    assert unknown.state is QuantityState.NOT_EVALUATED
    assert "/configurations/0/cpu/tdp_w" in unknown.missing
    assert number(evaluate({**figures, "tdp_w": 360}), "processors_tdp_w") == 360


def test_without_a_tdp_a_profile_is_scaled_by_sockets() -> None:
    figures = {"cores": 64, "base_ghz": 3.2, "price": 9000, "sockets": 1}
    scaled = evaluate(figures, {"power_profile": "2x-amd-epyc-9655"})
    assert number(scaled, "host_full_w") == 754.5 / 2
    assert origin(scaled, "cpu_tdp_w").kind == "assumed"
    assert "processor_tdp_assumed" in codes(scaled)


def test_an_own_tdp_makes_a_measured_host_another() -> None:
    capped = evaluate({"key": "amd-epyc-9655", "sockets": 2, "tdp_w": 320})
    assert number(capped, "host_full_w") == pytest.approx(754.5 * 0.8)
    assert "power_profile_scaled" in codes(capped)


def test_a_given_power_comes_first() -> None:
    given = evaluate({"key": "amd-epyc-9555", "sockets": 1}, {"idle_w": 90, "full_w": 400})
    assert (number(given, "host_idle_w"), number(given, "host_full_w")) == (90, 400)
    assert number(given, "added_memory_w_per_host") == 0
    assert not codes(given) & {"power_profile_scaled", "power_from_parts"}


def test_drives_count_with_their_average_power_and_at_the_peak_with_their_largest() -> None:
    given = {"idle_w": 90, "full_w": 400}
    found = evaluate({"key": "amd-epyc-9555", "sockets": 1}, given)
    idle, full = (
        next(each.value or 0 for each in found.inputs if each.quantity == name and each.role == "capacity")
        for name in ("drive_idle_w", "drive_full_w")
    )
    drives = number(found, "absorbing_drives_per_host")
    assert number(found, "drives_w_per_host") == pytest.approx(drives * (idle + 0.2 * (full - idle)))
    at_peak = 400 + drives * full + origin(found, "nic_w").value  # type: ignore[operator]
    assert number(found, "peak_kw") == pytest.approx(number(found, "hosts") * at_peak / 1000)

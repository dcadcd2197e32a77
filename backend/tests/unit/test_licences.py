"""Licences: terms that change with time, and those of guest systems and databases beside that of the hosts."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.binding.recorder import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, Input, Result
from hostwise.plan.document import Plan, plan_json


def evaluate(fields: dict[str, Any], groups: list[dict[str, Any]] | None = None, **economics: Any) -> Result:
    document = plan_json(sample_plan("nvme-2026"))
    document.pop("remarks")
    document["configurations"] = [{**document["configurations"][0], "hosts": 12, **fields}]
    document["economics"] |= economics
    for group in document["workload"]["groups"]:
        for name in [each for each in group if each.endswith("_growth_rate")]:
            group.pop(name)
    if groups is not None:
        document["workload"]["groups"] = groups
    return evaluate_plan(Plan.model_validate(document), load_catalogue())


def number(result: Result, name: str) -> float:
    value = result.configurations[0].quantities[name].value
    assert value is not None, name
    return value


def origin(result: Result, name: str) -> Input:
    return next(each for each in result.inputs if each.quantity == name)


def codes(result: Result) -> set[str]:
    configuration: ConfigurationResult = result.configurations[0]
    return {each.code for each in (*result.findings, *configuration.findings)}


ARRAY: dict[str, Any] = {"layout": "external", "capacity": None, "protection": "external_array"}
VVF = {"licence": {"key": "vvf-1-year", "addon_price_per_tib_year": 100}}


def test_the_rule_in_force_on_the_date_of_the_plan_applies_and_is_named() -> None:
    then, now = evaluate(VVF, priced_on="2024-06"), evaluate(VVF, priced_on="2026-11")
    assert origin(then, "entitlement_tib_per_core").value == 0.09765625
    assert "in force from 2024-01, on the plan's date 2024-06" in (origin(then, "entitlement_tib_per_core").note or "")
    assert origin(now, "entitlement_tib_per_core").value == 0.25
    assert (origin(then, "whole_capacity_flag").value, origin(now, "whole_capacity_flag").value) == (1, 0)
    # Sources contradict each other about the newer one: it is named, and not counted.
    notes = [origin(each, "licence_minimum_cores_per_order").note or "" for each in (then, now)]
    assert [origin(each, "licence_minimum_cores_per_order").value for each in (then, now)] == [0, 0]
    assert "a minimum of 72 cores" in notes[1]
    assert "contradict" not in notes[0]
    # All of the capacity in whole TiB, and the part beyond a quarter of a TiB for each of 768 cores.
    claimed = 12 * number(now, "claimed_tib_per_host")
    assert number(then, "initial_addon_licences") == pytest.approx(claimed, abs=1)
    assert number(now, "initial_addon_licences") == pytest.approx(max(claimed - 192, 0), abs=1)


def test_without_a_date_the_newest_rule_applies_and_that_is_said() -> None:
    undated = evaluate(VVF)
    assert origin(undated, "entitlement_tib_per_core").value == 0.25
    assert "the newest rule" in (origin(undated, "entitlement_tib_per_core").note or "")
    assert "licence_terms_newest" in codes(undated)
    assert "licence_terms_newest" not in codes(evaluate(VVF, priced_on="2026-11"))


@pytest.mark.parametrize(("date", "price"), [("2023-06", 700), ("2024-06", 350), (None, 350)])
def test_a_price_that_changed_is_that_of_the_date(date: str | None, price: float) -> None:
    dated: dict[str, Any] = {} if date is None else {"priced_on": date}
    assert origin(evaluate({"licence": {"key": "vcf"}}, **dated), "licence_price_per_core").value == price


def test_a_product_that_is_no_longer_sold_is_said() -> None:
    sold = {"licence": {"key": "vvs"}}
    assert "licence_not_sold" in codes(evaluate(sold))
    assert "licence_not_sold" in codes(evaluate(sold, priced_on="2026"))
    assert "licence_not_sold" not in codes(evaluate(sold, priced_on="2025-01"))


def test_a_given_rule_comes_first() -> None:
    given = {"licence": {**VVF["licence"], "whole_capacity": True, "entitlement_tib_per_core": 0.1}}
    whole = evaluate(given)
    assert number(whole, "initial_addon_licences") == pytest.approx(12 * number(whole, "claimed_tib_per_host"), abs=1)


def test_storage_that_is_included_and_not_used_is_an_answer() -> None:
    found = evaluate({"licence": {"key": "vcf"}})
    left = number(found, "initial_licensed_cores") - 12 * number(found, "claimed_tib_per_host")
    assert number(found, "initial_surplus_entitlement_tib") == pytest.approx(left)
    assert left > 0


_LOAD = {"iops_peak": 300, "iops_average": 50, "read_share": 0.7, "io_kib": 8}
GROUPS: list[dict[str, Any]] = [
    {"name": "general", "count": 200, "vcpu": 4, "memory_gib": 8, "disk_gb": 100, **_LOAD},
    {"name": "databases", "count": 20, "vcpu": 2, "memory_gib": 32, "disk_gb": 200, **_LOAD},
]


def test_hypervisor_guests_and_databases_are_licensed_together() -> None:
    alone = evaluate({"licence": {"key": "vcf"}}, GROUPS)
    together = evaluate(
        {
            "licence": {"key": "vcf"},
            "guest_licence": {"key": "windows-server-2022-datacenter"},
            "database_licence": {"key": "sql-server-2022-standard", "group": "databases"},
        },
        GROUPS,
    )
    cores = number(together, "licensed_cores_per_host") * 12
    assert number(together, "initial_guest_licensed_cores") == cores
    assert number(together, "guest_licence_cost") == pytest.approx(cores / 16 * 6155)
    # 20 VMs of 2 vCPU count as 4 cores each, in packs of 2 at 3,945 USD.
    assert number(together, "initial_database_licensed_cores") == 80
    assert number(together, "database_licence_cost") == pytest.approx(40 * 3945)
    more = number(together, "licence_cost") - number(alone, "licence_cost")
    assert more == pytest.approx(cores / 16 * 6155 + 40 * 3945)
    assert number(together, "cluster_tco") - number(alone, "cluster_tco") == pytest.approx(more)
    assert number(together, "licence_cost_per_year") == number(alone, "licence_cost_per_year")


def test_an_edition_for_two_vms_counts_those_that_run_it() -> None:
    standard = {
        "licence": {"key": "vcf"},
        "guest_licence": {"key": "windows-server-2022-standard", "group": "databases"},
    }
    found = evaluate(standard, GROUPS)
    # 20 VMs on 11 of 12 hosts are 2 on each, covered once.
    assert number(found, "initial_guest_licensed_cores") == number(found, "licensed_cores_per_host") * 12


def test_a_yearly_price_of_guests_is_a_running_cost() -> None:
    free = evaluate({"licence": {"price_per_core_year": 0}}, GROUPS)
    yearly = evaluate(
        {"licence": {"price_per_core_year": 0}, "guest_licence": {"price_per_core_year": 10, "licensed_by": "vm"}},
        GROUPS,
    )
    assert number(yearly, "initial_guest_licensed_cores") == 200 * 4 + 20 * 2
    assert number(yearly, "licence_cost_per_year") == 8400
    assert number(yearly, "licence_cost") == 5 * 8400
    assert number(yearly, "running_cost_per_year") - number(free, "running_cost_per_year") == pytest.approx(8400)


def test_a_licence_without_a_price_leaves_the_cost_open() -> None:
    unknown = evaluate({"guest_licence": {}}).configurations[0].quantities["cluster_tco"]
    assert unknown.value is None
    assert "/configurations/0/guest_licence/price_per_core_year" in unknown.missing


def test_an_unknown_group_is_a_mistake_at_its_field() -> None:
    with pytest.raises(PlanError) as raised:
        evaluate({"database_licence": {"key": "sql-server-2022-standard", "group": "nobody"}})
    (mistake,) = raised.value.mistakes
    assert (mistake.pointer, mistake.code) == ("/configurations/0/database_licence/group", "unknown_group")


def test_a_plan_with_one_licence_still_reads() -> None:
    plan = sample_plan("nvme-2026")
    assert all(each.guest_licence is None and each.database_licence is None for each in plan.configurations)
    assert plan.configurations[0].licence.key == "vcf"


_OTHERS = ("licence_for_another_storage", "licence_for_another_hypervisor")


@pytest.mark.parametrize(
    ("key", "fields", "words"),
    [
        ("proxmox-ve-premium", {}, ["Proxmox VE does not run on this storage (vSAN ESA): choose storage of its own"]),
        (
            "azure-local",
            {"hypervisor": "esxi-8.0u3"},
            ["Azure Local does not run on this storage", "Azure Local is for another hypervisor than ESXi 8.0 U3"],
        ),
        (
            "proxmox-ve-basic",
            {**ARRAY, "hypervisor": "esxi-8.0u3"},
            ["Proxmox VE is for another hypervisor than ESXi 8.0 U3"],
        ),
        ("proxmox-ve-basic", ARRAY, None),
        ("vvf-3-year", {"hypervisor": "esxi-8.0u3"}, None),
        ("vcf", {}, None),
        (None, {}, None),
    ],
)
def test_a_licence_of_another_product_than_storage_or_hypervisor(
    key: str | None, fields: dict[str, Any], words: list[str] | None
) -> None:
    result = evaluate({"licence": {"key": key} if key else {"price_per_core_year": 100}, **fields})
    found = [each for each in result.configurations[0].reasons if each.code in _OTHERS]
    if words is None:
        assert not found
    else:
        for told, said in zip(found, words, strict=True):
            assert said in told.message
            assert told.pointer == "/configurations/0/licence/key"
        assert not result.configurations[0].buildable
        assert not result.configurations[0].feasible


_TERMS = {
    "vcf-1-year": 395,
    "vcf": 350,
    "vcf-5-year": 315,
    "vvf-1-year": 150,
    "vvf-3-year": 135,
    "vvf-5-year": 120,
}


@pytest.mark.parametrize("key", _TERMS)
def test_vmware_costs_by_term(key: str) -> None:
    result = evaluate({"licence": {"key": key, "addon_price_per_tib_year": 0}})
    assert origin(result, "licence_price_per_core").value == _TERMS[key]
    # Twelve hosts of 2 x 32 cores, five years, each paid in advance.
    assert number(result, "licence_cost") == pytest.approx(12 * 64 * _TERMS[key] * 5)


@pytest.mark.parametrize(("sockets", "cores", "pairs"), [(2, 64, 1), (2, 96, 2), (1, 64, 1), (4, 32, 2)])
def test_openshift_is_licensed_by_pairs_of_sockets(sockets: int, cores: int, pairs: int) -> None:
    licence = {"key": "openshift-virtualization-engine", "price_per_socket_year": 1_000}
    changed = {"licence": licence, "cpu": {"sockets": sockets, "cores": cores, "base_ghz": 2.5}, **ARRAY, "hosts": 9}
    found = evaluate(changed).configurations[0].quantities
    assert found["licensed_sockets_per_host"].value == pairs
    # Nine hosts for five years, each year paid in advance.
    assert found["licence_cost"].value == pytest.approx(9 * pairs * 1_000 * 5)

"""Licences over time: terms and renewals, owned licences, assurance, and what is stacked in a failure.

The expected figures are worked out by hand beside each case.
"""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import Result
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
CORES = 64
"""Cores of a host of these plans."""


def document(hosts: int = 10, *, kept: int = 0, gone: int = 35, licence: Any = None, **changes: Any) -> Any:
    """Hosts of 64 cores, some of them an older model that is removed in a month, with a licence by core."""
    found: Any = plan_json(sample_plan("leaving-vmware"))
    found.pop("remarks", None)
    found["workload"]["groups"] = [
        {"name": "all", "count": 40, "vcpu": 4, "memory_gib": 16, "disk_gb": 10, "count_growth_rate": 0}
    ]
    found["workload"].pop("events", None)
    found["economics"] = {
        "horizon_years": 5,
        "currency": "USD",
        "buy_expansion": False,
        **changes.pop("economics", {}),
    }
    only = found["configurations"][0]
    only |= {
        "hosts": hosts,
        "cpu": {"sockets": 2, "cores": CORES // 2, "base_ghz": 2.5, "price": 1000},
        "licence": licence or {"price_per_core_year": 100},
    }
    for name in ("guest_licence", "database_licence"):
        only.pop(name, None)
    if kept:
        only["other_host_models"] = [
            {
                "model": "old",
                "hosts": kept,
                "removed_in_month": gone,
            }
        ]
    only |= changes
    found["configurations"] = [only]
    return found


def result(*arguments: Any, **changes: Any) -> Result:
    return evaluate_plan(Plan.model_validate(document(*arguments, **changes)), CATALOGUE)


def paid(found: Result) -> dict[int, float]:
    """The months in which licences are paid, and how much."""
    return {month: each for month, each in enumerate(found.configurations[0].monthly.parts["licences"]) if each}


def quantity(found: Result, name: str) -> float | None:
    return found.configurations[0].quantities[name].value


YEAR = 10 * CORES * 100
OLD = 4 * CORES * 100


def by_years(*amounts: float) -> dict[int, float]:
    return {12 * year + 1: each for year, each in enumerate(amounts)}


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        # A year at a time: four hosts of an older model are gone in month 35, and paid to the end of year 3.
        ({}, by_years(*[YEAR + OLD] * 3, YEAR, YEAR)),
        # Terms of two years: the second ends with month 48.
        ({"term_years": 2}, by_years(*[YEAR + OLD] * 4, YEAR)),
        ({"term_years": 3}, by_years(*[YEAR + OLD] * 3, YEAR, YEAR)),
        # Of five years: nothing is given back within it.
        ({"term_years": 5}, by_years(*[YEAR + OLD] * 5)),
        # Paid once: never counted anew.
        ({"price_per_core_year": None, "price_per_core_once": 100}, {0: YEAR + OLD}),
    ],
)
def test_removed_cores_are_paid_to_the_end_of_the_term(licence: Any, expected: dict[int, float]) -> None:
    own = {"price_per_core_year": 100} | licence
    found = result(kept=4, licence={name: each for name, each in own.items() if each is not None})
    assert paid(found) == pytest.approx(expected)


def test_by_the_month_they_end_with_the_month() -> None:
    found = paid(result(kept=4, licence={"price_per_core_year": 120, "billing": "month", "term_years": 1}))
    assert {found[month] for month in range(1, 37)} == {14 * CORES * 10}
    assert {found[month] for month in range(37, 61)} == {10 * CORES * 10}
    monthly = paid(result(kept=4, licence={"key": "azure-local"}))
    assert monthly[34] == pytest.approx(14 * CORES * 10)
    assert monthly[35] == pytest.approx(10 * CORES * 10)


def test_sockets_and_storage_are_counted_anew_at_a_renewal_too() -> None:
    found = result(kept=4, licence={"price_per_socket_year": 500, "term_years": 2})
    assert paid(found) == pytest.approx(by_years(*[14 * 2 * 500] * 4, 10 * 2 * 500))


def test_each_licence_has_a_hold_and_a_rise_of_its_own() -> None:
    economics = {"price_change": {"licence_rate": 0.1}}
    found = result(licence={"price_per_core_year": 100, "price_change_rate": 0.2}, economics=economics)
    assert paid(found) == pytest.approx(by_years(*[YEAR * 1.2**year for year in range(5)]))
    held = result(licence={"price_per_core_year": 100, "term_years": 3}, economics=economics)
    assert paid(held) == pytest.approx(by_years(*[YEAR] * 3, *[YEAR * 1.1**3] * 2))
    short = result(
        licence={"price_per_core_year": 100, "term_years": 3, "price_hold_years": 1},
        economics=economics,
    )
    assert paid(short) == pytest.approx(by_years(*[YEAR * 1.1**year for year in range(5)]))


def test_what_is_owned_until_a_month_is_not_paid_until_then() -> None:
    # 8 of 10 hosts are licensed until month 18; the other two are paid to that month, and then all for years of terms.
    found = result(licence={"price_per_core_year": 100, "owned": 8 * CORES, "owned_until_month": 18})
    two, ten = 2 * CORES * 100, YEAR
    assert paid(found) == pytest.approx({1: two / 2, 7: two, 19: ten, 31: ten, 43: ten, 55: ten})


def test_owned_licences_that_are_paid_once_stay_and_may_have_assurance() -> None:
    own = {"price_per_core_once": 100, "owned": 8 * CORES}
    assert paid(result(licence=own)) == pytest.approx({0: 2 * CORES * 100})
    assured = result(licence=own | {"assured": True, "owned_assured": True, "assurance_rate": 0.25})
    assert paid(assured) == pytest.approx({0: 2 * CORES * 100} | by_years(*[YEAR / 4] * 5))
    only_new = result(licence=own | {"assured": True, "assurance_rate": 0.25})
    assert paid(only_new) == pytest.approx({0: 2 * CORES * 100} | by_years(*[2 * CORES * 25] * 5))
    more = result(licence=own | {"owned": 20 * CORES})
    assert paid(more) == {}


@pytest.mark.parametrize(
    ("licence", "pointer"),
    [
        ({"price_per_core_year": 100, "owned": 64}, "owned_until_month"),
        ({"price_per_core_year": 100, "owned_until_month": 12}, "owned"),
    ],
)
def test_half_a_word_of_owned_licences_is_refused_at_the_field(licence: Any, pointer: str) -> None:
    with pytest.raises(PlanError) as error:
        result(licence=licence)
    assert [each.pointer for each in error.value.mistakes] == [f"/configurations/0/licence/{pointer}"]


def test_a_second_database_is_counted_by_its_factor_beside_the_first() -> None:
    databases = {
        "database_licence": {"price_per_core_year": 100, "licensed_by": "host"},
        "second_database_licence": {"key": "oracle-database-enterprise", "assured": True},
    }
    found = result(licence={"price_per_core_year": 0}, **databases)
    half = 10 * CORES * 0.5
    assert quantity(found, "initial_second_database_licensed_cores") == half
    assert paid(found) == pytest.approx({0: half * 47_500} | by_years(*[YEAR + half * 47_500 * 0.22] * 5))


def standard(hosts: int, vms: int, **changes: Any) -> float | None:
    """Cores of Windows Standard on hosts of 64 cores."""
    plan = document(hosts, guest_licence={"key": "windows-server-2025-standard"}, **changes)
    plan["workload"]["groups"][0]["count"] = vms
    return quantity(evaluate_plan(Plan.model_validate(plan), CATALOGUE), "initial_guest_licensed_cores")


def test_what_is_stacked_counts_the_failure_of_the_layout() -> None:
    # One cluster of ten hosts with one spare: 180 VMs on nine are 20 each, ten licensings.
    assert standard(10, 180, spare_hosts=1) == 10 * 10 * CORES
    assert standard(10, 180, spare_hosts=0) == 9 * 10 * CORES


def findings(found: Result, code: str) -> list[str]:
    return [each.message for each in found.configurations[0].findings if each.code == code]


def windows(vms: int, vcpu: int = 4, **licence: Any) -> Result:
    """Ten hosts of 64 cores whose VMs run Windows Server, one host a spare."""
    plan = document(10, guest_licence={"key": "windows-server-2025-standard", **licence}, spare_hosts=1)
    plan["workload"]["groups"][0] |= {"count": vms, "vcpu": vcpu}
    return evaluate_plan(Plan.model_validate(plan), CATALOGUE)


def test_the_cheaper_edition_is_named_with_what_it_saves() -> None:
    # Standard: 90 VMs on nine hosts are ten each, five licensings of 640 cores at 1,176 / 16. Datacenter: once, at
    # 6,771 / 16.
    (said,) = findings(windows(180, vcpu=16), "licence_lever")
    assert "Windows Server 2025 Datacenter by all cores of the hosts" in said
    standard, datacenter = 10 * 640 * 1176 / 16, 640 * 6771 / 16
    assert datacenter < standard
    assert f"{datacenter:,.0f}" in said.replace("\u202f", ",")
    # A few VMs in a large cluster: by their virtual cores, with assurance for five years. 18 VMs count as 8 each.
    (few,) = findings(windows(18), "licence_lever")
    assert "by the virtual cores of its VMs, with Software Assurance" in few
    by_vm = 18 * 8 * 1176 / 16 * (1 + 5 * 0.25)
    assert f"{by_vm:,.0f}" in few.replace("\u202f", ",")


def test_what_needs_assurance_and_has_none_is_said_with_its_amount() -> None:
    plan = document(10, database_licence={"key": "sql-server-2022-enterprise"})
    found = evaluate_plan(Plan.model_validate(plan), CATALOGUE)
    (said,) = findings(found, "assurance_left_out")
    assert f"{40 * 4 * 15_123 / 2 * 5 * 0.25:,.0f}" in said.replace("\u202f", ",")
    plan["configurations"][0]["database_licence"]["assured"] = True
    assert not findings(evaluate_plan(Plan.model_validate(plan), CATALOGUE), "assurance_left_out")


def test_a_datacenter_licence_of_the_hosts_covers_their_guests() -> None:
    covered = {"key": "windows-server-2025-datacenter"}
    twice = document(licence=covered, guest_licence={"key": "windows-server-2025-standard"})
    assert findings(evaluate_plan(Plan.model_validate(twice), CATALOGUE), "guests_covered")
    once = document(licence=covered)
    assert not findings(evaluate_plan(Plan.model_validate(once), CATALOGUE), "guests_covered")

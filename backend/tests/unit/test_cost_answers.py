"""What is said about cost where prices lack, hosts cannot be built, demand grows or licences stack."""

import math
from typing import Any

import pytest

from hostwise.answers.wording.number_texts import cell_text
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decided
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, QuantityState, Result
from hostwise.plan.document import Plan, plan_json


def result(
    *configurations: dict[str, Any],
    group: dict[str, Any] | None = None,
    workload: dict[str, Any] | None = None,
    policy: dict[str, Any] | None = None,
    **economics: Any,
) -> Decided:
    """Hosts of the moderate sample's Optane configuration, each with changes; fields by JSON pointer."""
    document = plan_json(sample_plan("moderate-io"))
    document.pop("sample")
    document.pop("remarks", None)
    base = document["configurations"][1]
    document["configurations"] = []
    for place, changes in enumerate(configurations):
        each = plan_json(Plan.model_validate(document | {"configurations": [base]}))["configurations"][0]
        each |= {"key": f"c{place}", "name": "ABC"[place]}
        for pointer, value in changes.items():
            *parents, last = pointer.strip("/").split("/")
            inner = each
            for parent in parents:
                inner = inner.setdefault(parent, {})
            inner[last] = value
        document["configurations"].append(each)
    document["workload"]["groups"][0] |= group or {}
    document["workload"] |= workload or {}
    document["policy"] |= policy or {}
    document["economics"] |= economics
    return decide(Plan.model_validate(document), load_catalogue())


def money(subject: ConfigurationResult, name: str) -> float:
    value = subject.quantities[name].value
    assert value is not None, name
    return value


def said(subject: Result, place: int) -> str:
    finance = subject.configurations[place].finance
    assert finance is not None
    return finance.text


def codes(subject: Result) -> set[str]:
    return {each.code for each in subject.findings}


CHEAPER = {"/host/chassis_price": 100}
UNKNOWN = {"/host/chassis_price": None}


def test_nothing_costs_least_where_a_cost_is_unknown() -> None:
    unknown = result({}, CHEAPER, UNKNOWN).sentence
    assert unknown.startswith("No best configuration yet. Not evaluated for C: the total cost.")
    assert "is the cheapest" not in unknown + result(CHEAPER, {}, UNKNOWN).sentence
    assert result(CHEAPER, {}).sentence.startswith("A is the cheapest in the base case: about ")


def test_a_share_of_nothing_is_not_said() -> None:
    nothing: dict[str, Any] = {"support_rate": 0, "electricity_price_per_kwh": 0, "rack_unit_price_per_month": 0}
    free: dict[str, Any] = {f"/{part}/price": 0 for part in ("memory", "network", "write_tier", "capacity", "cpu")}
    free["/host/chassis_price"] = 0
    subject = result(free, {**free, "/host/chassis_price": 100}, **nothing)
    assert money(subject.configurations[0], "cluster_tco") == 0
    said = subject.sentence.replace("\u00a0", " ")
    assert said == "A is the cheapest in the base case: about 100 % cheaper than B."
    alike = result(free, free, **nothing).sentence
    assert alike.startswith("No tie-breaker: pick the platform your team runs today.")


def test_what_cannot_be_built_saves_nothing() -> None:
    text = "B is not feasible, so there is no comparison."
    assert said(result({}, {"/hosts": 2}), 1) == text
    assert said(result({}, {"/hosts": 2}, keep={"running_cost_per_year": 90_000}), 1) == text
    assert said(result({"/hosts": 2}, {}), 1) == "A is not feasible, so there is no comparison."


def test_what_cannot_be_built_has_no_figures_of_return_either() -> None:
    subject = result({}, {"/hosts": 2})
    (_, built), quantities = subject.configurations, subject.configurations[1].quantities
    assert built.finance is not None
    assert {each.state for each in (built.finance.npv, quantities["saving_npv"], quantities["payback_years"])} == {
        QuantityState.DOES_NOT_APPLY
    }
    assert built.finance.savings == []
    assert not any(cell.best for row in subject.rows if row.section == "Return" for cell in row.cells)


def marked(subject: Result, key: str) -> list[str]:
    (row,) = (each for each in subject.rows if each.key == key)
    return [cell.configuration for cell in row.cells if cell.best]


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({}, {"/host/chassis_price": 50_000}, ("no single rate", "not by the horizon", "not by the horizon")),
        ({}, CHEAPER, ("no single rate", "from the start", "from the start")),
    ],
)
def test_when_it_pays_is_said_in_the_same_words_everywhere(
    first: dict[str, Any], second: dict[str, Any], words: tuple[str, ...]
) -> None:
    rows = {row.key: row for row in result(first, second).rows}
    found = [rows[name] for name in ("internal_return_rate", "payback_years", "discounted_payback_years")]
    assert tuple(cell_text(row, row.cells[1]) for row in found) == words


def test_the_smaller_of_two_losses_is_not_marked() -> None:
    dear, dearer = {"/host/chassis_price": 5_000}, {"/host/chassis_price": 6_000}
    lost = result({}, dear, dearer)
    losses = [each.quantities["saving_npv"].value for each in lost.configurations[1:]]
    assert all(loss is not None and loss < 0 for loss in losses)
    assert marked(lost, "saving_npv") == []
    assert marked(result(dearer, dear, {}), "saving_npv") == ["c2"]


def test_a_payback_that_never_comes_is_not_the_best() -> None:
    dear, dearer = {"/host/chassis_price": 5_000}, {"/host/chassis_price": 6_000}
    never = result({}, dear, dearer)
    assert [each.quantities["payback_years"].state for each in never.configurations[1:]] == [QuantityState.INFINITE] * 2
    assert marked(never, "payback_years") == []
    # Beside one that pays it is the other that is marked.
    assert marked(result(dear, dearer, {}), "payback_years") == ["c2"]


def test_what_merely_grows_with_hosts_and_drives_has_no_best() -> None:
    larger: dict[str, Any] = {"/hosts": 8, "/write_tier/capacity_gb": 1_600}
    subject = result({}, larger)
    for key in ("usable_tb", "capacity_used_share", "tbw_tb", "drive_write_limit_mb_s", "vm_write_limit_iops"):
        assert marked(subject, key) == [], key
    assert marked(subject, "hosts") == ["c0"]


def test_what_is_written_alike_has_no_best() -> None:
    for key in ("memory-tiering-2026", "vdi-2026"):
        for row in decide(sample_plan(key), load_catalogue()).rows:
            written = {cell_text(row, cell) for cell in row.cells}
            assert len(written) > 1 or not any(cell.best for cell in row.cells), row.key


def test_dust_is_neither_saved_nor_lost() -> None:
    assert said(result({"/host/chassis_price": 2_800}, {"/host/chassis_price": 2_801}), 1) == (
        "Against A it costs about the same in today's money over 5 years."
    )


def test_a_rate_is_said_only_where_something_is_laid_out() -> None:
    assert said(result({}, CHEAPER), 1).endswith(" over 5 years. Cheaper from day one.")
    dear = said(result({"/host/idle_w": 900, "/host/full_w": 900}, {"/host/chassis_price": 3_500}), 1)
    assert "Paid back for good after" in dear
    assert dear.endswith("% a year.")


@pytest.mark.parametrize("growth", [0.0, 0.5])
def test_cost_per_vm_is_over_the_months_that_vms_run(growth: float) -> None:
    (subject,) = result({}, group={"count_growth_rate": growth}).configurations
    months = sum(math.floor(150 * (1 + growth) ** (month / 12) + 1e-9) for month in range(1, 61))
    tco = money(subject, "cluster_tco")
    assert money(subject, "tco_per_vm_month") == pytest.approx(tco / months)
    assert money(subject, "tco_per_vm") == pytest.approx(tco / months * 60)
    hosts = [each for each in subject.monthly.hosts if each is not None]
    usable = money(subject, "usable_tb") * sum(hosts[1:]) / 60 / hosts[0]
    assert money(subject, "tco_per_tb") == pytest.approx(tco / usable)
    assert (max(hosts) > hosts[0]) is (growth > 0)


def test_vms_without_room_make_nothing_cheaper() -> None:
    growth = {"count_growth_rate": 0.4}
    (bought,), (kept,) = (
        result({}, group=growth, buy_expansion=buy, expansion_cadence_months=1).configurations for buy in (True, False)
    )
    assert money(kept, "cluster_tco") < money(bought, "cluster_tco")
    asked = [math.floor(150 * 1.4 ** (month / 12) + 1e-9) for month in range(1, 61)]
    hosts = [each or 0 for each in bought.monthly.hosts[1:]]
    assert money(bought, "vm_months") == pytest.approx(sum(asked))
    housed = [vms * min(1, 4 / needed) for vms, needed in zip(asked, hosts, strict=True)]
    assert money(kept, "vm_months") == pytest.approx(sum(housed))
    assert money(kept, "vm_months") < 0.6 * money(bought, "vm_months")


def test_licences_are_never_given_back() -> None:
    licence = {"/licence": {"key": "windows-server-2022-standard"}}
    by_month = {"/licence": {"price_per_core_year": 100, "vms_per_licensing": 10}}
    larger = {"disk_gb": 200, "disk_growth_rate": 0.9}
    for subject in result(licence, by_month, group=larger, workload={"totals": {}}).configurations:
        paid = [each for each in subject.monthly.parts["licences"] if each is not None]
        assert subject.expansion
        assert min(paid) >= 0


def test_an_edition_for_two_vms_is_licensed_again_for_more() -> None:
    standard, centre = result(
        {"/licence": {"key": "windows-server-2022-standard"}, "/hosts": 4},
        {"/licence": {"key": "windows-server-2022-datacenter"}, "/hosts": 4},
    ).configurations
    cores = money(standard, "licensed_cores_per_host")
    # 150 VMs on three of four hosts are 50 on each: 25 times two.
    assert money(standard, "initial_licensed_cores") == 4 * cores * 25
    assert money(standard, "licence_cost") == pytest.approx(4 * cores * 25 / 16 * 1069)
    assert money(centre, "initial_licensed_cores") == 4 * cores
    assert money(centre, "licence_cost") < money(standard, "licence_cost")


def test_a_given_price_replaces_all_that_are_not_given() -> None:
    (by_socket,) = result({"/licence": {"key": "vcf", "price_per_socket_year": 900}}).configurations
    sockets = 4 * 2
    assert money(by_socket, "licence_cost_per_year") == sockets * 900
    (both,) = result(
        {"/licence": {"key": "vcf", "price_per_socket_year": 900, "price_per_core_year": 10}}
    ).configurations
    assert money(both, "licence_cost_per_year") == sockets * 900 + 10 * money(both, "initial_licensed_cores")


def test_a_total_that_does_not_grow_is_said() -> None:
    assert "total_does_not_grow" not in codes(result({}))
    grown = {"count_growth_rate": 0.2}
    assert "total_does_not_grow" in codes(result({}, group=grown))
    assert "total_does_not_grow" not in codes(result({}, group=grown, buy_expansion=False))
    assert "total_does_not_grow" not in codes(result({}, group={"count_growth_rate": -0.1}))


def test_each_price_is_listed_once() -> None:
    single = decide(sample_plan("nvme-2026"), load_catalogue())
    fields = [(each.configuration, each.pointer) for each in single.prices.used]
    assert len(fields) == len(set(fields))
    assert not any(each.quantity == "addon_price_per_licence" for each in single.prices.used)


def test_a_price_of_what_is_never_needed_is_not_listed() -> None:
    def listed(*configurations: dict[str, Any]) -> bool:
        used = result(*configurations, outage_price=5_000).prices.used
        return any(each.quantity == "outage_price" for each in used)

    outside = {"/layout": "external", "/write_tier": None, "/capacity": None, "/protection": None}
    assert listed({})
    assert not listed(outside)
    assert listed(outside, {})


def test_disks_that_are_swapped_to_do_not_wear() -> None:
    drive = {"capacity_gb": 600, "rated_dwpd": 0.3, "warranty_years": 5}
    swap = {"turnovers_per_day": 40, "drive": drive}

    def worn(medium: str) -> bool:
        hosts = {"/memory": {"dram_gib": 128}, "/hosts": 4, "/swap": swap | {"medium": medium}}
        policy = {"memory_overcommit_limit": 9, "spare_hosts": 0}
        subject = result(hosts, group={"memory_active_share": 0.3}, policy=policy)
        return any(each.code == "wears_out" and "swap drive" in each.message for each in subject.findings)

    assert worn("ssd_local")
    assert not worn("hdd_local")


def test_a_price_of_a_tier_drive_in_another_currency_is_said() -> None:
    tier = {"drives_per_host": 1, "drive": {"key": "intel-dc-p3700-1.6tb"}}
    subject = result({"/memory": {"dram_gib": 512, "tier": tier}, "/hypervisor": "esx-9.0"}, currency="EUR")
    (unusable,) = (
        each for each in subject.findings if each.code == "price_not_usable" and each.quantity == "drive_price"
    )
    assert "price of memory-tier drive" in unusable.message
    assert unusable.pointer == "/configurations/0/memory/tier/drive/price"

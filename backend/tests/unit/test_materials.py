"""A bill of materials says where each price comes from, what is missing, and what is counted for all hosts together."""

import csv
import doctest
import io
from typing import Any

import pytest

import hostwise.reports.materials_text
from hostwise.answers.cost.bill_of_materials import bill_of_materials_of
from hostwise.answers.cost.bill_of_materials_document import ConfigurationBillOfMaterials, Material
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.materials_text import quantity_text, total_label, total_text


def bill_of_materials_with(
    sample: str, *, remarks: dict[str, Any] | None = None, **fields: Any
) -> ConfigurationBillOfMaterials:
    """The first configuration of a sample with some fields replaced."""
    document = plan_json(sample_plan(sample))
    document["configurations"][0] |= fields
    document["remarks"] = {**document.get("remarks", {}), **(remarks or {})}
    return bill_of_materials_of(Plan.model_validate(document), load_catalogue()).configurations[0]


def lines(found: ConfigurationBillOfMaterials, section: str = "hardware") -> list[Material]:
    return next(each.lines for each in found.sections if each.key == section)


def line(found: ConfigurationBillOfMaterials, label: str, section: str = "hardware") -> Material:
    return next(each for each in lines(found, section) if each.label == label)


def test_examples_in_docstrings() -> None:
    assert doctest.testmod(hostwise.reports.materials_text) == doctest.TestResults(0, 4)


def test_cards_have_a_line_for_each_kind_with_its_own_origin() -> None:
    cards = [
        {"count": 2, "ports": 2, "gbit_s": 25, "price": 300},
        {"count": 1, "ports": 1, "gbit_s": 10, "price": 80},
        {"count": 1, "ports": 2, "gbit_s": 100},
    ]
    note = {"status": "illustrative", "note": "an example", "date": "2026-05"}
    at = "/configurations/0/network/cards"
    found = bill_of_materials_with("vdi-2026", network={"cards": cards}, remarks={f"{at}/1/price": note})
    shown = [
        (each.detail, each.per_host, each.unit_price, each.status.value, each.date, each.pointer)
        for each in lines(found)
        if each.kind == "network"
    ]
    assert shown == [
        ("2 ports of 25 Gbit/s", 2, 300, "given", None, f"{at}/0/price"),
        ("1 port of 10 Gbit/s", 1, 80, "indicative", "2026-05", f"{at}/1/price"),
        ("2 ports of 100 Gbit/s", 1, 1100, "indicative", "2026-11", f"{at}/2/price"),
    ]


def test_a_price_of_all_cards_is_one_line() -> None:
    network = {"cards": [{"count": 2, "gbit_s": 25, "price": 300}], "price": 500}
    found = line(bill_of_materials_with("vdi-2026", network=network), "Network cards, all of a host")
    assert (found.unit_price, found.unit, found.detail) == (500, "sets", "2 cards, 2 ports of 25 Gbit/s")


def test_a_missing_price_is_missing_and_the_sum_a_lower_bound() -> None:
    cpu = {"sockets": 2, "cores": 32, "base_ghz": 3}
    found = bill_of_materials_with("vdi-2026", cpu=cpu, hosts=12)
    processor = line(found, "Processor")
    assert (processor.name, processor.key, processor.detail) == (None, None, "32 cores; 3 GHz")
    assert (processor.quantity, processor.unit_price, processor.amount, processor.status) == (24, None, None, "missing")
    total = found.sections[0].total
    assert (total.is_lower_bound, total.missing) == (True, ["/configurations/0/cpu/price"])
    assert total.amount == pytest.approx(1_003_106.4 - 12 * 2 * 3694)
    assert total_label(total) == "Total, at least"


def test_of_unknown_hosts_the_price_is_known_and_the_amount_is_not() -> None:
    document = plan_json(sample_plan("vdi-2026"))["configurations"][0]
    # A VM fits no host with so little memory.
    found = bill_of_materials_with("vdi-2026", memory={**document["memory"], "dram_gib": 1})
    assert found.hosts.state == "infeasible"
    total = found.sections[0].total
    assert (total.amount, total.is_lower_bound, total.missing) == (None, True, [])
    assert (total_label(total), total_text(total)) == ("Total", "unknown")
    chassis = line(found, "Chassis")
    assert (chassis.unit_price, chassis.quantity, chassis.amount) == (9705, None, None)
    assert quantity_text(chassis) == "unknown"


def test_memory_of_no_chosen_module_is_counted_by_the_gib_where_no_whole_number_makes_it() -> None:
    module = "ddr5-rdimm-2026-08"
    whole = line(bill_of_materials_with("vdi-2026", memory={"dram_gib": 1536, "module": module}), "Memory module")
    assert (whole.per_host, whole.detail) == (24, "64 GiB each, assumed; 1,536 GiB DRAM")
    odd = line(bill_of_materials_with("vdi-2026", memory={"dram_gib": 1500, "module": module}), "Memory")
    assert (odd.per_host, odd.unit, odd.unit_price) == (1500, "GiB", 35.7)


def test_a_price_without_a_rate_of_exchange_is_missing_and_says_so() -> None:
    document = plan_json(sample_plan("vdi-2026"))
    document["economics"]["currency"] = "EUR"
    found = bill_of_materials_of(Plan.model_validate(document), load_catalogue())
    processor = line(found.configurations[0], "Processor")
    assert processor.status == "missing"
    assert "exchange rate of USD" in (processor.note or "")
    document["economics"]["exchange_rates"] = [{"currency": "USD", "rate": 0.5, "date": "2026-11-20"}]
    found = bill_of_materials_of(Plan.model_validate(document), load_catalogue())
    assert line(found.configurations[0], "Processor").unit_price == 1847
    assert found.currency == "EUR"


def test_an_old_price_is_marked() -> None:
    document = plan_json(sample_plan("vdi-2026"))
    document["economics"]["priced_on"] = "2029-01"
    found = bill_of_materials_of(Plan.model_validate(document), load_catalogue()).configurations[0]
    processor = line(found, "Processor")
    assert (processor.is_old, processor.age_months) == (True, 29)


def test_a_least_order_is_no_number_of_each_host() -> None:
    licence = {"key": "vcf", "order_minimum_cores": 72}
    small = bill_of_materials_with("vdi-2026", hosts=3, cpu={"sockets": 1, "cores": 8, "base_ghz": 3}, licence=licence)
    cores = line(small, "Licence of hosts", "licences_by_year")
    assert (cores.quantity, cores.per_host, cores.amount) == (72, None, 25_200)
    assert (cores.name, cores.key) == ("VMware Cloud Foundation", "vcf")


def test_storage_beyond_what_the_cores_include_is_a_line() -> None:
    found = bill_of_materials_with(
        "light-io",
        hosts=3,
        cpu={"sockets": 2, "cores": 12, "base_ghz": 3, "price": 800},
        capacity={"count": 4, "capacity_gb": 7680, "price": 500},
        licence={"key": "vvf-3-year", "addon_price_per_tib_year": 200},
    )
    storage = line(found, "Licence of storage", "licences_by_year")
    assert (storage.quantity, storage.unit_price, storage.amount) == (60, 200, 12_000)
    assert storage.detail == "1 TiB each; paid for each year in advance"


def test_without_a_licence_one_line_says_that_its_price_is_missing() -> None:
    found = bill_of_materials_with("vdi-2026", licence={})
    (missing,) = lines(found, "licences_by_year")
    assert (missing.label, missing.name, missing.status) == ("Licence of hosts", None, "missing")


def test_comma_separated_values_hold_the_lines_and_no_sums() -> None:
    found = bill_of_materials_with("vdi-2026", name="=1+1")
    records = list(csv.DictReader(io.StringIO(found.csv)))
    known = [each for section in found.sections for each in section.lines]
    assert [each["item"] for each in records] == [each.label for each in known]
    assert [float(each["amount"]) for each in records] == [each.amount for each in known]
    assert {each["configuration_name"] for each in records} == {"'=1+1"}
    assert records[-1]["catalogue_key"] == "vcf"

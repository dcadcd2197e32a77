"""A price takes part in what is advised by its kind and age; the user's own always does."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.reference.catalogue_table import catalogue_table
from hostwise.answers.search.search_answer import search
from hostwise.answers.search.search_document import SearchAnswer
from hostwise.answers.search.short_lists import short_lists
from hostwise.binding.origins import CatalogueOrigins
from hostwise.binding.prices import catalogue_price, on_offer
from hostwise.catalogue.loader import load_catalogue
from hostwise.catalogue.price_kinds import PriceKind, newest_prices, price_kind, takes_part
from hostwise.catalogue.record import Price
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.search_document import Search

CATALOGUE = load_catalogue()
USED, NEW = "samsung-pm1733-7.68tb", "kioxia-cm7-r-7.68tb"
TODAY, LIMIT = "2026-11", 12


def price(basis: str, date: str | None, **more: Any) -> Price:
    return Price(amount=1, currency="USD", basis=basis, date=date, source=("background",), confidence="press", **more)


@pytest.mark.parametrize(
    ("basis", "date", "taken"),
    [
        ("street median", "2026-08-14", True),
        ("index", "2025-11", True),
        ("index", "2025-10", False),
        ("retail listing", "2025-10", False),
        ("spot", None, False),
        ("used market median", "2026-11", False),
        ("retail/refurbished", "2026-11", False),
        ("press estimate", "2026-11", False),
        ("estimate", "2026-11", False),
        ("1kU list at launch", "2023-07", True),
        ("list (reported)", None, True),
    ],
)
def test_what_takes_part(basis: str, date: str | None, taken: bool) -> None:
    assert takes_part(price(basis, date), TODAY, LIMIT, old_prices=False) is taken
    assert takes_part(price(basis, date), TODAY, LIMIT, old_prices=True)


def test_a_price_ages_from_when_it_was_last_read_in_force() -> None:
    read = price("list", "2022", last_read="2026-10")
    assert read.held == "2026-10"
    assert price("list", "2022").held == "2022"
    assert takes_part(price("index", "2022", last_read="2026-10"), TODAY, LIMIT, old_prices=False)
    row = CATALOGUE.licences["windows-server-2022-datacenter"].model_copy(update={"price": read})
    origin = CatalogueOrigins(CATALOGUE, sample_plan("nvme-2026").economics).price(row, "price")
    assert origin.date == "2026-10"
    assert "list, 2022, last read in force 2026-10" in (origin.note or "")


@pytest.mark.parametrize(
    ("launched", "own", "offered"),
    [
        (2021, None, True),
        # The price of its class is no offer of a drive of 2020, and a list price of its launch is none.
        (2020, None, False),
        (2020, price("list", "2020-06"), False),
        (2022, price("list", "2022-06"), True),
        # It was read of late.
        (2018, price("list", "2018-06", last_read="2026-10"), True),
        (2018, price("street median", "2026-10"), True),
        (2024, price("used market median", "2026-10"), False),
        # Of one without a year, the price says how old it is.
        (None, price("list", "2019-04"), False),
        (None, price("list", "2023-04"), True),
    ],
)
def test_what_is_on_offer(launched: int | None, own: Price | None, offered: bool) -> None:
    row = CATALOGUE.drives[NEW].model_copy(update={"launch_year": launched, "price": own})
    assert on_offer(CATALOGUE, TODAY)(row) is offered


def test_a_part_was_on_offer_when_it_was_new() -> None:
    row = CATALOGUE.drives[NEW].model_copy(update={"launch_year": 2013, "price": price("list", "2013-09")})
    assert on_offer(CATALOGUE, "2014-06")(row)
    assert not on_offer(CATALOGUE, "2019-06")(row)


def test_every_price_of_the_catalogue_is_of_the_kind_that_its_basis_says() -> None:
    kinds = {
        each.price.basis: price_kind(each.price.basis) for each in CATALOGUE.drives.values() if each.price is not None
    }
    assert {basis for basis, kind in kinds.items() if kind is PriceKind.USED} == {"used market median"}
    assert {basis for basis, kind in kinds.items() if kind is PriceKind.PRESS} == {"press estimate"}
    assert all(
        price_kind(each.list_price.basis) is PriceKind.LIST for each in CATALOGUE.cpus.values() if each.list_price
    )
    assert all(price_kind(each.price.basis) is PriceKind.LIST for each in CATALOGUE.licences.values() if each.price)
    assert newest_prices(CATALOGUE) == "2026-11"


def found(plan: Plan, *drives: str, **more: Any) -> SearchAnswer:
    choices = [
        {"field": "/capacity/key", "values": list(drives)},
        {"field": "/capacity/count", "values": [4, 8]},
    ]
    return search(Search.model_validate({"plan": plan_json(plan), "choices": choices, **more}), CATALOGUE)


def test_a_search_leaves_out_parts_with_old_prices_and_counts_them() -> None:
    plan = sample_plan("nvme-2026")
    without = found(plan, NEW, USED)
    assert without.old_prices_left_out == 1
    assert without.old_parts == [USED]
    assert without.sentence.endswith("1 part left out: old, or at an old price.")
    assert {each.code: each.count for each in without.rejected}["old_price"] == 2
    assert without.combinations == without.feasible + sum(each.count for each in without.rejected)
    assert all("PM1733" not in each.text for each in without.best)
    of_drives = {each.label: each for each in without.choices[0].options}
    assert of_drives[USED].why_not == "a part that is old, or whose price is old, used or of the press"
    assert found(plan, NEW).best[0].cost == without.best[0].cost
    # The user takes it on.
    taken = found(plan, NEW, USED, old_prices=True)
    assert taken.old_prices_left_out == 0
    assert taken.feasible > without.feasible
    assert "left out" not in taken.sentence


def test_an_own_price_of_a_part_always_takes_part() -> None:
    plan = plan_json(sample_plan("nvme-2026"))
    own = {"part": f"drives/{USED}", "price": 900.0, "currency": "USD", "date": "2026-11-01"}
    plan["economics"]["prices"] = [own]
    assert found(Plan.model_validate(plan), NEW, USED).old_prices_left_out == 0


def test_a_part_that_the_plan_has_stays() -> None:
    plan = plan_json(sample_plan("nvme-2026"))
    plan["configurations"][0]["capacity"] = {**plan["configurations"][0]["capacity"], "key": USED}
    assert found(Plan.model_validate(plan), NEW, USED).old_prices_left_out == 0


def test_the_first_line_has_the_age_of_the_oldest_price_of_the_winner() -> None:
    answer = found(sample_plan("nvme-2026"), NEW)
    ages = answer.best[0].prices
    assert ages.age_months is not None
    assert f"({ages.age})" in answer.sentence
    assert f"oldest price {ages.age_months} months old: {ages.part}, {ages.oldest}" == ages.age


def test_candidates_have_no_parts_with_old_prices() -> None:
    plan = sample_plan("nvme-2026")
    drives = {
        option["/capacity/key"]
        for axis in short_lists(plan, 0, CATALOGUE)
        for option in axis.options[1:]
        if "/capacity/key" in option
    }
    assert drives
    for key in drives:
        own = CATALOGUE.drives[key].price
        assert own is None or takes_part(own, plan.economics.priced_on or TODAY, LIMIT, old_prices=False)


def test_a_drive_of_a_caching_class_is_no_capacity_drive_by_default() -> None:
    plan = sample_plan("nvme-2026")
    assert plan.configurations[0].write_tier is None
    answer = search(Search.model_validate({"plan": plan_json(plan), "choices": [], "best": 1}), CATALOGUE)
    names = {CATALOGUE.drives[key].name: CATALOGUE.drives[key] for key in CATALOGUE.drives}
    (drives,) = [each for each in answer.choices if each.name == "Capacity drive"]
    assert {names[each.label].workload_class for each in drives.options} == {"RI", "MU"}


def test_a_picker_can_tell_rows_with_old_prices() -> None:
    table = catalogue_table("drives", CATALOGUE)
    place = next(at for at, each in enumerate(table.columns) if each.key == "price_kind")
    rows = {each.key: each for each in table.rows}
    assert rows[USED].old_price
    assert (rows[USED].cells[place].text, rows[USED].cells[place].note) == ("used", "used market median")
    assert not rows[NEW].old_price
    assert rows[NEW].cells[place].text == "estimate"
    cpus = catalogue_table("cpus", CATALOGUE)
    assert {each.cells[3].text for each in cpus.rows} == {"list"}
    # Of five years and less, or with a list price that was read of late.
    years = {each.key: CATALOGUE.cpus[each.key].launch_year for each in cpus.rows}
    assert {each.key for each in cpus.rows if each.old_price} == {key for key, year in years.items() if year < 2021}


def test_a_row_without_a_price_of_its_own_has_that_of_its_class_as_an_estimate() -> None:
    drive, chassis = CATALOGUE.drives[NEW], next(iter(CATALOGUE.chassis.values()))
    for row, kind, size in ((drive, "drives", drive.capacity_gb), (chassis, "chassis", 1)):
        of_class = catalogue_price(CATALOGUE, row)
        assert of_class is not None
        table = catalogue_table(kind, CATALOGUE)
        place = next(at for at, each in enumerate(table.columns) if each.key == "price")
        cell = next(each for each in table.rows if each.key == row.key).cells[place]
        assert cell.value == round(of_class.amount * size)
        assert cell.note.startswith("estimate, ")


def test_an_index_is_an_estimate_and_a_shop_is_the_street() -> None:
    assert price_kind("index") is PriceKind.ESTIMATE
    assert price_kind("contract average") is PriceKind.ESTIMATE
    assert price_kind("retail average") is PriceKind.STREET

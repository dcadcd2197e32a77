"""Which of several prices of a part holds: one order for all parts, in one place."""

import re
from pathlib import Path

import pytest

import hostwise
from hostwise.binding.origins import CatalogueOrigins, Origin
from hostwise.binding.prices import catalogue_price, drive_price, in_force, is_priced_by_plan, prices_by_part, row_price
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.document import Plan
from tests.unit.test_part_prices import plan_with, row

CATALOGUE = load_catalogue()
PRICED = next(each for each in CATALOGUE.drives.values() if each.price is not None and each.price.currency == "USD")
UNPRICED = next(each for each in CATALOGUE.drives.values() if each.price is None)
OWN, EXAMPLE = (Origin(7.0, status) for status in (InputStatus.GIVEN, InputStatus.ILLUSTRATIVE))


def asked(plan: Plan) -> CatalogueOrigins:
    return CatalogueOrigins(CATALOGUE, plan.economics)


def test_a_price_of_the_plan_holds_before_the_catalogues_and_that_before_the_one_of_a_class() -> None:
    assert PRICED.price is not None
    to = asked(plan_with(row(f"drives/{PRICED.key}", 11)))
    assert drive_price(to, PRICED, None).value == 11
    without = asked(plan_with())
    assert drive_price(without, PRICED, None).value == PRICED.price.amount
    of_class = drive_price(without, UNPRICED, None)
    assert of_class.status is InputStatus.ILLUSTRATIVE
    assert (row_price(UNPRICED), catalogue_price(CATALOGUE, PRICED)) == (None, PRICED.price)


@pytest.mark.parametrize(("own", "holds"), [(None, 11), (OWN, 7), (EXAMPLE, 11)])
def test_an_own_price_holds_unless_it_is_an_example(own: Origin | None, holds: float) -> None:
    of_plan = drive_price(asked(plan_with(row(f"drives/{PRICED.key}", 11))), PRICED, None)
    assert in_force(own, of_plan).value == holds


def test_an_example_stays_where_the_plan_has_no_price() -> None:
    assert in_force(EXAMPLE, drive_price(asked(plan_with()), PRICED, None)) == EXAMPLE


def test_a_plan_prices_a_part_by_its_list_or_by_the_configuration() -> None:
    parts = prices_by_part(plan_with(row(f"drives/{PRICED.key}", 11))).keys()
    assert is_priced_by_plan(PRICED, parts)
    assert is_priced_by_plan(UNPRICED, parts, None, 5.0)
    assert not is_priced_by_plan(UNPRICED, parts, None)


def test_nobody_else_asks_for_a_price_of_the_plan() -> None:
    package = Path(hostwise.__file__).parent
    asking = {
        each.relative_to(package).as_posix()
        for each in package.rglob("*.py")
        if re.search(r"\.quoted\(", each.read_text(encoding="utf-8"))
    }
    assert asking == {"binding/prices.py"}

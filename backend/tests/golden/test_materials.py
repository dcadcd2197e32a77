"""The golden cases of bills of materials."""

from pathlib import Path
from typing import Any

import pytest

from hostwise.answers.cost.bill_of_materials import bill_of_materials_of
from hostwise.catalogue.loader import load_catalogue
from tests.golden.test_cost import changed
from tests.yaml_files import read_yaml

CASES = read_yaml(Path(__file__).parent / "materials.yaml")


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_materials(case: dict[str, Any]) -> None:
    found = bill_of_materials_of(changed(case["sample"], case["change"]), load_catalogue())
    (of,) = (each for each in found.configurations if each.key == case["configuration"])
    sections = {each.key: each for each in of.sections}
    for key, expected in case["sections"].items():
        section = sections[key]
        assert [each.label for each in section.lines] == [line[0] for line in expected["lines"]]
        for each, (label, quantity, price, amount, status) in zip(section.lines, expected["lines"], strict=True):
            assert (each.quantity, each.status) == (quantity, status), label
            assert each.unit_price == (None if price is None else pytest.approx(price, rel=1e-12)), label
            assert each.amount == pytest.approx(amount, rel=1e-9), label
        assert section.total.amount == pytest.approx(expected["total"], rel=1e-9)
        assert not section.total.is_lower_bound

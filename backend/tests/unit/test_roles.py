"""The roles of drives: one axis in the graph, whose members are known, missing and explained one by one."""

from types import ModuleType
from typing import Any

import numpy as np
import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.binding import bind
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.declaring import formula
from hostwise.engine.graph import Graph
from hostwise.engine.model import MODEL
from hostwise.engine.primitives import for_roles, of_role, total, total_of_roles
from hostwise.engine.quantities import DeclarationError, Quantity
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import QuantityState
from hostwise.plan.document import Plan, plan_json

INPUTS = (
    Quantity("drive_gb", "size of drive", "Size.", ("role",)),
    Quantity("drives", "drives", "Drives."),
    Quantity("month", "month", "Month.", ("month",)),
    Quantity("count", "VMs", "VMs.", ("group",)),
)
SIZES = [[[1.0, 2.0, 3.0, 4.0, 5.0]]]


def build(**functions: Any) -> Graph:
    module = ModuleType("declared")
    for name, function in functions.items():
        function.__name__, function.__module__, function.__doc__ = name, "declared", "Meaning."
        setattr(module, name, formula(label=name, source="HOSTWISE", locator="test")(function))
    return Graph(INPUTS, (module,))


def sized() -> Graph:
    return build(
        used_gb=lambda *, drive_gb, drives, month: drive_gb * drives * month,
        all_gb=lambda *, used_gb: total_of_roles(used_gb),
        swap_gb=lambda *, used_gb: of_role(used_gb, Role.SWAP),
        later_gb=lambda *, used_gb: total(used_gb),
        other_gb=lambda *, drive_gb, drives: for_roles({Role.WRITE_TIER: drives * 2}, otherwise=drive_gb),
        largest_swap_gb=lambda *, other_gb: of_role(other_gb, Role.SWAP),
    )


def test_roles_come_before_months() -> None:
    graph = sized()
    axes = {name: graph.axes(name) for name in ("used_gb", "all_gb", "swap_gb", "later_gb", "largest_swap_gb")}
    assert axes == {
        "used_gb": ("role", "month"),
        "all_gb": ("month",),
        "swap_gb": ("month",),
        "later_gb": ("role",),
        "largest_swap_gb": (),
    }
    found = graph.evaluate({"drive_gb": SIZES, "drives": [1.0, 10.0], "month": [0.0, 1.0, 2.0]})
    assert found.values["used_gb"].shape == (1, 2, 5, 3)
    assert found.members("all_gb", 1) == (0, 150, 300)
    assert found.members("swap_gb", 1) == (0, 40, 80)
    assert found.members("later_gb") == (3, 6, 9, 12, 15)
    assert found.members("other_gb", 1) == (20, 2, 3, 4, 5)
    assert found.value("largest_swap_gb", 1) == 4


def test_there_are_always_all_roles() -> None:
    assert sized().evaluate({"drive_gb": 7.0, "drives": 1.0}).members("other_gb") == (2, 7, 7, 7, 7)


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda *, drives: total_of_roles(drives), "takes roles, but none of its inputs has them"),
        (lambda *, drives: of_role(drives, Role.WRITE_TIER), "takes roles, but none of its inputs has them"),
        (lambda *, drive_gb: total(drive_gb), "reduces, but none of its inputs has members"),
        (lambda *, drive_gb: of_role(drive_gb, Role.WRITE_TIER) * 2, "must be the outermost operation"),
        (lambda *, drive_gb, month, count: drive_gb * month * count, "mixes members of group and month"),
    ],
)
def test_roles_end_where_they_should(function: Any, message: str) -> None:
    with pytest.raises(DeclarationError, match=message):
        build(wrong_gb=function)


def test_what_is_missing_is_missing_for_its_role() -> None:
    sizes = [[[np.nan, 2.0, 3.0, np.nan, 5.0]]]
    found = sized().evaluate({"drive_gb": sizes, "month": [1.0]})
    assert found.missing_of("other_gb") == (("drives", None), ("drive_gb", Role.SWAP))
    assert found.missing_of("other_gb", 0, Role.WRITE_TIER) == (("drives", None),)
    assert found.missing_of("other_gb", 0, Role.CAPACITY) == ()
    assert found.missing_of("largest_swap_gb") == (("drive_gb", Role.SWAP),)
    assert found.missing("all_gb") == ("drive_gb", "drives")
    assert found.used_parameters("other_gb", role=Role.SWAP) == {("drive_gb", Role.SWAP)}


def test_roles_are_named_where_a_formula_is_shown() -> None:
    graph = sized()
    assert graph.formulas["swap_gb"].text(str) == "used_gb[swap]"
    assert graph.formulas["swap_gb"].latex(str) == r"{used_gb}_{\text{swap drive}}"
    shown = (
        "by_role(write_tier=drives * 2, capacity=drive_gb, memory_tier=drive_gb, swap=drive_gb, read_cache=drive_gb)"
    )
    assert graph.formulas["other_gb"].text(str) == shown
    assert r"drives \cdot 2 & \text{cache drive} \\ drive_gb & \text{capacity drive}" in graph.formulas[
        "other_gb"
    ].latex(str)


# ------------------------------------------------------------------------------------------------------------ plans


def changed(**fields: Any) -> Plan:
    """The NAND configuration of a sample without its prices' and drives' key, with other fields."""
    document = plan_json(sample_plan("moderate-io"))
    document["configurations"] = document["configurations"][:1]
    document["configurations"][0] |= fields
    return Plan.model_validate(document)


def test_every_input_of_drives_has_a_record_for_each_role() -> None:
    plan = sample_plan("nvme-2026")
    binding = bind(plan, load_catalogue())
    for name, quantity in MODEL.inputs.items():
        if quantity.axes == ("role",):
            assert "drive" in quantity.label
            for each in plan.configurations:
                records = binding.origins(name, each.key)
                assert [record.role for record in records] == [role.key for role in Role]
                assert [record.label for record in records] == [role.named(quantity.label) for role in Role]


def test_drives_of_a_single_tier_are_capacity_drives() -> None:
    for key in ("moderate-io", "nvme-2026"):
        arrays = bind(sample_plan(key), load_catalogue()).arrays
        (groups,), (all_drives,) = arrays["disk_groups"], arrays["capacity_drives_per_host"]
        write_tier, capacity = (arrays["drives_per_host"][0, :, role] for role in (Role.WRITE_TIER, Role.CAPACITY))
        np.testing.assert_array_equal(write_tier, groups)
        np.testing.assert_array_equal(capacity, all_drives)
        np.testing.assert_array_equal(arrays["single_tier_flag"][0], np.where(groups > 0, 0, 1))


def test_only_the_drive_that_lacks_something_is_asked_for() -> None:
    drive = {"capacity_gb": 400, "rated_dwpd": 3, "warranty_years": 5}
    plan = changed(swap={"medium": "ssd_local", "drive": drive})
    (found,) = evaluate_plan(plan, load_catalogue()).configurations
    assert found.quantities["write_tier_capex"].state is QuantityState.EVALUATED
    assert found.quantities["further_drives_capex"].missing == ["/configurations/0/swap/drive/price"]
    assert found.quantities["purchase_capex"].missing == ["/configurations/0/swap/drive/price"]


def test_the_explanation_shows_each_role_with_its_own_state() -> None:
    plan = sample_plan("moderate-io")
    key = plan.configurations[0].key
    nodes = {each.quantity: each for each in explain_number(plan, load_catalogue(), key, "years_to_wear_out").nodes}
    lives = nodes["role_years_to_wear_out"]
    assert lives.members == [role.label for role in Role]
    assert lives.states == ["evaluated", "not_evaluated", "does_not_apply", "does_not_apply", "does_not_apply"]
    assert nodes["years_to_wear_out"].values == lives.values[:1]
    by_month = {each.quantity: each for each in explain_number(plan, load_catalogue(), key, "replacement_cost").nodes}
    members = by_month["role_worn_drives_per_month"].members
    assert members is not None
    assert (members[0], members[-1]) == ("cache drive, 0", "read-cache drive, 60")


def test_dust_above_the_rated_writes_leaves_the_warranty() -> None:
    """A third of a year, three times in a year: the sum is not exactly 1, and the drive just keeps to its rating."""
    function = MODEL.formulas["role_generation_wear_ratio"].function
    assert function(role_first_wear_ratio=np.float64(2.0000000000000004)) == 1

"""Guest licences by the guest system of the groups."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import Result
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()


def result(systems: list[str | None], **licence: Any) -> Result:
    """The sample with three groups: licences by VM of those with one guest system."""
    found: Any = plan_json(sample_plan("nvme-2026"))
    found.pop("remarks", None)
    for group, system in zip(found["workload"]["groups"], systems, strict=True):
        group["guest_os"] = system
    guest = {"price_per_core_year": 100, "licensed_by": "vm", **licence}
    found["configurations"][0]["guest_licence"] = guest
    return evaluate_plan(Plan.model_validate(found), CATALOGUE)


def cost(found: Result) -> float | None:
    return found.configurations[0].quantities["guest_licence_cost"].value


def test_only_groups_of_the_system_are_licensed() -> None:
    of_two = cost(result(["windows_server", "linux", "windows_server"], guest_os="windows_server"))
    names = [each.name for each in sample_plan("nvme-2026").workload.groups]
    single = [cost(result([None] * 3, group=name)) for name in names]
    assert of_two is not None
    assert None not in single
    # Whole packs and the growth of all VMs are shared: the two are near the sum of each by itself.
    assert of_two == pytest.approx((single[0] or 0) + (single[2] or 0), rel=0.02)
    assert cost(result(["linux"] * 3, guest_os="windows_server")) == 0


def test_a_group_whose_system_is_not_known_leaves_it_not_evaluated() -> None:
    found = result(["windows_server", None, "linux"], guest_os="windows_server")
    assert cost(found) is None
    assert "/workload/groups/1/guest_os" in found.configurations[0].quantities["guest_licence_cost"].missing


def test_a_group_and_a_system_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="not both"):
        result(["linux"] * 3, guest_os="linux", group="web")

"""An anonymised plan has no word of its owner's, and the same numbers."""

from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, StringConstraints
from pydantic.fields import FieldInfo

from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.document import Plan, plan_json
from hostwise.services.evaluation.service import evaluate_plan
from hostwise.services.plans.reading import models_in
from hostwise.services.plans.samples import sample_plan
from hostwise.services.sharing.anonymising import NAME, anonymised

CATALOGUE = load_catalogue()

KEPT = {"configurations.name", "configurations.host.model"}
"""Free text that names products, and stays."""

REPLACED = {
    "name",
    "description",
    "workload.groups.name",
    "configurations.network.description",
    "economics.keep.name",
    "opm_models.name",
    "opm_models.source",
    "opm_models.locator",
    "opm_models.validity",
    "opm_models.points.note",
    "remarks.source",
    "remarks.locator",
    "remarks.note",
}
"""Free text that may name the owner."""


def free_texts(model: type[BaseModel], at: str = "") -> Iterator[str]:
    """All fields of a document that hold words, not keys."""
    for name, field in model.model_fields.items():
        inner = models_in(field.annotation)
        for each in inner:
            yield from free_texts(each, f"{at}{name}.")
        if not inner and is_text(field):
            yield at + name


def is_text(field: FieldInfo) -> bool:
    limits = [each for each in (*field.metadata, field.annotation) if isinstance(each, StringConstraints)]
    limits += [
        each
        for part in getattr(field.annotation, "__args__", ())
        for each in getattr(part, "__metadata__", ())
        if isinstance(each, StringConstraints)
    ]
    return any((each.max_length or 0) >= 200 for each in limits)


def test_every_free_text_of_a_plan_is_either_replaced_or_kept_on_purpose() -> None:
    assert set(free_texts(Plan)) == KEPT | REPLACED


def marked() -> Plan:
    """A plan that says its owner's name in every free text that is to be replaced."""
    document = plan_json(sample_plan("friedman13"))
    document |= {"name": "ACME", "description": "ACME"}
    for number, group in enumerate(document["workload"]["groups"]):
        group |= {"name": f"ACME {number}", "opm_model": "acme-shop"}
    for configuration in document["configurations"]:
        configuration["network"] = {"description": "ACME"}
    point = {"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600, "note": "ACME"}
    document["opm_models"] = [
        {
            "key": "acme-shop",
            "name": "ACME",
            "baseline_opm_per_vm": 6000,
            "source": "ACME",
            "locator": "ACME",
            "validity": "ACME",
            "points": [point, point | {"overcommit_ratio": 2, "per_vm": 5000}],
        }
    ]
    document["economics"] = {"keep": {"name": "ACME", "running_cost_per_year": 1}}
    document["remarks"] = {
        "/workload/groups/0/count": {"status": "imported", "source": "ACME", "locator": "ACME", "note": "ACME"},
        "/workload/groups/0/vcpu": {"status": "given", "source": "INTEL21", "locator": "Table 1", "note": "ACME"},
    }
    return Plan.model_validate(document)


def test_nothing_of_the_owner_is_left_in_the_plan_or_its_result() -> None:
    plan = marked()
    hidden = anonymised(plan, CATALOGUE)
    result, known = evaluate_plan(hidden, CATALOGUE), evaluate_plan(plan, CATALOGUE)
    assert "acme" in known.model_dump_json().lower()
    assert "acme" not in hidden.model_dump_json().lower()
    assert "acme" not in result.model_dump_json().lower()
    for one, other in zip(result.configurations, known.configurations, strict=True):
        assert one.quantities == other.quantities
    assert hidden.name == NAME
    assert [each.name for each in hidden.workload.groups][:1] == ["Group 1"]


def test_what_everybody_knows_stays() -> None:
    remarks = plan_json(anonymised(marked(), CATALOGUE))["remarks"]
    assert remarks["/workload/groups/0/count"] == {"status": "imported"}
    assert remarks["/workload/groups/0/vcpu"] == {"status": "given", "source": "INTEL21", "locator": "Table 1"}


def test_a_plan_without_words_stays_as_it_is_but_for_its_names() -> None:
    document: dict[str, Any] = plan_json(sample_plan("light-io"))
    hidden = plan_json(anonymised(Plan.model_validate(document), CATALOGUE))
    assert hidden["configurations"] == [
        each
        | ({"network": {k: v for k, v in each["network"].items() if k != "description"}} if "network" in each else {})
        for each in document["configurations"]
    ]
    assert hidden["policy"] == document["policy"]

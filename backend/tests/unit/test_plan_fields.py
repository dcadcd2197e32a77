"""What the fields of a plan say of themselves holds together, and is what schema and binding go by."""

from collections.abc import Iterator
from typing import Any, get_args

import annotated_types
import pytest
from pydantic.fields import FieldInfo

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.binding import bind
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.engine.model import BY_MONTH, MODEL
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration
from hostwise.plan.declaration import EXTENSION, Assumption, PlanField, PlanPart, declarations, part_class, plan_field
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.fields import Document
from hostwise.plan.reading import plan_of
from hostwise.plan.workload import VmGroup

UNDECLARED = {"schema_version", "sample", "remarks"}
"""What a plan says of itself as a document, and no form asks for."""


def documents(document: type[Document]) -> Iterator[type[Document]]:
    """A document and all of its parts."""
    yield document
    for _, info, declared in declarations(document):
        if isinstance(declared, PlanPart):
            yield from documents(part_class(info))


DOCUMENTS = list(dict.fromkeys([*documents(Plan), *documents(VmGroup), *documents(Configuration)]))
FIELDS = [
    (document, name, info, declared)
    for document in DOCUMENTS
    for name, info, declared in declarations(document)
    if isinstance(declared, PlanField)
]


def limits(info: FieldInfo) -> tuple[float | None, float | None]:
    """Least and greatest value that a field takes."""
    found: list[Any] = list(info.metadata)
    for each in get_args(info.annotation):
        found += getattr(each, "__metadata__", ())
    spread = [part for each in found for part in (each.metadata if isinstance(each, FieldInfo) else (each,))]
    least: list[Any] = [each.ge for each in spread if isinstance(each, annotated_types.Ge)]
    least += [each.gt for each in spread if isinstance(each, annotated_types.Gt)]
    most: list[Any] = [each.le for each in spread if isinstance(each, annotated_types.Le)]
    most += [each.lt for each in spread if isinstance(each, annotated_types.Lt)]
    return (least or [None])[0], (most or [None])[0]


def test_every_field_is_declared() -> None:
    undeclared = {
        name
        for document in DOCUMENTS
        for name, info in document.model_fields.items()
        if not isinstance(info.json_schema_extra, PlanField | PlanPart)
    }
    assert undeclared == UNDECLARED


def test_every_field_has_a_label_and_a_meaning_or_a_label_that_says_it() -> None:
    assert [f"{document.__name__}.{name}" for document, name, _, declared in FIELDS if not declared.label] == []


def test_what_a_declaration_names_exists() -> None:
    catalogue = load_catalogue()
    for document, _, _, declared in FIELDS:
        assert declared.form.get("figure_of", "key") in {*document.model_fields, "key"}
        if isinstance(declared.absent, Assumption):
            assert catalogue.assumptions[declared.absent.key].value is not None
    for document in DOCUMENTS:
        said: Any = document.model_config.get("json_schema_extra") or {}
        known = {each["key"] for each in said.get(EXTENSION, {}).get("groups", ())}
        used = {each.form["group"] for _, _, each in declarations(document) if "group" in each.form}
        assert used == known, document.__name__
        for _, info, each in declarations(document):
            if isinstance(each, PlanPart):
                names = {each.form.get("hangs_on"), *each.form.get("hides", ())} - {None}
                assert names <= set(part_class(info).model_fields)


def test_a_field_takes_no_value_for_which_its_input_means_nothing() -> None:
    for document, name, info, declared in FIELDS:
        least, most = limits(info)
        if declared.plain and declared.quantity is not None and least is not None and most is not None:
            where = f"{document.__name__}.{name}"
            assert least >= min(declared.quantity.low, 0), where
            assert most <= declared.quantity.high, where


@pytest.mark.parametrize("sample", [each.key for each in sample_summaries()])
def test_every_plain_field_is_an_input_with_its_origin(sample: str) -> None:
    plan = sample_plan(sample)
    binding = bind(plan, load_catalogue())
    inputs = {each.quantity: each for records in binding.inputs.values() for each in records}
    for _, _, _, declared in FIELDS:
        if declared.plain and declared.quantity is not None:
            assert declared.quantity.name in inputs
    shared = [name for name, key in binding.inputs if key is None]
    assert shared == [name for name in MODEL.inputs if name in shared]
    assert set(inputs) == set(MODEL.inputs) - {*BY_MONTH, "reference_cost_per_month"}


def test_a_given_field_and_an_absent_one_are_told_apart() -> None:
    document: Any = plan_json(sample_plan("moderate-io"))
    document["policy"]["vcpu_per_core"] = 5
    document["policy"].pop("spare_hosts", None)
    document["policy"].pop("page_sharing_share", None)
    document["economics"].pop("outage_price", None)
    document.pop("remarks")
    records = bind(Plan.model_validate(document), load_catalogue()).inputs

    (given,) = records["vcpu_per_core", "nand"]
    assert (given.value, given.status, given.pointer) == (5, InputStatus.GIVEN, "/policy/vcpu_per_core")
    (usual,) = records["policy_spare_hosts", "nand"]
    assert (usual.value, usual.status, usual.locator) == (1, InputStatus.ASSUMED, "default of the plan document")
    (assumed,) = records["page_sharing_share", None]
    assert assumed.status is InputStatus.ASSUMED
    assert assumed.source != "HOSTWISE"
    (nothing,) = records["outage_price", None]
    assert (nothing.value, nothing.note) == (0, "not counted: no price is given for outages")


def test_the_schema_says_what_the_field_says() -> None:
    properties = Plan.model_json_schema()["$defs"]["Economics"]["properties"]
    assert properties["electricity_price_per_kwh"][EXTENSION] == {
        "quantity": "electricity_price_per_kwh",
        "label": "Electricity price",
        "control": "money",
        "unit": "/kWh",
    }
    assert properties["electricity_price_per_kwh"]["description"] == "Price of a kilowatt-hour."
    assert properties["horizon_years"][EXTENSION]["slider"] == {"min": 1, "max": 15, "step": 1}
    assert properties["keep"][EXTENSION]["hangs_on"] == "running_cost_per_year"


def test_an_unknown_quantity_is_refused_where_it_is_named() -> None:
    with pytest.raises(KeyError, match="no_such_w"):
        plan_field("no_such_w")


@pytest.mark.parametrize("key", ["light-io", "nvme-2026"])
def test_a_default_that_is_confirmed_is_given_and_changes_no_number(key: str) -> None:
    document, catalogue = plan_json(sample_plan(key)), load_catalogue()
    before = evaluate_plan(plan_of(document), catalogue)
    policies = [each for each in before.inputs if (each.pointer or "").startswith("/policy/")]
    assumed = {
        each.pointer: each.value for each in policies if each.status is InputStatus.ASSUMED and each.value is not None
    }
    declared = {f"/policy/{name}": one for _, name, _, one in FIELDS if one.quantity is not None}
    confirmed = {
        pointer: value
        for pointer, value in assumed.items()
        if pointer in declared and len({each.value for each in policies if each.pointer == pointer}) == 1
    }
    assert len(confirmed) > 2
    for pointer, value in confirmed.items():
        document["policy"][pointer.removeprefix("/policy/")] = value
        document.get("remarks", {}).pop(pointer, None)
    after = evaluate_plan(plan_of(document), catalogue)
    statuses = {each.pointer: each.status for each in after.inputs if each.pointer in confirmed}
    assert set(statuses.values()) == {InputStatus.GIVEN}
    assert [each.quantities for each in after.configurations] == [each.quantities for each in before.configurations]

"""Where the values of fields come from: the part of a result that says so, for those fields that are asked about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from hostwise.answers.evaluation.provenance_document import Provenance, StandIns
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash

MOST = 10_000


def provenance_of(
    plan: Plan, catalogue: Catalogue, pointers: Sequence[str] | None = None, quantities: Sequence[str] = ()
) -> Provenance:
    """The inputs behind fields of a plan.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        pointers: JSON pointers of the fields, or of what they are in; by default all.
        quantities: names of quantities of each configuration to add.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    run = run_plan(plan, catalogue)
    asked = None if pointers is None else frozenset(pointers)
    found = (record for record in run.binding.told() if asked is None or _is_asked(record.pointer, asked))
    return Provenance(
        plan_hash=plan_hash(plan),
        inputs=list(islice(found, MOST)),
        configurations=[
            StandIns(key=each.key, quantities={name: run.value(name, place) for name in quantities})
            for place, each in enumerate(plan.configurations)
        ],
    )


def _is_asked(pointer: str | None, asked: frozenset[str]) -> bool:
    """Whether a field, or something that it is in, is among those asked about."""
    while pointer:
        if pointer in asked:
            return True
        pointer = pointer.rpartition("/")[0]
    return False

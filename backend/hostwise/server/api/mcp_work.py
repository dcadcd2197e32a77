"""What the tools of MCP compute, in the processes that compute: they load nothing of MCP."""

from __future__ import annotations

import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any

from hostwise.answers.evaluation.parts import UnknownQuantity, known_quantities, only
from hostwise.answers.reference.catalogue_answer import Catalogue, UnknownKind
from hostwise.answers.reference.filtered_rows import UnknownColumn
from hostwise.answers.reference.quantities_answer import quantities
from hostwise.answers.reference.reference_document import QuantityEntry
from hostwise.decision.brief.brief_answer import brief_answer
from hostwise.decision.brief.brief_catalogue import brief_catalogue
from hostwise.decision.brief.brief_decision import (
    USUAL,
    brief_comparison,
    brief_configurations,
    brief_evaluation,
    brief_findings,
)
from hostwise.decision.brief.brief_document import (
    BriefAnswer,
    BriefCatalogue,
    BriefCheckup,
    BriefComparison,
    BriefEvaluation,
    BriefExplanation,
    BriefMistake,
    BriefSearch,
)
from hostwise.decision.brief.brief_explanation import brief_explanation
from hostwise.decision.brief.brief_search import brief_search
from hostwise.decision.samples.samples import UnknownSample, sample_plan
from hostwise.plan.answers.text import Edit
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.editing import NoSuchPlace, set_at
from hostwise.plan.reading import UnreadablePlan, plan_of
from hostwise.plan.renaming import with_current_names
from hostwise.plan.row_filter import RowFilter
from hostwise.plan.search_document import Search, SearchChoice, SearchLimit, SimulationCount
from hostwise.server.api.evaluation_routes import evaluated, explained, uncertainty_found
from hostwise.server.api.questions.question_list import questions
from hostwise.server.api.questions.question_mistakes import answered
from hostwise.server.api.search_routes import searched
from hostwise.server.http.problems import FieldProblem, ProblemError, unreadable_plan
from hostwise.server.workers.pools import written

__all__ = [
    "USUAL",
    "AskedPlan",
    "answer",
    "catalogue_rows",
    "checkup",
    "clusters",
    "comparison",
    "evaluation",
    "explanation",
    "quantity_method",
    "quantity_names",
]


@dataclass(frozen=True)
class AskedPlan:
    """The plan of a call.

    Attributes:
        given: the document, or the key of a sample.
        changes: what is changed in it, in this order.
    """

    given: dict[str, Any] | str
    changes: Sequence[Edit] = ()

    def read(self) -> Plan:
        """The plan with its changes; raises `ProblemError` with all mistakes."""
        document = _sample(self.given) if isinstance(self.given, str) else self.given
        if self.changes:
            document = deepcopy(with_current_names(document, Plan))
            for place, each in enumerate(self.changes):
                _change(document, each, place)
        try:
            return plan_of(document)
        except UnreadablePlan as error:
            raise unreadable_plan(error) from error


def _sample(key: str) -> dict[str, Any]:
    try:
        return plan_json(sample_plan(key))
    except UnknownSample as error:
        wrong = FieldProblem(pointer="", code="unknown_sample", message=str(error))
        raise ProblemError(404, "unknown_sample", "No such sample", str(error), [wrong]) from error


def _change(document: dict[str, Any], change: Edit, place: int) -> None:
    try:
        set_at(document, change.pointer, change.value)
    except NoSuchPlace as error:
        text = "The plan has no such place, or it cannot be changed by itself: change the list or object that holds it."
        wrong = FieldProblem(pointer=f"/changes/{place}/pointer", code="unknown_pointer", message=text)
        detail = f"The change at {change.pointer!r} cannot be made; nothing was computed."
        raise ProblemError(422, "invalid_change", "A change cannot be made", detail, [wrong]) from error


def evaluation(
    asked: AskedPlan, catalogue: Catalogue, reference: str | None, names: Sequence[str] | None
) -> BriefEvaluation:
    """Evaluate a plan, or answer with its mistakes."""
    known = _quantities(names) if names else USUAL
    parts = replace(only(*known, decision=True), findings=True)
    return brief_evaluation(evaluated(asked.read(), catalogue, reference, parts), known)


def _quantities(names: Sequence[str]) -> tuple[str, ...]:
    try:
        return known_quantities(names)
    except UnknownQuantity as error:
        wrong = FieldProblem(pointer="/quantities", code="unknown_quantity", message=str(error))
        raise ProblemError(422, "unknown_quantity", "Unknown quantity", str(error), [wrong]) from error


def comparison(asked: AskedPlan, catalogue: Catalogue, reference: str | None) -> BriefComparison:
    """The decision of a plan and how sure it is, or its mistakes."""
    plan = asked.read()
    return brief_comparison(plan.name, uncertainty_found(plan, catalogue, reference=reference))


def explanation(
    asked: AskedPlan, catalogue: Catalogue, configuration: str, quantity: str, failed_hosts: int, reference: str | None
) -> BriefExplanation:
    """Explain a number of a plan, or answer with the mistakes of the call."""
    return brief_explanation(explained(asked.read(), catalogue, configuration, quantity, failed_hosts, reference))


def clusters(
    asked: AskedPlan,
    catalogue: Catalogue,
    configuration: str | None,
    choices: Sequence[SearchChoice],
    limits: Sequence[SearchLimit],
    best: int,
    simulations: SimulationCount | None,
) -> BriefSearch:
    """The cheapest clusters, or the mistakes of the call."""
    search = Search(
        plan=asked.read(),
        configuration=configuration,
        choices=tuple(choices),
        limits=tuple(limits),
        best=best,
        simulations=simulations,
    )
    return brief_search(searched(search, catalogue))


def answer(asked: AskedPlan, catalogue: Catalogue, name: str, parameters: dict[str, Any]) -> BriefAnswer:
    """The answer to any question of the list, or the mistakes of the call."""
    question = questions()[name]
    try:
        given = question.asked(parameters)
    except UnreadablePlan as error:
        raise unreadable_plan(error) from error
    return brief_answer(name, json.loads(written(answered(question, asked.read(), catalogue, given))))


def checkup(asked: AskedPlan, catalogue: Catalogue) -> BriefCheckup:
    """Whether a plan is valid: its mistakes, or what is missing and to know."""
    try:
        result = evaluated(asked.read(), catalogue, None, replace(only(), findings=True))
    except ProblemError as error:
        problem = error.problem
        return BriefCheckup(
            valid=False,
            problem=problem.detail,
            errors=[BriefMistake(**dict(each)) for each in problem.errors],
            errors_left_out=problem.errors_left_out or 0,
            plan_hash=None,
            configurations=[],
            missing=[],
            findings=[],
        )
    return BriefCheckup(
        valid=True,
        problem=None,
        errors=[],
        errors_left_out=0,
        plan_hash=result.plan_hash,
        configurations=brief_configurations(result),
        missing=result.missing,
        findings=brief_findings(result.findings),
    )


def catalogue_rows(
    kind: str, catalogue: Catalogue, words: str, filters: Sequence[RowFilter], first: int, most: int
) -> BriefCatalogue:
    """Rows of the catalogue, or the mistakes of the call."""
    try:
        return brief_catalogue(kind, catalogue, words, filters, first, most)
    except UnknownKind as error:
        wrong = FieldProblem(pointer="/kind", code="unknown_kind", message=str(error))
        raise ProblemError(404, "unknown_kind", "No such kind of catalogue data", str(error), [wrong]) from error
    except UnknownColumn as error:
        wrong = FieldProblem(pointer=f"/filters/{error.place}/column", code="unknown_column", message=str(error))
        raise ProblemError(404, "unknown_column", "No such column", str(error), [wrong]) from error


def quantity_names(catalogue: Catalogue) -> list[dict[str, str]]:
    """All quantities of the model, by name, label and unit."""
    return [{"name": each.name, "label": each.label, "unit": each.unit} for each in quantities(catalogue)]


def quantity_method(name: str, catalogue: Catalogue) -> QuantityEntry:
    """The method of a quantity; raises `LookupError` where there is none of this name."""
    found = next((each for each in quantities(catalogue) if each.name == name), None)
    if found is None:
        raise LookupError(name)
    return found

"""The closed list of questions: the modules that declare them, in the order in which they are told."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from hostwise.answers.question import DECLARED, Question

MODULES = (
    "hostwise.server.api.evaluation_routes",
    "hostwise.answers.uncertainty.sensitivity",
    "hostwise.decision.growth_told",
    "hostwise.answers.cost.bill_of_materials",
    "hostwise.answers.memory.memory_answer",
    "hostwise.answers.storage.storage_answer",
    "hostwise.answers.burst.burst_answer",
    "hostwise.answers.read_cache.read_cache_answer",
    "hostwise.server.api.tried_options",
    "hostwise.server.api.search_routes",
    "hostwise.server.api.diff_routes",
    "hostwise.decision.difference.engine_change",
    "hostwise.server.api.report_routes",
)


@cache
def questions() -> dict[str, Question]:
    """All questions by name: imported here, since a command that asks none of them does not wait for that."""
    for each in MODULES:
        import_module(each)
    place = {module: at for at, module in enumerate(MODULES)}
    listed = sorted(DECLARED.values(), key=lambda question: place[question.answer.__module__])
    return {question.name: question for question in listed}

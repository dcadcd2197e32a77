"""What the present engine answers otherwise than the one that a plan was answered with before.

The figures of a plan are kept with each revision. Where they were not kept yet, the rules that are newer and touch the
plan are named instead, and the hosts that it had without a limit that is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from hostwise.answers.evaluation.parts import only
from hostwise.answers.question import question
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.message_files import Number
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.deciding import decided
from hostwise.decision.decision import Decided
from hostwise.decision.decision_messages import Sentence, say, several, text, words
from hostwise.decision.difference.engine_change_document import (
    AnswerChange,
    ConfigurationFigures,
    EngineChange,
    Figures,
    TouchingRule,
)
from hostwise.decision.difference.engine_rules import NEW_LIMITS, rules_touching
from hostwise.decision.listed import of_the_lead
from hostwise.number_format.writing import money, rough_years
from hostwise.plan.answers.result import ConfigurationResult, Result
from hostwise.plan.answers.text import ConfigurationName, Figure, MessageText, Why
from hostwise.plan.document import Plan

COST, LIFE = "cluster_tco", "flash_life_years"
WANTED = only(COST, LIFE)

_SAME_COST, _SAME_LIFE = 0.005, 0.02
"""Shares below which another cost or life is not mentioned: they are the digits that are shown."""

_MOST_NAMED = 2


def figures_of(result: Decided) -> Figures:
    """The figures of a result that are kept with a revision; it has cost and life among its quantities."""
    return Figures(
        engine_version=result.engine_version,
        catalogue_version=result.catalogue_version,
        configurations=[_figures(each) for each in result.configurations],
        decision=None if result.decision is None else of_the_lead(result.decision),
    )


def _figures(result: ConfigurationResult) -> ConfigurationFigures:
    return ConfigurationFigures(
        key=result.key,
        feasible=result.feasible,
        hosts=result.hosts.value,
        cost=result.quantities[COST].value,
        life_years=result.quantities[LIFE].value,
        limits={each.key: each.hosts.value for each in result.constraints},
    )


class NoAnswer(ValueError):
    """A document that is no answer to a plan."""


def figures_of_answer(document: object) -> Figures:
    """The figures in an answer of any version, as `hostwise evaluate --json` or the API gave it.

    Raises:
        NoAnswer: it is none.
    """
    try:
        answer: Any = document
        return Figures(
            engine_version=answer["engine_version"],
            catalogue_version=answer["catalogue_version"],
            configurations=[
                ConfigurationFigures(
                    key=each["key"],
                    feasible=each["feasible"],
                    hosts=_number(each, "hosts"),
                    cost=_number(each, COST),
                    life_years=_number(each, LIFE),
                    limits={limit["key"]: limit["hosts"]["value"] for limit in each.get("constraints", [])},
                )
                for each in answer["configurations"]
            ],
        )
    except (KeyError, TypeError, AttributeError, ValidationError) as error:
        raise NoAnswer(words("not_an_answer")) from error


def _number(configuration: Any, quantity: str) -> Any:
    return configuration["quantities"].get(quantity, {}).get("value")


@question(
    "engine-change",
    "How the answer differs from the one that the plan was saved with, and which newer rules cause it.",
    of_revision=("before",),
    by_hand={"command": "check --answered", "browser": "engineChangeQuery"},
    not_on={
        "sent": "it compares with what was answered when the plan was saved",
        "mcp": "tools take a plan as it is, not what was answered before",
    },
)
def engine_change(plan: Plan, catalogue: Catalogue, before: Figures | None) -> EngineChange:
    """What is answered otherwise now.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        before: the figures that it was answered with; None where they were not kept.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    run = run_plan(plan, catalogue)
    result = decided(run, catalogue, plan.configurations[0].key, WANTED)
    now = figures_of(result)
    kept = _in_order(before, plan) if before is not None else [_without_new_limits(each) for each in now.configurations]
    changed = [
        change
        for answered, earlier, later in zip(result.configurations, kept, now.configurations, strict=True)
        if earlier is not None and (change := _change(answered, earlier, later)) is not None
    ]
    rules = rules_touching(run) if before is None else []
    return EngineChange(
        engine_before=None if before is None else before.engine_version,
        engine_version=now.engine_version,
        catalogue_before=None if before is None else before.catalogue_version,
        catalogue_version=now.catalogue_version,
        text=_text(result, changed, rules, before),
        configurations=changed,
        rules=rules,
    )


def _in_order(before: Figures, plan: Plan) -> list[ConfigurationFigures | None]:
    """The figures of each configuration: by its key, else by its place, as a plan that names nobody has other keys."""
    keys = [each.key for each in plan.configurations]
    by_key = {each.key: each for each in before.configurations}
    if len(keys) == len(by_key) and not set(keys) & set(by_key):
        return list(before.configurations)
    return [by_key.get(key) for key in keys]


def _without_new_limits(figures: ConfigurationFigures) -> ConfigurationFigures:
    """The figures as they would be without the limits that older engines did not have; cost and life are unknown."""
    if figures.hosts is None:
        return figures
    older = [hosts for key, hosts in figures.limits.items() if hosts is not None and key not in NEW_LIMITS]
    newer = [hosts for key, hosts in figures.limits.items() if hosts is not None and key in NEW_LIMITS]
    if not older or not newer or max(newer) <= max(older) or max(newer) != figures.hosts:
        return figures
    return figures.model_copy(update={"hosts": max(older), "cost": None, "life_years": None})


def _change(
    result: ConfigurationResult, before: ConfigurationFigures, after: ConfigurationFigures
) -> AnswerChange | None:
    differs = (
        before.feasible != after.feasible
        or _differs(before.hosts, after.hosts, 0)
        or _differs(before.cost, after.cost, _SAME_COST)
        or _differs(before.life_years, after.life_years, _SAME_LIFE)
    )
    if not differs:
        return None
    # The key of a shared plan that names nobody is another one than that which was kept.
    before = before.model_copy(update={"key": result.key})
    return AnswerChange(key=result.key, before=before, after=after, cause=_cause(result, before, after))


def _differs(before: float | None, after: float | None, share: float) -> bool:
    """Whether both are known and differ by more than a share; a number that was or is unknown is no change of it."""
    return before is not None and after is not None and abs(after - before) > share * abs(before)


def _cause(result: ConfigurationResult, before: ConfigurationFigures, after: ConfigurationFigures) -> str | None:
    """The limit that asks for more hosts now or, where fewer are enough, that asked for them before."""
    if before.hosts is None or after.hosts is None or before.hosts == after.hosts:
        return None
    limits, wanted = (after.limits, after.hosts) if after.hosts > before.hosts else (before.limits, before.hosts)
    labels = {each.key: each.label for each in result.constraints}
    return next((labels.get(key, key) for key, hosts in limits.items() if hosts == wanted), None)


def _text(
    result: Result, changes: Sequence[AnswerChange], rules: Sequence[TouchingRule], before: Figures | None
) -> MessageText | None:
    version = ".".join(result.engine_version.split(".")[:2])
    # Of the same engine another catalogue is what is new.
    is_newer = before is None or before.engine_version != result.engine_version
    if changes:
        names = {each.key: ConfigurationName(configuration=each.key, text=each.name) for each in result.configurations}
        alone = len(result.configurations) == 1
        said = [_said(None if alone else names[each.key], each, result.currency) for each in changes[:_MOST_NAMED]]
        more = len(changes) - len(said)
        if more:
            said.append(say("changed.one_more" if more == 1 else "changed.more", number=more))
        found = several(said)
        if is_newer:
            return text("engine_change.version", result.reference, version=version, changes=found)
        return text("engine_change.catalogue", result.reference, changes=found)
    if rules:
        named = listing([each.text for each in rules])
        if is_newer:
            return text("engine_change.rules", version=version, rules=named)
        return text("engine_change.catalogue_rules", rules=named)
    return None


def _said(name: ConfigurationName | None, change: AnswerChange, currency: str) -> Sentence:
    """The change of one configuration: its hosts first, else whether it can be built, its cost, its life."""
    before, after, key = change.before, change.after, change.key
    who = name or words("changed.this_plan")
    if before.feasible and not after.feasible:
        return say("changed.not_built", who=who)
    if after.feasible and not before.feasible:
        return say("changed.built", who=who)
    if before.hosts is not None and after.hosts is not None and before.hosts != after.hosts:
        hosts = Number(after.hosts, configuration=key)
        if change.cause is None:
            return say("changed.hosts", who=who, after=hosts, before=before.hosts)
        return say("changed.hosts_cause", who=who, after=hosts, before=before.hosts, cause=change.cause)
    if before.cost is not None and after.cost is not None and _differs(before.cost, after.cost, _SAME_COST):
        why = Why(configuration=key, quantity=COST)
        cost = Figure(name="after", text=f"{money(after.cost)} {currency}", value=after.cost, why=why)
        was = Figure(name="before", text=money(before.cost), value=before.cost)
        return say("changed.cost", who=who, after=cost, before=was)
    why = Why(configuration=key, quantity=LIFE)
    life = Figure(name="after", text=_years(after.life_years), value=after.life_years, why=why)
    return say("changed.life", who=who, after=life, before=_life(before.life_years))


def _life(years: float | None) -> Figure:
    return Figure(name="before", text=_years(years), value=years)


def _years(life: float | None) -> str:
    if life is None:
        return words("changed.endless")
    written = rough_years(life)
    return words("years.one" if written == "1" else "years", years=written)

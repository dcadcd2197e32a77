"""Every row of a kind of the catalogue in a field of a plan, evaluated in one run: each is a configuration more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel, ValidationError

from hostwise.answers.evaluation.admissibility import Admission
from hostwise.answers.evaluation.configuration_figures import (
    LIFE,
    WORN,
    cost_figure,
    hosts_figure,
    life_figure,
    worn_figure,
    worn_tone,
)
from hostwise.answers.evaluation.options_document import CatalogueOption, Fit, OptionEffect, Options
from hostwise.answers.evaluation.order import COST
from hostwise.answers.evaluation.sizing import Sizing, sizing_of
from hostwise.answers.running.coverage_level import level_words
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.wording.figures import signed_percent
from hostwise.binding import Alike, PlanError, mistakes_of
from hostwise.catalogue.loader import Catalogue, Table
from hostwise.number_format.writing import fixed, short_money
from hostwise.plan.answers.result import Value
from hostwise.plan.answers.text import Figure, MessageText, joined
from hostwise.plan.configuration import Configuration, Layout
from hostwise.plan.declaration import PlanField, figures_of
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.editing import set_at
from hostwise.plan.reading import models_in

MOST_OPTIONS = 6_000
"""Most VM groups times configurations of one run: as many as the largest plan has that is evaluated at all."""

_POLICY = "/policy/protection"
"""The one field of all configurations whose rows are evaluated: where a configuration has none of its own."""

_SIZED_FOR = (COST, LIFE, WORN)


class WrongField(ValueError):
    """A pointer at which no row of the kind can stand; `pointer` names it."""

    def __init__(self, pointer: str, text: str) -> None:
        """Say which, and why."""
        super().__init__(text)
        self.pointer = pointer


class TooManyOptions(Exception):
    """More VM groups and configurations than are evaluated at once."""


@dataclass(frozen=True)
class _Place:
    """A field of a configuration that picks a row, and its siblings, which are figures of the row that it picks."""

    pointer: str
    """As it was asked for."""
    configuration: int
    tail: str
    figures: tuple[str, ...]


@dataclass(frozen=True)
class _Sized:
    """What the figures of one option are made of."""

    hosts: Value
    hosts_with_growth: Value
    is_lower_bound: bool
    quantities: Mapping[str, Value]


def options_of(plan: Plan, pointers: Sequence[str], kind: str, catalogue: Catalogue) -> Options:
    """What each row of a kind makes of the configurations whose fields are named.

    The row in force is as the plan has it. Figures that the plan has of it are left out of the others, as where a
    person picks one. A coverage level is left out: what holds in a share of simulations would have to be simulated for
    every row.

    Args:
        plan: the plan.
        pointers: fields of its configurations that pick a row of the kind, or that of the policy's protection.
        kind: the kind of the catalogue.
        catalogue: the catalogue.

    Raises:
        WrongField: a pointer is no such field.
        TooManyOptions: the plan has too many VM groups for so many rows.
        PlanError: the plan itself has unknown or incompatible references.
    """
    places = [place for pointer in pointers for place in _places(plan, pointer, kind)]
    table: Table[Any] | None = getattr(catalogue, kind, None)
    keys = [] if table is None else [row.key for row in table.values()]
    number = len(plan.configurations) + len(keys) * len(places)
    groups = len(plan.workload.groups)
    if groups * number > MOST_OPTIONS:
        raise TooManyOptions(
            f"{fixed(len(keys))} rows in {len(places)} fields of a plan with {fixed(groups)} VM groups are more than "
            f"{fixed(MOST_OPTIONS)} groups times configurations. Merge groups that are alike, or ask for fewer fields."
        )
    document = plan_json(plan)
    level = plan.policy.coverage_level
    plan = plan.model_copy(update={"policy": plan.policy.model_copy(update={"coverage_level": None})})
    tried = [
        _Tried(key, place, _with(document["configurations"][place.configuration], place, key, number))
        for number, (key, place) in enumerate((key, place) for key in keys for place in places)
    ]
    run, against = _run(plan, tried, catalogue)
    position = {each.key: index for index, each in enumerate(run.plan.configurations)}
    now = {place: _in_force(plan, document, place) for place in places}
    effects: dict[str, list[OptionEffect]] = {key: [] for key in keys}
    for each in tried:
        own = plan.configurations[each.place.configuration].key
        found = position.get(each.configuration.key)
        if now[each.place] == each.row:
            # The row in force is there with all that the plan has of its own.
            effects[each.row].append(_effect(run, each.place.configuration, each.place.configuration, catalogue))
        elif found is None:
            reason = against[each.configuration.key]
            effects[each.row].append(OptionEffect(configuration=own, fits="no", why_not=reason))
        else:
            effects[each.row].append(_effect(run, found, each.place.configuration, catalogue))
    return Options(
        kind=kind,
        currency=plan.economics.currency,
        horizon_years=plan.economics.horizon_years,
        level=None if level is None else level_words(level),
        rows=[
            CatalogueOption(
                key=key, in_force=bool(now) and all(each == key for each in now.values()), effects=effects[key]
            )
            for key in keys
        ],
    )


@dataclass(frozen=True)
class _Tried:
    """A row in a field: the configuration that it makes."""

    row: str
    place: _Place
    configuration: Configuration


def _places(plan: Plan, pointer: str, kind: str) -> Iterator[_Place]:
    """The fields that a pointer means; raises `WrongField`."""
    if pointer == _POLICY and kind == "protection":
        for index, each in enumerate(plan.configurations):
            if each.protection is None and each.layout is not Layout.EXTERNAL:
                yield _Place(pointer, index, "/protection", ())
        return
    start, _, rest = pointer.removeprefix("/configurations/").partition("/")
    if not pointer.startswith("/configurations/") or not start.isdecimal() or not rest:
        raise WrongField(pointer, "Rows are evaluated in fields of configurations, and in the policy's protection.")
    if int(start) >= len(plan.configurations):
        raise WrongField(pointer, f"The plan has {len(plan.configurations)} configurations, counted from 0.")
    configuration: Any = plan.configurations[int(start)]
    *path, name = rest.split("/")
    models: list[type[BaseModel]] = [Configuration]
    for part in path:
        if part.isdecimal():
            if not isinstance(configuration, tuple) or int(part) >= len(configuration):
                raise WrongField(pointer, f"The configuration has no {'/'.join(path)}.")
            configuration = configuration[int(part)]
            continue
        models = [one for model in models if part in model.model_fields for one in _models(model, part)]
        configuration = getattr(configuration, part, None)
    declared = next((field for model in models if (field := _field(model, name)) is not None), None)
    if declared is None or declared.form.get("catalogue") != kind:
        raise WrongField(pointer, f"No row of {kind!r} can be picked in this field.")
    figures = tuple(figure for model in models for figure in figures_of(model, name))
    yield _Place(pointer, int(start), f"/{rest}", figures)


def _models(model: type[BaseModel], name: str) -> list[type[BaseModel]]:
    return models_in(model.model_fields[name].annotation)


def _field(model: type[BaseModel], name: str) -> PlanField | None:
    info = model.model_fields.get(name)
    declared = None if info is None else info.json_schema_extra
    return declared if isinstance(declared, PlanField) else None


def _with(document: Mapping[str, Any], place: _Place, key: str, number: int) -> Configuration:
    """A configuration with a row in a field, under a key of its own; raises `WrongField`."""
    changed: Any = _copied(document)
    before, _, _ = place.tail.rpartition("/")
    for each in place.figures:
        set_at(changed, f"{before}/{each}", None)
    set_at(changed, place.tail, key)
    try:
        found = Configuration.model_validate(changed)
    except ValidationError as error:
        # Drives of an external array, for example: a row of the catalogue does not say how many.
        text = "The configuration does not have this part yet. Enter it first, with its count."
        raise WrongField(place.pointer, text) from error
    return found.model_copy(update={"key": f"{document['key']}+{number}"})


def _copied(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _copied(each) for key, each in value.items()}
    return [_copied(each) for each in value] if isinstance(value, list) else value


def _run(plan: Plan, tried: Sequence[_Tried], catalogue: Catalogue) -> tuple[Run, dict[str, MessageText]]:
    """The plan with all options that can be evaluated, and what is wrong with the others by their keys."""
    against: dict[str, MessageText] = {}
    own, rest = len(plan.configurations), list(tried)
    alone = False
    while True:
        configurations = (*plan.configurations, *(each.configuration for each in rest))
        try:
            tried_plan, alike = plan.model_copy(update={"configurations": configurations}), _alike(rest, own)
            # Mistakes are found sooner than all inputs.
            if not against and (mistakes := mistakes_of(tried_plan, catalogue, alike)):
                raise PlanError(dict.fromkeys(mistakes))
            return run_plan(tried_plan, catalogue, alike=alike), against
        except PlanError as error:
            if not rest:
                raise
            wrong: dict[int, tuple[str, str]] = {}
            for mistake in error.mistakes:
                at = mistake.pointer.split("/")[1:3]
                if at[:1] == ["configurations"] and int(at[1]) >= own:
                    wrong.setdefault(int(at[1]) - own, (mistake.code, mistake.message))
            if not wrong and not alone:
                # Mistakes at fields that all share do not say which of them they come from.
                alone = True
                wrong = {index: found for index, each in enumerate(rest) if (found := _alone(plan, each, catalogue))}
            if not wrong:
                raise
            for index, (code, message) in wrong.items():
                each = rest[index]
                named = plan.configurations[each.place.configuration].key
                text = message.replace(repr(each.configuration.key), repr(named))
                against[each.configuration.key] = MessageText(code=code, parts=[text])
            rest = [each for index, each in enumerate(rest) if index not in wrong]


def _alike(tried: Sequence[_Tried], own: int) -> list[Alike]:
    """The options of each field: they differ in its row only."""
    if any(each.configuration.other_host_models for each in tried):
        return []
    places: dict[_Place, list[int]] = {}
    for number, each in enumerate(tried):
        places.setdefault(each.place, []).append(own + number)
    return [Alike(found, place.tail) for place, found in places.items()]


def _alone(plan: Plan, tried: _Tried, catalogue: Catalogue) -> tuple[str, str] | None:
    """The mistake of a plan with one option only."""
    try:
        run_plan(plan.model_copy(update={"configurations": (tried.configuration,)}), catalogue, placed=False)
    except PlanError as error:
        return error.mistakes[0].code, error.mistakes[0].message
    return None


def _effect(run: Run, place: int, before: int, catalogue: Catalogue) -> OptionEffect:
    """What an option makes of the configuration at a place before it."""
    own = run.plan.configurations[before].key
    sizing = sizing_of(run, place, catalogue)
    reason, fits = None, _fit(sizing)
    if sizing.against:
        said = sizing.against[0]
        reason = MessageText(code=said.code, parts=[joined(said.phrase.parts(own))])
    elif unmet := Admission(run, place, catalogue).unmet_requirements():
        reason, fits = MessageText(code=unmet[0].requirement, parts=[unmet[0].message]), "short"
    if fits == "no":
        return OptionEffect(configuration=own, fits=fits, why_not=reason)
    option = _Sized(
        hosts=sizing.hosts,
        hosts_with_growth=sizing.hosts_with_growth,
        is_lower_bound=sizing.is_lower_bound,
        quantities={name: run.value(name, place) for name in _SIZED_FOR},
    )
    cost = option.quantities[COST].value
    hosts = hosts_figure(run, place, option)
    if hosts is None:
        return OptionEffect(configuration=own, fits=fits, why_not=reason)
    return OptionEffect(
        configuration=own,
        fits=fits,
        why_not=reason,
        hosts=_bare(hosts),
        cost=_bare(cost_figure(run, place, option, "" if cost is None else short_money(cost))),
        against=_against(run, place, before),
        life=_bare(life_figure(run, place, option)),
        worn=_bare(worn_figure(run, place, option)),
        worn_tone=worn_tone(run, option, catalogue),
    )


def _fit(sizing: Sizing) -> Fit:
    if not sizing.against:
        return "yes"
    return "short" if sizing.is_buildable else "no"


def _bare(figure: Figure | None) -> Figure | None:
    """A figure of an option, which has no explanation: it is no configuration of the plan."""
    return None if figure is None else replace(figure, why=None, note=None)


def _against(run: Run, place: int, before: int) -> Figure | None:
    here, there = run.value(COST, place).value, run.value(COST, before).value
    if here is None or there is None or there <= 0:
        return None
    share = here / there - 1
    return Figure(name="against", text=signed_percent(share), value=share)


def _in_force(plan: Plan, document: Mapping[str, Any], place: _Place) -> str | None:
    """Key of the row in a field of the plan."""
    at: Any = document["configurations"][place.configuration]
    for each in place.tail.strip("/").split("/"):
        at = at[int(each)] if isinstance(at, list) else (at or {}).get(each)
    if at is None and place.tail == "/protection":
        return plan.policy.protection
    return None if at is None else str(at)

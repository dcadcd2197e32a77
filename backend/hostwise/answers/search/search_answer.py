"""The search for the cheapest combination of what may differ, and why not the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isfinite
from typing import Any

import numpy as np

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.evaluation.parts import Parts
from hostwise.answers.search.axes import Axis, Bound, NotSearchable, OptionError, bind_axes
from hostwise.answers.search.choices import WrongChoice
from hostwise.answers.search.finalists import in_simulations
from hostwise.answers.search.messages.search_codes import SearchCode
from hostwise.answers.search.oldest_prices import left_out, price_ages
from hostwise.answers.search.part_rules import part_rules
from hostwise.answers.search.rejections import HOSTS, Rejections, label_of, measures_of
from hostwise.answers.search.requirements_met import feature_rules, with_requirements
from hostwise.answers.search.search_document import (
    ChoiceFound,
    Combination,
    Finalists,
    Found,
    Hit,
    OptionFound,
    OtherOption,
    PriceAges,
    SearchAnswer,
)
from hostwise.answers.search.search_messages import message, words
from hostwise.answers.search.search_question import MOST_COMBINATIONS, begun, combinations_of
from hostwise.answers.search.totals import COST, MOST_WALKED, Limits, Totals, totals
from hostwise.answers.simulations.simulations import SIMULATIONS
from hostwise.answers.wording.answer_messages import in_a_row
from hostwise.answers.wording.message_files import Given
from hostwise.answers.wording.sentences import Phrase, listing_of_sentences
from hostwise.binding import PlanError
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.model import MODEL
from hostwise.engine.primitives import ceil_count
from hostwise.engine.space import UNKNOWN, UNPRICED, NoStructure, ParallelMap, Space, SpaceNotSupported
from hostwise.number_format.writing import fixed
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.text import Edit
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import MOST_CONFIGURATIONS, Plan
from hostwise.plan.requirements import Requirements
from hostwise.plan.search_document import Search

_SHOWN = ("hosts", COST, "flash_life_years", "known_wear_out_probability")
_INCLUDED = Parts(inputs=False, monthly=False, rows=False, quantities=_SHOWN)
_TRIED = 96
"""Cheapest combinations that are evaluated by themselves at most, until enough of them meet the requirements."""
_FRONT = 24
"""Most points of the front that are evaluated by themselves."""
_OTHERS = 4
"""Other options of a choice that are tried, the cheapest first."""

_TESTED = 1_000
"""Most VM groups times combinations in the most simulations: some ten seconds of a core."""

_Options = tuple[int, ...]
"""The option of each choice."""

Progress = Callable[[int, int], None]
"""Is told how many combinations are computed, and of how many."""


def search(
    asked: Search, catalogue: Catalogue, spread: ParallelMap | None = None, told: Progress | None = None
) -> SearchAnswer:
    """The best combinations of what may differ in a configuration, and why not the others.

    Every combination counts, computed by itself or, where they are many, as a sum of parts that are: hosts, cost and
    wear as an evaluation has them, whole VMs by their bound. Those that miss a requirement of the plan count as
    rejected by it. Those that are reported are evaluated by themselves as a plan is, their whole VMs placed.

    Args:
        asked: the search.
        catalogue: the catalogue.
        spread: computes combinations one by one in several processes; the answer is the same to the last bit.
        told: is told how far it is, where combinations are computed one by one.

    Raises:
        WrongChoice: a choice or a limit cannot be tried; its place is named.
        NotSearchable: the plan is of a kind that only single evaluations can answer.
    """
    plan = asked.plan
    place, _, axes = begun(asked, catalogue)
    if not axes:
        raise WrongChoice("/choices", "No part of this configuration is varied by default: say what may differ.")
    combinations = combinations_of(axes)
    if combinations > MOST_COMBINATIONS:
        sizes = ", ".join(f"{axis.name}: {len(axis.options)}" for axis in axes)
        text = f"{fixed(combinations)} combinations ({sizes}): a request may have {fixed(MOST_COMBINATIONS)}."
        raise WrongChoice("/choices", text)
    try:
        rules = [*part_rules(asked, plan.configurations[place], catalogue), *feature_rules(plan, catalogue)]
        bound = bind_axes(plan, place, axes, catalogue, rules)
        required = with_requirements(bound, catalogue)
        return _Searching(asked, place, required.bound, required.unheld, catalogue, spread, told).answer()
    except OptionError as error:
        raise WrongChoice(f"/choices/{error.axis}/options/{error.option}", str(error)) from error
    except SpaceNotSupported as error:
        raise NotSearchable(str(error)) from error
    except NoStructure as error:
        text = (
            f"The cost of these {fixed(combinations)} combinations does not fall apart into parts that are small "
            f"enough: with at most {fixed(MOST_WALKED)} each is computed."
        )
        raise NotSearchable(text) from error


def _told_of(told: Progress, points: int, done: int) -> None:
    told(done, points)


def _most_finalists(plan: Plan, number: int) -> int:
    """How many of the best can be tested in so many simulations."""
    return min(_TESTED * SIMULATIONS // (max(len(plan.workload.groups), 1) * number), MOST_CONFIGURATIONS)


@dataclass
class _Searching:
    asked: Search
    place: int
    bound: Bound
    unheld: Sequence[str]
    catalogue: Catalogue
    spread: ParallelMap | None
    told: Progress | None
    results: dict[_Options, ConfigurationResult] = field(default_factory=dict)
    """Combinations that were evaluated by themselves: the cheapest are on the front, too."""
    prices: dict[_Options, PriceAges] = field(default_factory=dict)

    def answer(self) -> SearchAnswer:
        """Go through all combinations once, and evaluate what is reported."""
        limits = self._limits()
        space = self.bound.space([])
        measures = measures_of(limits, self.bound.amounts)
        told = None if self.told is None else partial(_told_of, self.told, space.points)
        found = totals(space, limits, _TRIED, self.asked.within, measures, self.spread, told)
        best, missed = self._hits([space.options(point) for point in found.best], self.asked.best)
        hits = [hit for _, hit in best]
        on_front, _ = self._hits([space.options(point) for point in found.front[:_FRONT]], _FRONT)
        others = self._others(best[0], found, space) if best else []
        finalists = [*(at for at, _ in best), *(at for at, _ in others if at is not None)]
        as_it_is, old_parts = self._as_it_is(), left_out(self.bound)
        rejections = Rejections(
            self.bound.amounts,
            space.options,
            self._combination,
            self._said_against,
            self.asked.plan.economics.currency,
            None if any(each.quantity == HOSTS for each in self.asked.limits) else self._fewest_hosts,
        )
        return SearchAnswer(
            configuration=self.asked.plan.configurations[self.place].key,
            currency=self.asked.plan.economics.currency,
            combinations=space.points,
            engine=found.engine,
            feasible=found.feasible,
            near=found.near,
            requirements_not_counted=list(self.unheld),
            old_prices_left_out=len(old_parts),
            old_parts=old_parts,
            within=self.asked.within,
            sentence=self._sentence(space.points, found, hits),
            as_it_is=as_it_is,
            best=_against(as_it_is, hits),
            others=[
                each if each.hit is None else each.model_copy(update={"hit": _against(as_it_is, [each.hit])[0]})
                for _, each in others
            ],
            missed=missed,
            front=_against(as_it_is, [hit for _, hit in on_front]),
            front_left_out=max(len(found.front) - _FRONT, 0),
            choices=self._choices(found, space),
            rejected=rejections.of(found.rejected, found.nearest, space.points),
            finalists=self._in_simulations(list(dict.fromkeys(finalists)), limits),
            binding=dict(found.binding),
        )

    def _in_simulations(self, points: Sequence[_Options], limits: Limits) -> Finalists | None:
        """The best in simulations, if that is asked."""
        if self.asked.simulations is None or not points:
            return None
        some = points[: _most_finalists(self.asked.plan, self.asked.simulations)]
        own = {name: each for name, each in limits.items() if name in MODEL.formulas}
        for name, most in _required(self.asked.plan.requirements).items():
            low, high = own.get(name, (float("-inf"), float("inf")))
            own[name] = (low, min(high, most))
        combinations = [self._combination(each) for each in some]
        found = in_simulations(self._plan_of(some), combinations, own, self.asked.simulations, self.catalogue)
        return found.model_copy(update={"left_out": len(points) - len(some)})

    def _limits(self) -> Limits:
        limits = dict.fromkeys(self.bound.relations, (1.0, 1.0))
        for place, each in enumerate(self.asked.limits):
            quantity = MODEL.formulas.get(each.quantity)
            if quantity is None or quantity.quantity.axes:
                text = f"There is no quantity {each.quantity!r} of the whole cluster."
                raise WrongChoice(f"/limits/{place}/quantity", text)
            low, high = limits.get(each.quantity, (float("-inf"), float("inf")))
            # Of several limits of one quantity all hold.
            low = low if each.least is None else max(low, each.least)
            limits[each.quantity] = (low, high if each.most is None else min(high, each.most))
        if (fewest := self._fewest_hosts) is not None:
            low, high = limits.get(HOSTS, (float("-inf"), float("inf")))
            limits[HOSTS] = (max(low, fewest), high)
        return limits

    @property
    def _fewest_hosts(self) -> float | None:
        """So many hosts that none holds more than the share of the estate that may be lost with one."""
        share = self.asked.largest_share_per_host
        return None if share is None else float(ceil_count(np.array(1 / share)))

    def _hits(self, points: Sequence[_Options], number: int) -> tuple[list[tuple[_Options, Hit]], list[str]]:
        """The first points that meet every requirement once they are evaluated by themselves, the cheapest first."""
        found: list[tuple[float, int, _Options, Hit]] = []
        missed: list[str] = []
        for first in range(0, len(points), MOST_CONFIGURATIONS):
            part = points[first : first + MOST_CONFIGURATIONS]
            for at, (options, result) in enumerate(zip(part, self._evaluated(part), strict=True), first):
                cost = result.quantities[COST].value
                if result.admissible and cost is not None:
                    found.append((cost, at, options, self._hit(options, result)))
                else:
                    missed.append(self._missed(options, result))
            if len(found) >= number:
                break
        hits = [(options, hit) for *_, options, hit in sorted(found, key=lambda each: each[:2])[:number]]
        least = hits[0][1].cost.value if hits else None
        return [(options, _dearer(hit, least)) for options, hit in hits], list(dict.fromkeys(missed))

    def _others(
        self, best: tuple[_Options, Hit], found: Totals, space: Space
    ) -> list[tuple[_Options | None, OtherOption]]:
        """For each choice the cheapest combination in which it is another option than in the cheapest of all."""
        options, cheapest = best
        others: list[tuple[_Options | None, OtherOption]] = []
        for axis, own in enumerate(self.bound.axes):
            if len(own.options) == 1:
                continue
            least = found.least_with[axis]
            ranked = [each for each in np.argsort(least, kind="stable").tolist() if each != options[axis]]
            tried = [each for each in ranked if isfinite(least[each])][:_OTHERS]
            for each in tried:
                if self._hits([space.options(found.first_with(axis, each))], 1)[0]:
                    break
            # What was evaluated for other lists may be cheaper, once its whole VMs are placed.
            known = [each for each in self.results if each[axis] != options[axis]]
            hits, _ = self._hits(known, len(known))
            # Counting the reasons takes its time, and is asked for only where nothing was found.
            against = [] if hits or tried else found.against(axis)
            unpriced = any(each[UNPRICED] for at, each in enumerate(against) if at != options[axis])
            if hits:
                others.append((hits[0][0], self._other(axis, cheapest, hits[0][1])))
                continue
            why: SearchCode = "no_other_option.unpriced" if unpriced else "no_other_option.infeasible"
            text = words("no_other_option.missed" if tried else why, choice=own.name)
            others.append((None, OtherOption(choice=own.name, hit=None, text=text)))
        return others

    def _other(self, axis: int, cheapest: Hit, hit: Hit) -> OtherOption:
        hit = _dearer(hit, cheapest.cost.value)
        rest = [
            message("other_option.change", choice=other.name, own=own, before=before)
            for place, (other, own, before) in enumerate(zip(self.bound.axes, hit.labels, cheapest.labels, strict=True))
            if own != before and place != axis
        ]
        share = hit.dearer or 0.0
        alone, also = _OTHER["dearer" if share > 0 else "cheaper" if share else "same"]
        values: dict[str, Given] = {
            "choice": self.bound.axes[axis].name,
            "own": hit.labels[axis],
            "before": cheapest.labels[axis],
            **({"share": abs(share)} if share else {}),
        }
        text = words(also, **values, changes=in_a_row(rest)) if rest else words(alone, **values)
        return OtherOption(choice=self.bound.axes[axis].name, hit=hit, text=text)

    def _said_against(self, options: Sequence[int], code: str) -> str:
        """What an evaluation by itself says against a combination; of several reasons the one with the code."""
        try:
            found = evaluate_plan(self._plan_of([tuple(options)]), self.catalogue, None, _INCLUDED)
        except PlanError as error:
            said = [each.message for each in error.mistakes if each.code == code]
            return (said or [str(error)])[0]
        (result,) = found.configurations
        reasons = sorted(result.reasons, key=lambda each: each.code != code)
        lacking = [each.label for each in found.missing]
        if code.startswith(UNKNOWN) or code in MODEL.formulas:
            # Of all that lacks only what this quantity needs.
            label = MODEL.formulas[code.removeprefix(UNKNOWN)].quantity.label
            lacking = [each.label for each in found.missing if label in each.leaves_out]
        if not reasons and lacking:
            names, more = in_a_row(lacking[:_NAMED]), len(lacking) - _NAMED
            return words("lacking.many", names=names, more=more) if more > 0 else words("lacking", names=names)
        return reasons[0].message if reasons else self._text(options)

    def _evaluated(self, points: Sequence[_Options]) -> Sequence[ConfigurationResult]:
        lacking = [each for each in points if each not in self.results]
        if lacking:
            found = evaluate_plan(self._plan_of(lacking), self.catalogue, None, _INCLUDED)
            self.results.update(zip(lacking, found.configurations, strict=True))
            ages = (price_ages(found.prices, each.key) for each in found.configurations)
            self.prices.update(zip(lacking, ages, strict=True))
        return [self.results[each] for each in points]

    def _plan_of(self, points: Sequence[_Options]) -> Plan:
        """A plan with these combinations, each with what is remarked of the configuration."""
        configurations = tuple(
            Configuration.model_validate({**self.bound.configuration(options), "key": f"hit-{at}", "name": f"hit {at}"})
            for at, options in enumerate(points)
        )
        plan, own = self.bound.plan, "/configurations/0/"
        remarks = {
            pointer.replace(own, f"/configurations/{at}/", 1): remark
            for pointer, remark in plan.remarks.items()
            for at in (range(len(points)) if pointer.startswith(own) else (0,))
        }
        return plan.model_copy(update={"configurations": configurations, "remarks": remarks})

    def _as_it_is(self) -> Found | None:
        """The configuration as the plan has it, for comparison; its mistakes, which choices may mend, are no answer."""
        try:
            found = evaluate_plan(self.bound.plan, self.catalogue, None, _INCLUDED)
        except PlanError:
            return None
        (result,) = found.configurations
        return Found(**_figures(result), prices=price_ages(found.prices, result.key))

    def _hit(self, options: _Options, result: ConfigurationResult) -> Hit:
        return Hit(
            **_figures(result),
            prices=self.prices[options],
            **self._combination(options).model_dump(),
            dearer=None,
            against_plan=None,
        )

    def _combination(self, options: Sequence[int]) -> Combination:
        return Combination(
            labels=[axis.labels[at] for axis, at in zip(self.bound.axes, options, strict=True)],
            text=self._text(options),
            edits=[edit for axis, at in zip(self.bound.axes, options, strict=True) for edit in self._edits(axis, at)],
        )

    def _edits(self, axis: Axis, option: int) -> Iterator[Edit]:
        for pointer, value in axis.options[option].items():
            yield Edit(pointer=f"/configurations/{self.place}{pointer}", value=value)

    def _missed(self, options: Sequence[int], result: ConfigurationResult) -> str:
        combination = self._text(options)
        if unmet := [each.label for each in result.unmet_requirements]:
            return words("missed", combination=combination, why=in_a_row(unmet))
        if result.exclusion:
            return words("missed", combination=combination, why=result.exclusion)
        return words("missed.unpriced", combination=combination)

    def _text(self, options: Sequence[int]) -> str:
        """A combination in words: a bare number with the name of its choice."""
        said = [(axis.name, axis.labels[at]) for axis, at in zip(self.bound.axes, options, strict=True)]
        return str(
            in_a_row(
                [
                    label if any(map(str.isalpha, label)) else message("option.of_choice", choice=name, option=label)
                    for name, label in said
                ]
            )
        )

    def _choices(self, totals: Totals, space: Space) -> list[ChoiceFound]:
        found = []
        costs = self._placed_costs()
        cheapest = min(costs.values(), default=totals.least)
        for place, (axis, number, best) in enumerate(
            zip(self.bound.axes, totals.feasible_with, totals.least_with, strict=True)
        ):
            # Counting the reasons takes its time where combinations are many.
            against = [] if all(isfinite(each) for each in best) else totals.against(place)
            options = []
            for at, label in enumerate(axis.labels):
                cost = float(best[at])
                known = isfinite(cost)
                placed = min((each for options, each in costs.items() if options[place] == at), default=None)
                if not known or space.options(totals.first_with(place, at)) not in costs:
                    placed = None
                most = [] if known else against[at].most_common(1)
                options.append(
                    OptionFound(
                        label=label,
                        edits=list(self._edits(axis, at)),
                        feasible=int(number[at]),
                        best_cost=placed or (cost if known else None),
                        placed=placed is not None,
                        dearer=placed / cheapest - 1 if placed else cost / totals.least - 1 if known else None,
                        near=known and cost <= totals.least * (1 + self.asked.within),
                        why_not=None if not most else label_of(most[0][0]),
                    )
                )
            found.append(ChoiceFound(name=axis.name, options=options, shared=self._shared(axis.name, options)))
        return found

    def _placed_costs(self) -> dict[_Options, float]:
        """What the admissible combinations cost that were evaluated by themselves, their whole VMs placed."""
        return {
            options: cost
            for options, result in self.results.items()
            if result.admissible and (cost := result.quantities[COST].value) is not None
        }

    def _shared(self, name: str, options: Sequence[OptionFound]) -> str:
        near = [each.label for each in options if each.near]
        if not near:
            return words("in_common.none", choice=name)
        if len(near) == 1:
            unknown = sum(each.why_not == label_of(UNPRICED) for each in options)
            if unknown:
                return words("in_common.unpriced", choice=name, option=near[0], unpriced=unknown)
            return words("in_common.one", choice=name, option=near[0])
        if len(near) == len(options):
            return words("in_common.free", choice=name, all=len(options), within=self.asked.within)
        said = partial(words, choice=name, number=len(near), all=len(options), options=in_a_row(near[:_NAMED]))
        more = len(near) - _NAMED
        return said("in_common.many", more=more) if more > 0 else said("in_common.some")

    def _sentence(self, combinations: int, found: Totals, hits: Sequence[Hit]) -> str:
        said = [self._found(combinations, found, hits)]
        if parts := left_out(self.bound):
            said.append(message("not_counted.old_prices", parts=len(parts)))
        if self.unheld:
            said.append(message("not_counted.requirements", requirements=in_a_row(self.unheld)))
        return str(listing_of_sentences(said))

    def _found(self, combinations: int, found: Totals, hits: Sequence[Hit]) -> Phrase:
        feasible = found.feasible
        if hits:
            return message(
                "found.one" if feasible == 1 else "found.several",
                feasible=feasible,
                combinations=combinations,
                parts=hits[0].text,
                age=hits[0].prices.age,
            )
        # Some are dearer than all that were tried, so that several are feasible.
        if feasible > (tried := len(found.best)):
            if tried == 1:
                return message("found.cheapest_missed", feasible=feasible, combinations=combinations)
            return message("found.all_missed", feasible=feasible, combinations=combinations, tried=tried)
        if unpriced := found.rejected.get(UNPRICED, 0):
            return message("found.unpriced", unpriced=unpriced, combinations=combinations)
        return message("found.none", combinations=combinations)


def _required(asked: Requirements) -> dict[str, float]:
    """The most that the plan allows of a quantity of the whole cluster."""
    power = None if asked.power_kw is None else asked.power_kw * 1000
    found = {"final_hosts": asked.max_hosts, COST: asked.budget, "rack_units": asked.rack_units, "cluster_w": power}
    return {name: float(each) for name, each in found.items() if each is not None}


def _figures(result: ConfigurationResult) -> dict[str, Any]:
    hosts, cost, life, wear = (result.quantities[name] for name in _SHOWN)
    return {"hosts": hosts, "cost": cost, "life_years": life, "wear_out_probability": wear}


def _dearer(hit: Hit, least: float | None) -> Hit:
    """A hit with its cost against the least."""
    cost = hit.cost.value
    return hit.model_copy(update={"dearer": cost / least - 1 if least and cost else None})


def _against(as_it_is: Found | None, hits: Sequence[Hit]) -> list[Hit]:
    """The hits, each with its cost against that of the configuration as it is."""
    cost = as_it_is and as_it_is.cost.value
    return [
        each.model_copy(update={"against_plan": each.cost.value / cost - 1 if cost and each.cost.value else None})
        for each in hits
    ]


_OTHER: Mapping[str, tuple[SearchCode, SearchCode]] = {
    "dearer": ("other_option.dearer", "other_option.dearer_also"),
    "cheaper": ("other_option.cheaper", "other_option.cheaper_also"),
    "same": ("other_option.same", "other_option.same_also"),
}
"""How the cost of another option compares: the message where only that choice differs, and where others do, too."""

_NAMED = 6
"""Options that a sentence names."""

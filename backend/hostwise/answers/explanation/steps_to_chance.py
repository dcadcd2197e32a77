"""The steps to the chance that drives wear out by the horizon, as arithmetic that a reader can repeat.

writes until the horizon / rated writes = used share; 1 / used share = the factor on the writes that wears drives out;
ln of this factor / ln of the spread of the writes = margin in standard deviations; its normal tail = chance
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, isfinite, log

import numpy as np

from hostwise.answers.explanation.step import step
from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import words
from hostwise.engine.formulas.wear_uncertainty import unskewed
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import ExplanationStep

_CHANCE = "known_wear_out_probability"
_ADJUSTED = 0.005
"""Margins that differ by less look the same with three digits."""


def steps_to_chance(run: Run, place: int, quantity: str) -> list[ExplanationStep]:
    """The steps to the chance that drives wear out; empty for other quantities, and where no drive can wear out."""
    if quantity != _CHANCE:
        return []
    value = run.evaluation.value
    wearing = [role for role in Role if isfinite(value("role_flash_life_years", place, role=role))]
    if not wearing:
        return []
    return list(_steps(run, place, min(wearing, key=lambda each: value("role_lasting_probability", place, role=each))))


def _steps(run: Run, place: int, role: Role) -> Iterator[ExplanationStep]:
    value = run.evaluation.value
    life, rated, written, spread = (
        value(name, place, role=role)
        for name in (
            "role_flash_life_years",
            "role_years_to_wear_out",
            "role_years_with_later_hosts",
            "role_wear_sigma",
        )
    )
    used, chance = written / rated, value(_CHANCE, place)
    if not (used > 0 and spread > 0 and isfinite(chance)):
        return
    role_words = words("chance_step.role", role=role.label)
    yield step("chance_step.life", role_words, life, "years", "role_years_to_wear_out_with_growth")
    by_year = words("chance_step.written", years=run.plan.economics.horizon_years)
    of_rated = words("chance_step.of_rated", written=written, rated=rated)
    yield ExplanationStep(
        label=by_year,
        arithmetic=of_rated,
        value=100 * used,
        unit=words("chance_step.rated_unit"),
        quantity="role_years_to_wear_out",
    )
    times, factor = words("chance_step.times_unit"), exp(spread)
    yield step("chance_step.worn", words("chance_step.worn_by", used=100 * used), 1 / used, times, None)
    yield step("chance_step.spread", words("chance_step.spread_of"), factor, times, "role_wear_sigma")
    yield _margin(run, place, role, used, factor)
    yield step("chance_step.chance", "", 100 * chance, "%", "lasting_probability")


def _margin(run: Run, place: int, role: Role, used: float, factor: float) -> ExplanationStep:
    """The margin: two logarithms, and where the range is not the same in both directions, what that does to them."""
    spread, shift, skew = (
        run.evaluation.value(name, place, role=role)
        for name in ("role_wear_sigma", "role_wear_shift", "role_wear_skew")
    )
    plain = log(1 / used) / spread
    margin = float(unskewed(np.asarray(plain - shift / spread), np.asarray(skew)))
    if abs(margin - plain) > _ADJUSTED:
        arithmetic = words("chance_step.margin_adjusted", times=1 / used, spread=factor, plain=plain)
    else:
        arithmetic = words("chance_step.margin_of", times=1 / used, spread=factor)
    return step("chance_step.margin", arithmetic, margin, words("chance_step.margin_unit"), None)

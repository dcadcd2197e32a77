"""The steps to the life of drives, as arithmetic that a reader can repeat: from what VMs write to years.

written by VMs a day x factor of protection and storage = written to the drives a day
rated writes of a drive / written to a drive a day = years at today's load; with growth of the writes, fewer
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from hostwise.answers.explanation.composition import parts_of
from hostwise.answers.explanation.step import step
from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import words
from hostwise.engine.constants import SECONDS_PER_DAY
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import ExplanationStep

LIVES = ("flash_life_years", "years_to_wear_out", "years_to_wear_out_with_growth", "capacity_drive_years_to_wear_out")
"""Quantities that are years until drives wear out."""

_BEHIND_VMS = (Role.WRITE_TIER, Role.CAPACITY)
_MB_PER_TB = 1e6
_GROWS = 0.01
"""Lives that differ by less are not told apart."""


def steps_to_life(run: Run, place: int, quantity: str) -> list[ExplanationStep]:
    """The steps to a life of drives; empty for other quantities, and where no drive of known life is written to."""
    if quantity not in LIVES:
        return []
    value = run.evaluation.value
    lives = {role: value("role_flash_life_years", place, role=role) for role in Role}
    known = [role for role in Role if isfinite(lives[role])]
    if not known:
        return []
    own = Role.CAPACITY if quantity.startswith("capacity") else None
    role = own if own in known else min(known, key=lambda each: lives[each])
    return list(_steps(run, place, role, [each for each in known if each is not role] if own is None else []))


def _steps(run: Run, place: int, role: Role, others: list[Role]) -> Iterator[ExplanationStep]:
    value = run.evaluation.value
    if others:
        names = ", ".join(each.label for each in others)
        shortest = words("life_step.role", role=role.label, others=names)
        yield step("life_step.role_label", shortest, value("role_flash_life_years", place, role=role), "years", None)
    if role in _BEHIND_VMS:
        front, back = (_a_day(run, place, name) for name in ("average_front_write_mb_s", "average_back_end_write_mb_s"))
        groups = _groups(run, place)
        yield step("life_step.vms", groups, front, "TB/day", "average_front_write_mb_s")
        if front > 0 and isfinite(back):
            factor = words("life_step.factor", factor=back / front)
            yield step("life_step.stored", factor, back, "TB/day", "average_back_end_write_mb_s")
    each = value("role_write_mb_per_day", place, role=role) / _MB_PER_TB
    taken = step(
        "life_step.drive", words("life_step.of_role", role=role.label), each, "TB/day", "role_write_mb_per_day"
    )
    part = getattr(run.plan.configurations[place], role.key, None) if role in _BEHIND_VMS else None
    pointer = None if part is None else f"/configurations/{place}/{role.key}/key"
    yield taken.model_copy(update={"pointer": pointer})
    used, rated, years = (
        value(name, place, role=role) for name in ("role_dwpd_used", "role_rated_dwpd", "role_rated_years")
    )
    today = value("role_years_to_wear_out", place, role=role)
    if isfinite(rated) and isfinite(used):
        rating = words("life_step.rating", rated=rated, years=years, used=used)
        yield step("life_step.today", rating, today, "years", "role_years_to_wear_out")
    grown = value("role_flash_life_years", place, role=role)
    if isfinite(today) and abs(grown - today) > _GROWS * today:
        rate = value("mean_write_growth_rate", place)
        growth = words("life_step.growth", rate=rate) if isfinite(rate) and rate else ""
        yield step("life_step.grown", growth, grown, "years", "role_years_to_wear_out_with_growth")


def _a_day(run: Run, place: int, name: str) -> float:
    return run.evaluation.value(name, place) * SECONDS_PER_DAY / _MB_PER_TB


def _groups(run: Run, place: int) -> str:
    """What each group writes a day, the most first; nothing for one group alone."""
    named = [
        (part.value.value * SECONDS_PER_DAY / _MB_PER_TB, part.label)
        for part in parts_of(run, place, "average_front_write_mb_s")
        if part.value.value
    ]
    if len(named) < 2:
        return ""
    first = sorted(named, reverse=True)[:3]
    more = [words("more_parts", number=len(named) - len(first))] if len(named) > len(first) else []
    return " + ".join([*(words("life_step.group", group=name, amount=amount) for amount, name in first), *more])

"""How long the drives of a configuration last, as far as their life is known, and which of them wear out first."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, nan

from hostwise.answers.running.run import Run
from hostwise.answers.wording.words import is_same
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import Band

_CLASSES = ("below A", "A", "B", "C", "D")
_YEARS = ("role_early_wear_out_years", "role_years_to_wear_out_with_growth", "role_late_wear_out_years")
"""Years until drives wear out: early, usual and late."""


@dataclass(frozen=True)
class DriveLife:
    """The life of the drives of a configuration, in the fields in which its result has it.

    Attributes:
        life_years: the shortest known life, with its range; without drives of known life there is none.
        endurance_class: the class of their endurance.
        first_worn_drives: those with the shortest known life, in words.
    """

    life_years: Band
    endurance_class: str | None
    first_worn_drives: str | None


def drive_life(run: Run, place: int) -> DriveLife:
    """How long the drives of a configuration last."""
    value = run.evaluation.value
    shortest, rank = value("flash_life_years", place), value("endurance_class_rank", place)
    lives = {role: value("role_counted_life_years", place, role=role) for role in Role}
    worn = [role for role, life in lives.items() if isfinite(life) and is_same(life, shortest)]
    years = [value(name, place, role=role) for role in worn[:1] for name in _YEARS] or [nan] * len(_YEARS)
    low, mid, high = (each if isfinite(each) else None for each in years)
    return DriveLife(
        Band(low=low, mid=mid, high=high),
        _CLASSES[int(rank)] if isfinite(rank) else None,
        " and ".join(f"{role.label}s" for role in worn) or None,
    )

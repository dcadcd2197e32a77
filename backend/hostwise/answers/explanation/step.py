"""A step to a number: what each room of steps makes its own of."""

from __future__ import annotations

from hostwise.answers.wording.answer_messages import words
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.plan.answers.result import ExplanationStep


def step(label: AnswerCode, arithmetic: str, value: float, unit: str, quantity: str | None) -> ExplanationStep:
    """A step with a label of no figures."""
    return ExplanationStep(label=words(label), arithmetic=arithmetic, value=value, unit=unit, quantity=quantity)

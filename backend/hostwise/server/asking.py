"""The questions of the list, answered in this process: for commands, which know nothing of HTTP."""

from __future__ import annotations

from hostwise.server.api.questions.question_list import questions
from hostwise.server.api.questions.question_mistakes import answered

__all__ = ["answered", "questions"]

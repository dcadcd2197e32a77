"""What keeps a verdict from being stronger, although the simulations say so."""

from __future__ import annotations

from dataclasses import dataclass

from hostwise.answers.doubt.doubt_document import Strength
from hostwise.answers.wording.sentences import Phrase
from hostwise.plan.answers.text import Cure


@dataclass(frozen=True)
class Cap:
    """The most that a verdict may be, and why."""

    code: str
    most: Strength
    sentence: Phrase
    configurations: tuple[int, ...]
    """Those that it is about: it counts where one of them is advised, or near."""
    clause: Phrase | None = None
    """The same as it follows the name of the cheapest, where a reader must hear it first."""
    pointer: str | None = None
    """JSON pointer of the field that lifts it."""
    cure: Cure | None = None

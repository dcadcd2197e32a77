"""What a token may not see, and what no node answered: counted, so that nothing is missing in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeVar

from hostwise.estate.collectors.proxmox.proxmox_session import Denied, NodeAway, Unanswered
from hostwise.number_format.writing import counted
from hostwise.plan.estate import EstateFinding

AnswerT = TypeVar("AnswerT")


class Seen:
    """Asks, and keeps count of what is not answered."""

    def __init__(self) -> None:
        """Start with nothing missing."""
        self.away: set[str] = set()
        self._denied: Counter[tuple[str, str]] = Counter()
        self._unanswered: Counter[str] = Counter()

    def ask(self, what: str, node: str, question: Callable[[], AnswerT]) -> AnswerT | None:
        """The answer to a question; None where it is not answered, which is counted.

        Args:
            what: what is asked for, in the plural, such as `configurations`.
            node: the node to ask; an offline node is not asked again.
            question: asks.

        Raises:
            CannotCollect: the cluster as a whole refuses or does not answer.
        """
        if node in self.away:
            self._unanswered[what] += 1
            return None
        try:
            return question()
        except Denied as error:
            self._denied[what, error.privilege] += 1
        except NodeAway:
            self.away.add(node)
            self._unanswered[what] += 1
        except Unanswered:
            self._unanswered[what] += 1
        return None

    def findings(self) -> Iterator[EstateFinding]:
        """What is missing, with its amount."""
        for (what, privilege), count in sorted(self._denied.items()):
            yield EstateFinding(
                code="privilege_missing",
                kind="missing",
                message=f"{counted(count, what)} not shown: the token lacks the privilege {privilege}. The role "
                "PVEAuditor at the top (/), given to the token and to its user, is enough.",
                count=count,
            )
        for what, count in sorted(self._unanswered.items()):
            yield EstateFinding(
                code="not_answered",
                kind="missing",
                message=f"{counted(count, what)} missing: no node answered for them.",
                count=count,
            )

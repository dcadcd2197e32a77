"""What the client gives back, besides the documents of results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from hostwise_client import models
from hostwise_client.errors import ProblemError


@dataclass(frozen=True, slots=True)
class PlanEntry:
    """A kept plan in a list."""

    id: str
    name: str
    head_revision: int
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, item: Mapping[str, Any]) -> Self:
        """Read an item of the server's list."""
        return cls(
            item["id"], item["name"], item["head_revision"], _time(item["created_at"]), _time(item["updated_at"])
        )


@dataclass(frozen=True, slots=True)
class KeptPlan:
    """A plan as it is kept, at one of its revisions.

    Attributes:
        document: the plan, to change and to save.
        etag: what a save is made against.
    """

    id: str
    revision: int
    head_revision: int
    plan_hash: str
    created_at: datetime
    updated_at: datetime
    document: dict[str, Any]
    etag: str

    @classmethod
    def of(cls, body: Mapping[str, Any], etag: str) -> Self:
        """Read the server's answer."""
        return cls(
            id=body["id"],
            revision=body["revision"],
            head_revision=body["head_revision"],
            plan_hash=body["plan_hash"],
            created_at=_time(body["created_at"]),
            updated_at=_time(body["updated_at"]),
            document=body["plan"],
            etag=etag,
        )


@dataclass(frozen=True, slots=True)
class KeptPriceBook:
    """A price book as it is kept, at its newest revision."""

    book: models.PriceBook
    revision: int
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> Self:
        """Read the server's answer."""
        book = models.PriceBook.model_validate(_without_nulls(body["book"]))
        return cls(book, body["revision"], _time(body["created_at"]), _time(body["updated_at"]))

    @property
    def etag(self) -> str:
        """What a save is made against."""
        return f'"{self.revision}"'


@dataclass(frozen=True, slots=True)
class BatchAnswer:
    """The answer to one plan of many: exactly one of summary, result and problem.

    Attributes:
        index: which of the plans it is, counted from 0.
    """

    index: int
    summary: models.Summary | None = None
    result: models.Decided | None = None
    problem: ProblemError | None = None

    def value(self, configuration: str, quantity: str) -> models.Value:
        """A quantity of a configuration, given by key, with its state.

        Raises:
            ProblemError: this plan was refused.
            KeyError: it has no such configuration, or the answer no such quantity.
        """
        if self.problem is not None:
            raise self.problem
        answered = self.summary or self.result
        for each in answered.configurations if answered else ():
            if each.key == configuration:
                return each.quantities[quantity]
        raise KeyError(configuration)

    def number(self, configuration: str, quantity: str) -> float | None:
        """The number of a quantity; None where there is none, for which `value` says the reason."""
        return self.value(configuration, quantity).value


def _without_nulls(part: Any) -> Any:
    """A document as it was stored: the server answers absent fields as null."""
    if isinstance(part, dict):
        return {key: _without_nulls(each) for key, each in part.items() if each is not None}
    return [_without_nulls(each) for each in part] if isinstance(part, list) else part


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text)

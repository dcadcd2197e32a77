"""Asking questions about a plan in the request, or about a stored plan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from hostwise_client import models
    from hostwise_client.connection import Connection
    from hostwise_client.document import Document

PlanLike: TypeAlias = "models.Plan | Mapping[str, Any]"
"""A plan as an object, or as the document it is in JSON."""

AnswerT = TypeVar("AnswerT", bound="Document")


def document(plan: PlanLike) -> dict[str, Any]:
    """The document of a plan."""
    return dict(plan) if isinstance(plan, Mapping) else {"schema_version": plan.schema_version, **plan.to_json()}


class Asking:
    """What asks a server questions."""

    _connection: Connection

    def _of_plan(self, answer: type[AnswerT], path: str, plan: PlanLike, **query: Any) -> AnswerT:
        """The answer about a plan that is the body of the request."""
        sent = self._connection.send("POST", path, body=document(plan), query=query)
        return answer.model_validate_json(sent.content)

    def _of_request(self, answer: type[AnswerT], path: str, plan: PlanLike, **asked: Any) -> AnswerT:
        """The answer about a plan that is sent in a document with what is asked."""
        given = {name: value for name, value in asked.items() if value is not None}
        sent = self._connection.send("POST", path, body={"plan": document(plan), **given})
        return answer.model_validate_json(sent.content)

    def _of_kept(self, answer: type[AnswerT], path: str, **query: Any) -> AnswerT:
        """The answer about a plan that the server keeps."""
        return answer.model_validate_json(self._connection.send("GET", path, query=query).content)

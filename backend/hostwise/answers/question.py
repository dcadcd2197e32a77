"""Questions to a plan: each is declared once, beside its answer, and every surface has it by that.

    @question("growth", "Hosts by month: what growing demand needs, and in which month each limit is reached.")
    def growth_of(plan: Plan, catalogue: Catalogue) -> Growth: ...

The answer takes the plan, the catalogue, and what else is asked for: those parameters, with their bounds and
descriptions, are the parameters on each surface. What it returns is the document of the answer.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar, get_args, get_type_hints

from pydantic import ConfigDict, create_model
from pydantic.fields import FieldInfo

from hostwise.plan.reading import validated

AnswerT = TypeVar("AnswerT", bound=Callable[..., Any])

Surface = Literal["sent", "stored", "share", "client", "mcp", "command", "browser"]
"""A plan that is sent, a stored one, a shared link, the Python client, the tools for language models, the command line,
and the pages of the browser."""

SURFACES: Final[tuple[Surface, ...]] = get_args(Surface)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question to a plan.

    Attributes:
        name: its name, by which it is asked on every surface; one about another question's answer stands below it.
        text: what is asked, in one sentence.
        answer: answers it, from a plan, the catalogue and its parameters.
        document: the type of its answer, where the function may say less of it.
        topic: topic of the API's description.
        pool: which pool of processes answers it, see `hostwise.server.workers.pools.Pools`.
        refuses: status codes of its own refusals, beside those of any plan.
        in_body: whether a plan that is sent stands in a document with the parameters, and not alone.
        kept_at: its address below a kept plan, with the parameters that stand in it; by default its name.
        operation: name of the operation on a sent plan; by default made of its name.
        example: parameters of an example, for what is asked in a document.
        sample: key of the sample in the example.
        of_revision: parameters that nobody gives: what is kept with the revision that is asked about.
        noted: what lists of plans show of the answer to a stored or sent plan without any parameters.
        former: former names, which go on answering.
        by_hand: surfaces that have it in a form of its own, with the name or the address there.
        not_on: surfaces that do not have it, with the reason.
    """

    name: str
    text: str
    answer: Callable[..., Any]
    document: Any = None
    topic: str = "evaluate"
    pool: str = "evaluation"
    refuses: tuple[int, ...] = ()
    in_body: bool = False
    kept_at: str | None = None
    operation: str | None = None
    example: Mapping[str, Any] = field(default_factory=dict)
    sample: str = "light-io"
    of_revision: tuple[str, ...] = ()
    noted: Callable[[Any], object] | None = None
    former: tuple[str, ...] = ()
    by_hand: Mapping[Surface, str] = field(default_factory=dict)
    not_on: Mapping[Surface, str] = field(default_factory=dict)

    @property
    def identifier(self) -> str:
        """Its name as one word of a program."""
        return self.name.replace("/", "_").replace("-", "_")

    @property
    def answered_with(self) -> Any:
        """The type of its answer."""
        return self.document or get_type_hints(self.answer, include_extras=True)["return"]

    @property
    def parameters(self) -> dict[str, FieldInfo]:
        """What is asked for beside the plan: type, bounds, default and description, by name."""
        hints = get_type_hints(self.answer, include_extras=True)
        _, _, *asked = inspect.signature(self.answer).parameters.values()
        return {
            each.name: FieldInfo.from_annotation(hints[each.name])
            if each.default is inspect.Parameter.empty
            else FieldInfo.from_annotated_attribute(hints[each.name], each.default)
            for each in asked
            if each.name not in self.of_revision
        }

    def asked(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The parameters as they are given, checked, and the others as they are by default.

        Raises:
            UnreadablePlan: what is given is not what is asked for; each mistake is named by its parameter.
        """
        fields: dict[str, Any] = {name: (each.annotation, each) for name, each in self.parameters.items()}
        model = create_model(self.identifier, __config__=ConfigDict(extra="forbid"), **fields)
        read = validated(dict(given), model)
        return {name: getattr(read, name) for name in fields}

    def is_derived(self, surface: Surface) -> bool:
        """Whether a surface has it by this declaration alone."""
        return surface not in self.by_hand and surface not in self.not_on


DECLARED: Final[dict[str, Question]] = {}
"""The questions of all modules that were imported, by name."""


def question(name: str, text: str, **declared: Any) -> Callable[[AnswerT], AnswerT]:
    """Declare the question that a function answers; for what else may be declared see `Question`."""

    def enter(answer: AnswerT) -> AnswerT:
        if name in DECLARED:
            raise ValueError(f"two questions of one name: {name}")
        asked = Question(name=name, text=text, answer=answer, **declared)
        if asked.by_hand.keys() & asked.not_on.keys():
            raise ValueError(f"{name} is on a surface, and is not")
        DECLARED[name] = asked
        return answer

    return enter

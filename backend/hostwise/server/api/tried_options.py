"""What each row of the catalogue would make of a plan, within the limits of a request."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hostwise.answers.evaluation.options import TooManyOptions, WrongField, options_of
from hostwise.answers.evaluation.options_document import Options
from hostwise.answers.question import question
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.reference.catalogue_table import TABLES
from hostwise.plan.document import Plan
from hostwise.server.http.problems import FieldProblem, ProblemError

MOST_POINTERS = 12


@question(
    "options",
    "Try every row of a kind of the catalogue in a field of a plan: whether it fits, hosts, cost, and life of flash. "
    "Each row is as if it were entered and the plan evaluated, without the figures that described the former row.",
    refuses=(413,),
    in_body=True,
    sample="nvme-2026",
    example={"kind": "drives", "pointers": ["/configurations/0/capacity/key"]},
    not_on={"share": "a plan that a link shows is not edited"},
)
def tried_options(
    plan: Plan,
    catalogue: Catalogue,
    kind: Annotated[str, Field(max_length=40, description="Kind of the catalogue whose rows are tried.")],
    pointers: Annotated[
        list[Annotated[str, Field(max_length=200)]],
        Field(
            min_length=1,
            max_length=MOST_POINTERS,
            description="JSON pointers of the fields, each of one configuration: rows are tried in one after the "
            "other, not in all at once. `/policy/protection` means the configurations without a protection of their "
            "own.",
        ),
    ],
) -> Options:
    """The answer, or the mistakes of the request."""
    if kind not in TABLES:
        text = f"Unknown kind of data {kind!r}; there are {', '.join(TABLES)}."
        raise _wrong("/kind", "unknown_kind", "No such kind of catalogue data", text)
    try:
        return options_of(plan, pointers, kind, catalogue)
    except WrongField as error:
        at = f"/pointers/{pointers.index(error.pointer)}"
        raise _wrong(at, "no_such_field", "Nothing is picked there", str(error)) from error
    except TooManyOptions as error:
        raise ProblemError(413, "too_many_options", "Too large to try every row", str(error)) from error


def _wrong(pointer: str, code: str, title: str, text: str) -> ProblemError:
    return ProblemError(422, code, title, text, [FieldProblem(pointer=pointer, code=code, message=text)])

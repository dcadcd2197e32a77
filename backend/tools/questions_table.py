"""Write the table of questions and surfaces into the page that is named on the command line, between its two marks."""

import sys
from collections.abc import Iterator
from pathlib import Path

from hostwise.answers.question import SURFACES, Question, Surface
from hostwise.server.api.questions.question_list import questions

BEGIN, END = "<!-- Written by `make docs`. -->\n", "<!-- Until here. -->\n"

_HEADS: dict[Surface, str] = {
    "sent": "sent plan",
    "stored": "stored plan",
    "share": "shared link",
    "client": "Python",
    "mcp": "models",
    "command": "command",
    "browser": "page",
}


def questions_table() -> str:
    """The table, what has a form of its own, and what is not there with the reasons."""
    lines = [
        f"| question | {' | '.join(_HEADS[each] for each in SURFACES)} |",
        f"| --- |{' --- |' * len(SURFACES)}",
        *(f"| `{each.name}` | {' | '.join(_cell(each, surface) for surface in SURFACES)} |" for each in _listed()),
        "",
        "Not there:",
        "",
        *(
            f"- `{question.name}`, {_HEADS[surface]}: {question.not_on[surface]}"
            for question in _listed()
            for surface in SURFACES
            if surface in question.not_on
        ),
        "",
    ]
    return "\n".join(lines)


def _listed() -> Iterator[Question]:
    yield from questions().values()


def _cell(question: Question, surface: Surface) -> str:
    if surface in question.not_on:
        return "no"
    own = question.by_hand.get(surface)
    if own is None:
        return "yes"
    return {"mcp": f"`{own}`", "command": f"`{own}`", "client": f"`{own}`"}.get(surface, "own")


def with_table(page: str) -> str:
    """The page with the table that the list says."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{questions_table()}\n{END}{after}"


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.write_text(with_table(target.read_text(encoding="utf-8")), encoding="utf-8")

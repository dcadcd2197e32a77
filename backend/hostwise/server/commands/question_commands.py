"""Commands for the questions that have none by hand: options from their parameters, tables as the answer."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, get_args, get_origin

import click

from hostwise.server.commands.document_text import document_text
from hostwise.server.commands.exit_codes import BadInput
from hostwise.server.commands.plan_argument import PLAN_HELP, PlanName, catalogue, configuration_key, read_plan
from hostwise.server.commands.terminal import echo, show_json

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from hostwise.answers.question import Question
    from hostwise.plan.document import Plan

_CONFIGURATIONS = ("configuration", "reference")
"""Parameters that name a configuration, by its key or its name."""


FORMER_COMMANDS = {"doubt": "uncertainty", "materials": "bill-of-materials"}
"""Commands by the names of 0.2, which scripts may still use until 1.0; they are listed nowhere."""


class CommandsAndQuestions(click.Group):
    """The commands that are written by hand, and those of the other questions.

    Those are loaded when they are asked for or listed: most commands do without what they bring in.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return sorted([*super().list_commands(ctx), *question_commands()])

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """A command by its name, or by the one that it had in an earlier version."""
        name = FORMER_COMMANDS.get(name, name)
        return super().get_command(ctx, name) or question_commands().get(name)


@cache
def question_commands() -> dict[str, click.Command]:
    """The commands of the questions that have none by hand, by name."""
    from hostwise.server.asking import questions

    derived = [each for each in questions().values() if each.is_derived("command")]
    return {command_name(each.name): _command(each) for each in derived}


def command_name(question: str) -> str:
    """What a question is called as a command."""
    return question.replace("/", "-").replace("_", "-")


def _command(question: Question) -> click.Command:
    def ask(plan: str, as_json: bool, **given: Any) -> None:
        document = read_plan(plan)
        answer = _answer(
            question, plan, document, {name: each for name, each in given.items() if each not in (None, ())}
        )
        if as_json:
            show_json(answer)
        else:
            echo(document_text(answer))

    parameters = [
        click.Argument(["plan"], type=PlanName()),
        *(_option(name, each) for name, each in question.parameters.items()),
        click.Option(["--json", "as_json"], is_flag=True, help="Write JSON instead of text."),
    ]
    return click.Command(
        command_name(question.name),
        callback=ask,
        params=parameters,
        help=question.text,
        short_help=question.text.split(":")[0].rstrip(".") + ".",
        epilog=PLAN_HELP,
    )


def _option(name: str, field: FieldInfo) -> click.Option:
    """The option of a parameter: its text is read as the API reads that of an address."""
    flag = f"--{name.replace('_', '-')}"
    return click.Option(
        [flag, name], required=field.is_required(), multiple=_is_list(field.annotation), help=field.description
    )


def _is_list(annotation: Any) -> bool:
    return get_origin(annotation) in (list, tuple) or any(map(_is_list, get_args(annotation)))


def _answer(question: Question, name: str, plan: Plan, given: dict[str, Any]) -> Any:
    """The answer as plain JSON values; raises `BadInput` with the mistakes."""
    from hostwise.plan.reading import UnreadablePlan
    from hostwise.server.asking import answered
    from hostwise.server.http.problems import ProblemError
    from hostwise.server.workers.pools import written

    for each in _CONFIGURATIONS:
        if each in given:
            given[each] = configuration_key(plan, given[each])
    try:
        return json.loads(written(answered(question, plan, catalogue(), question.asked(given))))
    except UnreadablePlan as error:
        lines = [f"  --{each.pointer.strip('/').replace('_', '-')}: {each.message}" for each in error.mistakes]
        raise BadInput("\n".join(["An option is wrong:", *lines])) from error
    except ProblemError as error:
        problem = error.problem
        lines = [f"  {each.pointer or '/'}: {each.message}" for each in problem.errors]
        raise BadInput("\n".join([f"{name}: {problem.detail}", *lines])) from error

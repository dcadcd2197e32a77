"""Plans for commands: files in JSON or YAML, the standard input, or the samples."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hostwise.server.commands.exit_codes import BadInput

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from hostwise.answers.reference.catalogue_answer import Catalogue
    from hostwise.plan.document import Plan
    from hostwise.plan.reading import PlanFile

SAMPLE = "sample:"
_YAML = frozenset({".yaml", ".yml"})


class PlanName(click.ParamType[str]):
    """The name of a plan on the command line: a file, `-`, or `sample:KEY`."""

    name = "plan"

    def shell_complete(self, _ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Files, and samples if the text starts with their prefix."""
        from click.shell_completion import CompletionItem

        if incomplete and (SAMPLE.startswith(incomplete) or incomplete.startswith(SAMPLE)):
            found = [SAMPLE + each for each in _sample_keys()]
            return [CompletionItem(each) for each in found if each.startswith(incomplete)]
        return [CompletionItem(incomplete, type="file")]


PLAN_HELP = "PLAN is a file in JSON or YAML, - for the standard input, or sample:KEY (see `hostwise samples`)."


def read_plan(name: str) -> Plan:
    """The plan of a name on the command line; raises `BadInput` with every mistake."""
    return read_plan_file(name).plan


def read_plan_file(name: str) -> PlanFile:
    """The same, with the scenarios that a file has beside the plan."""
    from hostwise.decision.samples.samples import UnknownSample, sample_plan
    from hostwise.plan.reading import PlanFile, UnreadablePlan, plan_file

    if name.startswith(SAMPLE):
        try:
            return PlanFile(sample_plan(name.removeprefix(SAMPLE)))
        except UnknownSample as error:
            raise BadInput(str(error)) from error
    text = _text(name)
    # JSON is read as JSON under any file name, so that its mistakes are named in its own terms.
    suffix = Path(name).suffix.lower()
    is_json = suffix == ".json" or (suffix not in _YAML and text.lstrip()[:1] in (b"{", b"["))
    try:
        return plan_file(text, is_json=is_json)
    except UnreadablePlan as error:
        lines = _lines(error.mistakes, error.left_out)
        raise BadInput("\n".join([f"{_shown(name)} is not a valid plan:", *lines])) from error


def configuration_key(plan: Plan, asked: str) -> str:
    """The key of a configuration that is named on the command line by its key or its name, in any case.

    An exact key comes first, so that a script does not change its meaning when somebody renames a configuration.
    Raises `BadInput` where no configuration has that name, or several are.
    """
    keys = [each.key for each in plan.configurations]
    if asked in keys:
        return asked
    wanted = asked.strip().casefold()
    found = [each for each in plan.configurations if wanted in (each.key, each.name.casefold())]
    if not found:
        raise BadInput(f"The plan has no configuration {asked!r}; it has {', '.join(keys)}.")
    if len(found) > 1:
        several = ", ".join(f"{each.key} ({each.name})" for each in found)
        raise BadInput(f"Several configurations are called {asked!r}: {several}. Choose one by its key.")
    return found[0].key


def _text(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        hint = f" A sample has that name: {SAMPLE}{name}." if name in _sample_keys() else ""
        raise BadInput(f"Cannot read {name}: {error.strerror}.{hint}") from error


def _sample_keys() -> list[str]:
    from hostwise.decision.samples.samples import sample_summaries

    return [each.key for each in sample_summaries()]


def _shown(name: str) -> str:
    return "The standard input" if name == "-" else name


@cache
def catalogue() -> Catalogue:
    """The catalogue that comes with Hostwise; from then on formulas are in machine code, if a server has made that."""
    from hostwise.catalogue.loader import load_catalogue
    from hostwise.server.machine.compiled_formulas import use_compiled
    from hostwise.server.settings import Settings

    settings = Settings()
    if settings.compiled:
        use_compiled(settings.cache_dir, build=False)
    return load_catalogue()


def wrong_plan(name: str, error: Any) -> BadInput:
    """The message for a plan with unknown or incompatible references."""
    from hostwise.plan.reading import MOST_MISTAKES

    listed = error.mistakes[:MOST_MISTAKES]
    lines = _lines(listed, len(error.mistakes) - len(listed))
    return BadInput("\n".join([f"{_shown(name)} cannot be evaluated:", *lines]))


def _lines(mistakes: Sequence[Any], left_out: int) -> list[str]:
    """The mistakes as lines, and the number of those that are not listed."""
    lines = [f"  {each.pointer or '/'}: {each.message}{f' {each.hint}' if each.hint else ''}" for each in mistakes]
    return [*lines, f"  and {left_out} more."] if left_out else lines

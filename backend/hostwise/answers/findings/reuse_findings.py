"""Findings about parts of hosts that go and are put into the first ones."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.binding.reused_memory import misfit_of
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity


@finding("reused_left_over", Severity.WARNING, FindingTopic.COST)
def reused_left_over(about: About) -> Iterator[Said]:
    """More reused parts than the first hosts take."""
    hosts, memory = about.number("own_hosts"), about.configuration.memory
    of_host = about.number("modules_per_host")
    if about.number("reused_memory_modules") > hosts * of_host:
        yield _left_over(
            "reused_left_over.modules", memory.reused_modules, hosts, of_host, f"{about.at}/memory/reused_modules"
        )
    for role in Role:
        drives, of_host = _drives(about, "reused_drives", role), _drives(about, "drives_per_host", role)
        if drives > hosts * of_host:
            yield _left_over("reused_left_over.drives", drives, hosts, of_host, _pointer(about, role))


@finding("reused_memory_does_not_fit", Severity.WARNING, FindingTopic.COST)
def reused_memory_does_not_fit(about: About) -> Iterator[Said]:
    """Reused modules of another generation than the processor takes: they are bought."""
    found = misfit_of(about.run.plan, about.catalogue, about.configuration)
    if found is not None:
        yield say(
            "reused_memory_does_not_fit",
            modules=about.configuration.memory.reused_modules,
            there=found.modules,
            here=found.processor,
            quantity="reused_capex",
            pointer=f"{about.at}/memory/reused_modules",
        )


def _left_over(code: AnswerCode, there: float, hosts: float, of_host: float, pointer: str | None) -> Said:
    put_in = hosts * of_host
    return say(
        code,
        there=Number(there, pointer=pointer),
        hosts=hosts,
        put_in=put_in,
        left=there - put_in,
        quantity="reused_capex",
        pointer=pointer,
    )


@finding("reused_drives", Severity.INFO, FindingTopic.WEAR)
def reused_drives(about: About) -> Iterator[Said]:
    """Reused drives are worn to some part, and count as new ones."""
    reused = {role: _drives(about, "reused_drives", role) for role in Role}
    drives, saved = sum(reused.values()), about.value("reused_drives_capex")
    if drives and saved is not None:
        role = next(each for each, number in reused.items() if number)
        yield say(
            "reused_drives",
            drives=Number(drives, pointer=_pointer(about, role)),
            saved=saved,
            currency=about.run.plan.economics.currency,
            quantity="reused_drives_capex",
            pointer=_pointer(about, role),
        )


def _pointer(about: About, role: Role) -> str | None:
    return about.run.binding.origins("reused_drives", about.configuration.key, role)[0].pointer


def _drives(about: About, name: str, role: Role) -> float:
    return about.run.binding.origins(name, about.configuration.key, role)[0].value or 0.0

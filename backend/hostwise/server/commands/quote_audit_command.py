"""The audit of a vendor's proposal. Nothing is stored, and no server is needed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from hostwise.server.commands.evaluate_commands import as_json
from hostwise.server.commands.exit_codes import BadInput, CommandFailed
from hostwise.server.commands.plan_argument import PlanName, catalogue, configuration_key, read_plan
from hostwise.server.commands.terminal import coloured, echo, show_json, strong

if TYPE_CHECKING:
    from hostwise.quotes.quote_audit_document import ProposalReading, QuoteAudit


@click.command("audit-quote", short_help="Recompute a vendor's proposal, and what to ask its sender.")
@click.argument("proposal", metavar="FILE")
@click.option("--plan", type=PlanName(), help="Plan whose needs the proposal has to meet; as for `evaluate`.")
@click.option("--configuration", metavar="KEY", help="Configuration of the plan with what FILE does not say.")
@click.option("--assumption", "assumptions", metavar="NAME=VALUE", multiple=True, help="As growth_rate=0.05.")
@click.option("--report", metavar="FILE", help="Write the audit as Markdown; - for the output.")
@as_json
def audit_quote(
    proposal: str,
    plan: str | None,
    configuration: str | None,
    assumptions: tuple[str, ...],
    report: str | None,
    as_json: bool,
) -> None:
    """Recompute the proposal in FILE: a quote, a comparison of costs by year (workbook, CSV), or JSON.

    Sums, prices and licences are checked by themselves, hosts, capacity and life of drives against the plan. What FILE
    does not say of its assumptions can be given by --assumption, as the `stated` figures of `POST /quote-audits`.
    """
    from hostwise.plan.proposal import QuoteAuditQuestion
    from hostwise.plan.reading import UnreadablePlan, validated
    from hostwise.quotes.quote_audit import (
        UnreadableFile,
        WrongProposal,
        audit_proposal,
        read_proposal,
    )

    document = None if plan is None else read_plan(plan)
    if configuration is not None and document is not None:
        configuration = configuration_key(document, configuration)
    try:
        reading = read_proposal(Path(proposal).read_bytes(), Path(proposal).name, catalogue())
        read = reading.proposal.model_dump(mode="json")
        for side in read["sides"]:
            side["stated"] |= dict(map(_assumption, assumptions))
        asked = validated({"proposal": read, "configuration": configuration}, QuoteAuditQuestion)
        audit = audit_proposal(asked.model_copy(update={"plan": document}), catalogue())
    except OSError as error:
        raise BadInput(f"Cannot read {proposal}: {error.strerror}.") from error
    except UnreadablePlan as error:
        lines = [f"  {each.pointer}: {each.message}" for each in error.mistakes]
        raise BadInput("\n".join(["The proposal cannot be audited:", *lines])) from error
    except (UnreadableFile, WrongProposal) as error:
        raise BadInput(str(error)) from error
    if report is not None:
        _write(audit.report, report)
    if as_json:
        show_json({"reading": reading.model_dump(mode="json"), "audit": audit.model_dump(mode="json")})
    elif report != "-":
        _show(reading, audit)


def _assumption(text: str) -> tuple[str, float | str]:
    name, _, value = text.partition("=")
    try:
        return name, int(value) if value.isdecimal() else float(value)
    except ValueError:
        return name, value


def _write(text: str, name: str) -> None:
    if name == "-":
        click.echo(text, nl=False)
        return
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandFailed(f"Cannot write {name}: {error.strerror}.") from error
    echo(f"{name} is written.", err=True)


def _show(reading: ProposalReading, audit: QuoteAudit) -> None:
    from hostwise.number_format.writing import counted

    echo(strong(audit.sentence))
    for difference in audit.differences:
        echo(f"- {difference.sentence}")
        echo(coloured(f"  {difference.rule}; {difference.source}", None))
    if audit.questions:
        echo(f"\n{audit.letter}")
    if audit.not_checked:
        echo(f"\n{strong('Not checked')}")
        for gap in audit.not_checked:
            echo(f"- {gap.what}, because {gap.because}")
    unread = [*reading.left_out, *reading.rejected]
    if unread:
        title = f"{counted(reading.counted, 'rows')} counted, {counted(len(unread), 'rows')} not"
        echo(f"\n{strong(title)}")
        for row in unread:
            echo(f"- row {row.line}, {row.text}: {row.why}")

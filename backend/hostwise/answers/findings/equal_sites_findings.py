"""Findings about equal sites: what is of one and what of all, and the roll-out."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import AboutPlan
from hostwise.answers.findings.declaring import Said, finding, say_phrase
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Given, Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity


@finding("equal_sites", Severity.INFO, FindingTopic.COST)
def equal_sites(about: AboutPlan) -> Iterator[Said]:
    """The plan describes one of several sites that are alike."""
    sites = about.run.plan.economics.equal_sites
    if sites is None:
        return
    at, first, spares = "/economics/equal_sites", sites.first_month or 0, sites.shared_spare_hosts or 0
    values: dict[str, Given] = {"sites": Number(sites.number, pointer=f"{at}/number")}
    if sites.per_month is not None and sites.per_month < sites.number:
        code: AnswerCode = "equal_sites.rolled_out_shelf" if spares else "equal_sites.rolled_out"
        values |= {"number": sites.per_month, "first": first, "last": sites.last_month}
    else:
        code = "equal_sites.at_once_shelf" if spares else "equal_sites.at_once"
        values["month"] = first
    if spares:
        values["spares"] = Number(spares, pointer=f"{at}/shared_spare_hosts")
    yield say_phrase("equal_sites", message(code, **values), quantity="all_hosts", pointer=f"{at}/number")

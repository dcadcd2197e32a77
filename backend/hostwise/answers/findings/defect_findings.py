"""Answers that contradict themselves: defects of the program, told instead of a number that is silently wrong."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.running.contradiction import contradiction
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity


@finding("answer_contradicts_itself", Severity.ERROR, FindingTopic.HOSTS)
def answer_contradicts_itself(about: About) -> Iterator[Said]:
    """Hosts that are said to be enough, and by the other numbers of the answer are not."""
    found = None if about.reasons else contradiction(about.run, about.index)
    if found is not None:
        yield say(
            "answer_contradicts_itself",
            name=about.name,
            found=found,
            quantity="hosts",
            pointer=about.at,
        )

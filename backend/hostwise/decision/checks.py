"""What to check before an answer is relied on: the one merger of findings, and the one order of them.

Findings of a kind are said once for all configurations that share them. The first places of the order belong to what is
known as sized; what the simulations add stands behind those, so that no check gives way when they are done.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from hostwise.answers.cost.bill_of_materials import sections_of
from hostwise.answers.cost.bill_of_materials_document import MaterialSection, MaterialStatus
from hostwise.answers.evaluation.order import COST
from hostwise.answers.running.coverage_level import LEVELS
from hostwise.answers.running.run import Run
from hostwise.answers.uncertainty.uncertainty_document import Outcome
from hostwise.answers.wording.figures import of_quantity, opening
from hostwise.answers.wording.message_files import Given, Number
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.cap import Cap
from hostwise.decision.decision import Note, Notice, Saying
from hostwise.decision.decision_messages import Sentence, opened, say, some_of, words
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.decision.outcome_words import covers_note
from hostwise.number_format.writing import rough_share
from hostwise.plan.answers.result import Finding, FindingTopic, Result
from hostwise.plan.answers.text import ConfigurationName, Edit, MessageLine, MessagePart, MessageText, Remedy
from hostwise.plan.answers.told import Severity

MOST_CHECKS = 3
FIRST_CHECKS = 2
"""Checks that are known as sized; the last place is kept for what the simulations say."""

VERDICT = "verdict"
"""The note that says which row of the rule held."""

_WORDS = {
    Severity.ERROR: words("word.error"),
    Severity.WARNING: words("word.warning"),
    Severity.INFO: words("word.info"),
}
_TOPICS = (
    FindingTopic.WEAR,
    FindingTopic.WRITES,
    FindingTopic.HOSTS,
    FindingTopic.WORKLOAD,
    FindingTopic.MEMORY,
    FindingTopic.STORAGE,
    FindingTopic.PRICES,
    FindingTopic.COST,
    FindingTopic.MACHINE,
    FindingTopic.POWER,
)
"""What decides hosts and life first, what moves the cost, then what moves little."""

_SAID_BY_THE_DECISION = {"nearly_empty", "infeasible"}
_SAID_IN_THE_SENTENCE = {"different_protection", "one_sided_cost"}
"""Caps of which the sentence of the verdict itself says what they are about."""

_FOUND_ALREADY: Mapping[str, Collection[str]] = {
    "wears_out": ("wears_out", "may_wear_out"),
    "life_not_evaluated": ("average_iops_missing", "io_not_given"),
}
"""Caps, and the findings that say the same with more figures or a remedy."""

_TOO_FEW, _PRICES, _RULE = "too_few_hosts", "illustrative_prices", "unverified_rule"
_ENTERED_AS_0 = ("licences_left_out", "array_cost_left_out")
"""Findings about a user's own choice, which need no check."""

_ACTIONS: Mapping[str, DecisionCode] = {
    _PRICES: "next.prices",
    "without_migration": "next.migration",
    "keep_or_replace": "next.keeping",
    "cost_left_out": "next.costs",
    "io_assumed": "next.io",
    "may_wear_out": "next.wear",
    "wears_out": "next.wear",
    "life_not_evaluated": "next.life",
}
"""What to do about checks without a remedy, where more can be said than to enter a value."""

_FEW = 0.9
"""Hosts that cover fewer simulations than this are a risk to be told."""

_MOST_LABELS = 4
_LEAST_SHARE = 0.01
"""Share of the cost below which prices decide nothing."""


def is_not_counted(code: str, severity: Severity) -> bool:
    """Whether a finding names a cost that is left out."""
    return (code == "demand_outgrows" and severity is Severity.WARNING) or code.endswith("_left_out")


def ranked(
    run: Run,
    catalogue: Catalogue,
    answer: Result,
    caps: Sequence[Cap],
    lead: str | None,
) -> list[Notice]:
    """Everything to check or to know that is known as sized, the most decisive first.

    Args:
        run: the run of the plan.
        catalogue: the catalogue.
        answer: the answer of the run, with its findings and prices.
        caps: what keeps the verdict from being stronger.
        lead: key of the configuration that would be taken.
    """
    results = answer.configurations
    merged = _merged((each for each in answer.findings if each.code not in _SAID_BY_THE_DECISION), lead)
    prices = _prices(run, catalogue, answer)
    found = {each.code: each for each in [*merged, *prices]}
    by_caps = {
        same: each.code
        for each in caps
        for same in _FOUND_ALREADY.get(each.code, ())
        if same in found and _keys(found[same]) & {results[place].key for place in each.configurations}
    }
    held = [
        _of_cap(each)
        for each in caps
        if each.code not in _SAID_IN_THE_SENTENCE | {_RULE} and each.code not in by_caps.values()
    ]
    number = len(results)

    def order(notice: Notice) -> tuple[int, bool, int]:
        keys, topic = _keys(notice), notice.topic
        turn = _turn(notice, len(keys) in (0, number), decisive=notice.code in by_caps or topic is None)
        # What is about others only says little of the one to take.
        return turn, bool(keys) and lead not in keys, len(_TOPICS) if topic is None else _TOPICS.index(topic)

    return sorted([*held, *found.values()], key=order)


def _keys(notice: Notice) -> set[str]:
    """The configurations that a notice is about; none where it is about the plan."""
    return {key for said in notice.said for key in said.configurations}


def added_by_simulations(run: Run, lead: Outcome | None, caps: Sequence[Cap]) -> list[Notice]:
    """What the simulations add: hosts that cover too few of them, and rules that no source confirms."""
    rules = [_of_cap(each) for each in caps if each.code == _RULE]
    return [*_coverage(run, lead), *_together_said(rules)]


def picked(notices: Sequence[Notice], offered: Collection[str], most: int) -> tuple[list[Notice], list[Notice]]:
    """What to check first, and the rest.

    Args:
        notices: all of them, the most decisive first.
        offered: labels of changes that are offered already, which need no check besides.
        most: how many are checks.
    """
    checks = [each for each in notices if _is_check(each) and (each.remedy is None or each.remedy.label not in offered)]
    first = {id(each) for each in checks[:most]}
    return [_with_action(each) for each in checks[:most]], [each for each in notices if id(each) not in first]


def _with_action(check: Notice) -> Notice:
    """A check with what to do next."""
    if check.remedy is not None:
        return replace(check, action=check.remedy.label)
    if not any(said.pointers for said in check.said):
        return check
    return replace(check, action=words(_ACTIONS.get(check.code, "next.enter")))


def _is_check(notice: Notice) -> bool:
    """Whether it is among what to check, and not only to know."""
    return notice.severity is not Severity.INFO or notice.code == _PRICES or _not_counted(notice)


def note_key(code: str) -> str:
    """The note with every sentence of a notice."""
    return f"check.{code}"


def notes_of(notices: Sequence[Notice]) -> Iterator[Note]:
    """The notes behind notices, each with the sentence of every configuration."""
    for each in notices:
        key = note_key(each.code)
        if each.line.note == key:
            texts = [opening(each.code, said.text.parts, key).text for said in each.said]
            yield Note(key=key, title=words("note_title.check"), texts=texts, columns=[], rows=[])


def _not_counted(notice: Notice) -> bool:
    return is_not_counted(notice.code, notice.severity) and notice.code not in _ENTERED_AS_0


def _turn(notice: Notice, is_for_all: bool, *, decisive: bool) -> int:
    """Errors, what holds the verdict down, what costs lack by a known amount, prices, what else they lack, others."""
    is_warning = notice.severity is Severity.WARNING
    turns = (
        notice.severity is Severity.ERROR,
        decisive,
        is_warning and _not_counted(notice),
        notice.code == _PRICES,
        _not_counted(notice),
        is_warning and not is_for_all,
        is_warning,
        True,
    )
    return turns.index(True)


def _merged(findings: Iterator[Finding], lead: str | None) -> list[Notice]:
    """Each kind of finding once, and each of its sentences once."""
    kinds: dict[str, list[Finding]] = {}
    for each in findings:
        kinds.setdefault(each.code, []).append(each)
    return [_notice(code, found, lead) for code, found in kinds.items()]


def _notice(code: str, found: Sequence[Finding], lead: str | None) -> Notice:
    """The findings of a kind: its line says what is found about the one to take, where that is among them."""
    severity = min((each.severity for each in found), key=list(_WORDS).index)
    alike: dict[tuple[str, bool], list[Finding]] = {}
    for each in found:
        alike.setdefault((_message(each), each.configuration is None), []).append(each)
    said = [
        Saying(
            text=MessageText(code=code, parts=without_name(together[0].parts)),
            configurations=list(dict.fromkeys(each.configuration for each in together if each.configuration)),
            pointers=list(dict.fromkeys(each.pointer for each in together if each.pointer)),
        )
        for together in alike.values()
    ]
    said.sort(key=lambda each: lead not in each.configurations)
    return Notice(
        code=code,
        severity=severity,
        topic=found[0].topic,
        word=_WORDS[severity],
        line=MessageLine(text=said[0].text, note=note_key(code)),
        said=said,
        remedy=_one_remedy(found),
    )


def _message(finding: Finding) -> str:
    return "".join(each if isinstance(each, str) else each.text for each in without_name(finding.parts))


def without_name(parts: Sequence[MessagePart]) -> list[MessagePart]:
    """The parts of a finding without the name that it begins with, with a capital letter."""
    own = list(parts)
    if len(own) > 1 and isinstance(own[0], ConfigurationName) and isinstance(own[1], str):
        own = [own[1].removeprefix(": "), *own[2:]]
        own = [each for each in own if each != ""]
    if own and isinstance(own[0], str):
        own[0] = own[0][:1].upper() + own[0][1:]
    return own


def _one_remedy(found: Sequence[Finding]) -> Remedy | None:
    """One change for all configurations, where each has one of the same words."""
    remedies = [each.remedy for each in found if each.remedy is not None]
    if not remedies or len(remedies) != len(found) or len({each.label for each in remedies}) > 1:
        return None
    edits = {edit.pointer: edit for each in remedies for edit in each.edits}
    return Remedy(label=remedies[0].label, edits=list(edits.values()))


def _of_cap(cap: Cap) -> Notice:
    own = replace(opened(cap.rest or cap.said, VERDICT), code=cap.code)
    return Notice(
        code=cap.code,
        severity=Severity.WARNING,
        topic=None,
        word=words("word.verdict"),
        line=MessageLine(text=own),
        said=[Saying(text=own, configurations=[], pointers=[] if cap.pointer is None else [cap.pointer])],
        remedy=cap.remedy,
    )


def _together_said(notices: Sequence[Notice]) -> list[Notice]:
    """Remarks of one kind as one."""
    return [replace(notices[0], said=[said for each in notices for said in each.said])] if notices else []


def _coverage(run: Run, lead: Outcome | None) -> list[Notice]:
    """Hosts of the lead that are not enough in many simulations, and the level at which they would be."""
    if lead is None or lead.probability_enough is None or lead.probability_enough >= _FEW:
        return []
    chosen = run.plan.policy.coverage_level
    better = next((level for level in lead.levels if level.level is not None and level.share >= _FEW), None)
    note, remedy, hosts = covers_note(lead.key), None, lead.hosts_now or 0
    known: dict[str, Given] = {
        "hosts": Number(hosts, note=note),
        "share": Number(lead.probability_enough, note=note),
    }
    said = say("too_few_hosts.one" if hosts == 1 else "too_few_hosts.many", **known)
    if better is not None and better.level is not None and better.level != chosen:
        known |= {"more": Number(better.hosts, note=note), "most": Number(better.share, note=note)}
        said = say("too_few_hosts.one_or_more" if hosts == 1 else "too_few_hosts.many_or_more", **known)
        remedy = Remedy(
            label=words("size_for", level=LEVELS.get(better.level, better.label)),
            edits=[Edit(pointer="/policy/coverage_level", value=better.level)],
        )
    text = MessageText(code=_TOO_FEW, parts=said.phrase.parts(lead.key))
    return [
        Notice(
            code=_TOO_FEW,
            severity=Severity.WARNING,
            topic=FindingTopic.HOSTS,
            word=words("word.hosts"),
            line=MessageLine(text=text),
            said=[Saying(text=text, configurations=[lead.key], pointers=["/policy/coverage_level"])],
            remedy=remedy,
        )
    ]


def _prices(run: Run, catalogue: Catalogue, answer: Result) -> list[Notice]:
    """Prices that are estimates or assumed, by their share of the cost."""
    shares: dict[str, float] = {}
    amounts: dict[str, float] = {}
    years, results = run.plan.economics.horizon_years, answer.configurations
    for place, found in enumerate(sections_of(run, catalogue, answer.prices)):
        total = run.evaluation.value(COST, place)
        if total > 0:
            indicative = _indicative(found, years)
            shares[results[place].key] = sum(indicative.values()) / total
            for label, amount in indicative.items():
                amounts[label] = max(amount / total, amounts.get(label, 0.0))
    shares = {key: share for key, share in shares.items() if share >= _LEAST_SHARE}
    if not shares:
        return []
    labels = sorted(amounts, key=lambda each: -amounts[each])
    first = [result.key for result in results].index(next(iter(shares)))
    said = _estimated(run, first, [*shares.values()], labels)
    text = MessageText(code=_PRICES, parts=said.phrase.parts(results[first].key))
    return [
        Notice(
            code=_PRICES,
            severity=Severity.INFO,
            topic=FindingTopic.PRICES,
            word=words("word.prices"),
            line=MessageLine(text=text, note=note_key(_PRICES)),
            said=[Saying(text=text, configurations=[*shares], pointers=["/economics/prices"])],
        )
    ]


def _estimated(run: Run, place: int, shares: Sequence[float], labels: Sequence[str]) -> Sentence:
    """The share of the cost, or the least and the most of several; they open the cost that they are a part of."""
    low, high = min(shares), max(shares)
    ends = {
        name: of_quantity(run, place, name, rough_share(share), share, COST)
        for name, share in (("share", low), ("low", low), ("high", high))
    }
    named = some_of(labels, _MOST_LABELS)
    if ends["low"].text == ends["high"].text:
        return say("illustrative_prices.share", share=ends["share"], labels=named)
    return say("illustrative_prices.range", low=ends["low"], high=ends["high"], labels=named)


def _indicative(sections: Sequence[MaterialSection], years: int) -> dict[str, float]:
    """What is paid until the horizon at indicative prices, by the label of the part."""
    amounts: dict[str, float] = {}
    for section in sections:
        times = years if section.key == "licences_by_year" else 1
        for each in section.lines:
            if each.status is MaterialStatus.INDICATIVE and each.amount:
                label = each.label.partition(",")[0]
                label = label if label[1:2].isupper() else label[:1].lower() + label[1:]
                amounts[label] = amounts.get(label, 0.0) + each.amount * times
    return amounts

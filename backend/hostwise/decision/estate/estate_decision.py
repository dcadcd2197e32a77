"""The decision on an estate, told: its hosts kept or replaced, a new cluster, or a platform.

What is advised, and how sure that is, is what the decision of its plan says. This adds for how long the hosts of today
are enough, and which candidates are told first.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from hostwise.answers.cost.cost_coverage import KEPT_HOSTS, family_of
from hostwise.answers.estate_sizing.as_is import KEY
from hostwise.answers.estate_sizing.host_support import HostSupport
from hostwise.answers.evaluation.configuration_figures import leading_limit, used_share
from hostwise.answers.evaluation.evaluation_answer import facts_of_run
from hostwise.answers.evaluation.parts import RESULT
from hostwise.answers.growth.growth_answer import growth_facts
from hostwise.answers.growth.growth_document import ConfigurationGrowth
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.message_files import Given
from hostwise.answers.wording.sentences import Phrase, of_parts, quoted
from hostwise.binding.plausible import any_io_is_assumed
from hostwise.binding.stacks import stack_of
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.deciding import uncertainty_of_run
from hostwise.decision.decision import DecisionRow, Uncertainty
from hostwise.decision.decision_messages import Sentence, line, message, say, told, words
from hostwise.decision.estate.estate_decision_document import EstateCandidate, EstateDecision, EstateTile, Part
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.decision.tiles import largest_part
from hostwise.number_format.writing import percent
from hostwise.plan.answers.result import ConfigurationResult, Result
from hostwise.plan.answers.text import ConfigurationName, Figure, MessageLine, MessagePart, MessageText
from hostwise.plan.configuration import Layout
from hostwise.plan.document import Plan
from hostwise.plan.estate import EstateQuestion

_KEPT, _NEW, _PLATFORM = EstateQuestion
_TILES = 3
_MONTHS = 12
_ALIKE = 0.02
"""Shares of hosts and of what is used that differ by less are alike."""


@dataclass(frozen=True)
class Asked:
    """What is asked of an estate.

    Attributes:
        question: the question.
        questions: the questions that this estate can answer.
        support: until when what the hosts run is supported.
        on: the date of today.
    """

    question: EstateQuestion
    questions: Sequence[EstateQuestion]
    support: Sequence[HostSupport]
    on: dt.date


def estate_decision(plan: Plan, catalogue: Catalogue, asked: Asked) -> EstateDecision:
    """The decision on an estate, of the plan that was made of it.

    Args:
        plan: the hosts of today, where they may be kept, and the candidates.
        catalogue: the catalogue.
        asked: the question, and what is known of the hosts beside the plan.
    """
    return _Telling(plan, catalogue, asked).told()


class _Telling:
    """What is told of a plan, and what that rests on."""

    def __init__(self, plan: Plan, catalogue: Catalogue, asked: Asked) -> None:
        self._plan, self._catalogue, self._asked = plan, catalogue, asked
        kept = next((at for at, each in enumerate(plan.configurations) if each.key == KEY), None)
        self._kept = kept if asked.question is _KEPT else None

    # --------------------------------------------------------------------------------------------- what it rests on

    @cached_property
    def _run(self) -> Run:
        return run_plan(self._plan, self._catalogue)

    @cached_property
    def _facts(self) -> Result:
        return facts_of_run(self._run, self._catalogue, self._plan.configurations[0].key, RESULT)

    @property
    def _results(self) -> Sequence[ConfigurationResult]:
        return self._facts.configurations

    @cached_property
    def _keeps(self) -> ConfigurationGrowth | None:
        """The hosts of today over time; None where they are not compared, or not asked for."""
        if self._kept is None:
            return None
        return growth_facts(self._run, self._catalogue).configurations[self._kept]

    @cached_property
    def _can_keep(self) -> bool:
        """Whether the hosts of today are enough today, whatever growth asks for later."""
        growth = self._keeps
        if self._kept is None or growth is None or not growth.needed or growth.needed[0] is None:
            return False
        return self._results[self._kept].buildable and _short(growth) is None

    @cached_property
    def _waits_for_cost(self) -> bool:
        """Whether keeping is possible, and nobody has said what it costs."""
        return (
            self._kept is not None
            and self._can_keep
            and KEPT_HOSTS.applies(self._run, self._kept)
            and not KEPT_HOSTS.has_figure(self._run, self._kept, self._catalogue)
        )

    @cached_property
    def _compared(self) -> Uncertainty:
        """The decision that is simulated: of all, or while keeping has no cost of what would replace it."""
        plan, reference = self._plan, self._reference
        if self._waits_for_cost and len(plan.configurations) > 1:
            others = tuple(each for each in plan.configurations if each.key != KEY)
            plan = _without(plan, self._kept or 0).model_copy(update={"configurations": others})
        run = run_plan(plan, self._catalogue, reference)
        return uncertainty_of_run(run, self._catalogue, reference=reference)

    @cached_property
    def _reference(self) -> str:
        """What differences refer to: what runs today if it can go on and has a cost, else its likeliest successor."""
        if self._kept is not None and self._results[self._kept].admissible and not self._waits_for_cost:
            return self._plan.configurations[self._kept].key
        priced = [at for at in (self._successor, *self._order) if at is not None and self._cost(at) is not None]
        return self._plan.configurations[priced[0] if priced else 0].key

    @cached_property
    def _order(self) -> list[int]:
        """What can be chosen beside the hosts of today, the cheapest first."""
        found = [at for at, each in enumerate(self._results) if at != self._kept and each.admissible]
        return sorted(found, key=lambda at: (inf if (cost := self._cost(at)) is None else cost, at))

    def _cost(self, place: int) -> float | None:
        return self._results[place].quantities["cluster_tco"].value

    @cached_property
    def _successor(self) -> int | None:
        """What replaces the hosts with least change: on the array that is there, else on the hypervisor of today."""
        if self._kept is None:
            return None
        configurations = self._plan.configurations
        arrays = [at for at in self._order if configurations[at].layout is Layout.EXTERNAL]
        today = family_of(configurations[self._kept], self._catalogue)
        same = [at for at in self._order if family_of(configurations[at], self._catalogue) == today]
        return next(iter([*(at for at in arrays if self._cost(at) is not None), *same]), None)

    # ------------------------------------------------------------------------------------------------ what is told

    def told(self) -> EstateDecision:
        """The decision."""
        parts = self._parts()
        decision, verdict = self._compared.decision, self._compared.verdict
        waits = self._waits_for_cost
        return EstateDecision(
            question=self._asked.question,
            questions=list(self._asked.questions),
            label=words("label.open") if waits else decision.label,
            strength="open" if waits else verdict.strength,
            sentence=MessageLine(text=told(self._advice())),
            detail=None if waits else decision.detail,
            advised=None if waits else decision.advised,
            reference=self._reference,
            currency=self._plan.economics.currency,
            horizon_years=self._plan.economics.horizon_years,
            support=self._support(),
            keep_until=None if (until := self._keep_until()) is None else until.isoformat(),
            tiles=[self._tile(place, each) for place, each in parts.items()],
            others=[
                EstateCandidate(
                    configuration=row.configuration, name=row.name, place=self._place(row), line=_in_short(row)
                )
                for row in self._rows
                if self._place(row) not in parts
            ],
            io_would_ask=self._io_would_ask(list(parts)),
        )

    @cached_property
    def _rows(self) -> list[DecisionRow]:
        """The candidates of the comparison by cost; the ones that are not compared come last."""
        rows = self._compared.decision.rows
        return sorted(rows, key=lambda row: (not row.admissible, _value(row.cost), row.place))

    def _place(self, row: DecisionRow) -> int:
        """Its place in the plan, of which a part may be compared."""
        return next(at for at, each in enumerate(self._plan.configurations) if each.key == row.configuration)

    def _parts(self) -> dict[int, list[Part]]:
        """The candidates with a tile, and what each of them stands for."""
        if self._asked.question is _KEPT:
            return self._kept_or_replaced()
        if self._asked.question is _NEW:
            return self._new()
        return {at: ["cheapest" if number == 0 else "other"] for number, at in enumerate(self._order[:_TILES])}

    def _kept_or_replaced(self) -> dict[int, list[Part]]:
        found: dict[int, list[Part]] = {} if self._kept is None else {self._kept: ["keep"]}
        if self._successor is not None:
            is_array = self._plan.configurations[self._successor].layout is Layout.EXTERNAL
            found[self._successor] = ["array" if is_array else "same_platform"]
        for place in self._order:
            if len(found) == _TILES:
                break
            if place not in found:
                found[place] = ["other"]
        if self._order and self._order[0] in found:
            found[self._order[0]].append("cheapest")
        return {at: [each for each in parts if each != "other" or len(parts) == 1] for at, parts in found.items()}

    def _new(self) -> dict[int, list[Part]]:
        found: dict[int, list[Part]] = {at: [] for at in self._order[:_TILES]}
        if not found:
            return {}
        found[self._order[0]].append("cheapest")
        roles: tuple[tuple[Part, Callable[[int], float]], ...] = (("fewest", self._hosts), ("room", self._fullest))
        for part, measure in roles:
            best, *others = sorted((measure(at), at) for at in found)
            # Where several are equal in it, none stands out by it.
            if others and best[0] < (1 - _ALIKE) * others[0][0]:
                found[best[1]].append(part)
        return {at: parts or ["other"] for at, parts in found.items()}

    def _hosts(self, place: int) -> float:
        return self._results[place].hosts.value or 0.0

    def _fullest(self, place: int) -> float:
        """How much of its hosts the limit takes that takes most."""
        shares = [used_share(each) for each in self._results[place].constraints]
        return max((each for each in shares if each is not None), default=1.0)

    # ------------------------------------------------------------------------------------------------ the sentence

    def _advice(self) -> list[Sentence]:
        compared = self._compared.decision.sentence.text
        decided = Sentence(compared.code, of_parts(compared.parts))
        if self._kept is None:
            return [decided]
        if self._waits_for_cost:
            return [*self._until(), say("estate_enter_keeping"), *self._of_replacements()]
        if not self._can_keep:
            return [self._keeping_is_out(), *([decided] if self._order else [])]
        if not self._results[self._kept].admissible:
            # Growth ends it: what comes then is decided among the others.
            return [*self._until(), *([decided] if self._order else [])]
        return [decided, *self._until()]

    def _until(self) -> list[Sentence]:
        """Until when the hosts of today can be kept, and what ends that."""
        until, growth = self._keep_until(), self._keeps
        if until is None or growth is None:
            return []
        ended = [each for each in self._asked.support if each.has_ended(self._asked.on)]
        upgrade = (
            [say("estate_upgrade_first", version=ended[0].version.name, when=_month(ended[0].ends))] if ended else []
        )
        hosts_end = None if growth.breaks_in is None else _later(self._asked.on, growth.breaks_in)
        support = self._first_support()
        if hosts_end is not None and until == hosts_end:
            return [*upgrade, say("estate_keep_until.limit", when=_month(until), limit=growth.limits[0].label)]
        if support is not None and support.ends is not None and until == support.ends.replace(day=1):
            return [*upgrade, say("estate_keep_until.support", when=_month(until), version=support.version.name)]
        return [*upgrade, say("estate_keep_until.horizon", when=_month(until))]

    def _first_support(self) -> HostSupport | None:
        """The first support that is still to end, within the horizon."""
        last = _later(self._asked.on, self._plan.economics.horizon_years * _MONTHS)
        return next(
            (
                each
                for each in self._asked.support
                if each.ends is not None and not each.has_ended(self._asked.on) and each.ends < last
            ),
            None,
        )

    def _keep_until(self) -> dt.date | None:
        """The month in which keeping ends: by the support or a limit, else at the horizon; None where it is out."""
        if self._keeps is None or not self._can_keep:
            return None
        on, growth = self._asked.on, self._keeps
        ends = [_later(on, self._plan.economics.horizon_years * _MONTHS)]
        if growth.breaks_in is not None:
            ends.append(_later(on, growth.breaks_in))
        support = self._first_support()
        if support is not None and support.ends is not None:
            ends.append(support.ends.replace(day=1))
        return min(ends)

    def _keeping_is_out(self) -> Sentence:
        growth, result = self._keeps, self._results[self._kept or 0]
        short = _short(growth)
        if short is not None:
            return say("estate_keeping_out.hosts", hosts=result.hosts.value or 0, short=short)
        row = next((each for each in self._rows if self._place(each) == self._kept), None)
        if row is None or row.lacks is None:
            return say("estate_keeping_out.unknown")
        return say("estate_keeping_out.other", why=of_parts(row.lacks.text.parts))

    def _of_replacements(self) -> list[Sentence]:
        """What the replacements cost against each other, and what moving may cost before that turns."""
        best = self._order[0] if self._order else None
        if best is None or self._successor is None:
            return []
        name = _name(self._plan, best)
        if best == self._successor:
            return [say("estate_replacements.same", name=name)]
        here, there = self._cost(best), self._cost(self._successor)
        if here is None or not there:
            return []
        share, other = 1 - here / there, _name(self._plan, self._successor)
        migration = self._compared.verdict.migration
        if migration is not None and (migration.migration_per_vm or 0) > 0:
            rate = migration.migration_per_vm or 0
            currency = self._plan.economics.currency
            return [
                say("estate_replacements.unless", name=name, other=other, saving=share, rate=rate, currency=currency)
            ]
        return [say("estate_replacements.cheaper", name=name, other=other, saving=share)]

    def _support(self) -> MessageLine | None:
        """The support of what the hosts run."""
        if not self._asked.support or self._asked.question is not _KEPT:
            return None
        first = self._asked.support[0]
        if first.ends is None:
            return None
        code: DecisionCode = "estate_support.ended" if first.has_ended(self._asked.on) else "estate_support.ends"
        return line(code, version=first.version.name, when=_month(first.ends))

    # ------------------------------------------------------------------------------------------------- the tiles

    def _tile(self, place: int, parts: list[Part]) -> EstateTile:
        configuration = self._plan.configurations[place]
        is_kept = place == self._kept
        return EstateTile(
            configuration=configuration.key,
            name=configuration.name,
            place=place,
            parts=parts,
            title=MessageText(code="estate_part", parts=[_titled(parts)]),
            figure=self._keep_figure(place) if is_kept else self._new_figure(place),
            lines=self._keep_lines(place) if is_kept else self._new_lines(place),
            asks=is_kept and self._waits_for_cost,
        )

    def _keep_figure(self, place: int) -> MessageLine:
        growth, key = self._keeps, self._plan.configurations[place].key
        hosts = self._plan.configurations[place].hosts or 0
        short = _short(growth)
        if short is not None:
            return line("estate_keep.short", key, hosts=hosts)
        if growth is None or not growth.needed or growth.needed[0] is None:
            return line("estate_keep.unknown", key, hosts=hosts)
        if growth.breaks_in is None:
            years = self._plan.economics.horizon_years
            return line("estate_keep.lasts", key, hosts=hosts, years=years)
        return line("estate_keep.months", key, hosts=hosts, months=growth.breaks_in)

    def _keep_lines(self, place: int) -> list[MessageLine]:
        growth, result, key = self._keeps, self._results[place], self._plan.configurations[place].key
        lines = []
        leading = leading_limit(result)
        if growth is not None and growth.needed and growth.needed[0] is not None:
            today, last = growth.needed[0], growth.needed[-1]
            hosts = self._plan.configurations[place].hosts or 0
            if leading is not None and today <= hosts:
                lines.append(line("estate_keep.needs", key, needed=today, limit=leading.label))
            elif leading is not None:
                lines.append(line("estate_keep.would_need", key, needed=today, limit=leading.label))
            if last is not None and last > max(hosts, today):
                years = self._plan.economics.horizon_years
                lines.append(line("estate_keep.then", key, more=last - hosts, year=years))
        if (support := self._support()) is not None:
            lines.append(support)
        cost = self._cost(place)
        if self._waits_for_cost:
            lines.append(line("estate_keep.cost_missing"))
        elif cost is not None and result.admissible:
            lines.append(self._cost_line(place, cost))
        return lines

    def _new_figure(self, place: int) -> MessageLine:
        result, configuration = self._results[place], self._plan.configurations[place]
        hosts = result.hosts.value or 0
        if self._asked.question is _NEW:
            server = configuration.name[:1].lower() + configuration.name[1:]
            return line("estate_new.on_platform", configuration.key, hosts=hosts, platform=server)
        stack = stack_of(self._catalogue, configuration)
        if stack.layout == "external" and self._kept is not None:
            return line("estate_new.on_array", configuration.key, hosts=hosts)
        return line("estate_new.on_platform", configuration.key, hosts=hosts, platform=stack.name)

    def _new_lines(self, place: int) -> list[MessageLine]:
        result, key = self._results[place], self._plan.configurations[place].key
        lines = []
        cost = self._cost(place)
        lines.append(line("estate_cost.missing") if cost is None else self._cost_line(place, cost))
        largest = largest_part(result)
        if largest is not None:
            part, share = largest
            figure = Figure(name="share", text=percent(share, 2), value=share)
            lines.append(line("estate_new.largest", part=part.label.lower(), share=figure))
        row = next((each for each in self._compared.decision.rows if each.configuration == key), None)
        if row is not None and row.life is not None and row.life.value is not None:
            assumed = any_io_is_assumed(self._plan)
            lines.append(line("estate_new.life_assumed" if assumed else "estate_new.life", life=row.life))
        leading = leading_limit(result)
        if leading is not None:
            lines.append(line("estate_new.full", key, used=self._fullest(place), limit=leading.label))
        return lines

    def _cost_line(self, place: int, cost: float) -> MessageLine:
        key, economics = self._plan.configurations[place].key, self._plan.economics
        row = next((each for each in self._compared.decision.rows if each.configuration == key), None)
        given: dict[str, Given] = {"cost": cost, "currency": economics.currency, "years": economics.horizon_years}
        if row is not None and row.against is not None:
            return line("estate_cost.against", key, against=row.against, **given)
        return line("estate_cost.alone", key, **given)

    # ----------------------------------------------------------------------------------------- what is assumed

    def _io_would_ask(self, places: Sequence[int]) -> MessageLine | None:
        """The hosts that assumed I/O would ask for, by its busy hour and by wear, if it holds."""
        if not any_io_is_assumed(self._plan):
            return None
        run = run_plan(_io_taken_as_measured(self._plan, self._catalogue), self._catalogue)
        found: list[MessagePart | Phrase] = []
        for place in places:
            before, after = (each.evaluation.value("required_hosts", place) for each in (self._run, run))
            if place != self._kept and after > before:
                name = _name(self._plan, place)
                found.append(message("estate_io_would_ask.item", name=name, hosts=after, instead=before))
        return line("estate_io_would_ask", candidates=listing(found)) if found else None


def _without(plan: Plan, place: int) -> Plan:
    """The plan with the remarks that it has without a configuration; those behind it move up."""
    start = "/configurations/"
    remarks = {}
    for pointer, remark in plan.remarks.items():
        if not pointer.startswith(start):
            remarks[pointer] = remark
            continue
        number, slash, rest = pointer.removeprefix(start).partition("/")
        if int(number) != place:
            remarks[f"{start}{int(number) - (int(number) > place)}{slash}{rest}"] = remark
    return plan.model_copy(update={"remarks": remarks})


def _io_taken_as_measured(plan: Plan, catalogue: Catalogue) -> Plan:
    """The plan in which assumed I/O counts like any other, with the limit for wear that is accepted."""
    remarks = {
        pointer: each for pointer, each in plan.remarks.items() if not pointer.endswith(("/iops_average", "/iops_peak"))
    }
    accepted = catalogue.assumptions["accepted_wear_out_probability"].value
    limit = plan.policy.max_wear_out_probability
    policy = plan.policy.model_copy(update={"max_wear_out_probability": accepted if limit is None else limit})
    return plan.model_copy(update={"remarks": remarks, "policy": policy})


def _short(growth: ConfigurationGrowth | None) -> float | None:
    """The hosts that are missing today."""
    if growth is None or not growth.needed or growth.needed[0] is None or not growth.present:
        return None
    present = growth.present[0]
    return None if present is None or growth.needed[0] <= present else growth.needed[0] - present


_TITLES: Mapping[Part, DecisionCode] = {
    "keep": "estate_part.keep",
    "array": "estate_part.array",
    "same_platform": "estate_part.same_platform",
    "cheapest": "estate_part.cheapest",
    "room": "estate_part.room",
    "fewest": "estate_part.fewest",
    "other": "estate_part.other",
}


def _titled(parts: Sequence[Part]) -> str:
    first, *others = [words(_TITLES[each]) for each in parts]
    return ", ".join([first, *(each[:1].lower() + each[1:] for each in others)])


def _in_short(row: DecisionRow) -> MessageLine:
    """A candidate in a line: hosts, cost and difference, or why it takes part in no comparison."""
    if row.lacks is not None or row.hosts is None or row.cost is None:
        return row.lacks or line("estate_candidate.unknown")
    if row.against is None:
        return line("estate_candidate.alone", hosts=row.hosts, cost=row.cost)
    return line("estate_candidate.against", hosts=row.hosts, cost=row.cost, against=row.against)


def _name(plan: Plan, place: int) -> ConfigurationName:
    configuration = plan.configurations[place]
    return quoted(ConfigurationName(configuration=configuration.key, text=configuration.name))


def _value(figure: Figure | None) -> float:
    return inf if figure is None or figure.value is None else figure.value


def _later(on: dt.date, months: int) -> dt.date:
    """The first day of the month that is so many months later."""
    year, month = divmod(on.year * _MONTHS + on.month - 1 + months, _MONTHS)
    return dt.date(year, month + 1, 1)


def _month(day: dt.date | None) -> str:
    """A month in words, such as February 2028."""
    return "" if day is None else f"{day:%B %Y}"

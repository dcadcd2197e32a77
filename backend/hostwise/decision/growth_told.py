"""Hosts over time, told: for how long the first hosts are enough, and what their chart shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from hostwise.answers.growth.growth_answer import growth_facts
from hostwise.answers.growth.growth_document import ConfigurationGrowth, DatedEvent, GrowthFacts
from hostwise.answers.question import question
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.figures import key_at, name_at, of_quantity
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.sentences import Phrase, of_parts, quoted
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.charts.same_lines import alike_words, all_of, keys_of, named, same_lines
from hostwise.decision.charts_document import PLAIN, ChartWords
from hostwise.decision.decision_messages import Sentence, message, read, say, several, text, words
from hostwise.decision.messages.decision_codes import DecisionCode
from hostwise.engine.model import MODEL
from hostwise.number_format.writing import counted
from hostwise.plan.answers.answer_base import part
from hostwise.plan.answers.text import Figure, MessageText
from hostwise.plan.document import Plan

_NEEDED, _HOSTS = "required_hosts", "hosts"


@part
class RunwayWords:
    """For how long the first hosts are enough."""

    configurations: Annotated[list[str], Field(description="Keys of the configurations of which it holds.")]
    text: MessageText


class Growth(GrowthFacts):
    """Hosts by month until the horizon, told."""

    runways: list[RunwayWords] = Field(description="One for each outcome; configurations with equal outcomes share it.")
    chart: ChartWords = Field(description="What the hosts over time show; lines are those of `present` and `needed`.")


@question(
    "growth",
    "Hosts by month: what growing demand needs, what is bought, and in which month each limit is reached.",
    by_hand={"command": "growth"},
)
def growth_of(plan: Plan, catalogue: Catalogue) -> Growth:
    """The hosts that each limit of a plan needs in every month, and the month in which those of the start fall short.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    return growth_of_run(run_plan(plan, catalogue), catalogue)


def growth_of_run(run: Run, catalogue: Catalogue) -> Growth:
    """The hosts over time of a plan that has been run."""
    facts = growth_facts(run, catalogue)
    words = GrowthWords(
        run,
        facts.configurations,
        {each.key: name for name, each in MODEL.purposes.constraints.items()},
        facts.months[-1],
        facts.lead_time_months,
        assumed=facts.lead_time_assumed,
    )
    present = [run.evaluation.members("present_hosts", place) for place in range(len(facts.configurations))]
    needed = [[float("nan") if each is None else each for each in one.needed] for one in facts.configurations]
    return Growth(**dict(facts), runways=words.runways(), chart=words.chart(present, needed))


class GrowthWords:
    """The words of hosts over time."""

    def __init__(
        self,
        run: Run,
        configurations: Sequence[ConfigurationGrowth],
        quantities: Mapping[str, str],
        months: int,
        lead_time: int,
        *,
        assumed: bool,
    ) -> None:
        """Begin.

        Args:
            run: the run.
            configurations: hosts over time, in the order of the plan.
            quantities: the quantity of each limit, by its key.
            months: the last month.
            lead_time: months from an order to hosts that run.
            assumed: whether they are what is usual, and not entered.
        """
        self._run, self._configurations, self._quantities = run, configurations, quantities
        self._months, self._lead_time, self._assumed = months, lead_time, assumed

    def runways(self) -> list[RunwayWords]:
        """What is said of each configuration, once where it is the same of several."""
        alike: dict[str, list[int]] = {}
        said = [self._runway(place) for place in range(len(self._configurations))]
        for place, sentences in enumerate(said):
            alike.setdefault(read(sentences), []).append(place)
        return [
            RunwayWords(
                configurations=[key_at(self._run, place) for place in places],
                text=text(
                    "runway.who",
                    key_at(self._run, places[0]),
                    who=self._who(places),
                    sentences=several(said[places[0]]),
                ),
            )
            for places in alike.values()
        ]

    def _who(self, places: Sequence[int]) -> Phrase:
        if len(places) == len(self._configurations) and len(places) > 1:
            return of_parts([all_of(len(places), begins=True)])
        return named(self._run, places)

    def chart(self, present: Sequence[Sequence[float]], needed: Sequence[Sequence[float]]) -> ChartWords:
        """The words of the chart."""
        # Both lines of a configuration are drawn; it is alike where both are.
        series = [[*here, *there] for here, there in zip(present, needed, strict=True)]
        groups = same_lines(series)
        return ChartWords(
            key="hosts",
            title=self._title() or MessageText(code=PLAIN, parts=[words("chart.hosts")]),
            alike=alike_words(self._run, series, groups, "months", self._apart),
            lines=keys_of(self._run, groups),
        )

    def _apart(self, place: int, hosts: float) -> Figure:
        return of_quantity(self._run, place, "apart", counted(hosts, "hosts"), hosts, _HOSTS)

    def _title(self) -> MessageText | None:
        """Whose hosts last, and what ends first."""
        first = [each.present[0] if each.present else None for each in self._configurations]
        if None in first or any(limit.undecided for each in self._configurations for limit in each.limits):
            return None
        breaking = [place for place, each in enumerate(self._configurations) if each.breaks_in is not None]
        if not breaking:
            if len(set(first)) > 1:
                key = key_at(self._run, 0)
                return text("hosts_last.all", key, all=all_of(len(first)), months=self._months)
            one: DecisionCode = "hosts_last.one" if first[0] == 1 else "hosts_last.many"
            return text(one, key_at(self._run, 0), hosts=self._hosts(0), months=self._months)
        months = {place: self._configurations[place].breaks_in or 0 for place in breaking}
        soonest = min(breaking, key=lambda place: (months[place], place))
        limit = self._configurations[soonest].limits[0]
        at = self._month(soonest, months[soonest], limit.key)
        if len(first) == 1 or (len(set(first)) == 1 and len(set(months.values())) == 1 and len(months) == len(first)):
            one = "hosts_run_out.one" if first[soonest] == 1 else "hosts_run_out.many"
            return text(one, key_at(self._run, soonest), hosts=self._hosts(soonest), limit=limit.label, month=at)
        return text("hosts_run_out.first", name=quoted(name_at(self._run, soonest)), limit=limit.label, month=at)

    def _hosts(self, place: int) -> float:
        return self._configurations[place].present[0] or 0.0

    def _month(self, place: int, month: int, limit: str) -> Figure:
        return of_quantity(self._run, place, "month", str(month), month, self._quantities[limit])

    def _runway(self, place: int) -> list[Sentence]:
        """Which limits the growing demand reaches, and when."""
        own, key = self._configurations[place], key_at(self._run, place)
        start = own.present[0] if own.present else None
        if start is None:
            return [say("runway.none")]
        hosts, one = Number(start, configuration=key), start == 1
        broken = [limit for limit in own.limits if limit.breaks_in is not None]
        if broken:
            limits: list[Phrase] = [
                message("runway.limit", limit=limit.label, month=self._month(place, limit.breaks_in or 0, limit.key))
                for limit in broken
            ]
            said = [
                say("runway.one_runs_out" if one else "runway.run_out", hosts=hosts, limits=listing(limits)),
                *self._holding(place),
                *self._brought(place),
                *self._order(place),
            ]
        else:
            months = Number(self._months, configuration=key)
            said = [
                say("runway.one_lasts" if one else "runway.last", hosts=hosts, months=months),
                *self._spare(place, start),
            ]
        undecided = [limit.label for limit in own.limits if limit.undecided]
        return [*said, say("runway.undecided", limits=listing(undecided))] if undecided else said

    def _holding(self, place: int) -> list[Sentence]:
        """How many limits are not reached."""
        own, key = self._configurations[place], key_at(self._run, place)
        number = sum(limit.breaks_in is None and limit.hosts[0] is not None for limit in own.limits)
        if number == 0:
            return []
        others, last = Number(number, configuration=key), Number(self._months, configuration=key)
        return [say("runway.other_holds" if number == 1 else "runway.others_hold", others=others, last=last)]

    def _brought(self, place: int) -> list[Sentence]:
        """The events that end the runway."""
        own = self._configurations[place]
        if own.breaks_in is None or not own.broken_by:
            return []
        return [self._event(place, own.breaks_in, event) for event in own.broken_by]

    def _event(self, place: int, month: int, event: DatedEvent) -> Sentence:
        key = key_at(self._run, place)
        at, vms = Number(month, configuration=key), Number(event.vms, configuration=key)
        return say("runway.event", month=at, label=event.label, vms=vms, group=event.group)

    def _order(self, place: int) -> list[Sentence]:
        """When to order the first hosts for growth."""
        month, key = self._configurations[place].order_by, key_at(self._run, place)
        if month is None:
            return []
        lead = Number(self._lead_time, quantity=_NEEDED, configuration=key)
        if month < 0:
            before = Number(-month, configuration=key)
            return [say("order.late_assumed" if self._assumed else "order.late", before=before, lead=lead)]
        by = Number(month, configuration=key)
        return [say("order.by_assumed" if self._assumed else "order.by", by=by, lead=lead)]

    def _spare(self, place: int, start: float) -> list[Sentence]:
        """What of the first hosts is there for later demand."""
        needed, key = self._configurations[place].needed, key_at(self._run, place)
        today = needed[0]
        if today is None or today >= start:
            return []
        now = Number(today, configuration=key)
        month = next((month for month, hosts in enumerate(needed) if hosts is not None and hosts >= start), None)
        if month is None:
            return [say("spare_demand.never", today=now)]
        hosts, from_month = Number(start, configuration=key), Number(month, configuration=key)
        return [say("spare_demand.from", today=now, hosts=hosts, month=from_month)]

"""Hosts over time, told: for how long the first hosts are enough, and what their chart shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from pydantic import Field

from hostwise.answers.growth.growth_answer import growth_facts
from hostwise.answers.growth.growth_document import ConfigurationGrowth, DatedEvent, GrowthFacts
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.wording.figures import key_at, line, name_at, of_quantity
from hostwise.answers.wording.sentences import Phrase, listing, listing_of_sentences, phrase, quoted
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.charts.same_lines import alike_words, all_of, keys_of, same_lines
from hostwise.decision.charts_document import PLAIN, ChartWords
from hostwise.engine.model import MODEL
from hostwise.numerals.writing import counted, fixed
from hostwise.plan.answers.answer_base import part
from hostwise.plan.answers.text import Figure, Text
from hostwise.plan.document import Plan

_NEEDED, _HOSTS = "required_hosts", "hosts"
_NAME = "Hosts over time"


@part
class RunwayWords:
    """For how long the first hosts are enough."""

    configurations: Annotated[list[str], Field(description="Keys of the configurations of which it holds.")]
    text: Text


class Growth(GrowthFacts):
    """Hosts by month until the horizon, told."""

    runways: list[RunwayWords] = Field(description="The same of several configurations is said once.")
    chart: ChartWords = Field(description="What the hosts over time show; lines are those of `present` and `needed`.")


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
        for place, each in enumerate(said):
            alike.setdefault(str(each), []).append(place)
        return [
            RunwayWords(
                configurations=[key_at(self._run, place) for place in places],
                text=Text(
                    code="runway",
                    parts=phrase("{who}: {what}", who=self._who(places), what=said[places[0]]).parts(None),
                ),
            )
            for places in alike.values()
        ]

    def _who(self, places: Sequence[int]) -> Phrase:
        if len(places) == len(self._configurations) and len(places) > 1:
            return phrase(all_of(len(places)).capitalize())
        return listing([quoted(name_at(self._run, place)) for place in places])

    def chart(self, present: Sequence[Sequence[float]], needed: Sequence[Sequence[float]]) -> ChartWords:
        """The words of the chart."""
        # Both lines of a configuration are drawn; it is alike where both are.
        series = [[*here, *there] for here, there in zip(present, needed, strict=True)]
        groups = same_lines(series)
        return ChartWords(
            key="hosts",
            title=self._title() or Text(code=PLAIN, parts=[_NAME]),
            alike=alike_words(self._run, series, groups, "month", self._apart),
            lines=keys_of(self._run, groups),
        )

    def _apart(self, place: int, hosts: float) -> Figure:
        return of_quantity(self._run, place, "apart", counted(hosts, "hosts"), hosts, _HOSTS)

    def _title(self) -> Text | None:
        """Whose hosts last, and what ends first."""
        first = [each.present[0] if each.present else None for each in self._configurations]
        if None in first or any(limit.undecided for each in self._configurations for limit in each.limits):
            return None
        breaking = [place for place, each in enumerate(self._configurations) if each.breaks_in is not None]
        if not breaking:
            everywhere = len(set(first)) == 1
            hosts = self._hosts(0) if everywhere else phrase("The hosts of {all}", all=all_of(len(first)))
            one = everywhere and first[0] == 1
            return line(
                "hosts_last",
                "{hosts} {last} all {months}",
                hosts=hosts,
                last="lasts" if one else "last",
                months=self._all_months(0),
            ).text
        months = {place: self._configurations[place].breaks_in or 0 for place in breaking}
        soonest = min(breaking, key=lambda place: (months[place], place))
        limit = self._configurations[soonest].limits[0]
        at = self._month(soonest, months[soonest], limit.key)
        if len(first) == 1 or (len(set(first)) == 1 and len(set(months.values())) == 1 and len(months) == len(first)):
            return line(
                "hosts_run_out",
                "{hosts} {run} out of {limit} in month {month}",
                hosts=self._hosts(soonest),
                run="runs" if first[soonest] == 1 else "run",
                limit=limit.label,
                month=at,
            ).text
        return line(
            "first_out",
            "{name} runs out of hosts first: of {limit} in month {month}",
            name=quoted(name_at(self._run, soonest)),
            limit=limit.label,
            month=at,
        ).text

    def _hosts(self, place: int) -> Figure:
        hosts = self._configurations[place].present[0] or 0.0
        return of_quantity(self._run, place, "hosts", counted(hosts, "hosts"), hosts, _HOSTS)

    def _all_months(self, place: int) -> Figure:
        text = counted(self._months, "months")
        return of_quantity(self._run, place, "months", text, self._months, "horizon_years")

    def _month(self, place: int, month: int, limit: str) -> Figure:
        return of_quantity(self._run, place, "month", str(month), month, self._quantities[limit])

    def _runway(self, place: int) -> Phrase:
        """Which limits the growing demand reaches, and when."""
        each = self._configurations[place]
        start = each.present[0] if each.present else None
        if start is None:
            return phrase("No hosts to begin with.")
        broken = [limit for limit in each.limits if limit.breaks_in is not None]
        holding = sum(limit.breaks_in is None and limit.hosts[0] is not None for limit in each.limits)
        sentences = []
        if broken:
            named = listing_with_commas(
                [
                    phrase(
                        "{limit} in month {month}",
                        limit=limit.label,
                        month=self._month(place, limit.breaks_in or 0, limit.key),
                    )
                    for limit in broken
                ]
            )
            sentences.append(
                phrase(
                    "{hosts} {run} out of {limits}{others}.",
                    hosts=self._hosts(place),
                    run="runs" if start == 1 else "run",
                    limits=named,
                    others=self._holding(place, holding),
                )
            )
            sentences += [each for each in (self._brought(place), self._order(place)) if each is not None]
        else:
            sentences.append(
                phrase(
                    "{hosts} {last} all {months}.",
                    hosts=self._hosts(place),
                    last="lasts" if start == 1 else "last",
                    months=self._all_months(place),
                )
            )
            spare = self._spare(place, start)
            sentences += [] if spare is None else [spare]
        undecided = [limit.label for limit in each.limits if limit.undecided]
        if undecided:
            sentences.append(phrase("Not evaluated, and may run out: {limits}.", limits=", ".join(undecided)))
        found = listing_of_sentences(sentences)
        assert found is not None
        return found

    def _holding(self, place: int, number: int) -> Phrase:
        if number == 0:
            return phrase("")
        return phrase(
            "; {number} {hold} until month {month}",
            number=of_quantity(self._run, place, "others", str(number), number, _NEEDED),
            hold="other holds" if number == 1 else "others hold",
            month=of_quantity(self._run, place, "last", str(self._months), self._months, "horizon_years"),
        )

    def _brought(self, place: int) -> Phrase | None:
        """The events that end the runway."""
        each = self._configurations[place]
        if each.breaks_in is None or not each.broken_by:
            return None
        events = [self._event(place, event) for event in each.broken_by]
        names = [f"event_{number}" for number in range(len(events))]
        template = "In month {month} " + ", and ".join(f"{{{name}}}" for name in names) + "."
        month = of_quantity(self._run, place, "month", str(each.breaks_in), each.breaks_in, _NEEDED)
        return Phrase(template, {"month": month, **dict(zip(names, events, strict=True))})

    def _event(self, place: int, event: DatedEvent) -> Phrase:
        vms = of_quantity(self._run, place, "vms", counted(event.vms, "VMs"), event.vms, "planned_vms")
        return phrase("\u201c{label}\u201d brings {vms} to {group}", label=event.label, vms=vms, group=event.group)

    def _order(self, place: int) -> Phrase | None:
        """When to order the first hosts for growth."""
        month = self._configurations[place].order_by
        if month is None:
            return None
        take = "they are assumed to take" if self._assumed else "they take"
        text = counted(self._lead_time, "months")
        lead = of_quantity(self._run, place, "lead_time", text, self._lead_time, _NEEDED)
        if month < 0:
            before = of_quantity(self._run, place, "before", counted(-month, "months"), -month, _NEEDED)
            template = "More would have to be ordered {before} before the purchase: {take} {lead}."
            return phrase(template, before=before, take=take, lead=lead)
        by = of_quantity(self._run, place, "by", str(month), month, _NEEDED)
        return phrase("Order more by month {by}: {take} {lead}.", by=by, take=take, lead=lead)

    def _spare(self, place: int, start: float) -> Phrase | None:
        """What of the first hosts is there for later demand."""
        needed = self._configurations[place].needed
        today = needed[0]
        if today is None or today >= start:
            return None
        month = next((month for month, each in enumerate(needed) if each is not None and each >= start), None)
        now = of_quantity(self._run, place, "today", fixed(today), today, _NEEDED)
        if month is None:
            return phrase("You need {today} today, never all of them.", today=now)
        return phrase(
            "You need {today} today, all {hosts} from month {month}.",
            today=now,
            hosts=of_quantity(self._run, place, "hosts", fixed(start), start, _HOSTS),
            month=of_quantity(self._run, place, "month", str(month), month, _NEEDED),
        )


def listing_with_commas(values: Sequence[Phrase]) -> Phrase:
    """Several phrases with commas between them.

    >>> str(listing_with_commas([phrase("a"), phrase("b"), phrase("c")]))
    'a, b, c'
    """
    names = [f"item_{number}" for number in range(len(values))]
    return Phrase(", ".join(f"{{{name}}}" for name in names), dict(zip(names, values, strict=True)))

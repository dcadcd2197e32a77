"""What holds of a search: its counts sum up, and what no combination can have is said."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.search.axes import NotSearchable
from hostwise.answers.search.choices import WrongChoice
from hostwise.answers.search.search_answer import search
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan
from hostwise.plan.search_document import Search, SearchChoice

SPARES = (0, 1, 2)


def counts_that_do_not_sum_up(plan: Plan, place: int, catalogue: Catalogue) -> Iterator[str]:
    """Combinations are those that are admissible and those that are rejected, each by one reason.

    Memory and spares of a configuration are varied. Hosts of other models and dated events, which no search looks ahead
    to, are left out; a plan that cannot be searched all the same has no counts.
    """
    workload = plan.workload.model_copy(update={"events": ()})
    configuration = plan.configurations[place].model_copy(update={"other_host_models": (), "hosts": None})
    plan = plan.model_copy(update={"workload": workload, "configurations": (configuration,)})
    memory = configuration.memory.dram_gib
    choices = (
        SearchChoice(field="/memory/dram_gib", values=(memory / 8, memory, memory * 2)),
        SearchChoice(field="/spare_hosts", values=SPARES),
    )
    try:
        found = search(Search(plan=plan, configuration=configuration.key, choices=choices), catalogue)
    except (NotSearchable, WrongChoice):
        return
    rejected = sum(each.count for each in found.rejected)
    if found.feasible + rejected != found.combinations:
        yield f"{found.combinations} combinations, {found.feasible} admissible and {rejected} rejected"
    for choice in found.choices:
        counted = sum(each.feasible for each in choice.options)
        if counted != found.feasible:
            yield f"{choice.name}: {counted} by option, {found.feasible} in all"
        for option in choice.options:
            if option.feasible == 0 and not option.why_not:
                yield f"{choice.name}, {option.label}: none is admissible, and nothing says why"

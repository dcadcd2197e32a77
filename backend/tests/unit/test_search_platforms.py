"""Leaving a platform: the search over all of them finds at least as good a cluster as those of the case."""

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.search.choices import usual_choices
from hostwise.answers.search.search_answer import search
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.search_document import Search, SearchChoice

CATALOGUE = load_catalogue()


def test_no_candidate_of_the_case_is_better_than_what_the_search_finds() -> None:
    plan = sample_plan("leaving-vmware")
    platforms = [
        {"label": each.name, "edits": {"/licence": each.licence.model_dump(mode="json", exclude_unset=True)}}
        for each in plan.configurations
    ]
    platform = SearchChoice.model_validate({"name": "Platform", "options": platforms})
    found = search(Search(plan=plan, choices=(platform, *usual_choices(plan, 0, CATALOGUE)), best=1), CATALOGUE)
    shipped = {
        each.name: each.quantities["cluster_tco"].value for each in evaluate_plan(plan, CATALOGUE).configurations
    }
    (best,) = found.best
    assert best.cost.value is not None
    assert best.cost.value <= min(each for each in shipped.values() if each is not None)
    # On each platform, and not only on the cheapest.
    for option in found.choices[0].options:
        assert option.best_cost is not None
        assert option.best_cost <= (shipped[option.label] or 0)
    assert found.choices[0].shared == f"Platform: always {best.labels[0]}."

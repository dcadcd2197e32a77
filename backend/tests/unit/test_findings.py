"""Findings and reasons: declared once, made of words and figures, and their figures open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.explanation.explanation_answer import Explainer
from hostwise.answers.findings import declaring
from hostwise.answers.findings.declaring import Said, codes, finding, findings, reason, say_phrase
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.sentences import phrase, shown
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.engine.quantities import DeclarationError
from hostwise.plan.answers.result import FindingTopic, Result
from hostwise.plan.answers.text import ConfigurationName, Figure, MessagePart, joined
from hostwise.plan.answers.told import Severity
from hostwise.plan.document import Plan
from hostwise.server.api.app import build_app

SAMPLES = [each.key for each in sample_summaries()]
ONE_SOCKET = next(key for key, each in load_catalogue().chassis.items() if each.sockets == 1)


def changed(plan: Plan, pointer: str, value: Any) -> Plan:
    document = plan.model_dump(mode="json", exclude_unset=True)
    *way, last = pointer.strip("/").split("/")
    at: Any = document
    for step in way:
        at = at[int(step)] if isinstance(at, list) else at.setdefault(step, {})
    if value is None:
        at.pop(last, None)
    else:
        at[last] = value
    return Plan.model_validate(document)


@dataclass(frozen=True)
class Subject:
    pass


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test declares is gone after it."""
    monkeypatch.setattr(declaring, "_CODES", dict(declaring._CODES))


def _nothing(of: Subject) -> Iterator[Said]:
    yield from ()


class TestDeclaring:
    def test_a_second_declaration_names_both_places(self, closed: None) -> None:
        finding("one_test", Severity.INFO, FindingTopic.COST)(_nothing)
        with pytest.raises(DeclarationError, match=r"finding 'one_test'.*test_findings\.py:\d+ and .*test_findings"):
            finding("one_test", Severity.INFO, FindingTopic.COST)(_nothing)
        # A reason is no finding: both may have one name.
        assert reason("one_test")(_nothing).codes == ("one_test",)

    def test_a_function_says_only_what_it_declares(self, closed: None) -> None:
        @finding("one_test", Severity.INFO, FindingTopic.COST)
        def other(of: Subject) -> Iterator[Said]:
            yield say_phrase("another_test", phrase("Something."))

        with pytest.raises(DeclarationError, match="'another_test', which it does not declare"):
            list(other.said(Subject()))

    def test_a_finding_begins_with_the_name_of_its_configuration_unless_it_is_an_error(self, closed: None) -> None:
        @finding("one_test", Severity.INFO, FindingTopic.COST)
        def one(of: Subject) -> Iterator[Said]:
            hosts = shown("3 hosts", 3, "hosts", 1)
            more = phrase(" and {gib} GiB", gib=shown("5", 5))
            yield say_phrase("one_test", phrase("needs {hosts}{more}.", hosts=hosts, more=more))
            yield say_phrase("one_test", phrase("{hosts}.", hosts=hosts), severity=Severity.ERROR)

        first, second = findings(one.said(Subject()), ConfigurationName(configuration="a", text="EPYC"))
        assert first.message == "EPYC: needs 3 hosts and 5 GiB."
        assert second.message == "3 hosts."
        name, words, figure, *_ = first.parts
        assert (name, words) == (ConfigurationName(configuration="a", text="EPYC"), ": needs ")
        assert isinstance(figure, Figure)
        assert figure.why is not None
        assert (figure.why.configuration, figure.why.quantity, figure.why.failed_hosts) == ("a", "hosts", 1)
        assert {each.name: each.value for each in first.parts if isinstance(each, Figure)} == {"hosts": 3, "gib": 5}

    def test_a_number_that_is_none_has_no_value(self) -> None:
        assert shown("unlimited", float("inf")).value is None
        assert shown("unknown", float("nan")).value is None

    def test_several_are_listed(self) -> None:
        (only,) = listing([ConfigurationName(configuration="a", text="A")]).parts(None)
        assert only == ConfigurationName(configuration="a", text="A")


def broken_plans() -> Iterator[Plan]:
    """Plans that cannot be built, each for another reason."""
    plan = sample_plan("nvme-2026")
    yield changed(plan, "/configurations/0/hosts", 3)
    yield changed(plan, "/configurations/0/hosts", 500)
    yield changed(plan, "/policy/max_hosts_per_cluster", 3)
    yield changed(plan, "/workload/groups/0/memory_gib", 9_000)
    yield changed(plan, "/workload/groups/0/vcpu", 900)
    yield changed(plan, "/configurations/0/host/chassis", ONE_SOCKET)
    yield changed(sample_plan("edge-three-nodes"), "/configurations/1/hosts", 3)
    yield changed(sample_plan("edge-three-nodes"), "/configurations/2/hosts", 3)
    tiered = sample_plan("memory-tiering-2026")
    yield changed(tiered, "/configurations/1/hypervisor", "esxi-7")


def _sentences(result: Result) -> Iterator[tuple[str, list[MessagePart]]]:
    for found in result.findings:
        yield found.message, found.parts
    for each in result.configurations:
        for reason_ in each.reasons:
            yield reason_.message, reason_.parts


class TestSentences:
    @pytest.mark.parametrize("key", SAMPLES)
    def test_the_parts_are_the_sentence_and_every_figure_opens(self, key: str) -> None:
        _every_figure_opens(sample_plan(key))

    def test_so_are_those_of_plans_that_cannot_be_built(self) -> None:
        seen = set[str]()
        for plan in broken_plans():
            seen |= {reason_.code for each in _every_figure_opens(plan).configurations for reason_ in each.reasons}
        assert {"too_few_hosts_given", "too_many_hosts_given", "cluster_too_small"} <= seen
        assert {"largest_vm_memory", "largest_vm_vcpu"} <= seen

    @pytest.mark.parametrize("key", SAMPLES[:6])
    def test_so_is_the_verdict(self, key: str) -> None:
        verdict = uncertainty_of(sample_plan(key), load_catalogue(), number=256).verdict
        assert str(verdict.text) == verdict.sentence
        assert str(verdict.detail_text) == verdict.detail
        told = {each.configuration for each in verdict.text.parts if isinstance(each, ConfigurationName)}
        assert told <= {each.key for each in sample_plan(key).configurations}

    def test_a_cure_makes_the_reason_go(self) -> None:
        cured = 0
        for plan in broken_plans():
            for each in evaluate_plan(plan, load_catalogue()).configurations:
                for reason_ in each.reasons:
                    if reason_.remedy is None:
                        continue
                    better = plan
                    for edit in reason_.remedy.edits:
                        better = changed(better, edit.pointer, edit.value)
                    after = next(
                        one for one in evaluate_plan(better, load_catalogue()).configurations if one.key == each.key
                    )
                    assert reason_.code not in {one.code for one in after.reasons}, reason_
                    cured += 1
        assert cured >= 3


def _every_figure_opens(plan: Plan) -> Result:
    catalogue = load_catalogue()
    result = evaluate_plan(plan, catalogue)
    asked = set[tuple[str, int, str]]()
    for message, parts in _sentences(result):
        assert joined(parts) == message
        asked |= {
            (each.why.configuration, each.why.failed_hosts, each.why.quantity)
            for each in parts
            if isinstance(each, Figure) and each.why is not None
        }
    explainers: dict[tuple[str, int], Explainer] = {}
    run = run_plan(plan, catalogue)
    for configuration, failed, quantity in sorted(asked):
        key = configuration, failed
        if key not in explainers:
            explainers[key] = Explainer(run, catalogue, configuration, failed)
        assert explainers[key].explain(quantity).nodes[0].quantity == quantity
    return result


class TestClosedNames:
    def test_the_description_lists_the_codes_that_are_declared(self) -> None:
        schemas = build_app(load_catalogue(), None).openapi()["components"]["schemas"]
        assert schemas["FindingCode"]["enum"] == list(codes("finding"))
        assert schemas["ReasonCode"]["enum"] == list(codes("reason"))
        assert len(codes("finding")) > 70
        # Another one is read as a text: of a later version, or of a plug-in.
        of_finding = schemas["Finding"]["properties"]["code"]["anyOf"]
        assert of_finding == [{"$ref": "#/components/schemas/FindingCode"}, {"type": "string"}]

    def test_every_code_is_of_the_list_in_every_answer(self) -> None:
        for key in SAMPLES:
            result = evaluate_plan(sample_plan(key), load_catalogue())
            assert {each.code for each in result.findings} <= codes("finding").keys()


def _with_few_vms(count: int, growth: float = 0.0) -> Result:
    plan = sample_plan("light-io")
    document = plan.model_dump(mode="json", exclude_unset=True)
    document["workload"]["totals"] = {}
    for group in document["workload"]["groups"]:
        group |= {"count": count, "cpu_ghz": 0.5, "disk_gb": 50, "count_growth_rate": growth}
    document.pop("remarks", None)
    return evaluate_plan(Plan.model_validate(document), load_catalogue())


def test_a_cluster_that_is_hardly_used_says_so() -> None:
    found = [each for each in _with_few_vms(3).findings if each.code == "nearly_empty"]
    assert {each.configuration for each in found} == {"nand", "optane"}
    uses = [part.value or 0 for each in found for part in each.parts if isinstance(part, Figure) and part.name == "use"]
    assert len(uses) == 2
    assert 0 < max(uses) < 0.3
    assert "3 VMs fill" in found[0].message


def test_a_cluster_that_fills_until_the_horizon_is_not_called_nearly_empty() -> None:
    assert not [each for each in _with_few_vms(3, growth=1.5).findings if each.code == "nearly_empty"]
    assert not [each for each in _with_few_vms(150).findings if each.code == "nearly_empty"]

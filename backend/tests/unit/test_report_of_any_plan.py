"""A report of every valid plan is made, in every format, whatever the number of hosts."""

from base64 import b64decode
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings

from hostwise.answers.burst.burst_answer import simulate_burst
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.memory.memory_answer import memory_report
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of_run
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.reports import report_files as reports
from hostwise.reports.pdf.report import document
from hostwise.reports.pdf.typst_compiler import TypstCompiler
from hostwise.reports.report_files import FORMATS, report
from tests.drawing_examples import some_now
from tests.properties.any_plan import plans
from tests.typical import FEW, TYPICAL

CATALOGUE = load_catalogue()
HOSTS = (1, 2, 3, 4)
DOT = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==")
"""A picture of one point."""


def with_hosts(key: str, hosts: int, *, first_only: bool, horizon_years: int | None = None) -> Plan:
    plan: dict[str, Any] = plan_json(sample_plan(key))
    if horizon_years is not None:
        plan.setdefault("economics", {})["horizon_years"] = horizon_years
    for each in plan["configurations"][: 1 if first_only else None]:
        each["hosts"] = hosts
    return Plan.model_validate(plan)


def composed(plan: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the reports but for what is typeset, which has no part in what may fail; all with the same simulations."""
    known: dict[str, Any] = {}

    def simulated(*given: Any, **options: Any) -> Any:
        if not known:
            known["uncertainty"] = uncertainty_of_run(*given, **options)
        return known["uncertainty"]

    monkeypatch.setattr(reports, "uncertainty_of_run", simulated)
    monkeypatch.setattr(reports, "pdf_report", lambda *given: repr(document(*given)).encode())
    monkeypatch.setattr(TypstCompiler, "pictures", lambda _, drawings, markers: [DOT for _ in (*drawings,)])
    for report_format in FORMATS:
        if report_format != "xlsx":
            assert report(plan, CATALOGUE, report_format)


@pytest.mark.parametrize("key", TYPICAL)
def test_of_given_hosts(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "pdf_report", lambda *given: repr(document(*given)).encode())
    for hosts in HOSTS:
        assert report(with_hosts(key, hosts, first_only=True), CATALOGUE, "pdf")
    composed(with_hosts(key, 1, first_only=False), monkeypatch)


def test_a_configuration_without_a_host_left_says_so() -> None:
    plan = with_hosts("moderate-io", 1, first_only=True)
    assert len({len(each.cases) for each in memory_report(plan, CATALOGUE).configurations}) == 2


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(plan=plans())
def test_of_any_plan(plan: Plan) -> None:
    try:
        evaluate_plan(plan, CATALOGUE)
    except PlanError:
        assume(False)
    simulate_burst(plan, CATALOGUE)
    with pytest.MonkeyPatch.context() as patch:
        composed(plan, patch)


@pytest.mark.slow
# What only databases-2026 has, a licence of databases, is a cost like others.
@pytest.mark.parametrize("key", [key for key in some_now(TYPICAL, FEW) if key.values != ("databases-2026",)])
@pytest.mark.parametrize(
    ("report_format", "hosts"),
    [
        # Of the first configuration alone, and of all.
        ("pdf", (1, 4)),
        ("xlsx", (1, 4)),
        # Between them a workbook has other numbers in the same cells. A PDF of them is composed above.
        pytest.param("xlsx", (2, 3), marks=pytest.mark.deep),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(map(str, value)),
)
def test_of_given_hosts_to_the_last_byte(key: str, report_format: str, hosts: tuple[int, ...]) -> None:
    # A workbook has a cell for each month: the third year adds nothing that the second has not.
    years = 2 if report_format == "xlsx" else None
    for each in hosts:
        plan = with_hosts(key, each, first_only=each % 2 == 1, horizon_years=years)
        content = report(plan, CATALOGUE, report_format)
        assert content.startswith({"pdf": b"%PDF-", "xlsx": b"PK"}[report_format])

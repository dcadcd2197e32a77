"""The PDF of a plan is to be had like any other report."""

from fastapi.testclient import TestClient

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import plan_json


def test_a_pdf_is_answered_where_it_is_accepted(client: TestClient) -> None:
    body = {"plan": plan_json(sample_plan("light-io"))}
    answer = client.post("/api/v1/report", json=body, headers={"Accept": "application/pdf"})
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"].endswith('.pdf"')
    assert answer.content.startswith(b"%PDF-1.7")
    by_name = client.post("/api/v1/report", json=body, params={"format": "pdf"})
    assert by_name.content == answer.content

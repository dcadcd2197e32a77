"""Over HTTP: what a dropped file is that is no estate, and plans in files."""

import pytest
import yaml
from fastapi.testclient import TestClient

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import plan_json
from tests.estates.estate import drawn
from tests.estates.history import wide
from tests.estates.rvtools import workbook, zipped

pytestmark = pytest.mark.integration

FILE = {"Content-Type": "application/octet-stream"}
SERIES = wide({"cpuUsageMhz": {"vm-a": [1000.0] * 3}})
QUOTE = b"Part no.;Description;Qty;Unit price\nX1;Drive;24;1950\n"


def test_files_without_an_estate_are_told_where_they_belong(client: TestClient) -> None:
    answer = client.post("/api/v1/estate/read", content=SERIES, headers=FILE, params={"name": "series.csv"})
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (422, "is_history")
    assert problem["detail"].startswith("series.csv is performance history.")
    both = zipped({"a/series.csv": SERIES, "quote.csv": QUOTE})
    problem = client.post("/api/v1/estate/read", content=both, headers=FILE, params={"name": "2 files.zip"}).json()
    assert {(each["pointer"], each["code"]) for each in problem["errors"]} == {
        ("/files/a~1series.csv", "is_history"),
        ("/files/quote.csv", "is_quote"),
    }


def test_files_beside_an_estate_keep_their_names_where_names_are_replaced(client: TestClient) -> None:
    both = zipped({"estate.xlsx": workbook(drawn(20, seed=2)), "customer.csv": SERIES})
    query = {"name": "2 files.zip", "anonymous": "true"}
    reading = client.post("/api/v1/estate/read", content=both, headers=FILE, params=query).raise_for_status().json()
    assert [(each["file"], each["kind"]) for each in reading["elsewhere"]] == [("customer.csv", "is_history")]
    assert "customer" not in str(reading["inventory"])


def test_a_plan_is_read_from_a_file(client: TestClient) -> None:
    plan = plan_json(sample_plan("light-io"))
    for content in (yaml.safe_dump(plan), yaml.safe_dump({"revision": 2, "plan": plan})):
        answer = client.post("/api/v1/plans/read", content=content.encode(), headers=FILE)
        assert answer.raise_for_status().json() == plan
    refused = client.post("/api/v1/plans/read", content=b"workload: 1\nconfigurations: []\n", headers=FILE)
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_input")
    assert "/workload" in {each["pointer"] for each in refused.json()["errors"]}

"""What a copy of the package says of the recipes' examples, as JSON; `test_recipes.py` runs it on a changed copy."""

import base64
import json
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import FastAPI
from fastapi.testclient import TestClient

import hostwise
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.report_files import report
from hostwise.server.api import mcp_work
from hostwise.server.api.mcp_work import AskedPlan
from hostwise.server.application import create_app
from hostwise.server.commands import command_line
from hostwise.server.settings import Settings
from hostwise.server.workers.pools import Pools

SAMPLE = "nvme-2026"
EXPLAINED = ("hosts", "hosts_for_graphics_memory", "insurance_cost", "fed_kw", "cluster_cores")


def _plain() -> dict[str, Any]:
    """One configuration of a sample."""
    document = plan_json(sample_plan(SAMPLE))
    del document["configurations"][1:]
    return document


def _changed(graphics_gib: float, changes: dict[str, Any]) -> Plan:
    document = _plain()
    for group in document["workload"]["groups"]:
        group["graphics_gib"] = 2
    document["configurations"][0]["host"]["graphics_gib"] = graphics_gib
    document["economics"] |= changes
    return Plan.model_validate(document)


def _answer(plan: Plan) -> Any:
    return evaluate_plan(plan, load_catalogue()).model_dump(mode="json")


def _app() -> FastAPI:
    """The application, whose database nothing here asks."""
    return create_app(Settings.model_construct(database_url="postgresql:///hostwise"))


def _asked(plan: Plan) -> dict[str, Any]:
    """What some surfaces answer to the question; the others are in the description."""
    document = plan_json(plan)
    app = _app()
    app.state.pools = Pools()
    client = TestClient(app, base_url="http://127.0.0.1")
    with TemporaryDirectory() as folder, redirect_stdout(StringIO()) as shown:
        file = Path(folder) / "plan.json"
        file.write_text(json.dumps(document), encoding="utf-8")
        assert command_line.main(["unpacking", str(file), "--json"]) == 0
    return {
        "sent": client.post("/api/v1/unpacking", json=document).json(),
        "sent, with a parameter": client.post("/api/v1/unpacking?dearer_than=1e9", json=document).json(),
        "command": json.loads(shown.getvalue()),
        "tool": mcp_work.answer(AskedPlan(document), load_catalogue(), "unpacking", {}).model_dump(mode="json"),
    }


def main() -> None:
    """Write it."""
    plan = _changed(48, {"insurance_per_year": 1200, "ups_loss_share": 0.1})
    configuration = plan.configurations[0].key
    found = {
        "package": hostwise.__file__,
        "plain": _answer(Plan.model_validate(_plain())),
        "uninsured": _answer(_changed(48, {})),
        "changed": _answer(plan),
        "without supply": _answer(_changed(0, {})),
        "explained": {
            name: explain_number(plan, load_catalogue(), configuration, name).model_dump(mode="json")
            for name in EXPLAINED
        },
        "plan schema": Plan.model_json_schema(),
        "description": _app().openapi(),
        "question": _asked(plan),
        "workbook": base64.b64encode(report(plan, load_catalogue(), "xlsx")).decode(),
    }
    json.dump(found, sys.stdout)


main()

"""The documents of the client: they say what the server's say, and read what a newer server answers."""

import subprocess
import sys
from typing import Any

import pytest
from pydantic import BaseModel

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.plan.document import plan_json
from hostwise_client import generated, models

MODELS = [each for each in vars(generated).values() if isinstance(each, type) and issubclass(each, BaseModel)]
DOCUMENT = plan_json(sample_plan("light-io"))


@pytest.fixture(scope="module")
def answer() -> dict[str, Any]:
    """The answer to a plan, as it is in JSON."""
    return decide(sample_plan("light-io"), load_catalogue()).model_dump(mode="json")


@pytest.mark.parametrize("key", [each.key for each in sample_summaries()])
def test_a_plan_is_sent_as_it_was_read_and_has_the_defaults_of_the_server(key: str) -> None:
    plan = sample_plan(key)
    read = models.Plan.model_validate(plan_json(plan))
    assert read.to_json() == plan_json(plan)
    assert read.model_dump(mode="json") == plan.model_dump(mode="json")


def test_a_code_from_the_future_is_read_as_text(answer: dict[str, Any]) -> None:
    quantities = answer["configurations"][0]["quantities"]
    name = next(iter(quantities))
    quantities[name] |= {"state": "x-acme:too_warm", "kelvin": 400}
    answer["findings"][0] |= {"code": "x-acme:warm", "severity": "grave"}
    result = models.Decided.model_validate(answer)
    assert result.configurations[0].quantities[name].state == "x-acme:too_warm"
    assert (result.findings[0].code, result.findings[0].severity) == ("x-acme:warm", "grave")
    assert result.model_dump(mode="json")["configurations"][0]["quantities"][name]["kelvin"] == 400


def test_no_text_and_no_number_is_closed() -> None:
    def closed(part: Any, open_beside: bool = False) -> list[Any]:
        if isinstance(part, list):
            return [each for inner in part for each in closed(inner, {"type": "string"} in part)]
        if not isinstance(part, dict):
            return []
        own = [part] if "const" in part or ("enum" in part and not open_beside) else []
        return own + [each for inner in part.values() for each in closed(inner)]

    assert any("enum" in str(model.model_json_schema()) for model in MODELS)
    for model in MODELS:
        assert closed(model.model_json_schema()) == [], model


def test_what_this_client_does_not_know_of_a_plan_is_sent_back() -> None:
    newer = DOCUMENT | {"schema_version": 2, "climate": {"kelvin": 290}}
    assert models.Plan.model_validate(newer).to_json() == newer


def test_the_documents_are_loaded_when_one_is_used() -> None:
    code = (
        "import sys, hostwise_client; from hostwise_client import HostwiseClient\n"
        "heavy = {'hostwise', 'httpx2', 'numpy', 'pydantic', 'sqlalchemy'}\n"
        "assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()\n"
        "HostwiseClient('http://127.0.0.1:9').close()\n"
        "from hostwise_client.models import Plan\n"
        "assert heavy & sys.modules.keys() == {'httpx2', 'pydantic'}\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_name_that_is_no_document_is_an_error() -> None:
    with pytest.raises(AttributeError, match="Plane"):
        models.Plane  # type: ignore[attr-defined] # noqa: B018

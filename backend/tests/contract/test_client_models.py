"""The client's models are those of the API's description."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools.client_models import tolerant_schemas

BACKEND = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("tool", "file"), [("client_models.py", "generated.py"), ("client_questions.py", "questions.py")]
)
def test_what_is_stored_is_made_of_the_description(tmp_path: Path, tool: str, file: str) -> None:
    written = tmp_path / file
    subprocess.run([sys.executable, BACKEND / "tools" / tool, written], check=True)
    stored = BACKEND / "client" / "hostwise_client" / file
    assert stored.read_text(encoding="utf-8") == written.read_text(encoding="utf-8"), "run `make client-models`"


def schemas_with(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    """The schemas of the description with one replaced."""
    described = json.loads((BACKEND.parent / "docs" / "openapi.json").read_text(encoding="utf-8"))
    schemas: dict[str, Any] = described["components"]["schemas"]
    return schemas | {name: schema}


def test_models_have_no_bounds_and_only_open_codes() -> None:
    schema = {
        "type": "object",
        "additionalProperties": False,
        "required": ["kind", "hosts"],
        "properties": {
            "kind": {"$ref": "#/components/schemas/Kind"},
            "hosts": {"type": "integer", "maximum": 9, "title": "Hosts", "x-hostwise": {"order": 1}},
            "names": {"type": "array", "maxItems": 3, "items": {"type": "string", "pattern": "^a$"}},
        },
    }
    schemas = schemas_with("Growth", schema) | {"Kind": {"type": "string", "enum": ["a", "b"], "title": "Kind"}}
    written = tolerant_schemas(schemas, ["Growth"])
    assert "Kind" not in written
    assert written["Growth"] == {
        "type": "object",
        "required": ["kind", "hosts"],
        "properties": {
            "kind": {"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "string"}]},
            "hosts": {"type": "integer"},
            "names": {"type": "array", "items": {"type": "string"}, "default": []},
        },
    }


def test_two_modules_of_the_server_may_not_give_one_name_to_the_client() -> None:
    twins = {f"hostwise__{module}__Twin": {"type": "object"} for module in ("one", "other")}
    properties = {module: {"$ref": f"#/components/schemas/{name}"} for module, name in enumerate(twins)}
    schemas = schemas_with("Growth", {"type": "object", "properties": properties}) | twins
    with pytest.raises(ValueError, match="two models of one name"):
        tolerant_schemas(schemas, ["Growth"])

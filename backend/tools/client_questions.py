"""Write what asks the questions in the client to the file named on the command line, from docs/openapi.json.

A method for each operation that asks a question (`x-question`), unless the client has one by hand (`x-by-hand`).
"""

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

_BIN = Path(sys.executable).parent
_DESCRIPTION = Path(__file__).resolve().parents[2] / "docs" / "openapi.json"
_RULES = Path(__file__).resolve().parents[1] / "pyproject.toml"
_PLACE = "#/components/schemas/"
_PREFIX = "/api/v1"

_HEAD = '''# Written by `make client-models` from docs/openapi.json.
"""The questions to a plan: each as a method of the client, and of the plans that the server keeps."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise_client import models
from hostwise_client.asking import Asking, PlanLike
'''

_CLASSES = (
    ("Questions", "Questions about a plan that is sent along.", "/"),
    ("KeptQuestions", "Questions about a plan that the server keeps, at its newest or a given revision.", "/plans/"),
)

_TYPES = {"integer": "int", "number": "float", "boolean": "bool", "string": "str"}


class _Parameter(NamedTuple):
    name: str
    type: str
    required: bool
    text: str


def asked_operations(described: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    """Path, method and description of each operation that asks a question."""
    return [
        (path, method, operation)
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
        if "x-question" in operation and "client" not in operation.get("x-by-hand", ())
    ]


def answer_of(operation: dict[str, Any]) -> str:
    """The name of the document that an operation answers with."""
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    return str(schema["$ref"]).removeprefix(_PLACE)


def written_questions(described: dict[str, Any]) -> str:
    """The module."""
    text = _HEAD
    for name, meaning, place in _CLASSES:
        text += f'\n\nclass {name}(Asking):\n    """{meaning}"""\n'
        for path, method, operation in asked_operations(described):
            short = path.removeprefix(_PREFIX)
            if short.startswith("/plans/") == (place == "/plans/") and not short.startswith("/shared/"):
                text += _method(short, method, operation, described["components"]["schemas"])
    return text


def _method(path: str, method: str, operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    name = operation["x-question"].replace("/", "_").replace("-", "_")
    parameters = _parameters(operation, schemas)
    needed = [f"{each.name}: {each.type}" for each in parameters if each.required]
    others = [f"{each.name}: {each.type} | None = None" for each in parameters if not each.required]
    first = "plan: PlanLike" if method == "post" else "plan_id: str"
    taken = ", ".join(["self", first, *needed, *(["*", *others] if others else [])])
    answer = f"models.{answer_of(operation)}"
    if method == "get":
        how, rest = (
            "_of_kept",
            [f'f"{path}"', *(f"{each.name}={each.name}" for each in parameters if f"{{{each.name}}}" not in path)],
        )
    else:
        how = "_of_request" if _request(operation, schemas) else "_of_plan"
        rest = [f'"{path}"', "plan", *(f"{each.name}={each.name}" for each in parameters)]
    told = "\n".join(textwrap.wrap(operation["description"], 105, subsequent_indent=" " * 8))
    if parameters:
        whose = "plan: the plan." if method == "post" else "plan_id: the plan, by its id."
        told += f"\n\n        Args:\n            {whose}\n"
        for each in parameters:
            text = each.text if each.text[:2].isupper() else each.text[:1].lower() + each.text[1:]
            line = f"{each.name}: {text}"
            told += textwrap.indent("\n".join(textwrap.wrap(line, 104, subsequent_indent="    ")), " " * 12) + "\n"
        told += "        "
    return (
        f'\n    def {name}({taken}) -> {answer}:\n        """{told}"""\n'
        f"        return self.{how}({', '.join([answer, *rest])})\n"
    )


def _request(operation: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any] | None:
    """The document that a plan is sent in; none where it is sent by itself."""
    if "requestBody" not in operation:
        return None
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    found: dict[str, Any] = schemas[schema["$ref"].removeprefix(_PLACE)]
    return found if "plan" in found["properties"] else None


def _parameters(operation: dict[str, Any], schemas: dict[str, Any]) -> list[_Parameter]:
    request = _request(operation, schemas)
    if request is not None:
        return [
            _Parameter(name, _type(schema, schemas), name in request["required"], schema.get("description", ""))
            for name, schema in request["properties"].items()
            if name != "plan"
        ]
    return [
        _Parameter(each["name"], _type(each["schema"], schemas), each["required"], each.get("description", ""))
        for each in operation.get("parameters", ())
        if each["name"] != "plan_id" and each["in"] != "header"
    ]


def _type(schema: dict[str, Any], schemas: dict[str, Any]) -> str:
    if "$ref" in schema:
        return _type(schemas[schema["$ref"].removeprefix(_PLACE)], schemas)
    if "anyOf" in schema:
        return next(_type(each, schemas) for each in schema["anyOf"] if each.get("type") != "null")
    if schema["type"] == "array":
        return f"Sequence[{_type(schema['items'], schemas)}]"
    return _TYPES[schema["type"]]


def main(target: Path) -> None:
    """Write it, formatted as everything else."""
    target.write_text(written_questions(json.loads(_DESCRIPTION.read_text(encoding="utf-8"))), encoding="utf-8")
    for tidied in (("check", "--fix", "--select=F401,I"), ("format",)):
        subprocess.run([_BIN / "ruff", *tidied, f"--config={_RULES}", "--quiet", target], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())

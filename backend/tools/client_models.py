"""Write the client's models to the file named on the command line, from docs/openapi.json.

Of its schemas those that the client's methods take and give, made tolerant: the server judges what it is sent, and one
that is newer may answer more than this client knows. So bounds are left out, and a code may be any text.
"""

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.client_questions import answer_of, asked_operations

_BIN = Path(sys.executable).parent
_DESCRIPTION = Path(__file__).resolve().parents[2] / "docs" / "openapi.json"
_RULES = Path(__file__).resolve().parents[1] / "pyproject.toml"
_PLACE = "#/components/schemas/"

_USED = (
    "AppliedBook",
    "Decided",
    "EstateDecided",
    "EstateChoices",
    "EstateReading",
    "Evaluated",
    "Inventory",
    "JobItem",
    "JobList",
    "Plan",
    "PlanDiff",
    "PriceBook",
    "Proposal",
    "ProposalReading",
    "QuoteAudit",
    "QuoteReading",
    "RevisionItem",
    "SavedScenario",
    "SearchAnswer",
    "Summary",
)
"""What methods of the client take and give, beside the answers to questions."""

_KEPT = ("$ref", "anyOf", "default", "description", "format", "items", "properties", "required", "type")
"""What of a schema becomes part of a model: neither bounds, nor what the user interface reads."""

_MOST_VALUES = 30
"""Values that stand at each field; a longer list, as that of all quantities, is a plain text."""

_EMPTY: dict[str, Any] = {"array": [], "object": {}}

_OPTIONS = (
    "--base-class=hostwise_client.document.Document",
    "--custom-file-header=# Written by `make client-models` from docs/openapi.json.",
    "--enum-field-as-literal=all",
    "--formatters=builtin",
    "--input-file-type=openapi",
    "--output-model-type=pydantic_v2.BaseModel",
    "--strict-nullable",
    "--target-python-version=3.11",
    "--use-attribute-docstrings",
    "--use-double-quotes",
    "--use-field-description",
    "--use-schema-description",
    "--use-single-line-docstring",
    "--use-standard-collections",
    "--use-union-operator",
)


def tolerant_schemas(schemas: dict[str, Any], taken: Iterable[str]) -> dict[str, Any]:
    """The schemas that the client takes and gives, in the order of their names, with names of one word."""
    used: dict[str, Any] = {}
    left = list(taken)
    while left:
        name = left.pop()
        if name in used or "enum" in schemas[name]:
            continue
        used[name] = _tolerant(schemas[name], schemas)
        left += sorted(_references(used[name]))
    short = {name: name.rpartition("__")[2] for name in used}
    if len(set(short.values())) < len(short):
        raise ValueError(f"two models of one name: {sorted(short.values())}")
    text = json.dumps({short[name]: used[name] for name in sorted(used, key=short.__getitem__)})
    for name, word in short.items():
        text = text.replace(f'"{_PLACE}{name}"', f'"{_PLACE}{word}"')
    found: dict[str, Any] = json.loads(text)
    return found


def _tolerant(schema: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    target = schemas.get(str(schema.get("$ref")).removeprefix(_PLACE), {})
    if "enum" in target:
        # Named types of texts would be closed; their values stand at each field instead.
        schema = target | {key: value for key, value in schema.items() if key != "$ref"}
    kept = {key: schema[key] for key in _KEPT if key in schema}
    if "anyOf" in kept:
        kept["anyOf"] = [_tolerant(each, schemas) for each in kept["anyOf"]]
    if "items" in kept:
        kept["items"] = _tolerant(kept["items"], schemas)
    if "properties" in kept:
        kept["properties"] = {name: _tolerant(each, schemas) for name, each in kept["properties"].items()}
        for name in kept["properties"].keys() - set(kept.get("required", [])):
            # The description says no default of lists and maps: those that are absent are empty.
            absent = kept["properties"][name]
            if absent.get("type") in _EMPTY:
                absent.setdefault("default", _EMPTY[absent["type"]])
    if schema.get("type") == "string" and "enum" in schema:
        if len(schema["enum"]) > _MOST_VALUES:
            return kept
        del kept["type"]
        kept["anyOf"] = [{"type": "string", "enum": schema["enum"]}, {"type": "string"}]
    for values in (schema.get("additionalProperties"), *schema.get("patternProperties", {}).values()):
        if isinstance(values, dict):
            kept["additionalProperties"] = _tolerant(values, schemas)
    return kept


def _references(part: Any) -> set[str]:
    """The names of all schemas that a part refers to."""
    if isinstance(part, dict):
        own = {str(part["$ref"]).removeprefix(_PLACE)} if "$ref" in part else set()
        return own.union(*map(_references, part.values()))
    return set().union(*map(_references, part)) if isinstance(part, list) else set()


def main(target: Path) -> None:
    """Write the models, formatted as everything else."""
    described = json.loads(_DESCRIPTION.read_text(encoding="utf-8"))
    answers = {answer_of(operation) for _, _, operation in asked_operations(described)}
    schemas = tolerant_schemas(described["components"]["schemas"], {*_USED, *answers})
    with TemporaryDirectory() as folder:
        source = Path(folder) / "openapi.json"
        document = {key: described[key] for key in ("openapi", "info")} | {"paths": {}}
        source.write_text(json.dumps(document | {"components": {"schemas": schemas}}), encoding="utf-8")
        generator = [str(_BIN / "datamodel-codegen"), *_OPTIONS, f"--input={source}", f"--output={target}"]
        subprocess.run(generator, check=True)
    # Descriptions stand below their fields, for people: Pydantic would read this file anew to find them at each start.
    told = re.compile(r"    model_config = ConfigDict\(\s*use_attribute_docstrings=True,?\s*\)\n")
    target.write_text(told.sub("", target.read_text(encoding="utf-8")), encoding="utf-8")
    for tidied in (("check", "--fix", "--select=F401,I"), ("format",)):
        subprocess.run([_BIN / "ruff", *tidied, f"--config={_RULES}", "--quiet", target], check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())

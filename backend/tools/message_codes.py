"""Write the codes of the messages as closed types: `make message-codes`."""

from __future__ import annotations

import tomllib
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "hostwise"
FILES = {
    "answers/wording/messages": ("answer_codes", "AnswerCode"),
    "answers/search/messages": ("search_codes", "SearchCode"),
    "decision/messages": ("decision_codes", "DecisionCode"),
    "answers/read_cache/messages": ("read_cache_codes", "ReadCacheCode"),
    "answers/storage/messages": ("storage_codes", "StorageCode"),
    "answers/estate_sizing/messages": ("estate_sizing_codes", "EstateSizingCode"),
}
"""Folders of messages, each with the module and the name of the type of their codes."""

_KEYS = ("text", "about", "figures", "page", "long")


def codes(folder: str) -> list[str]:
    """The codes of a folder of messages, sorted."""
    tables = tomllib.loads((PACKAGE / folder / "en.toml").read_text(encoding="utf-8"))
    plain = [code for code, table in tables.items() if "text" in table]
    variants = [f"{code}.{key}" for code, table in tables.items() for key in table if key not in _KEYS]
    return sorted(plain + variants)


def source(folder: str) -> str:
    """The module that declares them."""
    _, name = FILES[folder]
    listed = "".join(f'    "{code}",\n' for code in codes(folder))
    return (
        '"""Codes of the messages of `en.toml`, written by `make message-codes`."""\n\n'
        f"from typing import Literal\n\n{name} = Literal[\n{listed}]\n"
    )


def path(folder: str) -> Path:
    """Where it is."""
    return PACKAGE / folder / f"{FILES[folder][0]}.py"


if __name__ == "__main__":
    for each in FILES:
        path(each).write_text(source(each), encoding="utf-8")

"""Sources with their full citation."""

from __future__ import annotations

from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import ExplanationSource

MODEL_SOURCE = "HOSTWISE"
"""Key of the source of what the model itself defines."""


def citation(key: str, locator: str | None, catalogue: Catalogue) -> ExplanationSource:
    """A source with its full citation; free text stays as it is.

    What the model itself defines has a page and a section of its documentation as locator, such as `hosts#spares`.
    """
    row = catalogue.sources.get(key)
    url = row.url if row else None
    if key == MODEL_SOURCE and locator is not None and "#" in locator:
        page, _, section = locator.partition("#")
        url, locator = f"/docs/model/{locator}", f"{page}: {section}".replace("-", " ")
    return ExplanationSource(key=key, citation=row.citation if row else key, url=url, locator=locator)

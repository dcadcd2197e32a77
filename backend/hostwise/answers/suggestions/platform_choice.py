"""The platforms that a configuration may be searched on, as a choice of the search."""

from __future__ import annotations

from typing import Any

from hostwise.answers.search.messages.search_codes import SearchCode
from hostwise.answers.search.search_messages import words
from hostwise.answers.suggestions.candidates import platforms, templates
from hostwise.binding.stacks import stack_of
from hostwise.binding.version import hypervisor_of
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.configuration import Configuration, Layout
from hostwise.plan.search_document import SearchChoice

_NAME: SearchCode = "choice.platform"


def platform_choice(configuration: Configuration, catalogue: Catalogue) -> SearchChoice | None:
    """Its own platform as it is, and each other one with its usual licence and protection.

    None where its drives are of a layout that the others do not have: disk groups, an array.
    """
    if configuration.layout is not Layout.SINGLE_TIER:
        return None
    own = stack_of(catalogue, configuration)
    options: list[dict[str, Any]] = [{"label": own.name, "edits": {}}]
    for stack in platforms(catalogue, hypervisor_of(catalogue, configuration).family):
        if stack.key == own.key:
            continue
        licence = templates(catalogue, stack.key)[0].licence
        edits = {
            "/storage_stack": stack.key,
            "/licence": licence.model_dump(mode="json", exclude_defaults=True),
            "/protection": None,
            "/hypervisor": None,
        }
        options.append({"label": stack.name, "edits": edits})
    return SearchChoice.model_validate({"name": words(_NAME), "options": options})

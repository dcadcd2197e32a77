"""The tools and resources of MCP: the answers of the API, reduced to what a language model reads well.

Importing this loads the library, which takes a second and 25 MB: the server does so with the first request.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any
from uuid import UUID

from fastapi import Response
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field
from starlette.datastructures import State

import hostwise
from hostwise.answers.question import Question
from hostwise.answers.reference.catalogue_table import TABLES
from hostwise.decision.brief.brief_document import (
    BriefAnswer,
    BriefCatalogue,
    BriefCheckup,
    BriefComparison,
    BriefEvaluation,
    BriefExplanation,
    BriefSearch,
)
from hostwise.decision.samples.samples import UnknownSample, sample_plan, sample_summaries
from hostwise.plan.answers.text import Edit
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.fields import Key
from hostwise.plan.row_filter import RowFilter
from hostwise.plan.search_document import MOST_CHOICES, SearchChoice, SearchLimit, SimulationCount
from hostwise.server.access.opening import DatabaseUnavailable
from hostwise.server.api import mcp_work
from hostwise.server.api.error_responses import unavailable
from hostwise.server.api.mcp_work import AskedPlan
from hostwise.server.api.questions.question_list import questions
from hostwise.server.api.quota_problems import outdated_plan
from hostwise.server.api.shown_plans import no_such_plan
from hostwise.server.http.problems import FieldProblem, Problem, ProblemError
from hostwise.server.stored_documents.plans import OutdatedPlan, PlanNotFound, RevisionNotFound
from hostwise.server.workers.pools import Pools

INSTRUCTIONS = """
Hostwise sizes virtualised clusters with flash and says what they cost and how long their drives last.

A plan is a JSON document: workload (groups of VMs), policy, candidate configurations, economics. Tools take one as
`plan`: the document itself, the key of a sample (resource hostwise://samples), or the id of a saved plan. `changes`
tries something without sending the document again. Nothing is ever saved.

Begin with `check`, decide with `compare`, look up figures with `evaluate` and reasons with `explain`; find parts with
`catalogue`, and better clusters with `search`. `ask` has what else there is: growth, parts to buy, memory, storage.

Money is in the currency of the plan, which answers name, and counts until the horizon of the plan. A share is a
fraction of 1. GB and TB are powers of ten, GiB and TiB powers of two. A number with missing inputs is `not_evaluated`
and names them; it is never zero. Where a figure rests on what is assumed or illustrative, findings and `explain` say
so: pass that on with the figure.
""".strip()

_EVALUATE = """
Evaluate a plan: what is advised as entered, and hosts, cost, life of the flash and any other quantity of all
configurations.

`decision` is as sized: it says what is cheapest, not how sure that is, which `compare` says. Each number has its unit:
hosts; money in the currency of the plan, total until the horizon unless its label says a year or a month; years; shares
from 0 to 1; TB (10^12 bytes), TiB (2^40 bytes), kW. `findings` say which values are assumed (by Hostwise, not confirmed
for this plan) or illustrative (stand for prices that nobody quoted).
""".strip()

_COMPARE = """
Decide between the configurations of a plan: what is advised, how sure that is, what limits, what would change it.

Simulates thousands of simulations, in which uncertain values (prices, growth, writes, overheads) are drawn from their
ranges: those that the plan gives, else usual ones that are assumed for their kind. Takes seconds. `decision` has the
advice (`sentence`, `detail`) and its strength (`label`); its `rows` have hosts, cost (currency of the plan, total until
the horizon) and life (years until the first flash wears out) of each configuration, with the 5th and 95th percentiles;
`break_evens` say what would change it, `risks` what may go wrong. Report the advice with its label and with `checks`:
it is no better than the values behind it.
""".strip()

_EXPLAIN = """
Explain one number of a plan: its formula with the values, what it is made of, the inputs behind it, and the sources.

The unit is that of the quantity; an empty one is a share (0.2 is 20 %) or a ratio. `inputs` list the values at the
bottom with their status: given, imported, catalogue, evidence, assumed, illustrative or missing; those that nobody has
confirmed come first. To go further down, explain one of `terms`.
""".strip()

_CHECK = """
Check a plan: each mistake at its field, by JSON pointer; of a valid plan what is missing, cannot be built, or should be
known.

An invalid plan is an answer here, not an error. `missing` names fields without which some numbers are not evaluated;
`findings` say what is assumed, illustrative or estimated; `reasons` of a configuration say why it cannot be built, with
the change that helps.
""".strip()

_CATALOGUE = """
Search the parts and figures that plans refer to by key: drives, processors, memory, servers, licences and others.

`columns` name the units. Each row has its sources, date and confidence; the note of a price says whether it is a list
price, a street price or illustrative (stands for a price that nobody quoted), and when it held. What is unknown is left
out of `cells`; it is never zero.
""".strip()

_SEARCH = """
Search for the cheapest cluster: all combinations of what may differ in one configuration of a plan, none sampled.

Without `choices` it varies processors of the newest years, memory, drives, their number, and protection. `best` are the
cheapest, in the currency of the plan until its horizon, each evaluated by itself; `choices` say what all answers within
`within` of the cheapest share, and how much dearer each option is at best; `others` are the cheapest with another
option of each choice; `rejected` counts why others cannot be built or fail, each with the nearest that does.
`simulations` tests the best as `compare` does. Prices are of different dates and kinds: look at `findings` of
`evaluate` with the `edits` of an answer as `changes` before you rely on it. Takes up to half a minute.
""".strip()

_ASK = """
Ask another question about a plan. Long lists of the answer are cut; `left_out` says which.

{questions}
""".strip()

_READS = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

PlanArgument = Annotated[
    dict[str, Any] | Annotated[str, Field(max_length=200)],
    Field(
        description="The plan: its document (resource hostwise://schemas/plan; samples show what few fields are "
        "enough), the key of a sample such as nvme-2026 (resource hostwise://samples), or the id of a saved plan."
    ),
]
Changes = Annotated[
    Sequence[Edit],
    Field(
        max_length=200,
        description="Changes of the plan before it is computed, in this order, by JSON pointer; a value of null "
        'removes the field. Example: [{"pointer": "/policy/spare_hosts", "value": 2}].',
    ),
]
ConfigurationKey = Annotated[Key, Field(description="Key of the configuration, as the plan and other answers have it.")]
Reference = Annotated[
    Key | None, Field(description="Key of the configuration that differences refer to; by default the first.")
]
Quantities = Annotated[
    list[Annotated[str, Field(max_length=100)]] | None,
    Field(
        max_length=1_000,
        description="Names of quantities (resource hostwise://quantities), for example cluster_tco, peak_kw. By "
        f"default: {', '.join(mcp_work.USUAL)}.",
    ),
]

_OTHERS = [each for each in questions().values() if each.is_derived("mcp")]

OtherQuestion = Annotated[
    str,
    Field(max_length=100, description="The question.", json_schema_extra={"enum": [each.name for each in _OTHERS]}),
]
Parameters = Annotated[
    dict[str, Any] | None, Field(description="What the question takes, by name; by default what is usual.")
]


def sessions(state: State) -> StreamableHTTPSessionManager:
    """What answers the requests: without sessions, in JSON, so that any process can answer any request.

    Host and origin were checked before, by rules that know this installation's own names and proxies.

    Args:
        state: services of the application.
    """
    server = _server(state)
    checked = TransportSecuritySettings(enable_dns_rebinding_protection=False)
    server.streamable_http_app(stateless_http=True, json_response=True, transport_security=checked)
    return server.session_manager


def _server(state: State) -> MCPServer[Any]:
    server: MCPServer[Any] = MCPServer(
        "hostwise", title="Hostwise", version=hostwise.__version__, instructions=INSTRUCTIONS, log_level="WARNING"
    )
    _add_tools(server, state)
    _add_resources(server, state)
    return server


def _add_tools(server: MCPServer[Any], state: State) -> None:
    async def of_plan(
        work: Callable[..., object], plan: dict[str, Any] | str, changes: Sequence[Edit], *args: object
    ) -> CallToolResult:
        async def answer() -> Response:
            plan_id = _id(plan) if isinstance(plan, str) else None
            asked = AskedPlan(plan if plan_id is None else await _saved(state, plan_id), changes)
            return await _computed(state, work, asked, state.catalogue, *args)

        return await _answered(answer)

    @server.tool(title="Figures of a plan", description=_EVALUATE, annotations=_READS)
    async def evaluate(
        plan: PlanArgument,
        changes: Changes = (),
        reference: Reference = None,
        quantities: Quantities = None,
    ) -> Annotated[CallToolResult, BriefEvaluation]:
        return await of_plan(mcp_work.evaluation, plan, changes, reference, quantities)

    @server.tool(title="Decision between configurations", description=_COMPARE, annotations=_READS)
    async def compare(
        plan: PlanArgument,
        changes: Changes = (),
        reference: Reference = None,
    ) -> Annotated[CallToolResult, BriefComparison]:
        return await of_plan(mcp_work.comparison, plan, changes, reference)

    @server.tool(title="Explanation of a number", description=_EXPLAIN, annotations=_READS)
    async def explain(
        plan: PlanArgument,
        configuration: ConfigurationKey,
        quantity: Annotated[str, Field(max_length=100, description="Name of the quantity, as other answers have it.")],
        changes: Changes = (),
        failed_hosts: Annotated[int, Field(ge=0, le=1_000, description="Failed hosts in the case to explain.")] = 0,
        reference: Reference = None,
    ) -> Annotated[CallToolResult, BriefExplanation]:
        number = (configuration, quantity, failed_hosts, reference)
        return await of_plan(mcp_work.explanation, plan, changes, *number)

    @server.tool(title="Check of a plan", description=_CHECK, annotations=_READS)
    async def check(
        plan: PlanArgument,
        changes: Changes = (),
    ) -> Annotated[CallToolResult, BriefCheckup]:
        return await of_plan(mcp_work.checkup, plan, changes)

    @server.tool(title="Search for the cheapest cluster", description=_SEARCH, annotations=_READS)
    async def search(
        plan: PlanArgument,
        changes: Changes = (),
        configuration: Annotated[
            Key | None, Field(description="Key of the configuration that is varied; by default the first.")
        ] = None,
        choices: Annotated[
            Sequence[SearchChoice],
            Field(max_length=MOST_CHOICES, description="What may differ; pointers begin at the configuration."),
        ] = (),
        limits: Annotated[
            Sequence[SearchLimit], Field(max_length=20, description="Limits of quantities beside those of the plan.")
        ] = (),
        best: Annotated[int, Field(ge=1, le=12, description="How many of the cheapest.")] = 5,
        simulations: Annotated[
            SimulationCount | None,
            Field(description="In how many simulations the best are tested; by default in none."),
        ] = None,
    ) -> Annotated[CallToolResult, BriefSearch]:
        return await of_plan(mcp_work.clusters, plan, changes, configuration, choices, limits, best, simulations)

    @server.tool(title="Other questions", description=_ASK.format(questions=_told(_OTHERS)), annotations=_READS)
    async def ask(
        plan: PlanArgument,
        question: OtherQuestion,
        parameters: Parameters = None,
        changes: Changes = (),
    ) -> Annotated[CallToolResult, BriefAnswer]:
        if question not in {each.name for each in _OTHERS}:
            return _refused(_no_such_question(question))
        return await of_plan(mcp_work.answer, plan, changes, question, parameters or {})

    @server.tool(title="Search in the catalogue", description=_CATALOGUE, annotations=_READS)
    async def catalogue(
        kind: Annotated[
            str,
            Field(
                max_length=40,
                description=f"One of {', '.join(TABLES)}.",
            ),
        ],
        words: Annotated[
            str, Field(max_length=200, description="Words that a row must have, in any order, in any case.")
        ] = "",
        filters: Annotated[
            Sequence[RowFilter],
            Field(max_length=20, description="What a row must have in columns; all must hold."),
        ] = (),
        first: Annotated[int, Field(ge=0, le=100_000, description="Number of rows to skip.")] = 0,
        most: Annotated[int, Field(ge=1, le=100, description="Largest number of rows.")] = 20,
    ) -> Annotated[CallToolResult, BriefCatalogue]:
        async def answer() -> Response:
            return await _computed(state, mcp_work.catalogue_rows, kind, state.catalogue, words, filters, first, most)

        return await _answered(answer)


def _add_resources(server: MCPServer[Any], state: State) -> None:
    json_type = "application/json"

    async def computed(work: Callable[..., object], *args: object) -> str:
        try:
            return bytes((await _computed(state, work, *args)).body).decode()
        except ProblemError as error:
            raise ResourceError(error.problem.detail) from error

    @server.resource("hostwise://schemas/plan", title="JSON Schema of the plan document", mime_type=json_type)
    async def plan_schema() -> str:
        """Every field of a plan with its unit and limits; 150 kB."""
        return await computed(Plan.model_json_schema)

    @server.resource("hostwise://samples", title="Sample plans", mime_type=json_type)
    async def samples() -> str:
        """Keys of the sample plans, with what each shows and where it is uncertain."""
        return json.dumps([each.model_dump(mode="json") for each in sample_summaries()], ensure_ascii=False)

    @server.resource("hostwise://samples/{key}", title="A sample plan", mime_type=json_type)
    async def sample(key: str) -> str:
        """A sample as a plan document, to be changed and sent."""
        try:
            return json.dumps(plan_json(sample_plan(key)), ensure_ascii=False)
        except UnknownSample as error:
            raise ResourceNotFoundError(str(error)) from error

    @server.resource("hostwise://quantities", title="Quantities of the model", mime_type=json_type)
    async def quantity_names() -> str:
        """Names of all quantities with label and unit."""
        return await computed(mcp_work.quantity_names, state.catalogue)

    @server.resource("hostwise://quantities/{name}", title="Method of a quantity", mime_type=json_type)
    async def quantity(name: str) -> str:
        """What a quantity means, its formula, where that holds, its source, and what uses it."""
        try:
            return await computed(mcp_work.quantity_method, name, state.catalogue)
        except LookupError as error:
            raise ResourceNotFoundError(f"There is no quantity {name!r}.") from error


def _told(listed: Sequence[Question]) -> str:
    """Each question in a line, with what it takes."""
    return "\n".join(f"- `{each.name}`: {each.text}{_taken(each)}" for each in listed)


def _taken(question: Question) -> str:
    taken = [f"`{name}`{'' if each.is_required() else '?'}" for name, each in question.parameters.items()]
    return f" Takes {', '.join(taken)}." if taken else ""


def _no_such_question(name: str) -> Problem:
    text = f"There is no question {name[:100]!r}; there are {', '.join(each.name for each in _OTHERS)}."
    wrong = FieldProblem(pointer="/question", code="unknown_question", message=text)
    return ProblemError(404, "unknown_question", "No such question", text, [wrong]).problem


async def _computed(state: State, work: Callable[..., object], *args: object) -> Response:
    """What work answers, computed and written like that of a route."""
    pools: Pools = state.pools
    return await pools.evaluation.respond(work, *args)


async def _answered(answer: Callable[[], Awaitable[Response]]) -> CallToolResult:
    """The result of a call; a problem is one, too, so that the model reads it and corrects itself."""
    try:
        text = bytes((await answer()).body).decode()
    except ProblemError as error:
        return _refused(error.problem)
    except OutdatedPlan as error:
        return _refused(outdated_plan(error))
    except DatabaseUnavailable:
        return _refused(unavailable())
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=json.loads(text))


def _refused(problem: Problem) -> CallToolResult:
    """A problem as text: clients hold what is structured against the schema of the answer, also where it is none."""
    text = problem.model_dump_json(exclude_none=True)
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def _id(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


async def _saved(state: State, plan_id: UUID) -> dict[str, Any]:
    try:
        return plan_json((await state.plans.read(plan_id)).plan)
    except (PlanNotFound, RevisionNotFound) as error:
        raise no_such_plan(error) from error

"""The client: evaluate, compare and explain plans, many at a time, and keep them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from datetime import date
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable
from uuid import uuid4

from hostwise_client import models
from hostwise_client.answers import BatchAnswer, KeptPlan, KeptPriceBook, PlanEntry
from hostwise_client.asking import PlanLike, document
from hostwise_client.errors import Unreachable, problem_error
from hostwise_client.questions import KeptQuestions, Questions

if TYPE_CHECKING:
    import httpx2

    from hostwise_client.connection import Connection

_ANSWER_FULL = "answer_too_large"

_MOST_BYTES = 8 * 1024 * 1024
"""Bytes of plans in one request at most; the server takes twice as much."""


@runtime_checkable
class SupportsUpdate(Protocol):
    """What shows progress in the manner of tqdm."""

    def update(self, n: int) -> object:
        """Add to what is done."""


Progress = Callable[[int, int | None], object] | SupportsUpdate
"""Called with how many plans are done and how many there are, if that is known; or an object with `update`."""


class HostwiseClient(Questions):
    """A client of one server; use it as a context manager, or close it."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        timeout: float = 120.0,
        patience: float = 120.0,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        """Describe the server; nothing is sent yet.

        Args:
            url: address of the server, such as http://127.0.0.1:8000.
            token: token of the caller, where the installation needs one.
            timeout: seconds to wait for an answer; a report may wait a minute, and take another.
            patience: seconds to wait in all where the server says that there were too many requests.
            transport: how requests are sent, where it is not the usual way.
        """
        # Loaded here: a script that only says how it is called does not wait for an HTTP library.
        from hostwise_client.connection import Connection

        self._connection = Connection(url, token, timeout=timeout, patience=patience, transport=transport)
        self.plans = KeptPlans(self._connection)
        self.price_books = KeptPriceBooks(self._connection)
        self.jobs = Jobs(self._connection)

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connection."""
        self.close()

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def sample(self, key: str) -> dict[str, Any]:
        """The plan document of a sample, to begin with."""
        return dict(self._connection.send("GET", f"/samples/{key}").json())

    def evaluate(
        self, plan: PlanLike, *, reference: str | None = None, include: Sequence[str] | None = None
    ) -> models.Evaluated:
        """What is advised for a plan, and every configuration with the figures behind that.

        Args:
            plan: the plan.
            reference: the configuration that differences refer to; by default the first.
            include: parts of the answer: `decision` (what is advised as sized, with the quantities that it names),
                `quantities` (all of them) or quantities by name, `rows`, `findings`, `prices`, `inputs`, `monthly`,
                `charts`, or `everything`; by default the decision. `uncertainty` says how sure it is, with the decision
                simulated in it.
        """
        query = {"reference": reference, "include": _names(include)}
        answer = self._connection.send("POST", "/evaluate", body=document(plan), query=query)
        return models.Evaluated.model_validate_json(answer.content)

    def estate_plan(
        self, file: str | PathLike[str], *, plan: str | None = None, group: str | None = None
    ) -> models.Plan:
        """The plan of an export of RVTools and its kin: groups, the hosts as they are, and priced candidates.

        Args:
            file: path of the export.
            plan: name of the plan.
            group: how VMs become groups: `size`, `os`, `cluster`, `likeness` or `none`.
        """
        path = Path(file)
        query = {"name": path.name, "plan": plan, "group": group}
        answer = self._connection.send("POST", "/estate/plan", file=path.read_bytes(), query=query)
        return models.Plan.model_validate_json(answer.content)

    def read_estate(self, file: str | PathLike[str], *, anonymous: bool = False) -> models.EstateReading:
        """What an export was read as: its inventory, what became of its rows, and the estate at a glance.

        Args:
            file: the export.
            anonymous: whether pseudonyms replace all names; `names` of the answer then says who is who.
        """
        path = Path(file)
        query = {"name": path.name, "anonymous": "true" if anonymous else None}
        answer = self._connection.send("POST", "/estate/read", file=path.read_bytes(), query=query)
        return models.EstateReading.model_validate_json(answer.content)

    def estate(
        self, inventory: models.Inventory, choices: models.EstateChoices | None = None, *, with_plan: bool = True
    ) -> models.EstateDecided:
        """What is counted of an inventory with some choices, its groups, and the plan."""
        body = {
            "inventory": inventory.to_json(),
            "choices": {} if choices is None else choices.to_json(),
            "with_plan": with_plan,
        }
        return models.EstateDecided.model_validate_json(self._connection.send("POST", "/estate", body=body).content)

    def value_sensitivities(
        self, plan: PlanLike, configuration: str, quantity: str, *, failed_hosts: int = 0
    ) -> models.ValueSensitivities:
        """What each value behind a number of a plan does to it: `explain_sensitivities` by its shorter name."""
        return self.explain_sensitivities(plan, configuration, quantity, failed_hosts=failed_hosts)

    def search(
        self,
        plan: PlanLike,
        *,
        configuration: str | None = None,
        choices: Sequence[Mapping[str, Any]] = (),
        limits: Sequence[Mapping[str, Any]] = (),
        best: int = 5,
        within: float = 0.03,
        simulations: int | None = None,
        **kept_to: Any,
    ) -> models.SearchAnswer:
        """The cheapest combination of what may differ in a configuration, and why not the others.

        Args:
            plan: the plan.
            configuration: key of the configuration that is varied; by default the first.
            choices: what may differ, as the API has it; by default processors, memory, drives and protection.
            limits: the least and largest values of quantities, beside the limits of the plan.
            best: how many of the cheapest are answered.
            within: share of the cost within which answers count as equally good.
            simulations: in how many simulations the best are tested: 256, 1024, 2048 or 4096; by default in none.
            kept_to: other fields of a search as the API has them, such as `least_ghz`, `vendors` or `old_prices`.
        """
        asked = kept_to | _search(plan, configuration, choices, limits, best, within, simulations)
        answer = self._connection.send("POST", "/search", body=asked)
        return models.SearchAnswer.model_validate_json(answer.content)

    def read_quote(self, file: str | PathLike[str], *, mapping: Mapping[str, str] | None = None) -> models.QuoteReading:
        """The lines of a vendor's quote, with the parts of the catalogue that they may be.

        Args:
            file: path of the quote.
            mapping: header by column, such as `{"unit_price": "Net price"}`; by default headers are guessed.
        """
        path = Path(file)
        query = {"name": path.name, "mapping": None if mapping is None else json.dumps(dict(mapping))}
        answer = self._connection.send("POST", "/price-books/read", file=path.read_bytes(), query=query)
        return models.QuoteReading.model_validate_json(answer.content)

    def apply_prices(
        self, plan: PlanLike, book: models.PriceBook, *, revision: int | None = None
    ) -> models.AppliedBook:
        """A plan with the prices of a price book, and what that changes; `revision` is that of a kept book."""
        body = {"plan": document(plan), "book": book.to_json(), "revision": revision}
        return models.AppliedBook.model_validate_json(
            self._connection.send("POST", "/price-books/apply", body=body).content
        )

    def read_proposal(
        self, file: str | PathLike[str], *, mapping: Mapping[str, str] | None = None
    ) -> models.ProposalReading:
        """What a vendor's proposal says: a quote, costs by year of several sides, or JSON; `mapping` as for a quote."""
        query = {"name": Path(file).name, "mapping": None if mapping is None else json.dumps(dict(mapping))}
        answer = self._connection.send("POST", "/quote-audits/read", file=Path(file).read_bytes(), query=query)
        return models.ProposalReading.model_validate_json(answer.content)

    def audit_quote(
        self, proposal: models.Proposal, plan: PlanLike | None = None, *, configuration: str | None = None
    ) -> models.QuoteAudit:
        """What of a proposal can be shown to be otherwise, and what to ask its sender.

        Args:
            proposal: as `read_proposal` answers it; figures that it does not state may be added.
            plan: what the hosts have to hold; without it they are not checked.
            configuration: key of the configuration with what the proposal does not say; by default the first.
        """
        body = {"proposal": proposal.to_json(), "plan": None if plan is None else document(plan)}
        answer = self._connection.send("POST", "/quote-audits", body=body | {"configuration": configuration})
        return models.QuoteAudit.model_validate_json(answer.content)

    def diff(self, before: PlanLike, after: PlanLike, tolerances: Mapping[str, float] | None = None) -> models.PlanDiff:
        """What differs between two plans, by more than a share of the value before where a tolerance is given."""
        body = {"before": document(before), "after": document(after), "tolerances": dict(tolerances or {})}
        return models.PlanDiff.model_validate_json(self._connection.send("POST", "/diff", body=body).content)

    def report(
        self,
        plan: PlanLike,
        report_format: str = "xlsx",
        *,
        made_on: date | None = None,
        appendix: bool = False,
        cover: Mapping[str, str] | None = None,
    ) -> bytes:
        """A report of a plan as the content of a file: pdf, docx, pptx, xlsx, csv, md, json, or what else there is.

        It bears a date if one is given: the same plan and date give the same bytes. A PDF ends with all inputs and
        formulas if it is to have an appendix. `cover` has its title, customer and author, and
        a logo and a template in Base64.
        """
        body = {
            "plan": document(plan),
            "made_on": None if made_on is None else made_on.isoformat(),
            "cover": None if cover is None else dict(cover),
        }
        return self._connection.send(
            "POST", "/report", body=body, query={"format": report_format, "appendix": "true" if appendix else None}
        ).content

    def evaluate_many(
        self,
        plans: Iterable[PlanLike],
        *,
        fields: Sequence[str] | None = None,
        full: bool = False,
        include: Sequence[str] | None = None,
        reference: str | None = None,
        progress: Progress | None = None,
        chunk: int = 100,
    ) -> Iterator[BatchAnswer]:
        """The answers to many plans, in order and as they are computed; one that is refused does not stop the others.

        Args:
            plans: the plans; they are taken a chunk at a time, so a generator will do.
            fields: quantities of the summaries; by default hosts, cluster_tco and wear_out_probability.
            full: answer with results instead of summaries.
            include: parts of the results, as `evaluate` has them; by default the decision.
            reference: key of the configuration that sentences refer to.
            progress: told after every answer.
            chunk: plans in one request at most.

        Raises:
            ProblemError: the server refused a request as a whole.
            Unreachable: it did not answer, or the answer broke off.
        """
        query = {"reference": reference, "fields": ",".join(fields) if fields else None}
        query |= {"summary": None if full else "true", "include": _names(include)}
        if full and fields:
            raise ValueError("results have quantities by `include`: give `fields` or `full`, not both")
        if include is not None and not full:
            raise ValueError("summaries have no parts: give `include` with `full`")
        total = len(plans) if isinstance(plans, Sized) else None
        done = 0
        for lines in _chunks(plans, chunk):
            rest = lines
            while rest:
                full_at: int | None = None
                with self._connection.lines("/evaluate/batch", b"".join(rest), query) as answers:
                    first = done
                    for answer in answers:
                        if done > first and answer.get("problem", {}).get("code") == _ANSWER_FULL:
                            # Those behind it are asked for again, in an answer that has room for them.
                            full_at = done - first
                            break
                        done += 1
                        _tell(progress, done, total)
                        yield _batch_answer(first, answer)
                if full_at is None and done - first != len(rest):
                    raise Unreachable(f"The answer broke off: {done - first} of {len(rest)} plans were answered.")
                rest = [] if full_at is None else rest[full_at:]


class Jobs:
    """Searches and batches that a server computes in the background."""

    def __init__(self, connection: Connection) -> None:
        """Use a connection."""
        self._connection = connection

    def __iter__(self) -> Iterator[models.JobItem]:
        """The caller's jobs, newest first."""
        listed = models.JobList.model_validate_json(self._connection.send("GET", "/jobs").content)
        yield from listed.items

    def search(
        self,
        plan: PlanLike,
        *,
        name: str | None = None,
        configuration: str | None = None,
        choices: Sequence[Mapping[str, Any]] = (),
        limits: Sequence[Mapping[str, Any]] = (),
        best: int = 5,
        within: float = 0.03,
        simulations: int | None = None,
        **kept_to: Any,
    ) -> models.JobItem:
        """Start a search, with the arguments of `HostwiseClient.search`."""
        return self._start(
            {"name": name, "search": kept_to | _search(plan, configuration, choices, limits, best, within, simulations)}
        )

    def batch(
        self,
        plans: Iterable[PlanLike],
        *,
        name: str | None = None,
        fields: Sequence[str] | None = None,
        full: bool = False,
        include: Sequence[str] | None = None,
        reference: str | None = None,
        simulations: int | None = None,
    ) -> models.JobItem:
        """Start the evaluation of many plans, with the arguments of `HostwiseClient.evaluate_many`.

        Args:
            plans: the plans.
            name: what the job is for.
            fields: quantities of the summaries; by default hosts, cluster_tco and wear_out_probability.
            full: answer with results instead of summaries.
            include: parts of the results, as `HostwiseClient.evaluate` has them; by default the decision.
            reference: key of the configuration that sentences refer to.
            simulations: say for each plan how sure its answer is, from so many simulations.
        """
        if full and fields:
            raise ValueError("results have quantities by `include`: give `fields` or `full`, not both")
        if include is not None and not full:
            raise ValueError("summaries have no parts: give `include` with `full`")
        batch = {
            "plans": [document(each) for each in plans],
            "summary": not full,
            "fields": ",".join(fields) if fields else None,
            "reference": reference,
            "simulations": simulations,
        }
        # An older server knows no such field.
        batch |= {} if include is None else {"include": _names(include)}
        return self._start({"name": name, "batch": batch})

    def read(self, job_id: str) -> models.JobItem:
        """How far a job is."""
        return models.JobItem.model_validate_json(self._connection.send("GET", f"/jobs/{job_id}").content)

    def wait(self, job_id: str, *, progress: Progress | None = None, pause: float = 1.0) -> models.JobItem:
        """Wait until a job has ended, whichever way.

        Args:
            job_id: the job.
            progress: told how many of its chunks are computed, whenever there are more.
            pause: seconds between two looks.
        """
        done = 0
        while True:
            job = self.read(job_id)
            for number in range(done + 1, job.done + 1):
                _tell(progress, number, job.total)
            done = max(done, job.done)
            if job.state not in ("queued", "running"):
                return job
            time.sleep(pause)

    def result(self, job_id: str) -> models.SearchAnswer | list[BatchAnswer]:
        """The result of a job that is done: the answer of a search, or those to the plans of a batch."""
        answer = self._connection.send("GET", f"/jobs/{job_id}/result")
        if answer.headers["content-type"].startswith("application/json"):
            return models.SearchAnswer.model_validate_json(answer.content)
        return [_batch_answer(0, json.loads(line)) for line in answer.content.splitlines()]

    def cancel(self, job_id: str) -> None:
        """Cancel a job; one that has ended is removed, with its result."""
        self._connection.send("DELETE", f"/jobs/{job_id}", repeatable=False)

    def _start(self, body: dict[str, Any]) -> models.JobItem:
        headers = {"Idempotency-Key": str(uuid4())}
        answer = self._connection.send("POST", "/jobs", body=body, headers=headers)
        return models.JobItem.model_validate_json(answer.content)


class KeptPlans(KeptQuestions):
    """The plans that a server keeps."""

    def __init__(self, connection: Connection) -> None:
        """Use a connection."""
        self._connection = connection

    def __iter__(self) -> Iterator[PlanEntry]:
        """All kept plans, last changed first."""
        after: str | None = None
        while True:
            page = self._connection.send("GET", "/plans", query={"limit": 200, "after": after}).json()
            yield from (PlanEntry.of(each) for each in page["items"])
            after = page["next"]
            if after is None:
                return

    def create(self, plan: PlanLike) -> KeptPlan:
        """Keep a new plan; once, even if the connection breaks and the request is sent again."""
        headers = {"Idempotency-Key": str(uuid4())}
        return _kept(self._connection.send("POST", "/plans", body=document(plan), headers=headers))

    def read(self, plan_id: str, *, revision: int | None = None) -> KeptPlan:
        """A plan at its newest or a given revision."""
        return _kept(self._connection.send("GET", f"/plans/{plan_id}", query={"revision": revision}))

    def save(self, kept: KeptPlan, plan: PlanLike) -> KeptPlan:
        """Keep a new revision of a plan, made from `kept`; raises `StaleRevision` if somebody saved meanwhile."""
        headers = {"If-Match": kept.etag}
        answer = self._connection.send(
            "PUT", f"/plans/{kept.id}", body=document(plan), headers=headers, repeatable=False
        )
        return _kept(answer)

    def duplicate(self, plan_id: str, *, name: str | None = None) -> KeptPlan:
        """Keep a copy of a plan, at its newest revision and with its scenarios, as a new plan.

        It is made once, even if the connection breaks and the request is sent again.
        """
        headers = {"Idempotency-Key": str(uuid4())}
        return _kept(self._connection.send("POST", f"/plans/{plan_id}/duplicate", body={"name": name}, headers=headers))

    def revisions(self, plan_id: str) -> Iterator[models.RevisionItem]:
        """The revisions of a plan, newest first, each with what it was answered when it was saved."""
        before: int | None = None
        while True:
            query = {"limit": 200, "before": before}
            page = self._connection.send("GET", f"/plans/{plan_id}/revisions", query=query).json()
            yield from (models.RevisionItem.model_validate(each) for each in page["items"])
            before = page["next"]
            if before is None:
                return

    def scenarios(self, plan_id: str) -> list[models.SavedScenario]:
        """The scenarios of a plan, oldest first, each with what it changes in the plan as it is saved."""
        listing = self._connection.send("GET", f"/plans/{plan_id}/scenarios").json()
        return [models.SavedScenario.model_validate(each) for each in listing]

    def save_scenario(self, plan_id: str, key: str, name: str, plan: PlanLike) -> models.SavedScenario:
        """Keep a scenario beside a plan, in place of the one with this key if there is one."""
        body = {"name": name, "plan": document(plan)}
        answer = self._connection.send("PUT", f"/plans/{plan_id}/scenarios/{key}", body=body)
        return models.SavedScenario.model_validate_json(answer.content)

    def delete_scenario(self, plan_id: str, key: str) -> None:
        """Delete a scenario of a plan for good."""
        self._connection.send("DELETE", f"/plans/{plan_id}/scenarios/{key}")

    def delete(self, kept: KeptPlan) -> None:
        """Delete a plan with all its revisions; raises `StaleRevision` if somebody saved meanwhile."""
        self._connection.send("DELETE", f"/plans/{kept.id}", headers={"If-Match": kept.etag}, repeatable=False)

    def result(
        self,
        plan_id: str,
        *,
        revision: int | None = None,
        reference: str | None = None,
        include: Sequence[str] | None = None,
    ) -> models.Evaluated:
        """The answer to a kept plan, at its newest or a given revision; with parts as `evaluate` has them."""
        query = {"revision": revision, "reference": reference, "include": _names(include)}
        return models.Evaluated.model_validate_json(
            self._connection.send("GET", f"/plans/{plan_id}/result", query=query).content
        )


class KeptPriceBooks:
    """The price books that a server keeps."""

    def __init__(self, connection: Connection) -> None:
        """Use a connection."""
        self._connection = connection

    def __iter__(self) -> Iterator[str]:
        """The keys of all kept price books."""
        listing = self._connection.send("GET", "/price-books").json()
        yield from (each["key"] for each in listing["items"])

    def create(self, book: models.PriceBook) -> KeptPriceBook:
        """Keep a new price book; once, even if the connection breaks and the request is sent again."""
        headers = {"Idempotency-Key": str(uuid4())}
        body = book.to_json()
        return KeptPriceBook.of(self._connection.send("POST", "/price-books", body=body, headers=headers).json())

    def read(self, key: str) -> KeptPriceBook:
        """A price book at its newest revision."""
        return KeptPriceBook.of(self._connection.send("GET", f"/price-books/{key}").json())

    def save(self, kept: KeptPriceBook, book: models.PriceBook) -> KeptPriceBook:
        """Replace a price book, made from `kept`; raises `StaleRevision` if somebody saved meanwhile."""
        headers = {"If-Match": kept.etag}
        answer = self._connection.send(
            "PUT", f"/price-books/{kept.book.key}", body=book.to_json(), headers=headers, repeatable=False
        )
        return KeptPriceBook.of(answer.json())

    def delete(self, kept: KeptPriceBook) -> None:
        """Delete a price book; plans keep their copies. Raises `StaleRevision` if somebody saved meanwhile."""
        headers = {"If-Match": kept.etag}
        self._connection.send("DELETE", f"/price-books/{kept.book.key}", headers=headers, repeatable=False)


def _search(
    plan: PlanLike,
    configuration: str | None,
    choices: Sequence[Mapping[str, Any]],
    limits: Sequence[Mapping[str, Any]],
    best: int,
    within: float,
    simulations: int | None,
) -> dict[str, Any]:
    asked: dict[str, Any] = {"plan": document(plan), "choices": list(choices), "limits": list(limits)}
    asked |= {"simulations": simulations} if simulations else {}
    return asked | {"best": best, "within": within} | ({"configuration": configuration} if configuration else {})


def _names(include: Sequence[str] | None) -> str | None:
    return None if include is None else ",".join(include)


def _kept(answer: Any) -> KeptPlan:
    return KeptPlan.of(answer.json(), answer.headers["etag"])


def _chunks(plans: Iterable[PlanLike], most: int) -> Iterator[list[bytes]]:
    """The plans as lines, so many and so large at a time as one request may be."""
    chunk: list[bytes] = []
    size = 0
    for plan in plans:
        line = json.dumps(document(plan), ensure_ascii=False).encode() + b"\n"
        if chunk and (len(chunk) == most or size + len(line) > _MOST_BYTES):
            yield chunk
            chunk, size = [], 0
        chunk.append(line)
        size += len(line)
    if chunk:
        yield chunk


def _batch_answer(first: int, line: Mapping[str, Any]) -> BatchAnswer:
    index = first + line["index"]
    if "problem" in line:
        return BatchAnswer(index, problem=problem_error(line["problem"]))
    if "summary" in line:
        return BatchAnswer(index, summary=models.Summary.model_validate(line["summary"]))
    return BatchAnswer(index, result=models.Decided.model_validate(line["result"]))


def _tell(progress: Progress | None, done: int, total: int | None) -> None:
    if progress is None:
        return
    if isinstance(progress, SupportsUpdate):
        progress.update(1)
    else:
        progress(done, total)

"""Settings of a deployment, read from the environment only."""

import ipaddress
import re
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

from platformdirs import user_cache_path, user_data_path
from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from hostwise.server.quotas import Quotas

_HOST_NAME = re.compile(r"(\*|(\*\.)?[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]*[a-z0-9])?)*)")


class Settings(BaseSettings):
    """Settings of one running Hostwise.

    Attributes:
        host: Address to listen on (`HOSTWISE_HOST`); only this machine unless told otherwise.
        port: TCP port to listen on (`HOSTWISE_PORT`); 0 takes any free one.
        data_dir: Where the embedded database lives (`HOSTWISE_DATA_DIR`).
        cache_dir: Where what can be made again is kept, such as the formulas in machine code (`HOSTWISE_CACHE_DIR`).
        database_url: A PostgreSQL of one's own (`DATABASE_URL`); it wins over the embedded one.
        require_token: Whether every request of the API needs a token (`HOSTWISE_REQUIRE_TOKEN`); shared links and
            health need none.
        rate_limit: Requests that one token, or one address without a token, may make (`HOSTWISE_RATE_LIMIT`): so many
            a minute, or with a unit, such as 50/second; 0 is no limit. What is computed for one counts by its time, see
            `SECONDS_OF_ONE`. By default half of what the cores compute, see `usual_limit`.
        address_connections: Connections that one address may have at the same time (`HOSTWISE_ADDRESS_CONNECTIONS`),
            unless it is a trusted proxy; 0 is no limit of its own.
        max_plans: Plans that may be kept (`HOSTWISE_MAX_PLANS`), and so on for the other quotas.
        max_revisions: Revisions of one plan (`HOSTWISE_MAX_REVISIONS`).
        max_scenarios: Scenarios of one plan.
        max_stored_mb: Documents of all revisions together, in MB (`HOSTWISE_MAX_STORED_MB`).
        max_models: Own measured models (`HOSTWISE_MAX_MODELS`).
        max_price_books: Price books (`HOSTWISE_MAX_PRICE_BOOKS`).
        max_shares: Usable shared links of one plan (`HOSTWISE_MAX_SHARES`).
        max_tokens: Usable tokens (`HOSTWISE_MAX_TOKENS`).
        max_jobs: Jobs of one caller (`HOSTWISE_MAX_JOBS`), those that have ended too.
        deleted_days: Days for which a deleted plan can be restored (`HOSTWISE_DELETED_DAYS`).
        audit_days: Days for which the audit log is kept (`HOSTWISE_AUDIT_DAYS`).
        job_days: Days for which a job that has ended is kept, with its result (`HOSTWISE_JOB_DAYS`).
        job_workers: Chunks of jobs that the server computes at the same time (`HOSTWISE_JOB_WORKERS`); 0 leaves all to
            `hostwise worker`.
        dask_scheduler: Address of the scheduler of a Dask cluster (`HOSTWISE_DASK_SCHEDULER`), on which `hostwise jobs
            run` computes; by default processes of this machine.
        compiled: Whether processes that evaluate use the formulas in machine code (`HOSTWISE_COMPILED`), which a C
            compiler makes at the first start, where there is one.
        workers: Processes that evaluate (`HOSTWISE_WORKERS`); 0 computes in threads of the server, which needs less
            memory. `hostwise serve` has by default one more than there are cores, if there is memory for them, see
            `allotted`.
        file_places: Files that are read at the same time (`HOSTWISE_FILE_PLACES`); by default one below 4 GiB of
            memory, else two.
        compute_seconds: Seconds that evaluating one plan may take, and wait (`HOSTWISE_COMPUTE_SECONDS`); a report may
            take three times as long. A slow machine needs more.
        allowed_hosts: Further names that this installation is reached by (`HOSTWISE_ALLOWED_HOSTS`), separated by
            commas: `plans.example.com`, `*.example.com`, or `*` for any. A request for another name is refused.
        trusted_proxies: Addresses or networks of proxies, separated by commas, whose word counts for whom they speak
            (`HOSTWISE_TRUSTED_PROXIES`); nobody's by default.
        log_format: How the log is written (`HOSTWISE_LOG_FORMAT`): `text`, or `json` with a line for each request; by
            default `text` on a terminal and `json` elsewhere.
    """

    model_config = SettingsConfigDict(env_prefix="HOSTWISE_", env_ignore_empty=True, frozen=True, extra="ignore")

    host: str = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    data_dir: Path = Field(default_factory=partial(user_data_path, "hostwise", appauthor=False))
    cache_dir: Path = Field(default_factory=partial(user_cache_path, "hostwise", appauthor=False))
    # The address may carry a password, so it stays out of every representation.
    database_url: str | None = Field(default=None, validation_alias="DATABASE_URL", repr=False)
    require_token: bool = False
    rate_limit: str | None = None
    address_connections: Annotated[int, Field(ge=0, le=100_000)] = 128
    max_plans: Annotated[int, Field(ge=1)] = 10_000
    max_revisions: Annotated[int, Field(ge=1)] = 1_000
    max_scenarios: Annotated[int, Field(ge=0)] = 20
    max_stored_mb: Annotated[int, Field(ge=1)] = 2_048
    max_models: Annotated[int, Field(ge=0)] = 200
    max_price_books: Annotated[int, Field(ge=0)] = 200
    max_shares: Annotated[int, Field(ge=0)] = 50
    max_tokens: Annotated[int, Field(ge=1)] = 200
    max_jobs: Annotated[int, Field(ge=0)] = 50
    compiled: bool = True
    workers: Annotated[int, Field(ge=0, le=64)] | None = None
    file_places: Annotated[int, Field(ge=1, le=16)] | None = None
    compute_seconds: Annotated[int, Field(ge=1, le=3_600)] = 20
    deleted_days: Annotated[int, Field(ge=0, le=3_650)] = 30
    audit_days: Annotated[int, Field(ge=1, le=36_500)] = 365
    job_days: Annotated[int, Field(ge=0, le=3_650)] = 7
    job_workers: Annotated[int, Field(ge=0, le=64)] = 1
    dask_scheduler: str | None = None

    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = ()
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = ()
    log_format: Literal["auto", "text", "json"] = "auto"

    @property
    def quotas(self) -> Quotas:
        """How much the installation may keep."""
        return Quotas(
            plans=self.max_plans,
            revisions=self.max_revisions,
            scenarios=self.max_scenarios,
            stored_mb=self.max_stored_mb,
            models=self.max_models,
            price_books=self.max_price_books,
            shares=self.max_shares,
            tokens=self.max_tokens,
            jobs=self.max_jobs,
        )

    @field_validator("data_dir")
    @classmethod
    def _absolute(cls, path: Path) -> Path:
        """Make the path independent of the directory a command is run from."""
        return path.expanduser().absolute()

    @field_validator("rate_limit", mode="before")
    @classmethod
    def _limit(cls, given: object) -> object:
        """Read a bare number as so many a minute."""
        if given is None:
            return None
        match = re.fullmatch(r"(\d{1,9})(?:\s*/\s*(second|minute|hour))?", str(given).strip())
        if match is None:
            raise ValueError("must be a number of requests, such as 600, 600/minute or 50/second; 0 is no limit")
        return f"{int(match[1])}/{match[2] or 'minute'}"

    @field_validator("allowed_hosts", mode="before")
    @classmethod
    def _host_names(cls, given: object) -> object:
        """Read names between commas, in small letters."""
        names = tuple(each.lower().strip("[]") for each in _listed(given))
        for name in names:
            if not _HOST_NAME.fullmatch(name) and not _is_address(name):
                raise ValueError(
                    f"{name!r} is not the name of a host; write names without scheme and port, separated by commas, "
                    "such as plans.example.com,*.example.org"
                )
        return names

    @field_validator("trusted_proxies", mode="before")
    @classmethod
    def _networks(cls, given: object) -> object:
        """Read addresses and networks between commas."""
        proxies = _listed(given)
        for proxy in proxies:
            try:
                ipaddress.ip_network(proxy)
            except ValueError as error:
                raise ValueError(
                    f"{proxy!r} is neither an address nor a network; write them separated by commas, such as "
                    "10.0.0.5,192.168.7.0/24"
                ) from error
        return proxies


def _listed(given: object) -> tuple[str, ...]:
    """The parts between commas."""
    parts = given.split(",") if isinstance(given, str) else [str(each) for each in given]  # type: ignore[attr-defined]
    return tuple(part.strip() for part in parts if part.strip())


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True

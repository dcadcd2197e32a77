"""The images that Hostwise's image is built from and runs beside, each by the digest that its tag has now.

    python backend/tools/image_bases.py >image-bases.env

writes one line for each, such as `PYTHON_IMAGE=python:3.13-slim@sha256:...`, as `docker compose --env-file` and a shell
read them. The registry is asked with `docker buildx imagetools`; the tags are those of the compose file. A release is
built from this file, and it is attached to the release: no digest is written that nobody has read.
"""

import re
import subprocess
import sys
from pathlib import Path

_COMPOSE = Path(__file__).resolve().parents[2] / "docker-compose.yml"


def bases() -> dict[str, str]:
    """The tag of each image by its variable."""
    found = re.findall(r"\$\{([A-Z]+_IMAGE):-([^}]+)\}", _COMPOSE.read_text(encoding="utf-8"))
    return dict(sorted(found))


def digest(tag: str) -> str:
    """The digest of an image of all platforms, as its registry says."""
    command = ["docker", "buildx", "imagetools", "inspect", "--format", "{{.Manifest.Digest}}", tag]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    if not re.fullmatch(r"sha256:[0-9a-f]{64}", said):
        sys.exit(f"{tag} has no digest: {said!r}")
    return said


def main() -> None:
    """Write all of them, or nothing."""
    lines = [f"{name}={tag}@{digest(tag)}" for name, tag in bases().items()]
    print("\n".join(lines))


if __name__ == "__main__":
    main()

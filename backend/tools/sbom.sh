#!/bin/sh
# Writes dist/hostwise-*.cdx.json: what the wheel needs, with the versions and hashes that were tested with it (CycloneDX).
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
target=${1:-$root/dist}

version=$("$root/.venv/bin/hostwise" --version | cut -d ' ' -f 2)
mkdir -p "$target"
# It warns that a lock does not say which package needs which.
PYTHONWARNINGS=ignore "$root/.venv/bin/cyclonedx-py" requirements --pyproject "$root/backend/pyproject.toml" \
    --output-reproducible --of JSON --output-file "$target/hostwise-$version.cdx.json" "$root/requirements-wheel.lock"

#!/bin/sh
# Builds dist/hostwise-*.whl and dist/hostwise-*.tar.gz: the Python code with the built UI and the migrations inside it.
# They are put together in a temporary folder, so that a checkout never holds copies.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
target=${1:-$root/dist}

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cp -R "$root/LICENSE" "$root/backend/pyproject.toml" "$root/backend/hostwise" "$root/backend/hostwise_client" "$tree"
cp -R "$root/frontend/dist" "$tree/hostwise/_web"
cp -R "$root/migrations" "$tree/hostwise/_migrations"
rm -f "$tree/hostwise/_migrations/ruff.toml"
# uv is its own build backend: nothing is downloaded. The wheel is built from the archive, which proves that complete.
rm -f "$target"/hostwise-*
"$root/.venv/bin/uv" build --quiet --offline --python "$root/.venv/bin/python" --out-dir "$target" "$tree"

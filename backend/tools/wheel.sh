#!/bin/sh
# Builds dist/hostwise-*.whl and dist/hostwise-*.tar.gz, the Python code with the built UI and the migrations inside it, and
# dist/hostwise_client-*.whl and dist/hostwise_client-*.tar.gz, the client for scripts.
# They are put together in a temporary folder, so that a checkout never holds copies.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
target=${1:-$root/dist}

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
mkdir "$tree/server"
cp -R "$root/LICENSE" "$root/backend/pyproject.toml" "$root/backend/hostwise" "$tree/server"
cp -R "$root/frontend/dist" "$tree/server/hostwise/_web"
cp -R "$root/migrations" "$tree/server/hostwise/_migrations"
rm -f "$tree/server/hostwise/_migrations/ruff.toml"
# With the licence itself, to which a link leads in the checkout.
cp -RL "$root/backend/client" "$tree/client"
# uv is its own build backend: nothing is downloaded. The wheel is built from the archive, which proves that complete.
rm -f "$target"/hostwise-* "$target"/hostwise_client-*
for each in server client; do
    "$root/.venv/bin/uv" build --quiet --offline --python "$root/.venv/bin/python" --out-dir "$target" "$tree/$each"
done

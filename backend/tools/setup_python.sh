#!/bin/sh
# Makes .venv hold exactly what requirements.lock says, checked against its hashes, with the packages hostwise and hostwise-client beside it.
set -eu
cd "$(dirname "$0")/../.."

# A virtual environment whose interpreter has gone or is out of range is of no use.
if ! .venv/bin/python -c 'import pip, sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null; then
    python=$(backend/tools/find_python.sh)
    rm -rf .venv
    "$python" -m venv .venv
fi
.venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements-uv.lock
.venv/bin/uv pip sync --quiet --python .venv/bin/python --require-hashes requirements.lock
# Nothing to download here: uv is its own build backend, and the dependencies are there.
.venv/bin/uv pip install --quiet --python .venv/bin/python --no-deps --offline --editable backend --editable backend/client

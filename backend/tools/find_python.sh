#!/bin/sh
# Prints the first Python this project runs on: $PYTHON if set, else the machine's own, else a versioned one.
set -eu

for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11; do
    # Run it: a command of that name may be a mere placeholder. Debian ships ensurepip apart, as python3-venv.
    if "$candidate" -c 'import ensurepip, sys, venv; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 15))' 2>/dev/null; then
        command -v "$candidate"
        exit
    fi
done

echo "Hostwise needs Python 3.11, 3.12, 3.13 or 3.14 with its venv module." >&2
echo "Debian, Ubuntu: apt-get install python3-venv    macOS: brew install python@3.13" >&2
echo "If it is installed elsewhere, set PYTHON to its path." >&2
exit 1

#!/bin/sh
# Runs make targets one after the other, all of them even if one fails, and ends with a table of results and times.
set -u
make=${MAKE:-make}
table=
passed=0
failed=0

for step in "$@"; do
    printf '\n=== %s\n' "$step"
    began=$(date +%s)
    if "$make" --no-print-directory "$step"; then
        result=passed
        passed=$((passed + 1))
    else
        result=FAILED
        failed=$((failed + 1))
    fi
    line=$(printf '%-10s %s %5d s' "$step" "$result" $(($(date +%s) - began)))
    echo "=== $line"
    table="$table$line
"
done

printf '\n%s\nsteps: %d passed, %d failed\n' "$table" "$passed" "$failed"
[ "$failed" = 0 ]

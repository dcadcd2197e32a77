#!/bin/sh
# Builds the image, starts it with its database as the compose file says, asks it for the page and an evaluation, sees
# that a setting reaches it, and removes everything again.
set -eu
cd "$(dirname "$0")/../.."

POSTGRES_PASSWORD=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
HOSTWISE_PORT=${HOSTWISE_PORT:-8790}
export POSTGRES_PASSWORD HOSTWISE_PORT
address=http://127.0.0.1:$HOSTWISE_PORT

compose() {
    docker compose --project-name hostwise-test "$@"
}

finish() {
    code=$?
    [ "$code" = 0 ] || compose logs --no-color >&2
    compose down --volumes --timeout 20
    exit "$code"
}
trap finish EXIT

ready() {
    curl --silent --show-error --fail --retry 30 --retry-delay 2 --retry-all-errors "$address/health/ready"
    echo
}

status() {
    curl --silent --show-error --output /dev/null --write-out '%{http_code}' "$@" "$address/api/v1/plans"
}

compose up --build --detach
ready
curl --silent --show-error --fail "$address/" | grep --quiet '<div id="root">'
curl --silent --show-error --fail "$address/api/v1/samples/moderate-io" |
    curl --silent --show-error --fail --header 'Content-Type: application/json' --data-binary @- \
        "$address/api/v1/evaluate" | grep --quiet '"sentence":"[^"]'
test "$(status)" = 200

# What somebody sets who wants nobody without a token: a setting that did not arrive would leave everything open.
export HOSTWISE_REQUIRE_TOKEN=true
compose up --detach
ready
test "$(status)" = 401
token=$(compose exec -T app hostwise tokens create "image test")
test "$(status --header "Authorization: Bearer $token")" = 200
echo "The image serves the page and evaluates a sample, and asks for a token where it is told to."

#!/bin/sh
# Sees to it that the end-to-end tests find a Chromium, one without a window first, which works less: the machine's own,
# Debian's package, or Playwright's download.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)

if [ -x "${PLAYWRIGHT_CHROMIUM_PATH:-/usr/bin/chromium-headless-shell}" ]; then
    exit
fi
# Only Debian's own package is a browser; the one of that name on Ubuntu needs snap.
if [ "$(id -u)" = 0 ] && grep -qs '^ID=debian' /etc/os-release; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends \
        chromium-headless-shell fonts-liberation
    exit
fi
if [ -x /usr/bin/chromium ] && grep -qs '^ID=debian' /etc/os-release; then
    exit
fi
cd "$root/e2e"
if [ "$(id -u)" = 0 ]; then
    exec "$root/backend/tools/with_node.sh" npx playwright install --with-deps chromium
fi
exec "$root/backend/tools/with_node.sh" npx playwright install chromium

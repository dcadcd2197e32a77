#!/bin/sh
# Sees to it that the tests of the workbook find a LibreOffice: the machine's own, or Debian's package without a screen.
set -eu

for candidate in "${SOFFICE:-}" soffice libreoffice /Applications/LibreOffice.app/Contents/MacOS/soffice; do
    if [ -n "$candidate" ] && command -v "$candidate" >/dev/null; then
        exit
    fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends libreoffice-calc-nogui
    exit
fi
echo "No LibreOffice on this machine: the tests that recalculate the workbook are left out." >&2
echo "Debian, Ubuntu: apt-get install libreoffice-calc-nogui    macOS: brew install --cask libreoffice" >&2
echo "If it is installed elsewhere, set SOFFICE to its path." >&2

#!/bin/sh
# Sees to it that tests find a LibreOffice: the machine's own, or Debian's packages without a screen. Without arguments
# the package for workbooks, where there is no LibreOffice yet; packages that are named are installed in any case.
set -eu

if [ $# = 0 ]; then
    for candidate in "${SOFFICE:-}" soffice libreoffice /Applications/LibreOffice.app/Contents/MacOS/soffice; do
        if [ -n "$candidate" ] && command -v "$candidate" >/dev/null; then
            exit
        fi
    done
    set -- libreoffice-calc-nogui
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -qq --yes --no-install-recommends "$@"
    exit
fi
echo "No LibreOffice on this machine: the tests that recalculate the workbook are left out." >&2
echo "Debian, Ubuntu: apt-get install $*    macOS: brew install --cask libreoffice" >&2
echo "If it is installed elsewhere, set SOFFICE to its path." >&2

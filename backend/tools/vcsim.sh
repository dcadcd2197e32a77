#!/bin/sh
# Sees to it that the tests of the vCenter collector find VMware's simulator, and prints its path: compiled once on a
# machine, by its Go, and kept in the user's cache.
set -eu
module=github.com/vmware/govmomi/vcsim@v0.46.3

case $(uname) in
    Darwin) cache=$HOME/Library/Caches/hostwise ;;
    *) cache=${XDG_CACHE_HOME:-$HOME/.cache}/hostwise ;;
esac
folder=$cache/${module##*/}
if [ ! -x "$folder/vcsim" ]; then
    go=$(command -v go || command -v /usr/local/go/bin/go || true)
    if [ -z "$go" ]; then
        echo "No Go on this machine: the tests that ask a simulated vCenter are left out." >&2
        exit
    fi
    mkdir -p "$folder"
    # Made aside and moved in when complete: others may do the same at the same time.
    new=$(mktemp -d "$folder/new.XXXXXX")
    trap 'rm -rf "$new"' EXIT
    trap 'exit 1' HUP INT TERM
    GOBIN=$new "$go" install "$module"
    mv -f "$new/vcsim" "$folder/vcsim"
fi
echo "$folder/vcsim"

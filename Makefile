# The commands of this repository; `make help` lists them.
# PYTHON only makes .venv; PORT, HOST and DATA_DIR reach the portal through the environment.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest
# Two workers more than cores: some always wait for a browser, a socket or a process.
WORKERS := $(shell cores=$$(nproc 2> /dev/null || echo 2); echo $$((cores < 8 ? cores + 2 : 8)))
PARALLEL := -n $(WORKERS) --dist worksteal --durations=10
# Tests of one `xdist_group` share slow fixtures: one worker runs them all, before the others.
GROUPED := -n $(WORKERS) --dist loadgroup --durations=10
# Only the fuzzing needs schemathesis, whose slow import every worker would pay.
FUZZ := tests/api/test_fuzz.py
# These need the machine for themselves and run one after another.
ATTACKS := tests/attack tests/deploy
# Races, a thousand trials each, and crowds: SQLite allows neither.
RACES := tests/games/matches/test_races.py tests/lobby/quick/test_concurrency.py
LIGHT := -p no:schemathesis --ignore=$(FUZZ)
SOON := not whole and not again
QUICK := -m "$(SOON)" $(LIGHT)
# Only files with the mark, so that workers don't import the others.
WHOLE = $(filter-out $(FUZZ),$(shell grep -rlF --include='test_*.py' mark.whole tests | sort))

# Test workers and the portals they start share compiled bytecode.
unexport PYTHONDONTWRITEBYTECODE

# A stamp's name has the checksum of the pins, so a changed pin is a missing stamp.
RUN_READY := $(VENV)/.run-$(shell cat requirements.txt constraints.txt | cksum | tr ' ' -)
DEV_READY := $(VENV)/.dev-$(shell cat requirements*.txt constraints.txt | cksum | tr ' ' -)

# Tests that are the same on all databases and brokers. Single tests are marked `alike`
# (tests/conftest.py); these folders and files needn't even be imported. Browsers, portals in
# separate processes and kept data folders have their own databases.
PURE := $(addprefix games/,ai conformance protocol plugin $(notdir $(patsubst %/game.py,%, \
	$(wildcard games/*/game.py tests/rulesets/*/game.py)))) bench
OWN := secrets permissions browser upgrades \
	games/matches/test_query_plans.py $(addprefix portal/test_,backups.py suite.py sqlite.py)
SAME := $(addprefix --ignore=tests/,$(PURE) $(OWN))

TOOLS := tools/node_modules

.DEFAULT_GOAL := help
.PHONY: help run dev test test-whole test-browsers test-services test-all tools bench load ai-report
.PHONY: attack audit house lint constraints setup

help: ## List the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 19

run: $(RUN_READY) ## Run the whole portal; Ctrl-C stops it (PORT, HOST, DATA_DIR)
	@exec $(BIN)/python manage.py portal

dev: $(DEV_READY) ## Run it for developers: it restarts when a source changes
	@PYTHONUNBUFFERED=1 exec $(BIN)/python manage.py portal --reload

# Creates tables from the models. `make lint` checks migrations against the models; `test-services`
# runs them on PostgreSQL, and `test-whole` on SQLite, wherever a portal starts.
test: $(DEV_READY) ## Run the suite, without services; browser tests if there is a Chromium
	@$(PYTEST) $(PARALLEL) $(QUICK) --no-migrations

test-whole: $(DEV_READY) tools ## Test whole games, kills, accessibility; fuzz the API
	@$(PYTEST) $(GROUPED) -m "whole and not again" $(LIGHT) --no-migrations $(WHOLE)
	@$(PYTEST) $(PARALLEL) $(FUZZ) --no-migrations

test-browsers: $(DEV_READY) ## Test in Firefox and WebKitGTK what people do
	@$(BIN)/python installing.py requirements-browsers.txt
	@$(PYTEST) -n 2 --durations=10 $(LIGHT) tests/other_browsers

test-services: $(DEV_READY) ## Run the suite on PostgreSQL and Redis
	@$(BIN)/python -m tests.support.services $(PYTEST) $(PARALLEL) \
		-m "$(SOON) and not alike" $(LIGHT) $(SAME) --no-migrations

test-all: test-whole test-services ## Run both of these, then every size and seed; before a release
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

bench: $(DEV_READY) ## Measure rules, a move, a large portal, and computers' answers
	@$(BIN)/python -m bench

load: $(DEV_READY) ## Make moves under load; ARGS="--tables 20 --rate 40 …", ARGS=--help lists all
	@$(BIN)/python -m bench.load $(ARGS)

attack: $(DEV_READY) ## Attack a running portal in every way; twenty minutes
	@$(BIN)/python -m attack $(ARGS)

audit: $(DEV_READY) ## Look only for advisories about the packages in use
	@$(BIN)/python -m attack audit

ai-report: $(DEV_READY) ## Measure how well the computer players play; an hour (ARGS=--quick)
	@$(BIN)/python -m bench.ai_report $(ARGS)

house: $(DEV_READY) ## Redraw docs/house.svg, the picture of the code, from its imports
	@$(BIN)/python docs/house.py

lint: $(DEV_READY) tools ## Check style, templates, types, imports, migrations and settings
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target lint-types lint-rest

.PHONY: lint-types lint-rest
lint-types: # takes as long as lint-rest
	@$(BIN)/mypy

lint-rest:
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@git ls-files -co --exclude-standard '*.html' | xargs $(BIN)/djade --check --target-version 5.2
	@[ ! -d $(TOOLS) ] || $(TOOLS)/.bin/biome check
	@$(BIN)/lint-imports
	@$(BIN)/python docs/house.py --check
	@$(BIN)/python -m tests.support.checks

constraints: $(DEV_READY) ## Rewrite constraints.txt from the installed packages
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

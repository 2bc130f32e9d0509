# The everyday commands of apnap. Every target makes what it needs in .venv first.
# Needs python3 (3.11 or newer, with venv), make and git; nothing else.

PYTHON ?= python3
PYTHONS ?=
WHEEL_PYTHON ?= $(BIN)/python
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
DEV := .venv/.dev-installed
BENCH := .venv/.bench-installed
BROWSER := .venv/.browser-installed
ANALYSIS := .venv/.analysis-installed
OTHERS := .venv/pythons
WHEEL_TEST := build/wheel-test
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help venv demo test pythons analysis browser check format bench soak coverage docs requirements wheel wheel-test clean

help: ## Show these targets.
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1\t/' | \
		while IFS="$$(printf '\t')" read -r name words; do printf '  make %-13s %s\n' "$$name" "$$words"; done

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "apnap needs Python 3.11 or newer; $(PYTHON) is not. Name one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "$(PYTHON) cannot make virtual environments. On Debian and Ubuntu: apt install python3-venv" >&2; exit 1; }
	@$(PYTHON) -m venv .venv

$(DEV): requirements/dev.txt pyproject.toml | $(BIN)/python
	@echo "Installing the pinned requirements into .venv"
	@$(PIP) install --quiet --require-hashes -r requirements/dev.txt
	@$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(BENCH): requirements/bench.txt $(DEV)
	@$(PIP) install --quiet --require-hashes -r requirements/bench.txt
	@touch $@

$(BROWSER): requirements/browser.txt $(DEV)
	@$(PIP) install --quiet --require-hashes -r requirements/browser.txt
	@touch $@

$(ANALYSIS): requirements/analysis.txt $(DEV)
	@$(PIP) install --quiet --require-hashes -r requirements/analysis.txt
	@touch $@

venv: $(DEV) ## Make .venv from the pinned requirements; done once, redone when they change.

demo: $(DEV) ## Run the main job on a game that ships with apnap.
	@$(BIN)/apnap demo

test: $(DEV) ## Run the tests, on two processes.
	@$(BIN)/pytest -n 2 -q

pythons: $(DEV) ## Compare what other interpreters derive: make pythons PYTHONS="python3.12 python3.13".
	@test -n "$(PYTHONS)" || { \
		echo 'Name at least one: make pythons PYTHONS="python3.12 python3.13"' >&2; exit 1; }
	@rm -rf $(OTHERS)
	@count=0; for python in $(PYTHONS); do \
		count=$$((count + 1)); \
		$$python -m venv $(OTHERS)/$$count || exit 1; \
		$(OTHERS)/$$count/bin/python -m pip --disable-pip-version-check install --quiet \
			--require-hashes -r requirements/runtime.txt || exit 1; \
	done
	@APNAP_PYTHONS="$$(printf '%s:' "$(CURDIR)"/$(OTHERS)/*/bin/python)" \
		$(BIN)/pytest -q tests/project/test_interpreters.py

analysis: $(ANALYSIS) ## Install what the tests of analysis need; without it they are skipped.

browser: $(BROWSER) ## Install what the viewer's tests in Debian's chromium need; without it they are skipped.

check: $(DEV) ## Format, lint, types, the one-way imports, documentation drift.
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python docs/generate.py --check

format: $(DEV) ## Format the code, and repair what can be repaired safely.
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: $(BENCH) $(BROWSER) $(ANALYSIS) ## Measure against peers, on this machine, in one run.
	@$(BIN)/python tests/benchmarks

soak: $(DEV) ## Play random games for half an hour and more, with the tests that take long.
	@$(BIN)/pytest -n 2 -q -m soak

coverage: $(DEV) ## Run the tests and tell which lines they miss.
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest -n 2 -q
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage report

docs: $(DEV) ## Write the generated pages of docs/ anew.
	@$(BIN)/python docs/generate.py

requirements: $(DEV) ## Resolve requirements/*.in to pinned, hashed requirements/*.txt.
	@$(PIP) install --quiet --require-hashes -r requirements/lock.txt
	@$(LOCK) requirements/lock.in -o requirements/lock.txt
	@$(LOCK) requirements/dev.in -o requirements/dev.txt
	@for name in test runtime bench browser analysis; do \
		$(LOCK) --constraints requirements/dev.txt requirements/$$name.in -o requirements/$$name.txt || exit 1; done

wheel: $(DEV) ## Build the wheel into dist/.
	@rm -rf build dist
	@$(BIN)/python -m build --no-isolation --wheel --outdir dist . >/dev/null
	@ls dist

# The tests are copied, so that no source folder of this checkout can be imported by accident.
wheel-test: wheel ## Run the tests against the built wheel in an empty environment.
	@mkdir -p $(WHEEL_TEST)/project
	@cp -R tests docs requirements .ci Makefile pyproject.toml *.md LICENSE $(WHEEL_TEST)/project/
	@$(WHEEL_PYTHON) -m venv $(WHEEL_TEST)/venv
	@$(WHEEL_TEST)/venv/bin/python -m pip --disable-pip-version-check install --quiet \
		--require-hashes -r requirements/test.txt
	@$(WHEEL_TEST)/venv/bin/python -m pip --disable-pip-version-check install --quiet \
		--no-deps --no-index dist/apnap-*.whl
	@cd $(WHEEL_TEST)/project && ../venv/bin/pytest -n 2 -q

clean: ## Remove everything that was made here, .venv included.
	@rm -rf .venv build dist .coverage .coverage.* *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

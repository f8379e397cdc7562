# Tiltyard. "make help" lists the targets. Needed: make and Python 3.11 or newer; uv is used when it is there.

PYTHON ?= python3
UV ?= $(shell command -v uv 2>/dev/null)
ARGS ?=
# Tests run on at most this many processes; "make test WORKERS=0" runs them in one, as a debugger needs.
WORKERS ?= auto

VENV := .venv
VENV_SERVE := .venv-serve
VENV_LOCK := .venv-lock
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup serve demo test bench crash fights docs check format format-check lint types imports migrations \
	contract openapi docs-check migrate lock clean

help: ## show this list
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(VENV)/.installed ## install what development needs into .venv
	@:

serve: $(VENV_SERVE)/.installed ## install what running needs into .venv-serve and start the service
	$(VENV_SERVE)/bin/python -m app

demo: $(VENV_SERVE)/.installed ## tell a whole fight in the terminal (ARGS="--ruleset ID --seed WORD", or ARGS=--fair)
	@$(VENV_SERVE)/bin/python -m app.demo $(ARGS)

test: $(VENV)/.installed ## run the tests (ARGS="-k word" is handed on to pytest)
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --maxprocesses=4 $(ARGS)

bench: $(VENV)/.installed ## measure speed into bench/RESULTS.md (needs wrk; ARGS="--rounds 1" for a look)
	$(BIN)/python -m bench $(ARGS)

crash: $(VENV)/.installed ## run the crash tests at full size: hundreds of kills
	CRASH=full $(BIN)/python -m pytest tests/crash -n $(WORKERS) --maxprocesses=4 --override-ini timeout=0 $(ARGS)

fights: $(VENV)/.installed ## play a thousand random fights of wizards (FIGHTS=200 plays so many)
	FIGHTS=$${FIGHTS:-1000} $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --maxprocesses=4 tests/rules/tides_of_ichor/test_random_magic.py $(ARGS)

docs: $(VENV)/.installed ## write the pages of docs/ that are made from the code
	$(BIN)/python -m app.services.reference docs/rulesets

check: format-check lint types imports migrations contract test ## all that must pass before a change goes in

format: $(VENV)/.installed ## format the code and apply the safe fixes
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

format-check: $(VENV)/.installed ## check that the code is formatted
	$(BIN)/ruff format --check .

lint: $(VENV)/.installed ## check the code with ruff, the Dockerfile with hadolint
	$(BIN)/ruff check .
	$(BIN)/hadolint Dockerfile

types: $(VENV)/.installed ## check the types with mypy
	$(BIN)/mypy

imports: $(VENV)/.installed ## check which part may import which
	$(BIN)/lint-imports

migrations: $(VENV)/.installed ## check that the migrations build exactly the tables of the models
	@directory=$$(mktemp -d) && trap 'rm -rf "$$directory"' EXIT && \
	export TILTYARD_DATABASE_URL="sqlite:///$$directory/check.db" && \
	$(BIN)/alembic upgrade head && $(BIN)/alembic check

contract: $(VENV)/.installed ## check that docs/openapi.json is up to date and breaks no client of version 1
	$(BIN)/python -m contract check

openapi: $(VENV)/.installed ## write docs/openapi.json anew
	$(BIN)/python -m contract write

docs-check: $(VENV)/.installed ## try the documentation pages in a real Chromium, from top to bottom
	$(BIN)/python -m tests.e2e.docs_page

migrate: $(VENV_SERVE)/.installed ## bring the database of TILTYARD_DATABASE_URL up to date
	$(VENV_SERVE)/bin/python -m app.migrations

lock: ## pin the newest releases that pyproject.toml allows, with their hashes
	@uv="$(UV)"; if [ -z "$$uv" ]; then \
		$(call create_venv,$(VENV_LOCK)) && $(VENV_LOCK)/bin/python -m pip install --quiet uv && uv=$(VENV_LOCK)/bin/uv; \
	fi && \
	compile="$$uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 --generate-hashes" && \
	compile="$$compile --no-emit-index-url --no-emit-find-links --custom-compile-command" && \
	$$compile "make lock" --output-file requirements.lock && \
	$$compile "make lock" --extra dev --constraint requirements.lock --output-file requirements-dev.lock

clean: ## remove the virtual environments and the caches
	rm -rf $(VENV) $(VENV_SERVE) $(VENV_LOCK) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find app alembic contract tests -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# A venv is filled again only when its lock changed; the stamp is written last, so a broken install is tried again.
$(VENV)/.installed: requirements-dev.lock
	@$(call install,$(VENV),requirements-dev.lock)

$(VENV_SERVE)/.installed: requirements.lock
	@$(call install,$(VENV_SERVE),requirements.lock)

# $(call create_venv,DIRECTORY): makes the venv unless a working one is there.
define create_venv
{ $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	echo "Tiltyard needs Python 3.11 or newer, but '$(PYTHON)' is $$($(PYTHON) --version 2>&1 || true)." >&2; \
	echo "Name another with: make PYTHON=/path/to/python3.11" >&2; exit 1; }; \
} && { $(1)/bin/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(1) || { \
	echo "Could not make a virtual environment; on Debian and Ubuntu it needs the package python3-venv." >&2; exit 1; }; }
endef

# $(call install,DIRECTORY,LOCK): fills the venv with what the lock pins, every file checked against its hash.
define install
$(call create_venv,$(1)) && echo "Installing $(2) into $(1) ..." && \
if [ -n "$(UV)" ]; then \
	"$(UV)" pip install --quiet --python $(1)/bin/python --require-hashes --no-deps --requirement $(2); \
else \
	$(1)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps --requirement $(2); \
fi && touch $@
endef

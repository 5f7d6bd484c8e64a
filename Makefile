# Leyboard. `make help` lists what there is; `make play` and `make test` set themselves up.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
DEV    := $(VENV)/.dev
STUDY  := $(VENV)/.study
ENV    := $(VENV)/.env
MPY    := node_modules/.package-lock.json

# Tests are handed out one by one, the longest first (tests/conftest.py), so that cores end together.
CORES  := -n auto --dist load --maxschedchunk 1
BROWSER := chromium or firefox or webkit
SHARD  ?= 1/1

# Sources are compiled once, not in each of the hundreds of processes that tests start.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup env play web test deep cpython micropython browsers check bench chip build docs rules-pictures screenshots fast clean hardware \
  boards release

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(DEV) $(STUDY) $(MPY) ## make .venv and node_modules from the lock files

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Leyboard needs Python 3.11 or newer; try: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "This Python cannot make environments; on Debian: apt install python3-venv"; exit 1; }
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(DEV): dev.lock $(READY) # the tests' tools
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r dev.lock
	@mkdir -p $(VENV)/stubs # where mypy finds the modules of the board
	@for stub in machine.pyi vfs.pyi rp2 _mpy_shed; do \
	  ln -sfn $$(echo $(CURDIR)/$(VENV)/lib/python3*/site-packages)/$$stub $(VENV)/stubs/$$stub; done
	@touch $@

$(STUDY): study.lock $(READY) # plots and clusters, which playing does without
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes --no-deps -r study.lock
	@touch $@

env: $(ENV) ## the libraries of environments and of language models, which `make setup` leaves out

$(ENV): env.lock $(DEV) $(STUDY)
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes --no-deps -r env.lock
	@touch $@

$(MPY): package-lock.json package.json sim/seats/noble.js sim/window/codemirror.js sim/tab/boards/compile.js | $(DEV)
	$(BIN)/python -m tests.npm ci --silent --no-audit --no-fund
	$(BIN)/python -m tests.npm run --silent noble
	$(BIN)/python -m tests.npm run --silent editor
	$(BIN)/python -m tests.npm run --silent interpreter
	$(BIN)/python -m tests.npm run --silent compiler
	@touch $@

play: $(READY) ## open the simulator in the browser with a game
	$(BIN)/leyboard play

fast: $(DEV) ## compile rules and search for this computer, with its C compiler: 2 to 4 times as fast
	$(BIN)/python -m host_tools.fast $(if $(WHEEL),--wheel $(WHEEL))

web: $(READY) $(MPY) ## the window as a static folder, build/web: the table runs in the page
	$(BIN)/python -m host_tools.web

test: setup check ## set up everything and run the tests that find most
	$(BIN)/python -m pytest $(CORES) -m "not deep"

deep: setup env ## the tests that `make test` leaves out
	$(BIN)/python -m pytest $(CORES) -m deep

cpython: setup ## all tests without a browser, on CPython
	$(BIN)/python -m pytest $(CORES) -m "not ($(BROWSER))" --ignore tests/test_micropython.py

micropython: setup ## all portable tests, on MicroPython
	$(BIN)/python -m pytest $(CORES) tests/test_micropython.py

browsers: setup ## all tests in browsers; SHARD=2/3 runs the second third of them
	$(BIN)/python -m pytest $(CORES) -m "$(BROWSER)" --shard $(SHARD)

check: $(DEV) $(MPY) ## lint and types, of Python and of JavaScript
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m tests.npm run --silent check

bench: setup ## print times, memory and light against the budgets
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench_landover
	$(BIN)/python -m tests.bench_search

chip: setup ## judge the firmware on an emulated Pico: make chip UF2=path BOOTROM=path
	@$(BIN)/leyboard chip $(if $(UF2),--uf2 $(UF2)) $(if $(BOOTROM),--bootrom $(BOOTROM)) $(CHIP)
	LEYBOARD_UF2=$(UF2) LEYBOARD_BOOTROM=$(BOOTROM) $(BIN)/python -m pytest tests/chip

build: setup ## compile the firmware into build/, ready to copy to a board
	$(BIN)/leyboard build

docs: setup ## all pages as a site in build/site, without network
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q --strict
	@echo "open build/site/index.html"

rules-pictures: setup ## the pictures of the rules, from the examples in the window
	$(BIN)/python -m tests.rules_pictures

screenshots: setup ## pictures of the window in every game, at six sizes, in build/screenshots
	$(BIN)/python -m tests.screenshots

hardware: ## make and check the building plans with the real tools (Debian 12, as root at first)
	PYTHON=$(PYTHON) hardware/make.sh

boards: $(READY) ## a package of the firmware for each board, in build/boards, for mip and the page
	$(BIN)/python -m host_tools.packages

release: build/hardware/archive boards web ## what a release brings, in dist/, after `make hardware`
	nice -n 10 .venv-hardware/bin/python -m hardware.release

build/hardware/archive:
	@echo "A release has what make hardware makes; run it first"; exit 1

clean: ## remove what make made, but .venv and node_modules
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis *.egg-info

# Everything is set up in .venv on first use; nothing else on the machine is changed.
#
#   make play              open the web table (GAME=hearts opens that game, PORT=8001)
#   make test              every check and every test
#   make test-deep         the same with many more seeds, players and random documents
#   make PY=python3.12 …   build .venv with that Python

PY   ?= python3
GAME ?=
PORT ?= 8000
JOBS ?= 2
BIN  := .venv/bin

# Without bytecode files every start would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# The second is read by newer pips, for the packages that a build needs.
export PIP_CONSTRAINT := constraints.txt
export PIP_BUILD_CONSTRAINT := constraints.txt

.PHONY: help play test test-deep check lint docs gallery reference facts arena pictures shots system
.PHONY: bench dist try-install clean

help:
	@echo "make play       set up, then open the web table (GAME=hearts opens that game, PORT=...)"
	@echo "make test       set up, then run all checks and tests"
	@echo "make test-deep  the same with many more seeds, players and random documents"
	@echo "make check      the quick part: lint, types, structure and documentation"
	@echo "make docs       build the documentation as a web site in build/site"
	@echo "make gallery    write docs/gallery.md, the list of all games, from the library"
	@echo "make reference  write docs/reference/, the manual of each language, from its tables"
	@echo "make facts      measure the facts of games that changed (GAME=... for one game)"
	@echo "make arena      let the bots play 15 games and write the table of docs/arena.md"
	@echo "make pictures   draw the tables of all games for the lobby"
	@echo "make shots      screenshots of every game's table, on one sheet"
	@echo "make system     install Chromium and PostgreSQL, which some tests need"
	@echo "make bench      set up, then measure the speed against the yardsticks"
	@echo "make dist       build the wheel and the source archive in dist/"
	@echo "make try-install   install these in fresh environments (PYTHONS='python3.11 python3.12')"
	@echo "make clean      remove .venv and everything else that was made here"

play: .venv/.ok
	@$(BIN)/ludwright serve --browser --port $(PORT) $(if $(GAME),--game $(GAME))

# Asserts are compiled as they are, which takes a minute less on a fresh checkout; what failed is run
# again with asserts that show their values, and stays failed. Neighbouring tests go to one worker,
# which has loaded their games already.
PYTEST = $(BIN)/python -m pytest -q $(1) $(2) --assert=plain || \
	{ $(BIN)/python -m pytest -q $(1) --last-failed --last-failed-no-failures none; exit 1; }
PARALLEL := -n $(JOBS) --dist worksteal
# A browser waits for what it is to see, and so do its tests: they have the machine to themselves,
# two at a time, since most of their time is waiting.
BROWSER := tests/web/browser

test: lint
	@$(call PYTEST,--ignore $(BROWSER),$(PARALLEL))
	@$(call PYTEST,$(BROWSER),$(PARALLEL))

test-deep: lint
	@$(call PYTEST,-m "deep or not deep" --ignore $(BROWSER),$(PARALLEL))
	@$(call PYTEST,-m "deep or not deep" $(BROWSER),$(PARALLEL))

check: lint
	@$(BIN)/python -m pytest -q tests/test_*.py $(wildcard tests/docs)

lint: .venv/.ok-dev
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy

docs: .venv/.ok-docs
	@PYTHONPATH=docs $(BIN)/python -m website

gallery: .venv/.ok
	@$(BIN)/python docs/gallery.py

reference: .venv/.ok-dev
	@$(BIN)/python docs/reference.py

facts: .venv/.ok
	@$(BIN)/python docs/facts.py $(GAME)

arena: .venv/.ok
	@$(BIN)/python docs/arena_table.py

pictures: .venv/.ok
	@$(BIN)/python docs/pictures.py

shots: .venv/.ok-dev
	@$(BIN)/python docs/shots.py

# The only target that changes the machine, and only where it may; tests that need what is missing
# are skipped with the reason.
CHROMES := chromium chromium-browser google-chrome
CHROME = $(strip $(CHROMIUM) $(foreach name,$(CHROMES),$(shell command -v $(name))))
SYSTEM = $(strip $(if $(CHROME),,chromium) \
	$(if $(wildcard /usr/lib/postgresql/*/bin/initdb),,postgresql))
APT := DEBIAN_FRONTEND=noninteractive apt-get -y -q -o Acquire::http::Timeout=20

system:
	@if [ -z "$(SYSTEM)" ]; then echo "Chromium and PostgreSQL are installed."; \
	elif [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		$(APT) install --no-install-recommends $(SYSTEM) || \
		{ $(APT) update && $(APT) install --no-install-recommends $(SYSTEM); } || \
		echo "Not installed: $(SYSTEM); tests that need them are skipped." >&2; \
	else echo "Please install with your system's package manager: $(SYSTEM)"; fi

bench: .venv/.ok-bench
	@$(BIN)/python benchmarks/bench.py
	@$(BIN)/python benchmarks/knowledge.py
	@$(BIN)/python benchmarks/languages.py
	@$(BIN)/python benchmarks/against_openspiel.py
	@$(BIN)/python benchmarks/from_python.py
	@$(BIN)/python benchmarks/solver.py --deals 10 --time-limit 2

dist: .venv/.ok-dev
	@rm -rf dist
	@$(BIN)/python -m hatchling build

# What is installed is tried outside of this folder, with a cache of its own.
PYTHONS ?= $(PY)
try-install: dist
	@for py in $(PYTHONS); do for file in dist/*.whl dist/*.tar.gz; do \
		echo "$$($$py --version): $$file"; \
		rm -rf build/install && $$py -m venv build/install/env && \
		build/install/env/bin/pip install -q -c constraints.txt "$$file" && \
		(cd build/install && export LUDWRIGHT_CACHE=$$PWD/cache && PATH=$$PWD/env/bin:$$PATH && \
		ludwright --version && path=$$(ludwright new trial | tail -n 1) && ludwright check "$$path" && \
		ludwright simulate hearts --games 100 | head -n 1 && \
		ludwright solve freecell --seed 1 | tail -n 1 && \
		ludwright completion bash >/dev/null && ludwright man >/dev/null) || exit 1; done; done

clean:
	@rm -rf .venv .boot build dist benchmarks/build .pytest_cache .mypy_cache .ruff_cache .hypothesis
	@rm -f src/ludwright/machine/bitcode/*.bitcode
	@find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

# ---- set-up --------------------------------------------------------------------------------------

# Native code starts from bitcode, which only the set-up builds. Of all processes that will need it
# it is the first, and two that compile at once would wait for each other.
SHIP := $(BIN)/python -c 'from ludwright.cli.context import ship_rooms; ship_rooms()'

.venv/.ok: pyproject.toml constraints.txt | $(BIN)/python
	@$(call install,.)
	@$(SHIP)

.venv/.ok-dev: pyproject.toml constraints.txt | $(BIN)/python
	@$(call install,.[dev])
	@$(SHIP)
	@$(BIN)/python -c 'from ludwright.cli.context import prepare_solver; prepare_solver()'
	@touch .venv/.ok

.venv/.ok-bench: pyproject.toml constraints.txt | $(BIN)/python
	@$(call install,.[bench])
	@$(SHIP)
	@touch .venv/.ok

.venv/.ok-docs: pyproject.toml constraints.txt | $(BIN)/python
	@$(call install,.[docs])
	@$(SHIP)
	@touch .venv/.ok

# Debian's Python comes without ensurepip, so the environment is made without pip and filled from
# outside; where the Python has no pip (or one before 22.3) the environment gets its own.
$(BIN)/python:
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Ludwright needs Python 3.11 or newer; '$(PY)' is" \
			"$$($(PY) --version 2>/dev/null || echo 'not there')." \
			"Try: make PY=/path/to/python3.12 ..." >&2; exit 1; }
	@$(PY) -m venv --clear --without-pip .venv || { \
		echo "'$(PY) -m venv' failed: install your system's venv package (python3-venv)." >&2; exit 1; }

define install
echo "Setting up .venv (about a minute the first time) ..."; \
pip="$(PY) -m pip --python $(BIN)/python"; \
if ! $$pip --version >/dev/null 2>&1; then \
	pip="$(BIN)/python -m pip"; \
	$$pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip >/dev/null 2>&1 || { \
		echo "pip is missing: install your system's pip package (python3-pip)." >&2; exit 1; }; \
fi; \
$$pip install -qq -e '$(1)' || { \
	echo "Setting up .venv failed: pip could not install the packages (see above)." >&2; exit 1; }; \
touch $@
endef

# The door: make demo, make test; make check before a commit; make crash, make year, make bench, bench-imports, bench-now, bench-timex, bench-retrieval, bench-meaning and bench-mcp for the long runs.
PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.PHONY: demo test check crash year long bench bench-imports bench-now bench-timex bench-retrieval bench-meaning bench-mcp lock clean

demo: $(READY)
	@$(BIN)/lossless demo

test: $(READY)
	$(BIN)/python -m pytest -n auto

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

crash: $(READY)
	$(BIN)/python -m tests.crash
	$(BIN)/python -m tests.meaning.faults --kills 300

# A year of two machines whose tools rewrite and delete, with a daemon that is killed 300 times.
year: $(READY)
	$(BIN)/python -m tests.daemon.year

# The tests of random cases, with very many of them: 300 logs, 1,000 words of each length, 100,000 texts.
long: $(READY)
	LOSSLESS_LONG=1 $(BIN)/python -m pytest -n auto tests/equivalence/test_index_equals_scan.py tests/equivalence/test_japanese_counts.py tests/query/test_any_text.py

# One size: make bench; another: .venv/bin/python -m bench --records 1000000
bench: $(READY)
	$(BIN)/python -m bench

# Imports a coding agent's transcript and a chat export, with and without the index, and ten years in one export.
bench-imports: $(READY)
	$(BIN)/python -m bench.imports

# Looks at where things stand on a million records, and runs the hook as an agent does.
bench-now: $(READY)
	$(BIN)/python -m bench.now

# Compares the reading of time phrases with other libraries, which it fetches into a throw-away folder.
bench-timex: $(READY)
	$(BIN)/python -m bench.timex

# Asks the sets of conversations beside the project, with and without the time of the question.
bench-retrieval: $(READY)
	$(BIN)/python -m bench.retrieval

# Search by meaning: what it finds, what a long history costs beside a plain table, how fast vectors are made. Needs the
# extra semantic: pip install '.[semantic]'. A million vectors: .venv/bin/python -m bench.meaning vectors --vectors 1000000
bench-meaning: $(READY)
	$(BIN)/python -m bench.meaning

# Starts the server, calls it, and lists and calls every tool through the protocol's inspector, which npm fetches.
bench-mcp: $(READY)
	$(BIN)/python -m bench.server

$(READY): pyproject.toml requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $(PYTHON) is older. Try: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $(READY)

# Writes the locked list of everything the project and its tools need, for every platform, with hashes. Of the extra
# semantic only sqlite-vec is in it: the models are large, and the tests bring a small one of their own.
lock:
	uv pip compile pyproject.toml --extra daemon --extra mcp --group dev --universal --python-version 3.11 --generate-hashes --no-annotate --no-header --quiet -o requirements-dev.txt

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# make demo   build, install into .venv and show the main job
# make test   the same set-up, then everything that must hold
# make help   the rest
SHELL := /bin/bash
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)

NATIVE := $(shell find native -type f) $(wildcard words/english/*.txt) CMakeLists.txt pyproject.toml

.PHONY: demo test check setup native-test sanitize fuzz bench wheel clean help

demo: $(VENV)/installed  ## solve a word-search puzzle and a dice board
	@$(BIN)/lexigrid lines examples/keywords.txt --words examples/keywords-words.txt --first
	@echo
	@$(BIN)/lexigrid paths "$$(cat examples/dice-board.txt)" --limit 20 --sort score

test: $(VENV)/tools  ## format, lint, types, layers, unit, case, property and doctests
	@scripts/check
	@$(BIN)/python -m pytest -q -n $(JOBS)

check: $(VENV)/tools  ## format, lint, types and layers only
	@scripts/check

setup: $(VENV)/tools  ## the virtual environment with the package and the tools

# Build requirements go into the environment itself: with --no-build-isolation the build folder is
# kept, and a second build after one edit takes seconds.
$(VENV)/ready:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check "scikit-build-core>=1.1" "nanobind>=3.1" "nanobind-backend>=1.0"
	command -v cmake >/dev/null || $(BIN)/python -m pip install -q --disable-pip-version-check cmake
	command -v ninja >/dev/null || $(BIN)/python -m pip install -q --disable-pip-version-check ninja
	touch $@

$(VENV)/installed: $(VENV)/ready $(NATIVE)
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python -m pip install -q --disable-pip-version-check --no-build-isolation -e .
	touch $@

$(VENV)/tools: $(VENV)/installed
	$(BIN)/python -m pip install -q --disable-pip-version-check $$($(BIN)/python scripts/dev_requirements.py)
	touch $@

native-test:  ## the C++ tests
	cmake -S . -B build/native -DLEXIGRID_NATIVE_TESTS=ON -DCMAKE_BUILD_TYPE=Release
	cmake --build build/native -j $(JOBS)
	ctest --test-dir build/native --output-on-failure

sanitize:  ## the C++ tests under AddressSanitizer and UndefinedBehaviorSanitizer
	cmake -S . -B build/sanitize -DLEXIGRID_NATIVE_TESTS=ON -DLEXIGRID_SANITIZE=address,undefined -DCMAKE_BUILD_TYPE=Debug
	cmake --build build/sanitize -j $(JOBS)
	ctest --test-dir build/sanitize --output-on-failure

FUZZ_SECONDS ?= 60
fuzz:  ## damaged lexicon files against the loader (needs clang++)
	cmake -S . -B build/fuzz -DCMAKE_CXX_COMPILER=$${CLANG:-clang++} -DLEXIGRID_FUZZ=ON -DLEXIGRID_SANITIZE=address,undefined,fuzzer-no-link -DCMAKE_BUILD_TYPE=RelWithDebInfo
	cmake --build build/fuzz -j $(JOBS) --target lexicon_fuzz
	build/fuzz/lexicon_fuzz -max_total_time=$(FUZZ_SECONDS) -max_len=65536

bench: $(VENV)/tools  ## the benchmarks (benchmarks/README.md)
	$(BIN)/python benchmarks/run.py

wheel: $(VENV)/ready  ## one abi3 wheel in dist/
	$(BIN)/python -m pip wheel -q --no-deps -w dist .

clean:
	rm -rf $(VENV) build dist

help:
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | column -t -s "$$(printf '\t')"

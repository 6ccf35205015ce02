# make demo   build, install into .venv, and solve a word search and a dice board
# make test   the same setup, then all checks and tests of the Python package
# make help   list all targets
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
PYTHON ?= python3
TIDY ?= 'native/**/*.cpp' ':!native/bindings' ':!native/fuzz' ':!native/tests' ':!native/wasm'
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
export CMAKE_BUILD_PARALLEL_LEVEL := $(JOBS)
# The tests start hundreds of processes. Without byte code, each would compile what it imports.
export PYTHONDONTWRITEBYTECODE :=

NATIVE := $(shell find native -type f) $(wildcard words/*/*.txt) CMakeLists.txt pyproject.toml
# Byte code is compiled when a module is first imported; most of numpy is never imported.
PIP := $(BIN)/python -m pip --disable-pip-version-check
INSTALL := $(PIP) install -q --no-compile
# CMake and Ninja come from PyPI if the system lacks them.
CMAKE := PATH="$(CURDIR)/$(BIN):$$PATH" cmake
CTEST := PATH="$(CURDIR)/$(BIN):$$PATH" ctest

.PHONY: demo packs serve site emscripten wasm test check setup native-test sanitize tidy cross-test fuzz stub bench docs browser-test wheel clean help


ifdef LANGUAGE
demo: $(VENV)/installed  ## solve a word-search puzzle and a dice board; LANGUAGE=de: in that language
	@$(BIN)/python tools/build_pack.py $(LANGUAGE)
	@$(INSTALL) --no-deps --upgrade --target build/packs/site dist/lexigrid_words_$(LANGUAGE)-*.whl
	@export PYTHONPATH=build/packs/site LEXIGRID_LANGUAGE=$(LANGUAGE); \
	  $(BIN)/lexigrid make --random 12 --seed 1 --quiet; echo; \
	  $(BIN)/lexigrid roll --seed 1 | tee build/packs/board.txt; echo; \
	  $(BIN)/lexigrid paths build/packs/board.txt --sort score --common --limit 12
else
demo: $(VENV)/installed
	@$(BIN)/lexigrid lines examples/keywords.txt --words examples/keywords-words.txt --first
	@echo
	@$(BIN)/lexigrid paths "$$(cat examples/dice-board.txt)" --sort score --common --limit 12
endif

packs: $(VENV)/installed  ## build the word packs in dist/: pip install dist/lexigrid_words_de-*.whl
	@$(BIN)/python tools/build_pack.py
	@$(BIN)/python tools/build_definitions.py

serve: $(VENV)/tools  ## serve the pages and the HTTP API on http://127.0.0.1:8000/
	@$(BIN)/lexigrid serve

site: emscripten $(VENV)/installed  ## write the pages that need no server to build/site (same requirements as `make wasm`)
	@[ -f build/wasm/core.wasm ] || $(MAKE) --no-print-directory wasm
	@$(BIN)/lexigrid site build/site --overwrite
	@echo "run python3 -m http.server --directory build/site and open http://127.0.0.1:8000/"

# A test that takes longer counts as hanging: it fails, and the others go on.
TEST_SECONDS = $(if $(filter deep,$(LEXIGRID_TEST_PROFILE)),0,300)

test: $(VENV)/tools  ## run all checks, then unit, case, property and doctests
	@scripts/check
	@$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal \
	  -o faulthandler_timeout=$(TEST_SECONDS) -o faulthandler_exit_on_timeout=true

check: $(VENV)/tools  ## check only format, lint, types, layers, spelling and stub
	@scripts/check

setup: $(VENV)/tools  ## create the virtual environment with the package and the tools

# Build requirements go into the environment itself: --no-build-isolation keeps the build folder, so
# that a rebuild after one edit takes seconds. --group needs pip 25.1; older ones also write a program that
# starts more slowly.
$(VENV)/ready:
	@echo "creating the environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) "pip>=25.1" "scikit-build-core>=1.1" "nanobind>=3.1" \
	  $$(command -v cmake >/dev/null || echo cmake) $$(command -v ninja >/dev/null || echo ninja)
	@touch $@

$(VENV)/installed: $(VENV)/ready $(NATIVE)
	@$(PYTHON) scripts/build_progress.py $(PIP) install -v --no-compile --no-build-isolation -e .
	@touch $@

$(VENV)/tools: $(VENV)/installed
	@echo "installing the development tools"
	@$(INSTALL) --group dev
	@touch $@

$(VENV)/site: $(VENV)/installed
	@echo "installing the tools of the site"
	@$(INSTALL) --group docs
	@touch $@

$(VENV)/browser: $(VENV)/tools
	@echo "installing the tools of the browser tests"
	@$(INSTALL) --group browser
	@touch $@

$(VENV)/notebook: $(VENV)/tools
	@echo "installing what the notebooks of the examples need"
	@$(INSTALL) --group notebook
	@touch $@

browser-test: $(VENV)/browser  ## test the pages in Chromium (apt-get install chromium nodejs npm; npm install --no-save scorm-again)
	@CI=1 $(BIN)/python -m pytest -q -n $(JOBS) tests/web/pages tests/notebook

# word-search-generator pins an fpdf2 that is too old for our PDF, so it gets its own environment.
build/sheets/sheets.json: $(VENV)/tools docs/draw_sheets.py docs/printed_looks.py
	@echo "drawing sheets of lexigrid and others for comparison"
	@$(PYTHON) -m venv build/sheets/other
	@build/sheets/other/bin/python -m pip --disable-pip-version-check install -q word-search-generator
	@$(BIN)/python docs/draw_sheets.py build/sheets/other/bin/python build/sheets

docs: $(VENV)/site build/sheets/sheets.json  ## build the site in build/docs
	@$(BIN)/sphinx-build -WqE --keep-going -d build/docs-cache docs build/docs
	@echo "open build/docs/index.html"

native-test: $(VENV)/ready  ## run the C++ tests
	$(CMAKE) -S . -B build/native -G Ninja -DLEXIGRID_NATIVE_TESTS=ON -DCMAKE_BUILD_TYPE=Release
	$(CMAKE) --build build/native
	$(CTEST) --test-dir build/native --output-on-failure -j $(JOBS)

SANITIZE ?= address,undefined
sanitize: $(VENV)/ready  ## run a twentieth of the C++ tests under ASan and UBSan; SANITIZE=thread for TSan
	$(CMAKE) -S . -B build/sanitize-$(SANITIZE) -G Ninja -DLEXIGRID_NATIVE_TESTS=ON -DCMAKE_BUILD_TYPE=Debug \
	  -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g1" -DLEXIGRID_SANITIZE=$(SANITIZE)
	$(CMAKE) --build build/sanitize-$(SANITIZE)
	LEXIGRID_TEST_SCALE=$${LEXIGRID_TEST_SCALE:-0.05} $(CTEST) --test-dir build/sanitize-$(SANITIZE) --output-on-failure -j $(JOBS)

$(VENV)/tidy: $(VENV)/tools
	@echo "installing clang-tidy"
	@$(INSTALL) --group tidy
	@touch $@

# The bindings need Python's headers and the WebAssembly core Emscripten's, so both are left out.
tidy: $(VENV)/tidy
	$(CMAKE) -S . -B build/native -G Ninja -DLEXIGRID_NATIVE_TESTS=ON -DCMAKE_BUILD_TYPE=Release \
	  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
	git ls-files $(TIDY) | xargs -P $(JOBS) -n 4 $(BIN)/clang-tidy -p build/native --quiet

cross-test: $(VENV)/ready  ## run the C++ tests for 64-bit Arm and 32-bit x86 (QEMU), musl and Windows (Wine)
	PATH="$(CURDIR)/$(BIN):$$PATH" scripts/cross_test

FUZZ_SECONDS ?= 60
fuzz: $(VENV)/ready  ## feed damaged lexicon files to the loader (needs clang++)
	$(CMAKE) -S . -B build/fuzz -G Ninja -DCMAKE_CXX_COMPILER=$${CLANG:-clang++} -DLEXIGRID_FUZZ=ON \
	  -DLEXIGRID_SANITIZE=address,undefined,fuzzer-no-link -DCMAKE_BUILD_TYPE=RelWithDebInfo
	$(CMAKE) --build build/fuzz --target lexicon_fuzz
	mkdir -p build/fuzz/corpus
	build/fuzz/lexicon_fuzz -max_total_time=$(FUZZ_SECONDS) -max_len=65536 build/fuzz/corpus native/fuzz/lexicon

# static/js/core.js loads the module. NODE_PATH is where Debian installs acorn, which Emscripten needs.
emscripten:  # asked first: what follows takes minutes
	@[ -f build/wasm/core.wasm ] || command -v emcmake >/dev/null || \
	  { echo "Emscripten is missing: apt-get install emscripten"; exit 1; }

wasm: emscripten $(VENV)/ready  ## build the searches as WebAssembly: build/wasm/core.wasm (apt-get install emscripten)
	@export NODE_PATH=/usr/share/nodejs; \
	  PATH="$(CURDIR)/$(BIN):$$PATH" emcmake cmake -S . -B build/wasm -G Ninja -DCMAKE_BUILD_TYPE=Release >/dev/null; \
	  $(CMAKE) --build build/wasm
	@echo "build/wasm/core.wasm: $$(wc -c < build/wasm/core.wasm) bytes, $$(gzip -9 < build/wasm/core.wasm | wc -c) packed"

stub: $(VENV)/installed  ## regenerate src/lexigrid/_core.pyi from the compiled bindings
	$(BIN)/python scripts/stub.py --write

bench: $(VENV)/tools  ## run the benchmarks (benchmarks/README.md)
	$(BIN)/python benchmarks/run.py

$(VENV)/wheel: $(VENV)/ready
	@$(INSTALL) --group wheel
	@touch $@

# The steps of cibuildwheel in the release workflow, without its containers: build, repair, audit.
wheel: $(VENV)/wheel  ## build the wheel of the release in dist/ (after `make wasm`: with core.wasm)
	@rm -rf build/wheel && mkdir -p build/wheel dist
	@$(PIP) wheel -q --no-deps -w build/wheel .
ifeq ($(shell uname -s),Linux)
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/auditwheel repair -w dist build/wheel/*.whl
else
	@cp build/wheel/*.whl dist/
endif
	@name=$$(basename build/wheel/*.whl); case $$name in *-abi3-*) $(BIN)/abi3audit --strict dist/$${name%%-abi3-*}-abi3-*.whl;; esac
	@ls -t dist/lexigrid-*.whl | head -n 1

clean:
	rm -rf $(VENV) build dist

help:
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | column -t -s "$$(printf '\t')"

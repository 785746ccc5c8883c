# Two commands set everything up: make serve, make test. Both install what is missing; run again, they only work.

.DEFAULT_GOAL := help
PORT ?= 8080
SEED ?= 1
COUNT ?= 100
export PORT SEED COUNT
.PHONY: help serve build size test test-native test-web e2e shots pictures still visit package test-embeds conformance conformance-code conformance-jobs bench bench-peers fmt lint clean

help: ## these targets
	@grep -E '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-16s %s\n", $$1, $$2 }'

serve: ## install what is missing, build, serve on http://127.0.0.1:8080 (another port: PORT=8081)
	@tools/serve.sh

build: ## the optimised page, into dist/
	@tools/build.sh

size: ## what the built page weighs beside its goal; fails where a first visit loads more than it did
	@tools/size.sh

test: ## install what is missing, run every test: native, in Chromium, end to end
	@tools/test.sh native web e2e

test-native: ## cargo test
	@tools/test.sh native

test-web: ## tests/web*.rs, by wasm-pack in headless Chromium
	@tools/test.sh web

e2e: ## tests/e2e, against the built page
	@tools/test.sh e2e

shots: ## pictures of the built page at every size, theme and language, into tests/e2e/out/
	@tools/shots.sh

package: ## the npm package with the custom element <join-scope>, and its tarball, into target/npm/
	@tools/package.sh

test-embeds: ## the pages of www/embed in mdBook, MDX, reveal.js, Jupyter, and the npm package, opened in Chromium
	@tools/test-embeds.sh

pictures: ## store the visual check's pictures anew, after a change of looks that is meant
	@ACCEPT=1 tools/test.sh pictures

still: ## store the page's first view anew (www/still.html), after a change of looks that is meant
	@tools/still.sh

visit: ## measure anew what a first visit runs of the page (tools/later.txt), where the ratchet of make size asks for it
	@tools/visit.sh

conformance: ## ask the real Flink and Spark: COUNT scenarios a family of SEED (needs Java 17; downloads 800 MB once)
	@tools/conformance.sh
	@tools/conformance-jobs.sh

conformance-code: ## run the SQL that joinscope prints in the real engines; STORE=1 writes tests/code
	@tools/conformance-code.sh

conformance-jobs: ## run the jobs that joinscope writes on the real engines, a part of conformance; STORE=1 writes tests/code
	@tools/conformance-jobs.sh

bench: ## how fast it is, natively and in headless Chromium: benches/README.md
	@tools/bench.sh

bench-peers: ## the engine beside the real Flink and Spark, DataFusion and bare loops (needs Java 17; downloads 800 MB once)
	@tools/bench-peers.sh

fmt: ## format the code
	@cargo fmt --all

lint: ## rustfmt and clippy (native and wasm32), warnings denied
	@tools/lint.sh

clean: ## remove what was built here; installed tools stay
	rm -rf target dist tests/e2e/out

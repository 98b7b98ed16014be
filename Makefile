# Every target works on Linux with Go and make alone: what else is missing is
# named and, on Debian and its relatives, installed by scripts/install-deps.sh.

GO ?= go
# Fyne's switches for its current threading model, and against its own emoji font,
# which it loads once for each style of text (20 MB): emoji come from the fonts of the
# system. One set of tags and the default cgo flags everywhere: the driver's C code
# takes minutes and is compiled once.
TAGS := migrated_fynedo,no_emoji
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
PROGRAM := ./cmd/samebutton
RERUN := $(GO) run ./internal/rerun

# Stamping versions fails where the checkout belongs to another user (containers).
export GOFLAGS := $(strip $(GOFLAGS) -buildvcs=false)

# Tests start private desktops; none may reach the one of the person at work.
# Fyne complains about the locale C, which containers have.
HEADLESS := env -u DISPLAY -u WAYLAND_DISPLAY -u DBUS_SESSION_BUS_ADDRESS -u AT_SPI_BUS_ADDRESS LANG=en_US.UTF-8

# Packages that need cgo to be whole. Everything else is tested without it.
WITH_CGO := ./backends/input/... ./cmd/... ./e2e/...
# Packages without cgo that are tested on real desktops, with real toolkits.
DESKTOPS := desktop|backends/atspi|backends/screen|samples
PORTABLE := ./backends/... ./inspector/... ./recorder/... ./store/...

.PHONY: help
help: ## say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: build ## open the window, or show a demo where there is no display
	@if [ -n "$$DISPLAY" ]; then exec bin/samebutton; else exec bin/samebutton demo; fi

.PHONY: build
build: deps-run ## build bin/samebutton
	$(GO) build -tags $(TAGS) -o bin/samebutton $(PROGRAM)

# What sends real input runs alone: a person's click does not wait for a compiler.
# Real programs take their time: all of e2e more than the ten minutes that go allows.
# Where a desktop is, a test that failed is run once more (see internal/rerun): no
# other failure is forgiven.
.PHONY: test
test: deps ## run all tests, on private desktops without a screen
	$(HEADLESS) CGO_ENABLED=0 $(GO) test -p 2 -timeout 30m -tags $(TAGS) \
		$$(CGO_ENABLED=0 $(GO) list -tags $(TAGS) ./... | grep -v -E '/(cmd|backends/input|e2e|$(DESKTOPS))(/|$$)')
	$(HEADLESS) CGO_ENABLED=0 $(RERUN) -p 2 -timeout 30m -tags $(TAGS) -- \
		$$(CGO_ENABLED=0 $(GO) list -tags $(TAGS) ./... | grep -E '/($(DESKTOPS))(/|$$)')
	$(HEADLESS) $(RERUN) -p 1 -timeout 45m -tags $(TAGS),e2e -- $(WITH_CGO)

.PHONY: check
check: deps-run ## check formatting, vet, staticcheck, and the direction of imports
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then \
		echo "not formatted, run gofmt -w on:"; echo "$$unformatted"; exit 1; fi
	$(GO) vet -tags $(TAGS),e2e ./...
	$(GO) run $(STATICCHECK) -tags $(TAGS),e2e ./...
	CGO_ENABLED=0 $(GO) test ./internal/arrows

.PHONY: cross
cross: ## compile what has to work on other systems, without cgo
	CGO_ENABLED=0 GOOS=windows $(GO) build $(PORTABLE)
	CGO_ENABLED=0 GOOS=darwin $(GO) build $(PORTABLE)
	CGO_ENABLED=0 $(GO) build -o bin/samebutton-nocgo $(PROGRAM)

.PHONY: install-deps
install-deps: deps ## install what building, running and testing needs

# Silent and quick where nothing is missing.
.PHONY: deps
deps:
	@scripts/install-deps.sh

.PHONY: deps-run
deps-run:
	@scripts/install-deps.sh run

.PHONY: clean
clean: ## remove what was built
	rm -rf bin samebutton-demo

# Everything is done in .venv inside the checkout; nothing else on the machine changes.
# `make play` and `make test` are all a newcomer needs. `make help` lists the rest.

BIN := .venv/bin
READY := .venv/.ready

export PYGAME_HIDE_SUPPORT_PROMPT = 1
unexport PYTHONDONTWRITEBYTECODE  # where it is set, each process that a test starts compiles the program anew

# Moved with its checkout, or its Python gone: the environment is made anew, whatever its stamps say.
STALE := $(shell [ ! -d .venv ] || { [ -x $(BIN)/python ] && [ "$$(cat .venv/.made-in 2>/dev/null)" = "$$PWD" ]; } || echo STALE)

.DEFAULT_GOAL := help
.PHONY: help play test quick test-vm soak-vm page test-browser image soak-arm test-arm check lint types compiled plain bench pictures languages firmware release venv lock clean

help: ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/^([a-z-]+):.*## */  make \1|/' | awk -F'|' '{ printf "%-16s %s\n", $$1, $$2 }'

play: $(READY)-play ## play, in a window (without a display: two bots, and the result)
	@$(BIN)/photofinish play $(ARGS)

# A process for each core. What is idle takes tests from the one that has most left: ARGS=-n0 runs all in one process.
# The files of tests lie in memory, where a store never waits for a disk.
PYTEST = memory=$$(mktemp -d -p /dev/shm 2>/dev/null || mktemp -d) && chmod 1777 "$$memory" && \
	trap 'rm -rf "$$memory"' EXIT && TMPDIR=$$memory $(BIN)/python -m pytest -n auto --dist worksteal
IN = $(if $(ROOM),$(or $(wildcard $(addsuffix $(ROOM),tests/ tests/engine/ tests/hardware/ tests/cabinet/ \
		tests/workshop/)), \
	$(error there is no room $(ROOM): ROOM is a folder of tests, tests/engine, tests/hardware, tests/cabinet or tests/workshop)))

MARKS = not long

test: $(READY)-dev ## the tests, but for those that take long (MARKS= those too); ROOM=store those of one room
	@echo "Collecting the tests, then running them on every core; each line ends with the share that is done …"
	@$(PYTEST) -m "$(MARKS)" $(IN) $(ARGS)

quick: $(READY)-dev ## a fifth of the cases of rules, panels and scenes, while you change them
	@$(PYTEST) --again -m "$(MARKS)" --ignore=tests/hardware/board \
		$(or $(IN),tests/engine tests/hardware tests/cabinet/scenes) $(ARGS)

test-vm: $(READY)-dev ## the cabinet in a virtual machine: installer, boot, screen, keys (as root; minutes)
	@$(BIN)/python -m pytest tests/vm -m "not slow" --durations=15 $(ARGS)

soak-vm: $(READY)-dev ## the rest of it, 20 updates cut off, 50 kills and 30 power cuts in play (as root; two hours)
	@$(BIN)/python -m pytest tests/vm -m slow --ignore-glob='*/test_card*'
	@$(BIN)/python -m tools.vm.update_soak
	@$(BIN)/python -m tools.vm.soak $(ARGS)

page: $(READY)-page ## the page that verifies logs and plays in a browser, a static folder: build/page (needs npm)
	@$(BIN)/python -m tools.page $(ARGS)

test-browser: $(READY)-browser ## that page in headless Chromium (needs chromium and npm; two minutes)
	@$(BIN)/python -m pytest tests/browser --durations=5 $(ARGS)

image: $(READY)-dev ## the card image, photofinish-VERSION-arm64.img.xz, in build/image (as root; an hour the first time)
	@$(BIN)/python -m tools.image $(if $(KEY),--key $(KEY)) $(ARGS)

soak-arm: $(READY)-dev ## that image in emulated machines: its tests, 20 power cuts, and `make test-arm` (as root; hours)
	@$(BIN)/python -m pytest tests/vm/test_card*.py -m slow
	@$(BIN)/python -m tools.vm.card_soak $(ARGS)
	@$(MAKE) --no-print-directory test-arm ARGS=--again

test-arm: $(READY)-dev ## the rules, the logs and the store on an emulated ARM processor (as root; an hour)
	@$(BIN)/python -m tools.arm $(ARGS)

check: lint types ## what a change must pass: ruff, mypy --strict, all tests
	@$(PYTEST) $(IN) $(ARGS)

lint: $(READY)-dev
	@echo "ruff …"
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check . || { echo "Run: $(BIN)/ruff format"; exit 1; }

types: $(READY)-dev
	@echo "mypy --strict …"
	@$(BIN)/mypy --no-error-summary

# Never needed: the same program, quicker. Changed source is used in place of a compiled engine, and a line says so.
compiled: $(READY)-dev ## compile the engine for this machine and use it (gcc and Python's headers; a minute or two)
	@$(BIN)/python -m tools.compiled install

plain: $(READY)-dev ## use the engine's source again
	@$(BIN)/python -m tools.compiled remove

bench: $(READY)-bench ## how fast it is, printed as a table
	@$(BIN)/python -m tools.bench

pictures: $(READY)-dev ## render the pictures in docs/pictures anew, and contact sheets of everything in build/pictures
	@$(BIN)/python -m tests.cabinet.pictures
	@$(BIN)/python -m tests.cabinet.pictures --sheets

languages: $(READY)-dev ## renew the translations after a text has changed; names what is to be translated
	@$(BIN)/python -m tools.languages $(ARGS)

firmware: ## build the button board's .uf2 files in hardware/board/uf2 anew (Debian trixie; elsewhere as root, mmdebstrap)
	@python3 -m firmware.build $(if $(USB_ID),--usb-id $(USB_ID))

release: $(READY)-release ## what is published, in build/release: KEY=private.pem also the bundle; IMAGE=1 ADDRESS=… the card
	@$(BIN)/python -m tools.release $(if $(KEY),--key $(KEY)) $(if $(IMAGE),--image --address $(ADDRESS)) $(ARGS)

venv: $(READY)-dev ## only build .venv

# For every Python from 3.11 on and every processor at once (pyproject.toml, tool.uv).
LOCK = $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --only-binary :all: \
	--generate-hashes --no-header --output-file

lock: $(READY)-dev ## choose the newest Python packages for cabinets, with their hashes: systemd/locked.txt
	@$(BIN)/python -m pip install --quiet uv
	@echo setuptools | $(LOCK) systemd/locked.txt --extra live pyproject.toml -
	@printf 'mypy\nsetuptools\nwheel\n' | $(LOCK) systemd/locked-compiler.txt -

clean: ## remove .venv and everything that was built
	rm -rf firmware/emulator/node_modules
	rm -rf .venv build dist *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find engine hardware cabinet workshop live web tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

# A stamp for each set of extras. pyproject.toml or the lock newer than the stamp: install again.
$(READY)-play: pyproject.toml systemd/locked.txt $(STALE)
	@sh tools/venv.sh
	@touch $@

$(READY)-page: pyproject.toml systemd/locked.txt $(STALE)
	@sh tools/venv.sh page
	@touch $@ $(READY)-play

$(READY)-dev: pyproject.toml systemd/locked.txt $(STALE)
	@sh tools/venv.sh dev
	@touch $@ $(READY)-play

$(READY)-bench: pyproject.toml systemd/locked.txt $(STALE)
	@sh tools/venv.sh dev bench
	@touch $@ $(READY)-dev $(READY)-play

$(READY)-browser: pyproject.toml systemd/locked.txt $(STALE)
	@sh tools/venv.sh dev page browser
	@touch $@ $(READY)-dev $(READY)-play

$(READY)-release: pyproject.toml systemd/locked.txt $(STALE)
	@sh tools/venv.sh dev release
	@touch $@ $(READY)-dev $(READY)-play

.PHONY: STALE
STALE:

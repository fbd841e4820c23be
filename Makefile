PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python

.PHONY: scale demo test test-agents check fix bench setup docs golden wheel clean redaction hook-cost status-cost spool-speed kills eval-talks acts worth locomo memorycode longmemeval quiet handoff-race start-block eval-skills

# Sets up, then plays a recorded session into a scratch home and shows what becomes of it.
demo: $(VENV)/.run
	@$(RUN) examples/demo.py

# Sets up, then runs the tests.
test: $(VENV)/.dev
	$(RUN) -m pytest -n auto $(ARGS)

# Drives the agents' own programs from npm against a model on loopback; needs Node. ARGS="-k kimi" takes one.
test-agents: $(VENV)/.dev
	$(RUN) -m pytest tests/agents -m agents $(ARGS)

# What CI runs: format, lint, types, tests.
check: $(VENV)/.dev
	$(VENV)/bin/ruff format --check memwiki tests eval
	$(VENV)/bin/ruff check memwiki tests eval
	$(VENV)/bin/mypy
	$(RUN) -m pytest -n auto $(ARGS)

# Formats, and mends what the linter can mend.
fix: $(VENV)/.dev
	$(VENV)/bin/ruff format memwiki tests eval
	$(VENV)/bin/ruff check --fix memwiki tests eval

# Speed, as ratios measured side by side in one run; results go to eval/results.
bench: $(VENV)/.dev
	$(RUN) eval/hook_cost.py
	$(RUN) eval/spool_speed.py
	$(RUN) eval/wiki_commit.py
	$(RUN) eval/search_speed.py
	$(RUN) eval/compile_speed.py

# What it would cost to ask git after each shell call which files changed (docs/decisions/0022).
status-cost: $(VENV)/.dev
	$(RUN) eval/status_cost.py --json eval/results/status-cost.json $(ARGS)

# What one hook costs, with the tail of 1,000 runs and another program's hook beside it.
hook-cost: $(VENV)/.dev
	$(RUN) eval/hook_cost.py --tail 1000 --peer --json eval/results/hook_cost.json $(ARGS)

# What wikis of 1,000 and 10,000 pages of this machine's own text cost, with FTS5 and tantivy beside; ARGS="50000" for more,
# ARGS="1000 10000 50000 --keep FOLDER" keeps the wikis for the next run, which then takes minutes.
scale: $(VENV)/.dev
	$(RUN) eval/scale.py --cold --json eval/results/scale.json $(ARGS)

# How many observations a second one process can store, beside the disk's own limit.
spool-speed: $(VENV)/.dev
	$(RUN) eval/spool_speed.py --json eval/results/spool_speed.json $(ARGS)

# Kills appends, seals and compiles a few thousand times; about half an hour.
kills: $(VENV)/.dev
	MEMWIKI_KILLS=3000 $(RUN) -m pytest tests/crash/test_random_kills.py $(ARGS)

# What redaction finds and what it leaves alone, beside detect-secrets where that can be installed.
redaction: $(VENV)/.dev
	$(RUN) eval/redaction.py --detect-secrets --json eval/results/redaction.json $(ARGS)

# What is made of dialogues: pages found and false pages, by kind; development and held-out apart.
eval-talks: $(VENV)/.dev
	$(RUN) eval/talks.py eval/talks/dev-*.jsonl
	$(RUN) eval/talks.py eval/talks/heldout-*.jsonl
	$(RUN) eval/talks.py eval/talks/late-*.jsonl

# What skills are learned, given and pulled in sessions that really run; PEER=<Python 3.12> plays another program beside.
eval-skills: $(VENV)/.dev
	$(RUN) eval/skills/replay.py $(if $(PEER),--peer $(PEER)) --json eval/results/skills.json $(ARGS)

# Learns again what sentences do (eval/acts), and writes the weights that compile reads.
acts: $(VENV)/.dev
	$(RUN) eval/learn_acts.py --write

# Learns again which sentences are worth a page (eval/talks), and writes the weights that compile reads.
worth: $(VENV)/.dev
	$(RUN) eval/learn_worth.py --write

# Lets 50 processes start at once, 200 times, and counts who got the handoff.
handoff-race: $(VENV)/.dev
	$(RUN) eval/handoff_race.py --json eval/results/handoff_race.json $(ARGS)

# What a start and a prompt wait for, beside a bare interpreter.
start-block: $(VENV)/.dev
	$(RUN) eval/start_block.py --json eval/results/start_block.json $(ARGS)

# LoCoMo through the shipping path, beside plain rankings and other programs: make locomo DATA=locomo10.json
locomo: $(VENV)/.dev
	$(RUN) eval/locomo.py $(DATA) --json eval/results/locomo.json $(ARGS)

# MemoryCode: is the current rule found, before those it replaced? make memorycode DATA=folder
memorycode: $(VENV)/.dev
	$(RUN) eval/memorycode.py $(DATA) --json eval/results/memorycode.json $(ARGS)

# LongMemEval, checked by its hash: make longmemeval DATA=longmemeval_s_cleaned.json
longmemeval: $(VENV)/.dev
	$(RUN) eval/longmemeval.py $(DATA) $(ARGS)

# How often recall speaks, by threshold, over homes that are compiled: make quiet HOMES="..."
quiet: $(VENV)/.dev
	$(RUN) eval/quiet.py $(HOMES) --json eval/results/quiet.json $(ARGS)

# Writes the golden files again; read the diff before you commit it.
golden: $(VENV)/.dev
	MEMWIKI_GOLDEN=write $(RUN) -m pytest tests/golden $(ARGS)

# Writes the reference pages that follow from the code.
docs: $(VENV)/.dev
	$(RUN) docs/generate.py

# A wheel in dist/.
wheel: $(VENV)/.dev
	$(RUN) -m build --wheel

setup: $(VENV)/.dev

$(VENV)/.run: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis

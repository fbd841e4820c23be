"""Names that say what they run: targets, scripts, files and folders of tests."""

from __future__ import annotations

import re

from memwiki.compile.runner_words import NOT_FIRST, NOT_TARGETS

_TARGET = re.compile(
    r"(?:^|[-_:.])(?:tests?|unittests?|e2e|specs?|pytest|jest|vitest|rspec|phpunit|ctest)(?:$|[-_:./])"
)
SCRIPT = re.compile(
    r"^(?:(?:run|do|all|ci|unit|integration|e2e|smoke)?[-_]?tests?|runtests?|tests?[-_][\w-]+|[\w-]+[-_]tests?|[\w.-]+\.test)"
    r"\.(?:sh|bash|zsh|ps1|bat|cmd|fish|lua|tcl)$",
    re.IGNORECASE,
)
# what lies in a folder of tests and starts them all
STARTER = re.compile(
    r"(?:^|/)(?:tests?|testing|specs?|t)/(?:run(?:ner|[-_]?all|[-_]?tests?)?|all|main|index|__main__|suite)(?:\.\w+)?$"
)
JS_RUNNER = re.compile(r"^(?:run[-_]tests?|tests?[-_]runner)\.[cm]?[jt]s$")
BARE_SCRIPT = re.compile(
    r"^(?:run[-_]?tests?|runtests?|tests?|test[-_][\w-]+|[\w-]+[-_](?:unit)?tests?|\w*[a-z0-9](?:Unit)?Tests?)$"
)
JS_TEST = re.compile(r"(?:\.|_|-)(?:test|spec)\.[cm]?[jt]sx?$|^tests?\.[cm]?[jt]sx?$")
PY_TEST = re.compile(r"^(?:test_\w+|\w+_tests?|run_?tests?|tests?)\.py$")
RB_TEST = re.compile(r"(?:_test|_spec|^test_\w+)\.rb$")
_WHOLE_TARGETS = frozenset(
    """
    check-all check-clang check-llvm check-local check-unit check-world eunit installcheck installcheck-world unit
    """.split()
)


def is_target(name: str) -> bool:
    """Whether a target, script or task of this name runs tests: `test-unit`, `ci:test`, not `test-lint`."""
    plain = name.lower()
    words = re.split(r"[-_:./]", plain)
    told = bool(_TARGET.search(plain) or plain in _WHOLE_TARGETS)
    return told and words[0] not in NOT_FIRST and not NOT_TARGETS.intersection(words)


def is_generator(name: str) -> bool:
    """Whether a target or script of this name writes code: `generate`, `codegen:api`, `proto`."""
    return bool(
        {"codegen", "gen", "generate", "generated", "proto", "protos", "protobuf"} & set(re.split(r"[-_:./]", name))
    )

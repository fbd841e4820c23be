"""Paths that a person does not want captured."""

import pytest

from memwiki.capture.ignore import ignored, matches


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/w/a/secrets/x.txt", "secrets/"),
        ("/w/a/secrets/x.txt", "secrets/**"),
        ("/w/a/secrets/deep/x.txt", "secrets"),
        ("/w/a/src/x.pem", "*.pem"),
        ("src/x.pem", "*.pem"),
        ("/w/a/src/a/b/x.py", "src/**/*.py"),
        ("/w/a/src/x.py", "src/*.py"),
        ("/etc/passwd", "/etc/*"),
        ("/other/place/private/x", "**/private/**"),
        ("C:\\w\\a\\keys\\id", "keys/"),
        ("./.env", ".env*"),
    ],
)
def test_matching_paths(path, pattern):
    assert matches(path, [pattern], "/w/a")


@pytest.mark.parametrize(
    ("path", "pattern"),
    [("/w/a/src/x.py", "*.pem"), ("/w/a/src/deep/x.py", "src/*.py"), ("/w/a/mysecrets/x", "secrets"), ("x", "")],
)
def test_other_paths(path, pattern):
    assert not matches(path, [pattern], "/w/a")


def test_paths_in_commands_and_patches_count():
    shell = {"cwd": "/w/a", "tool": {"input": {"command": "cat 'secrets/key.txt' | head"}}, "files": []}
    patch = {"cwd": "/w/a", "tool": {"input": {"patch": "*** Update File: secrets/key.txt\n"}}, "files": []}
    plain = {"cwd": "/w/a", "tool": {"input": {"command": "ls"}}, "files": ["/w/a/x.py"]}
    assert ignored(shell, ["secrets/"], "/w/a")
    assert ignored(patch, ["secrets/"], "/w/a")
    assert not ignored(plain, ["secrets/"], "/w/a")


def test_a_pattern_of_many_stars_ends():
    assert not matches("a" * 200, ["*a" * 40 + "b"], "")

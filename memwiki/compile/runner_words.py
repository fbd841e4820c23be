"""The words that runners.py knows: test programs, their verbs, flags with values, flags that only show."""

from __future__ import annotations

from collections.abc import Mapping


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _table(text: str) -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    name = ""
    for line in text.strip().splitlines():
        head, colon, rest = line.strip().partition(": ")
        if colon or line.rstrip().endswith(":"):
            name = head.rstrip(":")
            table[name] = _set(rest)
        else:
            table[name] |= _set(line)
    return table


# Programs that run tests whatever follows, unless a word of SHOWS says that they only show something.
ALWAYS = _set(
    """
    aloe atoum ava avocado bats behat behave busted cargo-nextest ceedling codecept ctest cucumber cucumber-js dredd
    elm-test ert-runner ginkgo gotest gotestsum green intern Invoke-Pester jasmine jest kahlan kaocha karma knapsack
    kyua lab lettuce radish lit llvm-lit minitest mocha nightwatch nose2 nosetests nox nunit3-console ostestr pabot
    parallel_rspec parallel_test paratest peridot pest pg_prove phpspec phpunit prove ptw py.test pytest
    pytest-watch qunit robot rspec runtests.py shellspec shunit2 simple-phpunit slash tap tape testament testcafe
    testem test-storybook themis tox trial turbo_tests uvu vitest vows vstest.console ward web-test-runner wtr
    xctest xunit.console yath zope-testrunner
    """
)
# Programs with a word that makes them run tests.
VERBS: Mapping[str, frozenset[str]] = _table(
    """
    cargo: llvm-cov nextest t tarpaulin test
    cross: test
    go: test
    npm: cit install-ci-test install-test it t test tst
    pnpm: t test
    yarn: test
    bun: test
    deno: test
    dotnet: test vstest
    mix: coveralls espec test test.watch
    swift: test
    flutter: test
    dart: test
    aptos: move
    sui: move
    hatch: test
    just: check test tests
    task: test tests
    mage: test
    dbt: test
    sbt: test testOnly testQuick
    sbtn: test testOnly testQuick
    scala-cli: test
    bleep: test
    mill: test
    stack: test
    cabal: test
    dune: runtest test
    zig: test
    meson: test
    ninja: check test
    gleam: test
    forge: test
    hardhat: test
    truffle: test
    anchor: test
    molecule: test verify
    terraform: test
    tofu: test
    opa: test
    bazel: coverage test
    bazelisk: coverage test
    buck: test
    buck2: test
    plz: test
    pants: test
    nx: test
    turbo: test
    lein: eftest kaocha midje test
    bb: test
    boot: test
    rails: spec t test
    rake: spec test
    crystal: spec
    nimble: test
    composer: test
    wasm-pack: test
    ng: test
    ember: test
    react-scripts: test
    craco: test
    vue-cli-service: test:e2e test:unit
    expo: test
    rush: test
    lage: test
    moon: test
    cypress: run
    playwright: test
    wdio: run
    rebar3: ct eunit proper
    detox: test
    codeceptjs: run run-workers
    newman: run
    schemathesis: run
    gauge: run
    aegir: test
    testr: run
    stestr: run
    promtool: test
    pio: test
    platformio: test
    colcon: test
    catkin: run_tests test
    lake: test
    fpm: test
    alr: test
    bru: run
    nargo: test
    west: twister
    container-structure-test: test
    kyverno: test
    devenv: test
    dagger: test
    nix: flake-check
    am: instrument
    richgo: test
    gow: test
    tuist: test
    very_good: test
    patrol: test
    zeus: test
    waf: check test
    xmake: test
    dzil: test
    minil: test
    esy: test
    spago: test
    v: test
    odin: test
    dub: test
    luarocks: test
    raco: test
    eask: test
    snforge: test
    scarb: test
    brownie: test
    ape: test
    terragrunt: test
    sqlmesh: test
    dataform: test
    conftest: test verify
    kitchen: test verify
    inspec: exec
    goss: validate
    ansible-test: integration units
    kuttl: test
    chainsaw: test
    mise: test
    go-task: test tests
    xcodebuild: test test-without-building
    fastlane: scan test tests
    ant: test
    scons: test
    sail: pest phpunit test
    artisan: test
    symfony: phpunit
    melos: test
    hurl: --test
    earthly: +test
    inv: test tests
    invoke: test tests
    doit: test tests
    poe: test tests
    pdm: test
    rye: test
    pipenv: test
    pixi: test
    grunt: test
    gulp: test
    jake: test
    helm: test unittest
    lando: test
    vp: test
    """
)
# Flags with a value that stand before the verb.
VALUED: Mapping[str, frozenset[str]] = _table(
    """
    cargo: --color --config --manifest-path -C -Z
    go: -C
    npm: --loglevel --prefix --workspace -C -w
    pnpm: --dir --filter --reporter -C -F
    yarn: --cwd
    bun: --config --cwd --filter -c
    make: --directory --file --makefile -C -I -W -f -j -o
    gmake: --directory --file --makefile -C -I -W -f -j -o
    mise: --cd --env -C -E
    newman: -e -g
    mvn: --file --projects --settings --threads -P -T -f -gs -l -pl -rf -s -t
    mvnw: --file --projects --settings --threads -P -T -f -gs -l -pl -rf -s -t
    mvnd: --file --projects --settings --threads -P -T -f -gs -l -pl -rf -s -t
    gradle: --build-file --console --gradle-user-home --init-script --max-workers --project-dir -I -b -c -g -p
    gradlew: --build-file --console --init-script --max-workers --project-dir -I -b -c -g -p
    just: --justfile --set --working-directory -d -f
    task: --dir --taskfile -d -o -t
    rake: --directory --rakefile -C -I -R -f -r
    bazel: --bazelrc --output_base --output_user_root
    bazelisk: --bazelrc --output_base
    composer: --working-dir -d
    dune: --profile --root
    nx: --target
    turbo: --cwd --filter
    dbt: --log-level --profiles-dir --project-dir
    xcodebuild: -configuration -derivedDataPath -destination -project -scheme -sdk -testPlan -workspace
    stack: --resolver --stack-yaml -j
    swift: --package-path
    meson: -C
    ninja: -C -f -j -k -l
    """
)
# Words that make a test program show something instead of running tests.
SHOWS = _set(
    """
    --all-tasks --cache-show --clear-cache --clearCache --co --collect-only --collectonly --dry-run --dryrun
    --fixtures --fixtures-per-test --generate-configuration --help --init --list --list-files --list-groups
    --list-reporters --list-sessions --list-suites --list-targets --list-tests --list-tests-xml --listTests
    --listenvs --listtests --markers --migrate-configuration --no-run --print-config --setup-plan --show-config
    --show-only --showConfig --trace-config --version -h
    """
)
# The same for one program.
SHOWS_OF: Mapping[str, frozenset[str]] = _table(
    """
    pytest: -V
    node: --check -c -p
    tox: config devenv list --devenv --listenvs-all --notest -a -l
    nox: --install-only -l
    ctest: -N
    make: --just-print --question -n -q
    gmake: --just-print --question -n -q
    bmake: -n
    go: -c -help -list -n
    vitest: bench init list
    ginkgo: bootstrap build convert generate help labels outline unfocus version
    karma: completion init stop
    jasmine: examples init version
    codecept: bootstrap build clean completion config:validate console generate:cest generate:feature generate:helper
    generate:pageobject generate:scenarios generate:suite generate:test gherkin:snippets gherkin:steps init
    phpspec: desc describe
    behat: -dl -di -d --init
    avocado: assets cache config diff distro exec-path jobs list plugins sysinfo variants vmimage
    lab: ci clone fork issue label merge mr project release snippet todo
    elm-test: init install make
    kyua: about config db-exec db-migrate help list report report-html report-junit
    testem: launchers
    nightwatch: init
    tap: config dump-config list plugin report
    robot: --dryrun
    pabot: --dryrun
    wdio: config install
    jest: --init
    mvn: -Dmaven.test.skip=true -DskipTests -DskipTests=true -Dmaven.test.skip -v
    mvnw: -Dmaven.test.skip=true -DskipTests -DskipTests=true
    gradle: -m
    gradlew: -m
    dotnet: -t
    rake: -D -P -T -n
    just: --show --summary -l -n
    task: --list-all --summary -a -l -n
    prove: -D
    perl: -c
    ruby: -c
    bash: -n
    sh: -n
    zsh: -n
    bats: --count -c
    mocha: --list-interfaces --list-reporters
    deno: --no-run
    swift: list
    bazel: --nobuild
    """
)
# `test-lint`, `test:watch`: words that make a target with "test" in its name something else.
NOT_TARGETS = _set(
    """
    build classes clean compile config data db dep deps doc docs down env fixture fixtures flake8 fmt format help image
    images install lint list mypy prepare publish report results ruff server setup snapshot-update type typecheck types
    typing up update venv watch
    """
)
# `start:test`, `seed:test`: first words of a name that make "test" what something is made or started for.
NOT_FIRST = _set(
    """
    create deploy drop gen generate init kill load logs migrate migration migrations new open reset restart
    seed serve server shell start stop
    """
)
# Modules that `python -m` runs tests with.
PY_MODULES = _set(
    """
    avocado behave doctest green nose nose2 nox pytest pytest_watch robot slash stestr testtools.run tox trial
    twisted.trial unittest ward xdoctest zope.testrunner
    """
)
# Programs that run another one inside them, told by `-m` or by its file.
AROUND = _set(
    """
    accelerate coverage cProfile debugpy ipdb kernprof memray pdb profile pyinstrument scalene slipcover
    torch.distributed.launch torch.distributed.run trace viztracer
    """
)

"""Which shell commands are test runs, their normal form, and which run covers which."""

from __future__ import annotations

import pytest

from memwiki.compile.shell import simple_commands
from memwiki.compile.testruns import covers, normal, test_run

RUNS = """
pytest
pytest -q tests/test_a.py
py.test
python -m pytest
python3.12 -m pytest -x
python -m unittest tests.test_coupon
python -W error -m unittest
coverage run -m pytest
coverage run --source=src -m unittest discover
python -m coverage run -m pytest tests
torchrun --nproc_per_node 2 -m pytest tests/dist
torchrun -m pytest
tox -e py311
nox -s tests
hatch test
hatch run test:pytest
hatch run pytest -q
uv run pytest -q tests/test_rows.py
uv run --with hypothesis pytest
uv run --extra dev python -m pytest
uvx --with foo pytest
uvx tox
poetry run pytest
pipenv run python -m pytest
pdm run pytest
pdm test
nice -n 5 pytest
timeout -k 5 60 pytest
timeout 60 pytest -q | tail -5
xvfb-run -a pytest
xvfb-run -s "-screen 0 1024x768x24" pytest
docker compose exec web pytest
docker compose -f dev.yml exec -T web python manage.py test
docker compose run --rm app npm test
docker-compose run --rm -e A=b app pytest
docker run --rm rg pytest -q tests/test_clock.py
docker run --rm -v "$PWD":/app -w /app python:3.12 pytest
docker exec -it web bash -lc "cd /app && pytest -q"
podman exec web pytest
kubectl exec -n live pod-0 -- go test ./...
sudo pytest
sudo -u www pytest
sudo -E env PATH=$PATH pytest
npx jest
npx --yes vitest run src/a.test.tsx
npx -p jest jest
pnpm exec vitest
pnpm vitest run test/serve.test.ts
pnpm test gateway/ws.test.ts
pnpm --filter web test
pnpm -r test
pnpm -C app test
pnpm run test:unit
yarn jest
yarn test --watchAll=false
yarn workspace app test
yarn run test
yarn test:unit
bundle exec rspec spec/a_spec.rb
bundle exec rake test
cd d && pytest
(cd d && pytest)
(cd d; pytest)
make -C d test
make test
make tests
make check
make test-sources
make -C ingest test-sources
make -j4 test
make -j 4 unit-test
make test_integration VERBOSE=1
npm --prefix web test
npm test
npm t
npm run test
npm run test:unit -- --grep foo
npm run -s test
npm test -- --passWithNoTests
pytest || true
pytest 2>&1 | tail
(timeout 60 pytest -q tests/test_phone.py || true) 2>&1 | tail -4
jest
vitest run
vitest
mocha test/*.js
ava
playwright test
npx playwright test --project=chromium
cypress run
npx cypress run --spec a.cy.js
node --test
node --test test/
node --experimental-vm-modules node_modules/jest/bin/jest.js
node test/a.test.mjs
node --import tsx --test src/a.test.ts
tsx --test
bun test
bun run test
deno test -A
deno task test
cargo test
cargo test -q batcher
cargo +nightly test
cargo nextest run
cargo nextest run -p core
cargo test --workspace --no-fail-fast
cargo miri test
cargo llvm-cov nextest
cross test --target aarch64
RUST_BACKTRACE=1 cargo test
go test ./...
go test -count=1 ./relay/... 2>&1 | tee /tmp/relay.txt
go -C svc test ./...
go vet ./... && go test ./...
go test -run TestFoo ./pkg
go test -race -v ./...
gotestsum ./...
go run gotest.tools/gotestsum@latest ./...
ginkgo -r
just test
just test-unit
task test
mvn test
mvn -q test
mvn -q -pl core test -Dtest=Foo
./mvnw verify
mvn clean verify -B
gradle test
gradle :a:test
./gradlew test --tests "com.x.Y"
./gradlew :app:testDebugUnitTest
./gradlew clean check
./gradlew connectedAndroidTest
dotnet test
dotnet test --filter Foo
mix test
mix test test/a_test.exs:12
MIX_ENV=test mix test
swift test
swift test --filter Foo
flutter test test/otp_field_test.dart
fvm flutter test
dart test
rake test
rake spec
rake test:units
rspec
rails test
bin/rails test test/models
rails test:system
bin/rspec
phpunit
vendor/bin/phpunit --filter Foo
./vendor/bin/pest
php vendor/bin/phpunit
php artisan test
php artisan test --filter=Foo
./vendor/bin/sail test
composer test
composer run test
ctest
ctest --output-on-failure --test-dir build
cmake --build build --target test
cd build && ctest -j4
bazel test //...
bazel test //a:b --test_output=errors
bazelisk test //x
pg_prove -d db t/*.sql
pg_prove -h localhost t/
prove -l t
perl t/basic.t
dbt test
dbt test --select orders
uv run dbt test -s x
python manage.py test
python manage.py test app.tests
./manage.py test
python3 tests/test_a.py
python run_tests.py
python tests/runtests.py
./runtests.py
./scripts/schema_test.sh
./test.sh
bash test.sh
sh scripts/run-tests.sh
bash -x ./run_tests.sh
bin/test
script/test
./scripts/test
scripts/test_all.sh
sbt test
sbt "testOnly foo.Bar"
lein test
clojure -M:test
stack test
cabal test all
dune test
dune runtest
zig build test
zig test src/a.zig
meson test -C build
ninja -C build test
gleam test
forge test -vv
npx hardhat test
anchor test
molecule test
terraform test
tofu test
opa test policy/
bats test/
shellspec
busted
R -e "devtools::test()"
Rscript -e 'testthat::test_dir("tests")'
julia --project -e 'using Pkg; Pkg.test()'
crystal spec
nimble test
nx test web
npx nx run web:test
nx affected -t test
turbo run test
npx turbo test --filter=web
lerna run test
ng test --watch=false
react-scripts test
CI=1 npx react-scripts test
wasm-pack test --node
xcodebuild test -scheme App -destination 'platform=iOS Simulator,name=iPhone 15'
xcodebuild -scheme App test
rebar3 eunit
rebar3 ct
bash -lc 'pytest -q'
sh -c "cd x && npm test"
/bin/bash -c "uv run pytest"
set -e; pytest
set -o pipefail; pytest | tee log
source .venv/bin/activate && pytest
. venv/bin/activate; python -m pytest
.venv/bin/pytest
.venv/bin/python -m pytest tests
env -u FOO pytest
env A=1 B=2 pytest
A=1 pytest
time pytest
stdbuf -oL pytest | cat
nohup pytest &
conda run -n env pytest
micromamba run -n env pytest
mise exec -- pytest
direnv exec . pytest
doppler run -- pytest
op run --env-file=.env -- npm test
dotenv -e .env.test -- npx jest
cross-env NODE_ENV=test jest
c8 node --test
nyc mocha
npx c8 mocha
nix develop -c pytest
nix develop --command cargo test
nix-shell --run "pytest -q"
python -m tox
python -m nox
python -X dev -m pytest
py -3 -m pytest
trial foo
nosetests
nose2
behave
robot tests/
pipx run pytest
rye run pytest
rye test
pixi run pytest
pixi run test
bunx vitest run
bun x jest
bun run test:e2e
deno run -A npm:vitest
ruby -Itest test/a_test.rb
ruby test/models/user_test.rb
heroku run rails test
git stash && pytest; git stash pop
for i in 1 2 3; do pytest -q; done
if pytest; then echo ok; fi
pytest && git commit -m 'x'
ruff check . && pytest
npm ci && npm test
npm run build && npm run test
black . ; pytest tests/a.py::test_b -k "c and d"
"""

OTHERS = """
cargo build --release 2>&1 | tail -2
cargo clippy --all-targets -- -D warnings
cargo check
cargo fmt --check
cargo test --no-run
cargo nextest list
cargo bench
cargo run
ruff check client && mypy client
pytest --collect-only -q client | tail -2
pytest --co
pytest --version
pytest --help
pytest --fixtures
tail -1 client/last_run.log
echo 'all 22 tests passed' > /tmp/status && cat /tmp/status
echo pytest
echo "run pytest now"
grep -rn pytest .
rg 'go test' Makefile
cat tests/test_a.py
cat pytest.log
tail -f test.log
less test_output.txt
head -20 tests/test_a.py
vim test.sh
ls tests
go build ./...
go vet ./...
go generate ./...
go test -run xxx -bench . ./...
go test ./suggest/... -run xxx -bench Rank
go test -run '^$' -bench=.
go test -list . ./...
go test -c ./pkg
tsc --noEmit
yarn tsc --noEmit
npx tsc
npx eslint .
npm run lint
npm run build
npm run test:lint
npm run test:types
npm install --save-dev jest
npm i vitest
pnpm add -D vitest
yarn add jest
npm run dev
npm start
npm ls jest
npm view pytest
pip install pytest
uv add --dev pytest
uv pip install pytest-xdist
uv sync --extra test
uv run ruff check .
poetry add --group dev pytest
poetry install
poetry run mypy
make
make build
make lint
make -n test
make test-lint
make clean
make docs
mvn package -DskipTests
mvn test -DskipTests
mvn compile
mvn -q dependency:tree
./gradlew assemble
./gradlew build -x test
./gradlew compileTestJava
./gradlew test --dry-run
dotnet build
dotnet test --list-tests
mix compile
mix format
swift build
flutter build apk
flutter analyze
flutter devices
dart analyze
rake db:migrate
rails db:test:prepare
rails server
rails g test_unit:model
phpunit --list-tests
php artisan migrate
php artisan make:test FooTest
composer install
ctest -N
ctest --show-only
cmake --build build
bazel build //...
bazel query 'kind(test, //...)'
dbt run
dbt compile
dbt build --select x --dry-run
python manage.py migrate
python manage.py makemigrations
python script.py test
python -c "import pytest"
python setup.py build
python -m pip install tox
python -m http.server
python -m mypy tests
python tools/lock.py --write
node server.js
node scripts/build.js
node -e "console.log('test')"
docker build -t test .
docker compose up -d
docker compose logs test
docker run --rm alpine ls
docker compose exec db psql -c 'select 1'
kubectl get pods
kubectl logs job/test
psql -f tests.sql
psql -c 'explain analyze select 1'
git commit -m 'run pytest'
git log --grep=test
git diff tests/
git add tests && git commit -m "test: add"
git checkout -- tests/conftest.py
test -f x && echo yes
[ -f pytest.ini ]
/usr/bin/test -d x
which pytest
type pytest
man pytest
command -v pytest
jest --listTests
npx jest --showConfig
vitest list
npx vitest --version
playwright test --list
npx playwright install
npx playwright show-report
cypress open
mocha --version
tox -l
tox list --help
nox -l
nox --list
rspec --dry-run
just
just --list
just build
task --list
sbt compile
stack build
dune build
zig build
terraform plan
terraform validate
helm template .
ansible-playbook test.yml
curl http://localhost/test
ssh host uptime
mkdir tests
touch tests/test_x.py
rm -rf .pytest_cache
cp test.sh /tmp
chmod +x test.sh
sed -i s/a/b/ tests/test_a.py
awk '/pytest/' log
find . -name 'test_*.py'
wc -l tests/*.py
watch -n1 ls
export PYTEST_ADDOPTS=-q
PYTEST_ADDOPTS=-q
alias t=pytest
kill %1
pre-commit run --all-files
mypy tests
pyright
pylint tests
flake8 tests
black tests
prettier --check test
gofmt -l .
golangci-lint run
shellcheck test.sh
coverage report
coverage html
python -m coverage report -m
codecov upload
hatch build
hatch run lint
npx astro check
npm create astro@latest docs2 -- --template starlight --yes
node docs2/scripts/aside.mjs guides
uv run python -m desk.jobs.recompute --dry | tail -2
bash -x ops/dump-env.sh 2>&1
./scripts/check.sh
./deploy.sh test
sh deploy.sh
"""


def lines(text: str) -> list[str]:
    return [line for line in text.strip().splitlines() if line]


@pytest.mark.parametrize("command", lines(RUNS))
def test_is_a_test_run(command: str) -> None:
    assert test_run(command) is not None


@pytest.mark.parametrize("command", lines(OTHERS))
def test_is_no_test_run(command: str) -> None:
    assert test_run(command) is None


def test_the_table_is_long_enough() -> None:
    assert len(lines(RUNS)) + len(lines(OTHERS)) >= 300


def test_a_heredoc_body_is_not_run() -> None:
    assert test_run("cat <<'EOF' > run.sh\npytest\nEOF") is None
    assert test_run("cat <<'EOF' > run.sh\nls\nEOF\npytest") is not None


@pytest.mark.parametrize(
    ("command", "form"),
    [
        ("pytest -q > log 2>&1", "pytest -q"),
        (
            "cd api && timeout 60 pytest -q tests/test_contacts.py | tail -5",
            "cd api && pytest -q tests/test_contacts.py",
        ),
        ("cd /home/me/api && pytest", "pytest"),
        ("uv run pytest -q tests/test_rows.py", "uv run pytest -q tests/test_rows.py"),
        ("make -C ingest test-sources", "make -C ingest test-sources"),
        ("A=1 nice -n 5 pytest -k 'a and b'", "pytest -k 'a and b'"),
        ("ruff check . && pytest tests/a.py; git status", "pytest tests/a.py"),
        ("bash -lc 'cd x && npm test'", "cd x && npm test"),
        ("go test ./a && go test ./b", "go test ./b"),
        ("ls -la", ""),
        ("", ""),
    ],
)
def test_the_normal_form_leaves_out_what_does_not_matter(command: str, form: str) -> None:
    assert normal(command) == form


@pytest.mark.parametrize(
    ("command", "trust"),
    [
        ("pytest", "both"),
        ("ruff check . && pytest", "both"),
        ("pytest && git push", "pass"),
        ("pytest || exit 1", "both"),
        ("pytest || true", "none"),
        ("pytest; echo done", "none"),
        ("pytest | tail -3", "none"),
        ("set -o pipefail; pytest | tail -3", "pass"),
        ("set -e; pytest; ls", "pass"),
        ("! pytest", "none"),
        ("pytest &", "none"),
        ("(cd a && pytest)", "both"),
        ("(pytest || true) 2>&1 | tail", "none"),
        ("for i in 1 2; do pytest; done", "none"),
        ("if pytest; then ls; fi", "none"),
        ("bash -c 'pytest | tail'", "none"),
        ("test -f x || pytest", "none"),
    ],
)
def test_the_exit_status_speaks_for_the_test_only_where_it_can(command: str, trust: str) -> None:
    found = test_run(command)
    assert found is not None
    assert found.trust == trust


@pytest.mark.parametrize(
    ("check", "wanted"),
    [
        ("pytest", "pytest -q tests/test_a.py"),
        ("uv run pytest -x", "python -m pytest tests/test_a.py::test_b"),
        ("pytest tests", "pytest tests/unit/test_a.py"),
        ("pytest tests/test_a.py", "pytest tests/test_a.py::TestX::test_y"),
        ("pytest tests/test_a.py tests/test_b.py", "pytest tests/test_b.py"),
        ("cd api && pytest tests/test_a.py", "pytest api/tests/test_a.py"),
        ("pytest -k slow", "pytest -v -k slow"),
        ("python -m unittest", "python -m unittest tests.test_a"),
        ("python -m unittest tests.test_a", "python -m unittest tests.test_a.TestX.test_y"),
        ("python -m unittest discover -s tests", "python -m unittest tests.test_a"),
        ("go test ./...", "go test -count=1 ./pkg"),
        ("go test ./pkg/...", "go test -race ./pkg/sub"),
        ("go test ./pkg -run TestA", "go test -v ./pkg -run TestA"),
        ("cargo test", "cargo test -q batcher"),
        ("cargo test --workspace", "cargo test -p core"),
        ("npx jest", "npx jest src/pay/a.test.ts"),
        ("npx jest src/pay", "jest src/pay/a.test.ts"),
        ("npx vitest run", "pnpm vitest run test/a.test.ts"),
        ("make test", "make test"),
        ("npm test", "npm test 2>&1 | tail"),
    ],
)
def test_a_run_of_the_same_tests_or_more_covers(check: str, wanted: str) -> None:
    assert covers(check, wanted)


@pytest.mark.parametrize(
    ("check", "wanted"),
    [
        ("pytest tests/test_a.py", "pytest"),
        ("pytest tests/test_a.py", "pytest tests/test_ab.py"),
        ("pytest -k slow", "pytest"),
        ("pytest -k slow tests/test_a.py", "pytest tests/test_a.py"),
        ("pytest --ignore tests/a tests", "pytest tests/a/test_x.py"),
        ("pytest -m 'not db'", "pytest tests/test_db.py"),
        ("cd web && pytest", "pytest tests/test_a.py"),
        ("python -m unittest tests.test_a", "python -m unittest"),
        ("python -m unittest tests.test_a", "pytest tests/test_a.py"),
        ("go test ./pkg", "go test ./pkg/sub"),
        ("go test ./pkg", "go test ./..."),
        ("go test ./... -run TestA", "go test ./..."),
        ("cargo test batcher", "cargo test"),
        ("cargo test -p core", "cargo test"),
        ("npx jest src/pay", "npx jest src"),
        ("npx jest -t 'adds'", "npx jest"),
        ("npx jest", "npx vitest run"),
        ("npm test", "npm run test"),
        ("make test-a", "make test"),
        ("ls", "pytest"),
        ("pytest", ""),
    ],
)
def test_fewer_or_other_tests_do_not_cover(check: str, wanted: str) -> None:
    assert not covers(check, wanted)


@pytest.mark.parametrize(
    "text", ["pytest 'open", "$(", "a && (b", "`x", "\x00\x01", "(" * 400, "a" * 60_000, "🙂 && ||", "\ud800"]
)
def test_unreadable_shell_is_no_test_run(text: str) -> None:
    assert test_run(text) is None
    assert isinstance(simple_commands(text), tuple)


def test_files_that_a_command_writes_are_seen() -> None:
    first = simple_commands("echo hi > a.txt 2> err.log")[0]
    assert first.writes == ("a.txt",)


@pytest.mark.parametrize(
    "text", ["uv run " * 3000, "A=1 " * 4000, "sudo " * 4000, "bash -c " * 3000, "python -m " * 3000]
)
def test_launchers_without_end_are_read(text: str) -> None:
    assert test_run(text) is None

#!/bin/sh
# ecosystem.sh DIR: install the wheel of this machine with pip into new environments in
# DIR, with Z3, the engines of SQL and the frameworks, and run all tests of the Python
# package there, without Go on the PATH. $PYTHON needs the package hatchling.
set -eu
dir=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")"
go=${GO:-go}
rm -rf "$dir/wheels" "$dir/env" "$dir/sql" "$dir/verifiers" "$dir/openenv"
GO=$go ./wheels.sh v0.0.0 "$dir/wheels" "$("$go" env GOHOSTOS)/$("$go" env GOHOSTARCH)"
"${PYTHON:-python3}" -m venv "$dir/env"
wheel=$(ls "$dir"/wheels/*.whl)
"$dir/env/bin/pip" install -q --disable-pip-version-check "${wheel}[z3,sql]" -r ecosystem.txt
mkdir -p "$dir/python" "$dir/data/examples"
cp -r tests README.md pyproject.toml "$dir/python/"
cp -r ../data/examples/loop.ipynb ../data/examples/reasoning_gym_audit.py ../data/examples/curriculum.py ../data/examples/languages ../data/examples/sql "$dir/data/examples/"
cd "$dir/python"
run() { # run ENV FOLDER [PACKAGES]: the tests of a folder, in an environment; PACKAGES has the folder if it is a package
	env -i HOME="$HOME" PATH="$dir/$1/bin:/usr/bin:/bin" LD_LIBRARY_PATH="${LD_LIBRARY_PATH:-}" TRUTHLOOP_TEST_ROWS="${TRUTHLOOP_TEST_ROWS:-20000}" \
		"$dir/$1/bin/python" -m unittest discover -v -s "$2" -t "${3:-$2}"
}
run env tests
run env tests/ecosystem
run env tests/lighteval # a process of its own, because lighteval turns off torch's gradients
"$dir/env/bin/mypy" --python-executable "$dir/env/bin/python" -p truthloop
"${PYTHON:-python3}" -m venv "$dir/sql"
"$dir/sql/bin/pip" install -q --disable-pip-version-check "${wheel}[sql]"
run sql tests/sql tests
# These pin versions of packages that Inspect, Ray or each other have, too.
for pinned in verifiers==0.4.0 openenv==0.10.0; do
	name=${pinned%==*}
	"${PYTHON:-python3}" -m venv "$dir/$name"
	"$dir/$name/bin/pip" install -q --disable-pip-version-check "$wheel" "$pinned"
	run "$name" "tests/$name"
done
if command -v npm >/dev/null; then
	npm install --silent --prefix "$dir/promptfoo" promptfoo@0.121.20
	PROMPTFOO=$dir/promptfoo/node_modules/.bin/promptfoo "$dir/env/bin/python" -m unittest discover -v -s tests/promptfoo
fi

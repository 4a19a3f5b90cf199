#!/bin/sh
# wheels.sh VERSION DIR [TARGET...]: a wheel for each TARGET, such as linux/amd64, in DIR.
# A wheel has the Python package, the executable, and a small program for each of its
# names. $PYTHON needs the package hatchling; GO builds the executables. If $EXECUTABLES is
# set, they are in its folders, such as linux/amd64.
set -eu
version=$1 dir=$(mkdir -p "$2" && cd "$2" && pwd)
shift 2
[ $# -gt 0 ] || set -- linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

host=$("${GO:-go}" env GOHOSTOS)/$("${GO:-go}" env GOHOSTARCH)
build() { # build FILE for $GOOS/$GOARCH
	made=${EXECUTABLES:-/nonexistent}/${GOOS:-${host%/*}}/${GOARCH:-${host#*/}}/truthloop${suffix-}
	if [ -f "$made" ]; then cp "$made" "$1" && return; fi
	CGO_ENABLED=0 "${GO:-go}" build -trimpath -ldflags '-s -w' -o "$1" ./tools/truthloop
}

build "$work/truthloop"
"$work/truthloop" links "$work/names"
names=$(ls "$work/names")

for target; do
	case $target in
	linux/amd64) tag=manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64 ;;
	linux/arm64) tag=manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64 ;;
	darwin/amd64) tag=macosx_12_0_x86_64 ;;
	darwin/arm64) tag=macosx_12_0_arm64 ;;
	windows/amd64) tag=win_amd64 ;;
	*) echo "wheels.sh: found the target $target, expected linux/amd64, linux/arm64, darwin/amd64, darwin/arm64 or windows/amd64" >&2 && exit 2 ;;
	esac
	suffix=
	[ "${target%/*}" != windows ] || suffix=.exe
	executable=$work/$(echo "$target" | tr / -)/truthloop$suffix
	mkdir -p "$(dirname "$executable")"
	export GOOS="${target%/*}" GOARCH="${target#*/}"
	build "$executable"
	unset GOOS GOARCH
	(cd python && TRUTHLOOP_VERSION=$version TRUTHLOOP_PLATFORM=$tag TRUTHLOOP_EXECUTABLE=$executable \
		TRUTHLOOP_NAMES=$names "${PYTHON:-python3}" -m hatchling build -t wheel -d "$dir")
done

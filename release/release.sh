#!/bin/sh
# release.sh VERSION DIR [TARGET...]: the release of the commit HEAD, in DIR. A TARGET is a
# platform, such as linux/amd64. Without one, the release has all platforms:
#
#	truthloop-VERSION-OS-ARCH.tar.gz, .zip   executable, licences
#	truthloop-*.whl                          the wheels
#	truthloop_*.deb                          the Debian packages
#	image/                                   what builds the container: Containerfile, executables
#	truthloop-VERSION.cdx.json               the bill of materials
#	SHA256SUMS                               the checksums of all files
#
# The bytes depend on the commit, VERSION, and the versions of Go, Python's zlib and nfpm.
# All is built in a clone in which HEAD has the tag VERSION, and no other; all times are that
# of the commit. $PYTHON has the package hatchling, and $NFPM is nfpm; if one is empty, the
# wheels or the Debian packages are left out.
set -eu
version=$1 dir=$(mkdir -p "$2" && cd "$2" && pwd)
shift 2
[ $# -gt 0 ] || set -- linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
fail() { echo "release.sh: $1" >&2 && exit 2; }
echo "$version" | grep -Eqx 'v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?' || fail "found the version $version, expected one such as v0.1.0"
[ -z "$(ls -A "$dir")" ] || fail "found files in $dir, expected an empty directory"
cd "$(dirname "$0")/.."
head=$(git rev-parse HEAD)
tagged=$(git rev-parse -q --verify "refs/tags/$version^{commit}" || echo "$head")
[ "$tagged" = "$head" ] || fail "found the tag $version on the commit $tagged, expected HEAD ($head)"
[ -z "$(git status --porcelain)" ] || echo 'release.sh: changes that are not committed are not in the release' >&2

work=$(mktemp -d)
trap 'chmod -R u+w "$work" && rm -rf "$work"' EXIT
umask 022
git clone -q --no-tags . "$work/src"
cd "$work/src"
git -c advice.detachedHead=false checkout -q "$head"
git tag "$version"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) GO=${GO:-go}
export SOURCE_DATE_EPOCH GO TZ=UTC LC_ALL=C CGO_ENABLED=0 GOWORK=off GOFLAGS='-trimpath -buildvcs=true' GOAMD64=v1 GOARM64=v8.0 GOEXPERIMENT=

for target; do
	suffix=
	[ "${target%/*}" != windows ] || suffix=.exe
	GOOS=${target%/*} GOARCH=${target#*/} "$GO" build -ldflags '-s -w' -o "$work/built/$target/truthloop$suffix" ./tools/truthloop
done

files=$work/files
mkdir -p "$files/data"
cp LICENSE README.md CHANGELOG.md "$files/"
cp data/README.md "$files/data/"
"${PYTHON:-python3}" release/modules.py notices "$work"/built/*/*/* >"$files/NOTICES"
"${PYTHON:-python3}" release/modules.py sbom "$work"/built/*/*/* >"$dir/truthloop-$version.cdx.json"

cp "$files/CHANGELOG.md" "$work/changelog"
gzip -9n "$work/changelog"
for target; do
	name=truthloop-$version-$(echo "$target" | tr / -)
	mkdir "$work/$name"
	cp -R "$files/." "$work/built/$target/." "$work/$name/"
	case $target in
	windows/*) archive=$name.zip ;;
	*) archive=$name.tar.gz ;;
	esac
	"${PYTHON:-python3}" release/archive.py "$work/$name" "$dir/$archive"
	[ "${target%/*}" = linux ] || continue
	mkdir -p "$dir/image/$target"
	cp release/Containerfile "$dir/image/"
	cp "$work/built/$target/truthloop" "$files/NOTICES" "$dir/image/$target/"
	[ -z "${NFPM-}" ] || (cd "$work" && ARCH=${target#*/} VERSION=${version#v} "$NFPM" package -f src/release/nfpm.yaml -p deb -t "$dir/" >"$work/nfpm.log" || { cat "$work/nfpm.log" >&2 && exit 1; })
done
[ -z "${PYTHON-}" ] || EXECUTABLES=$work/built python/wheels.sh "$version" "$dir" $(printf '%s\n' "$@" | grep -v windows/arm64)
cd "$dir"
find . -type f ! -name SHA256SUMS | sed 's|^\./||' | sort | xargs sha256sum >SHA256SUMS

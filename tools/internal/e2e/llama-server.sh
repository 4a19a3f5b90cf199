#!/usr/bin/env bash
# Builds llama.cpp's server as DIR/llama-server, from the sources in the Python
# package llama-cpp-python. This takes 20 minutes on two cores and about 300 MB. It
# does not include a model; the tests write one. If something is missing, the
# script says what, and leaves no files behind.
set -euo pipefail
dir=${1:?"usage: llama-server.sh DIR"}
version=0.3.36
[ ! -x "$dir/llama-server" ] || exit 0

missing() { echo "$1: llama.cpp's server cannot be built, and its tests will be skipped"; rm -rf "$dir"; exit 0; }
command -v c++ >/dev/null || missing "no C++ compiler"
mkdir -p "$dir"
"${PYTHON:-python3}" -m venv "$dir/venv" >"$dir/log" 2>&1 || missing "no Python with venv"
pip() { "$dir/venv/bin/pip" --quiet --disable-pip-version-check "$@" >>"$dir/log" 2>&1; }
pip install cmake==3.31.6 ninja==1.11.1.4 || missing "cmake and ninja do not install"
pip download --no-deps --no-binary llama-cpp-python --dest "$dir" "llama-cpp-python==$version" ||
	missing "the sources of llama-cpp-python $version do not download"
tar -xzf "$dir/llama_cpp_python-$version.tar.gz" -C "$dir"

echo "building llama.cpp's server; see $dir/log"
export PATH="$dir/venv/bin:$PATH"
# Without web page and TLS, which need files from the network or the machine.
nice cmake -G Ninja -S "$dir/llama_cpp_python-$version/vendor/llama.cpp" -B "$dir/build" -DCMAKE_BUILD_TYPE=Release \
	-DBUILD_SHARED_LIBS=OFF -DGGML_NATIVE=OFF -DGGML_OPENMP=OFF -DLLAMA_OPENSSL=OFF -DLLAMA_BUILD_TESTS=OFF -DLLAMA_BUILD_EXAMPLES=OFF \
	-DLLAMA_BUILD_APP=OFF -DLLAMA_BUILD_UI=OFF -DLLAMA_USE_PREBUILT_UI=OFF >>"$dir/log" 2>&1 || missing "cmake fails: $(tail -n 3 "$dir/log")"
nice ninja -C "$dir/build" llama-server >>"$dir/log" 2>&1 || missing "the build fails: $(tail -n 3 "$dir/log")"
mv "$dir/build/bin/llama-server" "$dir/llama-server"
rm -rf "$dir/build" "$dir/venv" "$dir"/llama_cpp_python-*

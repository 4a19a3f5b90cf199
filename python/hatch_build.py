"""Puts the executable, and a small program for each of its names, into a wheel.

``pip install ./python`` in a clone of the repository builds the executable with Go.
``wheels.sh``, which makes the wheels of a release, sets these variables:

========================  ==================================================
``TRUTHLOOP_VERSION``     the version; without it, ``0.0.0``
``TRUTHLOOP_PLATFORM``    the platform tag of the wheel, such as ``win_amd64``
``TRUTHLOOP_EXECUTABLE``  the executable for this platform
``TRUTHLOOP_NAMES``       the names of its programs, separated by spaces
========================  ==================================================
"""

import os
import shutil
import subprocess
import sysconfig
import tempfile
from pathlib import Path

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # hatchling reads the version from this file before it loads its hooks
    BuildHookInterface = object

version = os.environ.get("TRUTHLOOP_VERSION", "0.0.0")


class ExecutableHook(BuildHookInterface):
    def initialize(self, version, build_data):
        self.folder = Path(tempfile.mkdtemp())
        platform = os.environ.get("TRUTHLOOP_PLATFORM")
        if platform:
            executable = Path(os.environ["TRUTHLOOP_EXECUTABLE"])
            names = os.environ["TRUTHLOOP_NAMES"].split()
        else:
            repository = Path(self.root).parent
            go = shutil.which(os.environ.get("GO", "go"))
            if version == "editable" or not (repository / "go.mod").exists():
                return
            if go is None and shutil.which("truthloop"):
                return  # the package runs it
            if go is None:
                raise RuntimeError(
                    "found no go on the PATH, expected Go 1.26 or later, which builds the executable truthloop;"
                    " install Go, or install the wheel of a release instead of this folder"
                )
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            executable = self.build(go, repository)
            names = self.names(executable)
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + platform
        for file in [self.copy(executable), *self.programs(executable, names)]:
            build_data["shared_scripts"][str(file)] = file.name

    def finalize(self, version, build_data, artifact_path):
        shutil.rmtree(self.folder)

    def build(self, go, repository):
        """Builds the executable for this machine."""
        executable = self.folder / ("truthloop.exe" if os.name == "nt" else "truthloop")
        command = [go, "build", "-trimpath", "-ldflags", "-s -w", "-o", str(executable), "./tools/truthloop"]
        subprocess.run(command, cwd=repository, check=True, env={**os.environ, "CGO_ENABLED": "0"})
        return executable

    def names(self, executable):
        """Returns the names of the programs in an executable for this machine."""
        links = self.folder / "links"
        subprocess.run([str(executable), "links", str(links)], check=True, stdout=subprocess.DEVNULL)
        return sorted(file.stem for file in links.iterdir())

    def copy(self, executable):
        """Returns a copy of the executable that users may run."""
        copy = self.folder / "bin" / executable.name
        copy.parent.mkdir()
        shutil.copyfile(executable, copy)
        copy.chmod(0o755)
        return copy

    def programs(self, executable, names):
        """Yields a program for each name, which runs the executable beside it."""
        for name in names:
            if executable.suffix == ".exe":
                file, text = self.folder / "bin" / f"{name}.bat", f'@"%~dp0truthloop.exe" {name} %*\r\n'
            else:
                file, text = self.folder / "bin" / name, f'#!/bin/sh\nexec "$(dirname "$0")/truthloop" {name} "$@"\n'
            file.write_bytes(text.encode())
            file.chmod(0o755)
            yield file

"""Puts the executable, and a small program for each of its names, into a wheel.

``wheels.sh`` builds the executables and sets these variables:

=====================  =====================================================
``TRUTHLOOP_PLATFORM`` the platform tag of the wheel, such as ``win_amd64``
``TRUTHLOOP_SCRIPTS``  the folder with the files for the user's PATH
=====================  =====================================================

Without them, the wheel has the Python package alone.
"""

import os
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ExecutableHook(BuildHookInterface):
    def initialize(self, version, build_data):
        scripts = os.environ.get("TRUTHLOOP_SCRIPTS")
        if not scripts:
            return
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + os.environ["TRUTHLOOP_PLATFORM"]
        for file in sorted(Path(scripts).iterdir()):
            build_data["shared_scripts"][str(file)] = file.name

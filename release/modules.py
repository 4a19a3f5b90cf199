"""modules.py sbom|notices EXECUTABLE...: the Go modules in the executables of all platforms.

``sbom`` prints a bill of materials in CycloneDX 1.6. ``notices`` prints the licences and
notices of the modules, which must accompany the executables. Both read what ``go build``
recorded in the executables. The working directory is the source; $GO is go.
"""

import json
import os
import pathlib
import subprocess
import sys
import uuid
from datetime import datetime, timezone

GO = os.environ.get("GO", "go")


def go(*arguments):
    return subprocess.run([GO, *arguments], check=True, capture_output=True, text=True).stdout


def purl(path, version):
    return f"pkg:golang/{path}@{version}"


def sbom(main, modules, compiler):
    root = purl(main["Path"], main["Version"])
    components = [
        {
            "type": "library",
            "bom-ref": purl(path, version),
            "name": path,
            "version": version,
            "purl": purl(path, version),
            **({"properties": [{"name": "go.sum", "value": sums}]} if sums else {}),
        }
        for path, version, sums in [*modules, ("std", compiler.removeprefix("go"), "")]
    ]
    time = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
    return json.dumps(
        {
            "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
            "bomFormat": "CycloneDX",
            "specVersion": "1.6",
            "serialNumber": uuid.uuid5(uuid.NAMESPACE_URL, f"{root} {time} {compiler}").urn,
            "version": 1,
            "metadata": {
                "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "component": {
                    "type": "application",
                    "bom-ref": root,
                    "name": "truthloop",
                    "version": main["Version"],
                    "purl": root,
                    "licenses": [{"license": {"id": "Apache-2.0"}}],
                },
            },
            "components": components,
            "dependencies": [{"ref": root, "dependsOn": [c["bom-ref"] for c in components]}],
        },
        indent=1,
    )


def notices(main, modules, compiler):
    places = go("list", "-m", "-f", "{{.Dir}}", *(path for path, _, _ in modules)).splitlines()
    folders = [(f"{path} {version}", place) for (path, version, _), place in zip(modules, places, strict=True)]
    folders += [(f"Go {compiler}", go("env", "GOROOT").strip()), ("uPlot", "analyze/report/assets")]
    begins = ("license", "licence", "copying", "notice", "uplot.license")
    parts = ["truthloop contains the following software. Each part begins with a name."]
    for name, folder in folders:
        files = [f for f in sorted(pathlib.Path(folder).iterdir()) if f.is_file() and f.name.lower().startswith(begins)]
        if not files:
            sys.exit(f"modules.py: {name}: found no file with a licence in {folder}")
        parts += [f"{'=' * 78}\n{name}\n{'=' * 78}", *(f.read_text(encoding="utf-8").strip("\n") for f in files)]
    return "\n\n".join(parts)


def main():
    built = [json.loads(go("version", "-m", "-json", executable)) for executable in sys.argv[2:]]
    found = [m.get("Replace", m) for b in built for m in b["Deps"]]
    modules = sorted({(m["Path"], m["Version"], m.get("Sum", "")) for m in found})
    print({"sbom": sbom, "notices": notices}[sys.argv[1]](built[0]["Main"], modules, built[0]["GoVersion"]))


main()

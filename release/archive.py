"""archive.py FOLDER ARCHIVE: the folder as a .tar.gz or a .zip, the same bytes each time.

The files are in the order of their names, belong to root, and have the time
$SOURCE_DATE_EPOCH.
"""

import gzip
import os
import sys
import tarfile
import time
import zipfile
from pathlib import Path

folder, archive = Path(sys.argv[1]), sys.argv[2]
when = int(os.environ["SOURCE_DATE_EPOCH"])
files = [(f, str(f.relative_to(folder.parent)), 0o755 if os.access(f, os.X_OK) else 0o644) for f in sorted(folder.rglob("*")) if f.is_file()]
if archive.endswith(".zip"):
    with zipfile.ZipFile(archive, "w") as z:
        for file, name, mode in files:
            info = zipfile.ZipInfo(name, time.gmtime(when)[:6])
            info.compress_type, info.external_attr, info.create_system = zipfile.ZIP_DEFLATED, (0o100000 | mode) << 16, 3
            z.writestr(info, file.read_bytes(), compresslevel=6)
else:
    with open(archive, "wb") as raw, gzip.GzipFile("", "wb", 6, raw, when) as packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as t:
        for file, name, mode in files:
            info = tarfile.TarInfo(name)
            info.size, info.mode, info.mtime = file.stat().st_size, mode, when
            with file.open("rb") as f:
                t.addfile(info, f)

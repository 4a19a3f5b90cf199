"""Makes blocks-lz4.arrow: polars, and it alone, puts checksums behind the blocks of LZ4.

With polars 2.1, makes polars-2.1.arrow, which does not begin with a stream.
"""

import polars as pl

pl.DataFrame({"id": ["a", None], "fs": ["p", "a text that is longer than a view holds"]}).write_ipc("blocks-lz4.arrow", compression="lz4")

if pl.__version__.startswith("2.1"):
    pl.DataFrame({
        "id": ["a", "b", "c"],
        "fs": ["p1", "p2", None],
        "model": pl.Series(["x", "y", "x"], dtype=pl.Categorical),
        "premises": [["p"], [], None],
        "long": ["a text of more than twelve bytes", "", None],
        "big": pl.Series([1, 2**63, 2**64 - 1], dtype=pl.UInt64),
    }).write_ipc("polars-2.1.arrow", compression="zstd")

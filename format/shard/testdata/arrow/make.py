"""Makes blocks-lz4.arrow: polars, and it alone, puts checksums behind the blocks of LZ4."""

import polars as pl

pl.DataFrame({"id": ["a", None], "fs": ["p", "a text that is longer than a view holds"]}).write_ipc("blocks-lz4.arrow", compression="lz4")

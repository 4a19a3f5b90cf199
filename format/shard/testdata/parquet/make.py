"""Makes the files beside it, as pyarrow writes them.

runs-1.parquet and runs-2.parquet have data pages of either version, with
booleans as runs. The pages of scores in the second one tell fewer nulls than
they have, since pyarrow does not count those of absent lists.

empty.parquet has no rows, in a row group; groups.parquet has groups of none,
two and none."""

import datetime as dt

import pyarrow as pa
import pyarrow.parquet as pq

n = 1000
leaks = [None if i % 11 == 0 else i % 3 == 0 or 100 < i < 255 for i in range(n)]
table = pa.table({
    "index": pa.array(range(n)),
    "nl_leak": leaks,
    "flags": pa.array([None if i % 4 == 0 else [leaks[i]] * (i % 4) for i in range(n)], pa.list_(pa.bool_())),
    "scores": pa.array([None if i % 2 == 0 else [i / 2] * (i % 3) for i in range(n)], pa.list_(pa.float64())),
})
for version in 1, 2:
    pq.write_table(table, f"runs-{version}.parquet", data_page_version=f"{version}.0", use_dictionary=False, compression="zstd", row_group_size=700,
                   column_encoding={"nl_leak": "RLE", "flags.list.element": "RLE", "scores.list.element": "PLAIN", "index": "PLAIN"})

table = pa.table({"id": ["a", "b"], "nl_leak": [True, None], "tags": [["x"], None]})
pq.write_table(table.slice(0, 0), "empty.parquet")
with pq.ParquetWriter("groups.parquet", table.schema) as w:
    for part in table.slice(0, 0), table, table.slice(0, 0):
        w.write_table(part)

# timestamps of 96 bits
table = pa.table({"id": ["a", "b"], "when": pa.array([dt.datetime(2024, 1, 2, 3, 4, 5), None], pa.timestamp("us"))})
pq.write_table(table, "times.parquet", use_deprecated_int96_timestamps=True)

# bytes of a fixed length as differences
table = pa.table({"id": ["a"], "hash": pa.array([b"abcd"], pa.binary(4))})
pq.write_table(table, "deltas.parquet", use_dictionary=False, column_encoding={"id": "PLAIN", "hash": "DELTA_BYTE_ARRAY"})

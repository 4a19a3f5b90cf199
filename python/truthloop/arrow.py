"""Programs as functions on Arrow, for Spark, Ray Data and other engines."""

import itertools
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from . import _run


class Stage:
    """A program as a function on a table, or on an iterator of record batches. Each call starts the program.

    A stage can be pickled, so it can be sent to other machines, which need truthloop, too. If all rows of a partition
    have errors, the stage logs a warning and returns them.

    :param program: ``informalize``, ``autoformalize``, ``verify``, ``perturb`` or ``convert``.
    :param options: flags of the program, such as ``workers=1`` if the engine uses all cores.

    >>> import pyarrow as pa, truthloop.arrow
    >>> verify = truthloop.arrow.Stage("verify", workers=1)
    >>> pairs = pa.table({"formalism": ["regex"], "fs": ["(ab)*"], "fs_out": ["(ba)*"]})
    >>> verify(pairs)["verdict"][0].as_py()
    'not_equivalent'
    >>> [batch.num_rows for batch in verify(iter(pairs.to_batches()))]
    [1]
    """

    def __init__(self, program: str, **options: Any):
        self._args = _run.arguments(program, options)

    def __call__(self, rows: pa.Table | Iterator[pa.RecordBatch]) -> pa.Table | Iterator[pa.RecordBatch]:
        if isinstance(rows, pa.Table):
            batches = list(self._stream(iter(rows.to_batches())))
            return pa.Table.from_batches(batches, None if batches else self.schema(rows.schema))
        return self._stream(rows)

    def _stream(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        first = next((batch for batch in batches if batch.num_rows), None)
        if first is None:
            return
        reader = pa.RecordBatchReader.from_batches(first.schema, itertools.chain([first], batches))
        try:
            yield from _run.stage(self._args, reader)
        except _run.InDoubt as error:
            _run.log.warning("%s", error)

    def schema(self, rows: pa.Schema) -> pa.Schema:
        """Return the schema of the rows that the program writes, if rows is the schema of its input.

        >>> pairs = pa.schema({"fs": pa.string(), "fs_out": pa.string(), "weight": pa.float64()})
        >>> {"verdict", "weight"} <= set(truthloop.arrow.Stage("verify").schema(pairs).names)
        True
        """
        row = pa.RecordBatch.from_pylist([{}], schema=rows)
        return _run.stage(self._args, pa.RecordBatchReader.from_batches(rows, [row])).schema

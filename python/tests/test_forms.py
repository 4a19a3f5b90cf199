"""Rows of every form through the real programs."""

import itertools
import logging
import os
import tempfile
import unittest
import unittest.mock

import pandas as pd
import polars as pl
import pyarrow as pa

import truthloop
from truthloop import _run

PAIRS = [("p → q", "¬p ∨ q", "equivalent"), ("p → q", "q → p", "not_equivalent"), ("p", "p ∧", "noncompliant")]
ROWS = [{"formalism": "propositional", "fs": left, "fs_out": right, "weight": i / 2} for i, (left, right, _) in enumerate(PAIRS)]
VERDICTS = [verdict for _, _, verdict in PAIRS]


class Forms(unittest.TestCase):
    def test_dicts(self):
        rows = truthloop.verify(ROWS)
        self.assertEqual([row["verdict"] for row in rows], VERDICTS)
        self.assertNotIn("witness", rows[0])
        self.assertEqual([row["weight"] for row in rows], [0, 0.5, 1])

    def test_frames(self):
        for rows in pd.DataFrame(ROWS), pd.DataFrame(ROWS).convert_dtypes(dtype_backend="pyarrow"), pl.DataFrame(ROWS), pa.Table.from_pylist(ROWS):
            out = truthloop.verify(rows)
            self.assertIs(type(out), type(rows))
            self.assertEqual(list(out["verdict"].to_pylist() if isinstance(out, pa.Table) else out["verdict"]), VERDICTS)
            self.assertEqual(list(out["weight"].to_pylist() if isinstance(out, pa.Table) else out["weight"]), [0, 0.5, 1])
            table = truthloop.metrics(out)
            self.assertIs(type(table), type(rows))
            self.assertAlmostEqual(float(table["accuracy_low"][0].as_py() if isinstance(table, pa.Table) else table["accuracy_low"][0]), 1 / 3)

    def test_pandas_keeps_index_and_columns(self):
        frame = pd.DataFrame(ROWS, index=[7, 8, 9]).astype({"formalism": "category"}).rename(columns={"fs": "gold", "fs_out": 3})
        frame = frame.assign(day=pd.to_datetime(["2024-01-01"] * 3), verdict=["equivalent"] * 3, missing=None)
        out = truthloop.verify(frame, left="gold", right="3")
        pd.testing.assert_frame_equal(out[list(frame.columns.drop("verdict"))], frame.drop(columns="verdict"))
        self.assertEqual(list(out.columns[: len(frame.columns)]), list(frame.columns))
        self.assertEqual(dict(out["verdict"]), dict(zip([7, 8, 9], VERDICTS)))
        self.assertIn("certificate", truthloop.verify(frame[1:2], left="gold", right="3"))
        self.assertNotIn("judgements", out)
        self.assertEqual(list(truthloop.convert(out, where="verdict = 'equivalent'").index), [0])  # other rows than those given

    def test_lists_and_structs_of_the_caller(self):
        rows = [{**row, "tags": ["a", str(i)], "meta": {"n": i}} for i, row in enumerate(ROWS)]
        out = truthloop.verify(pa.Table.from_pylist(rows)).to_pylist()
        self.assertEqual([(row["tags"], row["meta"]) for row in out], [(row["tags"], row["meta"]) for row in rows])
        self.assertNotIn("extra", out[0])

    def test_generate(self):
        for form, kind in ("dicts", list), ("pandas", pd.DataFrame), ("polars", pl.DataFrame), ("arrow", pa.Table):
            rows = truthloop.generate("plogic", sample_count=1, to=form)
            self.assertIsInstance(rows, kind)
            self.assertGreater(len(rows), 10)
        with self.assertRaisesRegex(ValueError, "found 'numpy', expected dicts, arrow, pandas, polars"):
            truthloop.generate("plogic", to="numpy")

    def test_tables_do_not_stream(self):
        rows = truthloop.verify(ROWS)
        self.assertIsInstance(truthloop.metrics(iter(rows)), list)
        table = truthloop.metrics(truthloop.verify(pa.Table.from_pylist(ROWS).to_reader()))
        self.assertEqual(table["accuracy_low"].to_pylist(), [row["accuracy_low"] for row in truthloop.metrics(rows)])

    def test_a_table_that_goes_to_a_file(self):
        with tempfile.TemporaryDirectory() as work:
            self.assertEqual(truthloop.metrics(truthloop.verify(ROWS), output=f"{work}/table.json"), [])
            self.assertEqual(os.listdir(work), ["table.json"])

    def test_rows_of_every_form_that_go_to_a_file(self):
        """Only JSON was written. Other names were an error, and so were rows of Arrow, after the file was written."""
        table = pa.Table.from_pylist(ROWS)
        for rows in ROWS, iter(ROWS), table, table.to_reader(), table.to_pandas(), pl.DataFrame(ROWS):
            with tempfile.TemporaryDirectory() as work:
                out = truthloop.verify(rows, output=f"{work}/rows.parquet")
                self.assertEqual(list(out.read_all().to_pylist() if isinstance(out, pa.RecordBatchReader) else out), [])
                self.assertEqual(pd.read_parquet(f"{work}/rows.parquet")["verdict"].tolist(), VERDICTS)
                truthloop.metrics(pd.read_parquet(f"{work}/rows.parquet"), output=f"{work}/table.csv")
                self.assertEqual(round(pd.read_csv(f"{work}/table.csv")["accuracy_low"][0], 2), 0.33)

    def test_output_to_stdout_gives_the_rows(self):
        """output="-" was taken for a file, and Arrow's rows were read as nothing."""
        for rows in ROWS, pa.Table.from_pylist(ROWS):
            out = truthloop.verify(rows, output="-")
            self.assertEqual([row["verdict"] for row in (out if rows is ROWS else out.to_pylist())], VERDICTS)

    def test_loop(self):
        rows = truthloop.generate("fol", sample_count=1, to="polars")
        back = truthloop.autoformalize(truthloop.informalize(rows, "builtin:rules"), "builtin:rules")
        self.assertEqual(truthloop.metrics(truthloop.verify(back))["accuracy_low"][0], 1)

    def test_streams(self):
        """Rows leave while later rows have not been made: memory does not grow."""
        made = 0

        def endless():
            nonlocal made
            for made in itertools.count():
                yield {"formalism": "propositional", "fs": f"p{made}", "fs_out": "q"}

        out = truthloop.verify(endless())
        first = [row["fs"] for row in itertools.islice(out, 1000)]
        out.close()
        self.assertEqual(first, [f"p{i}" for i in range(1000)])
        self.assertLess(made, 100_000)

    def test_stream_of_batches(self):
        schema = pa.schema({"formalism": pa.string(), "fs": pa.string(), "fs_out": pa.string()})
        batches = (pa.RecordBatch.from_pydict({"formalism": ["regex"] * 9, "fs": ["(01)*"] * 9, "fs_out": ["0*"] * 9}, schema) for _ in range(99))
        reader = truthloop.verify(pa.RecordBatchReader.from_batches(schema, batches))
        self.assertIsInstance(reader, pa.RecordBatchReader)
        self.assertEqual(sum(batch.num_rows for batch in reader), 99 * 9)


class Errors(unittest.TestCase):
    def test_arguments(self):
        options = {"by": ["model", "run"], "predictor": ["a > 0", "b > 0"], "no_total": True, "k": 1, "seed": None, "to_": False}
        want = ["metrics", "--by=model,run", "--predictor=a > 0", "--predictor=b > 0", "--no-total", "-k=1"]
        self.assertEqual(_run.arguments("metrics", options), want)

    def test_the_variable_of_the_program(self):
        """A wrong path in TRUTHLOOP was passed over."""
        with unittest.mock.patch.dict("os.environ", TRUTHLOOP="/no/such/truthloop"):
            with self.assertRaisesRegex(truthloop.Error, "found no program /no/such/truthloop"):
                truthloop.executable()

    def test_misspelt_option(self):
        with self.assertRaisesRegex(truthloop.UsageError, "timeot"):
            truthloop.verify(ROWS, timeot="5s")
        with self.assertRaisesRegex(truthloop.UsageError, "plogik"):
            truthloop.generate("plogik")
        with self.assertRaisesRegex(truthloop.UsageError, "modell"):
            truthloop.metrics(truthloop.verify(ROWS), by=["modell"])

    def test_result_in_doubt(self):
        with self.assertRaises(truthloop.InDoubt) as caught:
            truthloop.verify([{"formalism": "propositional", "fs": "p"}])
        self.assertEqual(caught.exception.exit_code, 3)
        self.assertEqual(caught.exception.result[0]["verdict"], "error")
        with self.assertRaises(truthloop.InDoubt) as caught:
            truthloop.verify(pl.DataFrame({"formalism": ["propositional"], "fs": ["p"]}))
        self.assertEqual(list(caught.exception.result["verdict"]), ["error"])
        with self.assertRaises(truthloop.InDoubt):
            list(truthloop.verify(pa.table({"formalism": ["propositional"], "fs": ["p"]}).to_reader()))

    def test_rows_that_are_none(self):
        for rows in "verified.jsonl", 7, {"fs": "p"}:
            with self.assertRaisesRegex(TypeError, "expected a list or an iterator of dicts"):
                truthloop.verify(rows)
        with self.assertRaises(ValueError):
            truthloop.verify([{"formalism": "propositional", "fs": "p", "fs_out": "q", "x": float("nan")}])
        with self.assertRaises(truthloop.InDoubt):
            truthloop.verify([])

    def test_error_of_the_callers_iterator(self):
        def broken():
            yield ROWS[0]
            raise KeyError("of the caller")

        with self.assertRaisesRegex(KeyError, "of the caller"):
            list(truthloop.verify(broken()))

    def test_messages_go_to_the_logger(self):
        with self.assertLogs("truthloop", logging.INFO) as logs:
            truthloop.verify(ROWS, log_level="info")
        self.assertTrue(any("finished" in line for line in logs.output), logs.output)


if __name__ == "__main__":
    unittest.main()

"""Spark with two executors, Ray with two workers, and DuckDB give the rows of one machine.

An efficiency is the time of one worker on one core over that of two workers on two
cores, halved: 1 is ideal. The programs of the engine itself use these cores, too.
"""

import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import pyarrow as pa
import pyarrow.parquet as pq

import truthloop
import truthloop.arrow

ROWS = int(os.environ.get("TRUTHLOOP_TEST_ROWS", "20000"))
CORES = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
VERIFY = truthloop.arrow.Stage("verify", workers=1, no_timing=True)


def setUpModule():
    """Write the rows and the verdicts of one machine."""
    global DIR, EXPECTED
    DIR = tempfile.mkdtemp()
    rows = truthloop.generate("fol", sample_count=50, to="arrow")
    rows = truthloop.autoformalize(truthloop.informalize(rows, "builtin:noisy"), "builtin:noisy", no_conversations=True)
    rows = pa.concat_tables([rows] * (ROWS // rows.num_rows + 1)).slice(0, ROWS)
    rows = rows.select(["id", "formalism", "fs", "nl", "fs_out"]).append_column("place", pa.array(range(ROWS)))
    for part in range(8):
        pq.write_table(rows.slice(part * ROWS // 8, (part + 1) * ROWS // 8 - part * ROWS // 8), f"{DIR}/part-{part}.parquet")
    EXPECTED = key(truthloop.verify(rows, no_timing=True))


def tearDownModule():
    shutil.rmtree(DIR)


def key(table):
    columns = ["place", "fs", "fs_out", "verdict", "relation", "witness", "certificate"]
    return table.select(columns).cast(pa.schema([(name, pa.int64() if name == "place" else pa.string()) for name in columns])).sort_by("place")


def use_cores(n):
    """Run this process, and those that it starts, on n cores."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(CORES)[:n])


def spark(executors, rows, out):
    """Verify the rows by Spark, write them to out, and return the seconds."""
    from pyspark.sql import SparkSession
    from pyspark.sql.pandas.types import from_arrow_schema

    os.environ["PYSPARK_PYTHON"] = sys.executable
    use_cores(executors)
    session = (
        SparkSession.builder.master(f"local-cluster[{executors},1,1024]")
        .config("spark.ui.enabled", "false")
        .config("spark.executorEnv.PYTHONPATH", os.pathsep.join(sys.path))
        .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
        .getOrCreate()
    )
    frame = session.read.parquet(rows).repartition(8)
    schema = from_arrow_schema(VERIFY.schema(pq.read_schema(f"{rows}/part-0.parquet")))
    for _ in range(2):  # the first time, the workers start and compile
        begin = time.monotonic()
        frame.mapInArrow(VERIFY, schema).write.parquet(out, mode="overwrite")
        seconds = time.monotonic() - begin
    session.stop()
    return seconds


class Engines(unittest.TestCase):
    def assertSame(self, table):
        got = key(table)
        self.assertEqual(got.num_rows, EXPECTED.num_rows)
        for name in EXPECTED.column_names:
            wrong = [(a, b) for a, b in zip(got[name].to_pylist(), EXPECTED[name].to_pylist()) if a != b]
            self.assertEqual(wrong, [], name)

    @unittest.skipUnless(shutil.which("java"), "no Java for Spark")
    def test_spark(self):
        seconds = []
        for executors in 1, 2:  # each in a process, since a second session in one gets no workers
            out = f"{DIR}.spark-{executors}"
            self.addCleanup(shutil.rmtree, out, ignore_errors=True)
            done = subprocess.run([sys.executable, __file__, "spark", str(executors), DIR, out], capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr[-5000:])
            self.assertSame(pq.read_table(out))
            seconds.append(float(done.stdout))
        alone, together = seconds
        print(f"Spark: {ROWS} rows, 1 executor {alone:.1f} s, 2 executors {together:.1f} s, efficiency {alone / together / 2:.2f}")

    def ray(self, workers):
        import ray

        self.addCleanup(use_cores, len(CORES))
        use_cores(workers)
        ray.init(num_cpus=workers, include_dashboard=False, logging_level=logging.ERROR, runtime_env={"env_vars": {"PYTHONPATH": os.pathsep.join(sys.path)}})
        try:
            data = ray.data.read_parquet(DIR)
            for _ in range(2):  # the first time, the workers start
                out = tempfile.mkdtemp()
                self.addCleanup(shutil.rmtree, out)
                begin = time.monotonic()
                data.map_batches(VERIFY, batch_format="pyarrow", batch_size=2500).write_parquet(out)
                seconds = time.monotonic() - begin
            return pq.read_table(out), seconds
        finally:
            ray.shutdown()

    def test_ray(self):
        one, alone = self.ray(1)
        two, together = self.ray(2)
        self.assertSame(one)
        self.assertSame(two)
        print(f"Ray: {ROWS} rows, 1 worker {alone:.1f} s, 2 workers {together:.1f} s, efficiency {alone / together / 2:.2f}")

    def test_duckdb(self):
        import duckdb

        rows = truthloop.verify(duckdb.sql(f"select * from '{DIR}/*.parquet' where place < 2000").to_arrow_table(), no_timing=True)
        self.assertTrue(key(rows).equals(EXPECTED.slice(0, 2000)))
        (count,), = duckdb.sql("select count(*) from rows where verdict = 'equivalent'").fetchall()
        self.assertEqual(count, key(rows)["verdict"].to_pylist().count("equivalent"))


if __name__ == "__main__":
    if sys.argv[1:2] == ["spark"]:
        print(spark(int(sys.argv[2]), sys.argv[3], sys.argv[4]))
    else:
        unittest.main()

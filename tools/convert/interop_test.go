package convert

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// writers makes the same table with every type that pyarrow has and JSON has
// not, as Parquet and as Arrow, and some of them with DuckDB.
const writers = `
import datetime as dt, decimal, uuid
import duckdb, numpy as np, pyarrow as pa, pyarrow.parquet as pq
D = decimal.Decimal
table = pa.table({
    "id": pa.array(["a", "b"]),
    "batch": pa.array([D("3"), None], pa.decimal128(10, 0)),
    "dfa_density": pa.array([float("nan"), 0.5], pa.float64()),
    "fs": pa.array([b"p1", b"p2"], pa.binary()),
    "price": pa.array([D("12.30"), D("-0.05")], pa.decimal128(38, 2)),
    "wide": pa.array([D("123456789012345678901234567890.5"), None], pa.decimal256(60, 1)),
    "half": pa.array(np.array([0.5, np.nan], np.float16)),
    "single": pa.array([0.1, float("inf")], pa.float32()),
    "double": pa.array([float("nan"), float("-inf")], pa.float64()),
    "bytes": pa.array([b"text", b"\xff\x00"], pa.binary()),
    "fixed": pa.array([b"abc", b"\x01\x02\x03"], pa.binary(3)),
    "day": pa.array([dt.date(2024, 2, 29), dt.date(1969, 12, 31)], pa.date32()),
    "clock": pa.array([dt.time(3, 4, 5, 600), dt.time(0)], pa.time64("us")),
    "moment": pa.array([dt.datetime(2024, 1, 2, 3, 4, 5), dt.datetime(1969, 12, 31, 23, 59, 59, 500000)], pa.timestamp("us")),
    "instant": pa.array([dt.datetime(2024, 1, 2, 3, 4, 5), None], pa.timestamp("ms", "Europe/Berlin")),
    "took": pa.array([dt.timedelta(seconds=90, milliseconds=500), dt.timedelta(seconds=-1)], pa.duration("us")),
    "category": pa.array(["x", "y"]).dictionary_encode(),
    "list": pa.array([[1.5, None], []], pa.list_(pa.float64())),
    "inner": pa.array([{"when": dt.date(2024, 1, 1), "raw": b"\x00"}, None], pa.struct([("when", pa.date32()), ("raw", pa.binary())])),
    "map": pa.array([[("k", 1)], None], pa.map_(pa.string(), pa.int16())),
    "huge": pa.array([2**64 - 1, 0], pa.uint64()),
})
pq.write_table(table, "table.parquet")
with pa.ipc.new_stream("table.arrow", table.schema) as w: w.write_table(table)
with pa.ipc.new_file("table.feather", table.schema) as w: w.write_table(table)
duckdb.sql("""copy (select 'a' as id, 1.50::decimal(4,2) as price, interval '14 months 3 days 2.5 seconds' as gap,
    '12345678-1234-5678-1234-567812345678'::uuid as key, '\\xAB'::blob as raw, time '01:02:03' as clock, timetz '01:02:03+00' as zoned,
    timestamptz '2024-01-02 03:04:05+00' as instant, 'NaN'::double as x, 170141183460469231731687303715884105727::hugeint as h)
    to 'duck.parquet' (format parquet)""")
`

// What JSON has no form for has one form here, whichever library wrote it and
// in whichever format.
func TestForeignTypesHaveOneForm(t *testing.T) {
	dir := pythonDir(t, writers)
	want := `{"id":"a","batch":3,"fs":"p1","price":12.30,"wide":123456789012345678901234567890.5,"half":0.5,"single":0.1,"double":"NaN","bytes":"dGV4dA==","fixed":"YWJj","day":"2024-02-29","clock":"03:04:05.0006","moment":"2024-01-02T03:04:05","instant":"2024-01-02T03:04:05Z","took":90500000,"category":"x","list":[1.5,null],"inner":{"when":"2024-01-01","raw":"AA=="},"map":[{"key":"k","value":1}],"huge":18446744073709551615}
{"id":"b","fs":"p2","dfa_density":0.5,"price":-0.05,"half":"NaN","single":"Infinity","double":"-Infinity","bytes":"/wA=","fixed":"AQID","day":"1969-12-31","clock":"00:00:00","moment":"1969-12-31T23:59:59.5","took":-1000000,"category":"y","list":[],"huge":0}
`
	for _, name := range []string{"table.parquet", "table.arrow", "table.feather"} {
		if got := text(t, filepath.Join(dir, name)); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", name, got, want)
		}
	}
	want = `{"id":"a","price":1.50,"gap":"DgAAAAMAAADECQAA","key":"12345678-1234-5678-1234-567812345678","raw":"qw==","clock":"01:02:03","zoned":"01:02:03","instant":"2024-01-02T03:04:05Z","x":"NaN","h":1.7014118346046923e+38}
`
	if got := text(t, filepath.Join(dir, "duck.parquet")); got != want {
		t.Errorf("duck.parquet\ngot  %s\nwant %s", got, want)
	}
}

// Floats that are no numbers stay floats in tables that we write, and unknown
// fields come back from JSON that DuckDB made of these.
func TestTablesComeBackFromOthers(t *testing.T) {
	dir := t.TempDir()
	rows := `{"id":"a","depth":1,"score":0.5,"deep":{"k":[1,null]},"extra":null}
{"id":"b","error":{"stage":"s","kind":"k","message":"m"},"score":"NaN"}
{"id":"c","premises":["p"],"score":"-Infinity"}
`
	if err := os.WriteFile(filepath.Join(dir, "rows.jsonl"), []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	text(t, "-o", filepath.Join(dir, "rows.parquet"), filepath.Join(dir, "rows.jsonl"))
	if got := text(t, filepath.Join(dir, "rows.parquet")); got != rows {
		t.Errorf("by Parquet:\ngot  %s\nwant %s", got, rows)
	}
	python(t, dir, `
import duckdb, math, pandas as pd
df = pd.read_parquet("rows.parquet")
assert df.score.dtype == float and math.isnan(df.score[1]) and df.score[2] == -math.inf, df.score
duckdb.sql("copy (select * exclude score from 'rows.parquet') to 'duck.jsonl' (format json)")
df.drop(columns="score").to_json("pandas.jsonl", orient="records", lines=True)`)
	want := strings.ReplaceAll(strings.NewReplacer(`,"score":0.5`, "", `,"score":"NaN"`, "", `,"score":"-Infinity"`, "").Replace(rows), `,"extra":null`, "")
	for _, name := range []string{"duck.jsonl", "pandas.jsonl"} {
		if got := text(t, filepath.Join(dir, name)); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", name, got, want)
		}
	}
}

// text runs convert and gives what it writes.
func text(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if err := Command().Run(context.Background(), append([]string{"convert"}, args...), nil, &stdout, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return stdout.String()
}

func pythonDir(t *testing.T, program string) string {
	t.Helper()
	dir := t.TempDir()
	python(t, dir, program)
	return dir
}

func python(t *testing.T, dir, program string) {
	t.Helper()
	interpreter := os.Getenv("TRUTHLOOP_PYTHON")
	if interpreter == "" {
		t.Skip("no Python with pyarrow and DuckDB: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	cmd := exec.CommandContext(t.Context(), interpreter, "-c", program)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

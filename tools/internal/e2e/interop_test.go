//go:build unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// python is the interpreter that has pandas, polars, pyarrow and DuckDB: the one
// of the virtual environment that make test makes.
func python(t *testing.T) string {
	t.Helper()
	path := os.Getenv("TRUTHLOOP_PYTHON")
	if path == "" {
		t.Skip("no Python with pandas and DuckDB: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	if err := hasTables(); err != nil {
		t.Fatal(err)
	}
	return path
}

// hasTables checks once, since it takes a second, that Python has the packages.
var hasTables = sync.OnceValue(func() error {
	if out, err := exec.Command(os.Getenv("TRUTHLOOP_PYTHON"), "-c", "import duckdb, pandas, polars, pyarrow").CombinedOutput(); err != nil {
		return fmt.Errorf("TRUTHLOOP_PYTHON: %w\n%s", err, out)
	}
	return nil
})

// py runs a Python program in dir and returns its output.
func py(t *testing.T, dir, program string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), python(t), "-c", program)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PYTHONPATH="+filepath.Join(root, "python"), "TRUTHLOOP="+filepath.Join(bin, "truthloop"))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s\n%v\n%s", program, err, stderr.String())
	}
	return string(out)
}

// One row has nearly all fields, the other has few.
const typedRows = `{"id":"a","dataset":"plogic","batch":0,"index":1,"formalism":"propositional","fs":"p1","num_operators":3,"dfa_density":0.5,"vocabulary":{"propositions":["p1"],"predicates":[{"name":"p","arity":1}]},"model":"m","nl_leak":true,"conversations":[{"stage":"informalize","messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]}],"usage":[{"stage":"informalize","prompt_tokens":3,"attempts":1,"cost_usd":0.5}],"outcome":"ok","error":{"stage":"s","kind":"k","message":"m"},"premises":["p","q"],"verdict":"equivalent","verdict_seconds":0.25,"relation":"equivalent","judgements":[{"judge":"j","answer":"yes","verdict":"equivalent","conversation":[{"role":"user","content":"q"}],"usage":{"stage":"judge","attempts":1}}],"score":0.5,"deep":{"k":[1]}}
{"id":"b","dataset":"plogic","verdict":"not_equivalent"}
`

// Each reader gets texts, numbers, truth values, lists and structs with
// their types and values.
func TestColumnsArriveTyped(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "rows.jsonl"), []byte(typedRows), 0o600); err != nil {
		t.Fatal(err)
	}
	sh(t, dir, `
		convert -o rows.parquet rows.jsonl
		convert -o parts/ rows.jsonl
		convert --format arrow rows.parquet > rows.arrow`)
	py(t, dir, `
import duckdb, pandas as pd, polars as pl, pyarrow as pa, pyarrow.parquet as pq
texts = ["dataset", "formalism", "model", "prompt", "params", "outcome", "verdict", "verdict_reason", "verdict_engine", "relation", "diagnosis"]
talk = {"stage": "informalize", "messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "y"}]}

table = pq.read_table("rows.parquet")
for name in texts: assert pa.types.is_string(table.schema.field(name).type), name
for name in ["conversations", "usage", "judgements", "premises"]: assert pa.types.is_list(table.schema.field(name).type), name
for name in ["vocabulary", "error"]: assert pa.types.is_struct(table.schema.field(name).type), name
assert pa.types.is_int64(table.schema.field("num_operators").type) and pa.types.is_boolean(table.schema.field("nl_leak").type)
assert table["conversations"].to_pylist() == [[talk], []] and table["verdict"].to_pylist() == ["equivalent", "not_equivalent"]
streamed = pa.ipc.open_stream("rows.arrow").read_all()
assert [c or [] for c in streamed["conversations"].to_pylist()] == [[talk], []] and streamed["judgements"][0][0]["usage"]["attempts"].as_py() == 1

df = pd.read_parquet("rows.parquet")
for name in texts: assert pd.api.types.is_string_dtype(df[name].dropna()), (name, df[name].dtype)
assert df.num_operators.dtype == float and df.dfa_density.dtype == float and df.score.dtype == float
assert df.judgements[0][0]["verdict"] == "equivalent" and df.vocabulary[0]["predicates"][0]["arity"] == 1 and len(df.conversations[1]) == 0
assert df.extra[0] == '{"deep":{"k":[1]}}' and df.error[1] is None
assert len(pd.read_parquet("parts")) == 2

for source in [pl.read_parquet("rows.parquet"), pl.scan_parquet("parts/*.parquet").collect()]:
    for name in texts: assert source.schema[name] == pl.String, (name, source.schema[name])
    assert source.schema["premises"] == pl.List(pl.String) and source.schema["num_operators"] == pl.Int64
    messages = pl.List(pl.Struct({"role": pl.String, "content": pl.String}))
    assert source.schema["conversations"] == pl.List(pl.Struct({"stage": pl.String, "messages": messages}))
    assert source["conversations"].to_list() == [[talk], []], source["conversations"].to_list()
    assert source["judgements"].to_list()[0][0]["conversation"] == [{"role": "user", "content": "q"}]
    assert source["vocabulary"].to_list()[0]["propositions"] == ["p1"]
    assert source["error"].to_list() == [{"stage": "s", "kind": "k", "message": "m"}, None]

types = dict(duckdb.sql("select column_name, column_type from (describe select * from 'rows.parquet')").fetchall())
assert types["num_operators"] == "BIGINT" and types["nl_leak"] == "BOOLEAN" and types["premises"] == "VARCHAR[]" and types["verdict"] == "VARCHAR", types
assert types["conversations"] == 'STRUCT(stage VARCHAR, messages STRUCT("role" VARCHAR, "content" VARCHAR)[])[]', types["conversations"]
assert duckdb.sql("select judgements[1].verdict, vocabulary.predicates[1].arity, usage[1].cost_usd from 'rows.parquet' where id = 'a'").fetchone() == ("equivalent", 1, 0.5)
`)
}

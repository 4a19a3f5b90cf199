package programs

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// verified is a row that every program of the loop reads.
const verified = `{"id":"a1","dataset":"plogic","formalism":"propositional","fs":"(p1 ∧ p2)","nl":"p1 is true and p2 is true","model":"m","fs_out":"p1 ∧ p2","verdict":"equivalent","depth":2,"conversations":[{"stage":"autoformalize","messages":[{"role":"user","content":"p1 and p2"},{"role":"assistant","content":"p1 ∧ p2"}]}]}
{"id":"b2","dataset":"plogic","formalism":"propositional","fs":"(p1 ∨ p2)","nl":"p1 or p2","model":"m","fs_out":"p1 ∧ p2","verdict":"not_equivalent","depth":3}
`

// writers lists the commands that write an output, with a name for it and, if they can
// write, rows that they read.
var writers = []struct{ command, output, rows string }{
	{"generate -d plogic --depth 6", "out.jsonl", ""},
	{"informalize --model builtin:rules", "out.parquet", verified},
	{"autoformalize --model builtin:rules", "out.arrow", verified},
	{"verify", "out.parquet", verified},
	{"convert", "out.csv", verified},
	{"convert --from text --formalism propositional", "out.jsonl", ""},
	{"perturb", "out/", ""},
	{"rank --model builtin:rules", "out.jsonl", ""},
	{"reason --model builtin:rules", "out.jsonl", ""},
	{"metrics", "out.csv", verified},
	{"rank scores", "out.csv", ""},
	{"reason scores", "out.csv", ""},
	{"reason ontologies", "out.jsonl", ""},
	{"report", "out.html", verified},
	{"convert --to sft", "out.jsonl", verified},
}

// call runs one of the programs.
func call(t *testing.T, command string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	args, program := dispatch(append(strings.Fields(command), args...))
	var out, messages strings.Builder
	err := program(t.Context(), args, strings.NewReader(""), &out, &messages)
	if err != nil {
		messages.WriteString(err.Error())
	}
	return cli.ExitCode(err), out.String(), messages.String()
}

// save writes files into the working directory.
func save(t *testing.T, files map[string]string) {
	t.Helper()
	for name, content := range files {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// isThere reports whether a file exists.
func isThere(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// An output that exists had the exit code 1 in some programs and 2 in others, and two
// wordings. An empty input, and a file that is no table, had the exit code 0 and left an
// output.
func TestSlipsHaveOneExitCode(t *testing.T) {
	for _, tt := range writers {
		t.Run(strings.Fields(tt.command)[0], func(t *testing.T) {
			t.Chdir(t.TempDir())
			save(t, map[string]string{
				"empty": "", "binary": "\x7fELF\x00\x01\n\xff\xfe\n", "page": "<!DOCTYPE html>\n<html>\n", "image": "\x89PNG\r\n\x1a\n",
				"prose": strings.Repeat("Once upon a time\n", 2000), "torn": "{\"id\":\n{\"id\":\n",
			})
			inputs := []string{"empty", "binary", "page", "image", "prose", "torn"}
			switch {
			case strings.HasPrefix(tt.command, "generate"):
				inputs = nil // it reads no rows
			case strings.Contains(tt.command, "text"):
				inputs = inputs[:4]
			}
			for _, input := range inputs {
				if code, _, stderr := call(t, tt.command, "-o", tt.output, input); code != cli.ExitLimits {
					t.Errorf("%s input: exit code %d, want %d: %s", input, code, cli.ExitLimits, stderr)
				}
				if isThere(strings.TrimSuffix(tt.output, "/")) {
					t.Errorf("%s input: an output is left", input)
				}
			}
			output := tt.output
			if strings.HasSuffix(output, "/") {
				output = "out.jsonl"
			}
			const before = "as before"
			save(t, map[string]string{output: before})
			code, _, stderr := call(t, tt.command, append(inputs[:min(1, len(inputs))], "-o", output)...)
			if code != cli.ExitUsage || !strings.Contains(stderr, "output "+output+" exists: use --") {
				t.Errorf("an output that exists: exit code %d, want %d: %s", code, cli.ExitUsage, stderr)
			}
			if after, err := os.ReadFile(output); err != nil || string(after) != before {
				t.Errorf("an output that exists became %q, %v", after, err)
			}
		})
	}
}

// convert copied rows that have no column of the schema, and had the exit code 0.
func TestForeignRowsAreNoResult(t *testing.T) {
	t.Chdir(t.TempDir())
	save(t, map[string]string{"foreign.jsonl": `{"a":1}` + "\n", "mixed.jsonl": `{"a":1}` + "\n" + `{"fs":"p"}` + "\n"})
	if code, _, stderr := call(t, "convert foreign.jsonl -o out.jsonl"); code != cli.ExitLimits || !strings.Contains(stderr, "no row has a column of truthloop") || isThere("out.jsonl") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if code, stdout, stderr := call(t, "convert mixed.jsonl"); code != cli.ExitDone || stdout != `{"a":1}`+"\n"+`{"fs":"p"}`+"\n" {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// metrics -o m.xlsx wrote text, and report -o m.xlsx wrote HTML.
func TestUnknownEndingIsRefused(t *testing.T) {
	for _, tt := range writers {
		t.Run(tt.command, func(t *testing.T) {
			t.Chdir(t.TempDir())
			save(t, map[string]string{"rows.jsonl": verified})
			args := []string{"-o", "out.xlsx", "rows.jsonl"}
			if strings.HasPrefix(tt.command, "generate") {
				args = args[:2]
			}
			code, _, stderr := call(t, tt.command, args...)
			if code != cli.ExitUsage || !strings.Contains(stderr, "out.xlsx") || !strings.Contains(stderr, "expected") {
				t.Errorf("exit code %d, want %d: %s", code, cli.ExitUsage, stderr)
			}
			if isThere("out.xlsx") {
				t.Error("out.xlsx was written")
			}
		})
	}
}

// verify and convert made the directory of an output; metrics and report did not.
func TestDirectoriesOfOutputsAreMade(t *testing.T) {
	for _, tt := range writers {
		if tt.rows == "" {
			continue
		}
		t.Run(tt.command, func(t *testing.T) {
			t.Chdir(t.TempDir())
			save(t, map[string]string{"rows.jsonl": tt.rows})
			output := filepath.Join("a", "b", tt.output)
			if code, _, stderr := call(t, tt.command, "-o", output, "rows.jsonl"); code != cli.ExitDone {
				t.Errorf("exit code %d: %s", code, stderr)
			}
			if !isThere(output) {
				t.Errorf("found no %s", output)
			}
		})
	}
	t.Run("figure", func(t *testing.T) {
		t.Chdir(t.TempDir())
		save(t, map[string]string{"rows.jsonl": verified})
		if code, _, stderr := call(t, "metrics --by depth --plot a/b/out.svg rows.jsonl"); code != cli.ExitDone || !isThere("a/b/out.svg") {
			t.Errorf("exit code %d: %s", code, stderr)
		}
	})
}

// Only convert had --limit.
func TestLimitOfEveryProgramThatReadsRows(t *testing.T) {
	for _, tt := range writers {
		if strings.HasPrefix(tt.command, "generate") || tt.rows == "" {
			continue
		}
		t.Run(tt.command, func(t *testing.T) {
			t.Chdir(t.TempDir())
			one, _, _ := strings.Cut(tt.rows, "\n")
			command := strings.Replace(tt.command, "verify", "verify --no-timing", 1)
			save(t, map[string]string{"rows.jsonl": tt.rows})
			code, got, stderr := call(t, command, "-o", "-", "--limit", "1", "rows.jsonl")
			save(t, map[string]string{"rows.jsonl": one})
			_, want, _ := call(t, command, "-o", "-", "rows.jsonl")
			if code != cli.ExitDone || got != want {
				t.Errorf("exit code %d, %q%s, want %q", code, got, stderr, want)
			}
		})
	}
	for _, tt := range writers {
		args := []string{"--limit", "-1"}
		if !strings.HasPrefix(tt.command, "generate") {
			args = append(args, "rows.jsonl")
		}
		if code, _, stderr := call(t, tt.command, args...); code != cli.ExitUsage || !strings.Contains(stderr, "limit") {
			t.Errorf("%s --limit -1: exit code %d: %s", tt.command, code, stderr)
		}
	}
	t.Run("generate", func(t *testing.T) {
		_, all, _ := call(t, "generate -d plogic --depth 6")
		lines := strings.SplitAfter(all, "\n")
		if code, got, stderr := call(t, "generate -d plogic --depth 6 --limit 3"); code != cli.ExitDone || got != strings.Join(lines[:3], "") {
			t.Errorf("exit code %d: %s%s", code, got, stderr)
		}
		// Each of two shards has its own first rows.
		for i, want := range []string{lines[0] + lines[2], lines[1] + lines[3]} {
			if _, got, _ := call(t, "generate -d plogic --depth 6 --limit 2 --shard", []string{"1/2", "2/2"}[i]); got != want {
				t.Errorf("shard %d: %s, want %s", i+1, got, want)
			}
		}
	})
}

// --retry reads the rows of the output, and would ignore --limit.
func TestLimitIsRefusedWithRetry(t *testing.T) {
	t.Chdir(t.TempDir())
	save(t, map[string]string{"rows.jsonl": verified})
	if code, _, stderr := call(t, "verify rows.jsonl -o out.jsonl"); code != cli.ExitDone {
		t.Fatal(stderr)
	}
	if code, _, stderr := call(t, "verify rows.jsonl -o out.jsonl --retry error --limit 1"); code != cli.ExitUsage || !strings.Contains(stderr, "--limit") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// Answers of rank and reason. The second one is that of another instruction.
const (
	ranked   = `{"id":"r","task":"ranking","form":"nl","model":"m","answer_class":"ok","score_both":1,"roles":["original","negation"]}`
	embedded = `{"id":"r","task":"ranking","form":"nl","model":"m","answer_class":"ok","score_both":1,"roles":["original","negation"],"instruction":"Sentence: "}`
	answered = `{"id":"s","benchmark":"FOLIO","model":"m","answer_class":"ok","score_answer":1}`
)

// Rows that were given twice narrowed the intervals in silence: a file twice, a directory
// with the rows in two formats, rows of a stage and of the stage before.
func TestRowsCountOnce(t *testing.T) {
	t.Chdir(t.TempDir())
	scores := func(model string) string { return strings.ReplaceAll(verified, `"m"`, `"`+model+`"`) }
	unnamed := strings.NewReplacer(`"id":"a1",`, "", `"id":"b2",`, "").Replace(verified)
	stages := strings.NewReplacer(`,"verdict":"equivalent"`, "", `,"verdict":"not_equivalent"`, "", `"model":"m"`, `"model":"w"`).Replace(verified)
	save(t, map[string]string{"rows.jsonl": verified, "other.jsonl": scores("n"), "unnamed.jsonl": unnamed, "before.jsonl": stages, "copy.jsonl": unnamed})
	if err := os.MkdirAll("both", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"rows.parquet", "rows.jsonl"} {
		if code, _, stderr := call(t, "convert rows.jsonl -o", filepath.Join("both", name)); code != cli.ExitDone {
			t.Fatal(stderr)
		}
	}
	for _, tt := range []struct{ inputs, says string }{
		{"rows.jsonl rows.jsonl", "found 2 rows with the same id, dataset, model, prompt, params, batch, index, run, sample and step as a row before (the first: rows.jsonl: line 1 a1): "},
		{"both", "found 2 rows with the same id, dataset, model, prompt, params, batch, index, run, sample and step as a row before (the first: both/rows.parquet: row 1 a1): "},
		{"other.jsonl unnamed.jsonl unnamed.jsonl", "found the input unnamed.jsonl twice: "},
		{"rows.jsonl before.jsonl", "found 2 rows without a verdict beside verified rows (the first: before.jsonl: line 1 a1): "},
		{"rows.jsonl other.jsonl", ""},
		{"unnamed.jsonl copy.jsonl", ""}, // two people may ask about one formula
	} {
		for _, command := range []string{"metrics", "metrics compare", "report -o -"} {
			if command == "metrics compare" && tt.says == "" {
				continue // there is one model
			}
			args := append(strings.Fields(command)[1:], strings.Fields(tt.inputs)...)
			code, stdout, stderr := call(t, strings.Fields(command)[0], args...)
			if want := map[bool]int{true: cli.ExitDone, false: cli.ExitUsage}[tt.says == ""]; code != want || !strings.Contains(stderr, tt.says) || (stdout == "") == (tt.says == "") {
				t.Errorf("%s %s: exit code %d, %d bytes, %s; want %q", command, tt.inputs, code, len(stdout), stderr, tt.says)
			}
			if tt.says == "" || strings.Contains(command, "compare") {
				continue
			}
			if code, _, stderr := call(t, strings.Fields(command)[0], append(args, "--allow-duplicates")...); code != cli.ExitDone {
				t.Errorf("%s %s --allow-duplicates: exit code %d: %s", command, tt.inputs, code, stderr)
			}
		}
	}
	// rank scores and reason scores counted answers twice.
	save(t, map[string]string{"ranked.jsonl": ranked + "\n" + embedded + "\n", "answered.jsonl": answered + "\n"})
	for _, command := range []string{"rank scores ranked.jsonl", "rank contingency ranked.jsonl", "reason scores answered.jsonl"} {
		name := strings.Fields(command)[2]
		if code, _, stderr := call(t, command); code != cli.ExitDone {
			t.Errorf("%s: exit code %d: %s", command, code, stderr)
		}
		if code, stdout, stderr := call(t, command, name); code != cli.ExitUsage || stdout != "" || !strings.Contains(stderr, "rows with the same id") {
			t.Errorf("%s %s: exit code %d: %s%s", command, name, code, stdout, stderr)
		}
		if code, _, stderr := call(t, command, name, "--allow-duplicates"); code != cli.ExitDone {
			t.Errorf("%s %s --allow-duplicates: exit code %d: %s", command, name, code, stderr)
		}
	}
}

// metrics gave rows that are all errors an accuracy of 0 and the exit code 0, and report
// showed rows without a verdict with the exit code 0.
func TestErrorsAloneAreNoResult(t *testing.T) {
	t.Chdir(t.TempDir())
	save(t, map[string]string{
		"open.jsonl":   `{"id":"a","fs":"p","fs_out":"p"}`,
		"failed.jsonl": `{"id":"a","verdict":"error"}`,
		"some.jsonl":   `{"id":"a","verdict":"error"}` + "\n" + `{"id":"b","verdict":"unknown"}`,
	})
	for name, want := range map[string]int{"open.jsonl": cli.ExitLimits, "failed.jsonl": cli.ExitLimits, "some.jsonl": cli.ExitDone} {
		if code, _, stderr := call(t, "metrics", name); code != want {
			t.Errorf("metrics %s: exit code %d, want %d: %s", name, code, want, stderr)
		}
	}
	for name, want := range map[string]int{"open.jsonl": cli.ExitLimits, "failed.jsonl": cli.ExitLimits, "some.jsonl": cli.ExitDone} {
		if code, _, stderr := call(t, "report -o", name+".html", name); code != want || !isThere(name+".html") {
			t.Errorf("report %s: exit code %d, want %d: %s", name, code, want, stderr)
		}
	}
	for _, command := range []string{"rank scores", "reason scores"} {
		if code, stdout, stderr := call(t, command, "some.jsonl"); code != cli.ExitLimits || stdout != "" {
			t.Errorf("%s: exit code %d: %s%s", command, code, stdout, stderr)
		}
	}
}

// Misspelt columns gave rows of errors, an empty table or a copy without the column, with
// exit code 0, or an error that did not say which columns there are.
func TestMisspeltColumnsAreNamed(t *testing.T) {
	for _, tt := range []struct{ command, says string }{
		{"metrics --where verdit='x' rows.jsonl", `--where: no row has a column verdit. Did you mean "verdict"? The rows have id, dataset,`},
		{"metrics --by modle rows.jsonl", `--by: no row has a column modle. Did you mean "model"? The rows have id,`},
		{"metrics judges --by modle judged.jsonl", `--by: no row has a column modle. Did you mean "model"?`},
		{"metrics compare --column modle rows.jsonl", `--column: no row has a column modle. Did you mean "model"?`},
		{"metrics horizon --column detph rows.jsonl", `--column: no row has a number in column detph. Did you mean "depth"?`},
		{"metrics --score-columns detph rows.jsonl", `--score-columns: no row has a number in column detph. Did you mean "depth"?`},
		{"metrics --show text --reference n rows.jsonl", `--reference: no row has nl and a text in column n. `},
		{"report --where verdit='x' -o r.html rows.jsonl", `--where: no row has a column verdit. Did you mean "verdict"?`},
		{"convert --where verdit='x' -o r.jsonl rows.jsonl", `--where: no row has a column verdit. Did you mean "verdict"?`},
		{"convert --copy nll=mine -o r.jsonl rows.jsonl", `--copy: no row has a column nll. Did you mean "nl"?`},
		{"verify --left fs_inn -o r.parquet rows.jsonl", `--left: no row has a column fs_inn. Did you mean "fs"?`},
		{"verify --right fs_oot -o r.parquet rows.jsonl", `--right: no row has a column fs_oot. Did you mean "fs_out"?`},
		{"verify recheck --right fs_oot -o r.parquet rows.jsonl", `--right: no row has a column fs_oot. Did you mean "fs_out"?`},
		{"rank scores --by modle ranked.jsonl", `--by: no row has a column modle. Did you mean "model"?`},
		{"reason scores --by modle answered.jsonl", `--by: no row has a column modle. Did you mean "model"?`},
		{"correlate -y published:HumanEval -x table.csv:accuracy --where acuracy=1", `expected acuracy, which the condition asks for. Did you mean "accuracy"?`},
		{"correlate -y published:HumanEva -x table.csv:accuracy", `no benchmark "HumanEva": found BBH, HumanEval. Did you mean "HumanEval"?`},
		{"correlate -y published:HumanEval -x table.csv:acuracy", `found columns model, accuracy, expected acuracy, or benchmark and score. Did you mean "accuracy"?`},
	} {
		t.Run(tt.command, func(t *testing.T) {
			t.Chdir(t.TempDir())
			save(t, map[string]string{
				"rows.jsonl": verified, "judged.jsonl": strings.ReplaceAll(verified, `"depth"`, `"judgements":[{"judge":"j","verdict":"equivalent"}],"depth"`),
				"ranked.jsonl": ranked, "answered.jsonl": answered, "table.csv": "model,accuracy\nm,1\n",
			})
			code, stdout, stderr := call(t, tt.command)
			if code != cli.ExitUsage || !strings.Contains(stderr, tt.says) || stdout != "" {
				t.Errorf("exit code %d: %s%s; want %s", code, stdout, stderr, tt.says)
			}
			for _, name := range []string{"r.html", "r.jsonl", "r.parquet"} {
				if isThere(name) {
					t.Errorf("%s was written", name)
				}
			}
		})
	}
}

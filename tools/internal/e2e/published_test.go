//go:build unix

package e2e

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What NL-FOL-LT and AutoEval print follows from the inputs that they publish, but for
// the differences that docs/howto/papers.md explains.
func TestPublishedValues(t *testing.T) {
	dir := t.TempDir()
	sh(t, dir, fmt.Sprintf(`mkdir none; %s/data/examples/paper/paper.sh none out`, root))
	for name, want := range map[string]string{
		"values.csv": `value,source,paper,recomputed
formulas of the first batch,AutoEval appendix H: propositional,1974,1974
formulas of the first batch,AutoEval appendix H: first-order,1900,1900
formulas of the first batch,AutoEval appendix H: regular expressions,1842,1878
LE of the example,NL-FOL-LT table 1,0.875,0.875
BLEU of the example,NL-FOL-LT section on BLEU,0.18,0.18
difference between the datasets,NL-FOL-LT table 2,0.11 to 0.14,0.11 to 0.14
Ranking-Equivalence above Ranking-Negation: cells,NL-FOL-LT table 3,generally,15 of 16
Ranking-Equivalence above Ranking-Negation: cells,NL-FOL-LT table 4,generally,0 of 12
standard deviation of BLEU equals its distance from LE: cells,NL-FOL-LT table 5,0,6 of 8
table 8 against table 3: largest difference,NL-FOL-LT table 8,0,0.01
table 9 against table 2: largest difference,NL-FOL-LT table 9,0,0.03
`,
		"pairs.csv": `source,paper,verdict,pairs
AutoEval table 3,not_equivalent,not_equivalent,5
AutoEval table 4,not_equivalent,not_equivalent,4
AutoEval table 5,not_equivalent,not_equivalent,4
NL-FOL-LT figure 1,equivalent,equivalent,2
NL-FOL-LT figure 1,not_equivalent,not_equivalent,1
NL-FOL-LT table 1,correct translation,not_equivalent,1
`,
		"nlfol-table-2.csv": `dataset,gpt-4o-mini,o3-mini,qwen3-8b,qwen3-30b
stanford,0.84±0.03,0.94±0.00,0.84±0.01,0.85±0.01
folio,0.73±0.01,0.80±0.00,0.72±0.00,0.74±0.01
`,
	} {
		got, err := os.ReadFile(filepath.Join(dir, "out", "published", name))
		if err != nil || string(got) != want {
			t.Errorf("%s: %v\n%s\nwant\n%s", name, err, got, want)
		}
	}
	for _, n := range []int{2, 3, 4, 5, 6, 8, 9} {
		t.Run(fmt.Sprintf("table %d", n), func(t *testing.T) {
			got, err := os.ReadFile(filepath.Join(dir, "out", "published", fmt.Sprintf("nlfol-table-%d.csv", n)))
			if err != nil {
				t.Fatal(err)
			}
			var cells []string
			for _, cell := range strings.FieldsFunc(string(got), func(r rune) bool { return r == ',' || r == '\n' }) {
				if tableNumber.MatchString(cell) {
					cells = append(cells, cell)
				}
			}
			if want := printedTable(t, n); !slices.Equal(cells, want) {
				t.Errorf("got %q, want %q", cells, want)
			}
		})
	}
}

// printedTable returns the numbers of a table in the text of NL-FOL-LT, in the order of
// reading. The lines of the table are above its caption, with tabs between cells.
func printedTable(t *testing.T, n int) (cells []string) {
	t.Helper()
	lines := strings.Split(paperText(t, "004"), "\n")
	caption := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, fmt.Sprintf("Table %d:", n)) })
	first := caption
	for first > 0 && (strings.Contains(lines[first-1], "\t") || strings.TrimSpace(lines[first-1]) == "" && first == caption) {
		first--
	}
	number := regexp.MustCompile(`^1?\.[0-9]+(±1?\.[0-9]+)?$`)
	for _, line := range lines[first:caption] {
		for cell := range strings.SplitSeq(line, "\t") {
			if cell = strings.TrimSpace(cell); !number.MatchString(cell) {
				continue
			}
			var parts []string
			for part := range strings.SplitSeq(cell, "±") {
				x, err := strconv.ParseFloat(part, 64)
				if err != nil {
					t.Fatal(err)
				}
				parts = append(parts, strconv.FormatFloat(x, 'f', 2, 64))
			}
			cells = append(cells, strings.Join(parts, "±"))
		}
	}
	return cells
}

// AutoEval counts an answer as compliant only if the whole answer is a formula in the
// syntax of the prompt. The rows for its figures were read as by default.
func TestComplianceOfThePaper(t *testing.T) {
	dir := t.TempDir()
	for i, c := range []struct {
		formalism, fs, answer string
		strict                bool
	}{
		{"propositional", "(p1 ∧ p2)", "(p1 ∧ p2)", true},
		{"propositional", "(p1 ∧ p2)", "The formula is:\n```\n(p1 ∧ p2)\n```", false},
		{"propositional", "(p1 ∧ p2)", "Formula: (p1 ∧ p2)", false},
		{"propositional", "(p1 ∧ p2)", "$(p1 ∧ p2)$", false},
		{"propositional", "(p1 ∧ p2)", "p1 \\land p2", false},
		{"first_order", "∀x1. pred1(x1)", "forall x1. pred1(x1)", false},
		{"regex", "(01)*", "(01)*", true},
		{"regex", "00*", "0+", false},
		{"regex", "0*", "(00*)?", false},
		{"regex", "(0*1*)*", "(0|1)*", false},
		{"regex", "(0*1*)*", ".*", false},
	} {
		row, err := json.Marshal(map[string]any{
			"id": strconv.Itoa(i), "formalism": c.formalism, "fs": c.fs, "nl": "A description.", "outcome": "ok",
			"conversations": []any{map[string]any{"stage": "autoformalize", "messages": []any{
				map[string]any{"role": "user", "content": "A question."}, map[string]any{"role": "assistant", "content": c.answer},
			}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "row.jsonl"), string(row)+"\n")
		for flags, complies := range map[[2]string]bool{{"", ""}: true, {"--extract strict", "--strict"}: c.strict} {
			out := sh(t, dir, fmt.Sprintf("autoformalize --stored %s row.jsonl | verify %s | grep -o '\"verdict\":\"[a-z_]*\"'", flags[0], flags[1]))
			if got := !strings.Contains(out, "noncompliant"); got != complies {
				t.Errorf("%q with %q: %s", c.answer, flags, out)
			}
		}
	}
	script, err := os.ReadFile(filepath.Join(root, "data", "examples", "paper", "rows.sh"))
	if err != nil {
		t.Fatal(err)
	}
	loop, _, _ := strings.Cut(string(script), "# NL-FOL-LT")
	for flag, program := range map[string]string{"--extract strict": "autoformalize --", "--strict": "verify --"} {
		if n, want := strings.Count(loop, flag), strings.Count(loop, program); n != want {
			t.Errorf("rows.sh has %s %d times for AutoEval, want %d", flag, n, want)
		}
	}
}

// The published scores of benchmarks, and whether the published pairs are equivalent,
// are those that were extracted from the papers independently.
func TestPublishedScoresAndPairs(t *testing.T) {
	published := filepath.Join(root, "..", "shared", "testdata", "published")
	want, err := os.ReadFile(filepath.Join(published, "benchmark_scores.csv"))
	if err != nil {
		t.Skipf("the published scores are not here: %v", err)
	}
	got, err := os.ReadFile(filepath.Join(root, "data", "scores", "benchmarks.csv"))
	if err != nil || string(got) != string(want) {
		t.Errorf("%v\n%s\nwant\n%s", err, got, want)
	}
	f, err := os.Open(filepath.Join(root, "data", "examples", "paper", "pairs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() // of a file that was only read
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	papers := map[[2]string]string{} // verdicts of the papers, by fs and fs_out
	for _, line := range lines {
		papers[[2]string{line[2], line[3]}] = line[4]
	}
	extracted, err := os.ReadFile(filepath.Join(published, "pairs.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for line := range strings.Lines(string(extracted)) {
		var pair struct {
			FS    string `json:"fs"`
			FSOut string `json:"fs_out"`
			Truth bool   `json:"truth"`
		}
		if err := json.Unmarshal([]byte(line), &pair); err != nil {
			t.Fatal(err)
		}
		if verdict, ok := papers[[2]string{pair.FS, pair.FSOut}]; ok {
			found++
			if want := map[bool]string{true: "equivalent", false: "not_equivalent"}[pair.Truth]; verdict != want {
				t.Errorf("%s and %s: %s, want %s", pair.FS, pair.FSOut, verdict, want)
			}
		}
	}
	if found < 13 {
		t.Errorf("found %d of the published pairs, want those of three tables", found)
	}
}

// The published tables in data/scores have the values that were extracted from the
// paper independently.
func TestPublishedTables(t *testing.T) {
	read := func(file string) (rows []map[string]string) {
		f, err := os.Open(file)
		if err != nil {
			t.Skipf("the published tables are not here: %v", err)
		}
		defer f.Close() // of a file that was only read
		lines, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range lines[1:] {
			row := map[string]string{}
			for i, name := range lines[0] {
				row[name] = line[i]
			}
			rows = append(rows, row)
		}
		return rows
	}
	ours := map[string]string{}
	key := func(row map[string]string) string {
		return strings.Join([]string{row["task"], row["form"], row["dataset"], row["model"]}, "|")
	}
	for _, row := range read(filepath.Join(root, "data", "scores", "nlfol.csv")) {
		if slices.Contains([]string{"2", "3", "4"}, row["table"]) {
			ours[key(row)] = row["mean"] + "±" + row["sd"]
		}
	}
	for _, row := range read(filepath.Join(root, "..", "shared", "testdata", "published", "nlfol_tables.csv")) {
		want := "0" + row["mean"] + "±"
		if row["sd"] != "" {
			want += "0" + row["sd"]
		}
		if got := ours[key(row)]; got != want {
			t.Errorf("%s: %q, want %q", key(row), got, want)
		}
	}
}

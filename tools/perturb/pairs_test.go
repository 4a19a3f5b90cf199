package perturb

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen"
	"github.com/truthloop/truthloop/verify"
)

// dataset returns generated rows as JSONL.
func dataset(t *testing.T, name string) string {
	t.Helper()
	c, err := gen.Default(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Depth, c.SampleCount, c.Batches, c.Seed, c.Workers = 12, 6, 1, 1, 1
	var text []byte
	if err := gen.Generate(context.Background(), c, func(r *record.Row) error {
		text = append(record.Append(text, r), '\n')
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// paired runs perturb --task pairs.
func paired(t *testing.T, rows string, args ...string) (all []*record.Row, text string) {
	t.Helper()
	var out, stderr bytes.Buffer
	args = append([]string{"perturb", "--task", "pairs", "--log-level", "error"}, args...)
	if err := Command().Run(t.Context(), args, strings.NewReader(rows), &out, &stderr); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	for line := range bytes.Lines(out.Bytes()) {
		row := new(record.Row)
		if err := record.Decode(line, row); err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
	return all, out.String()
}

// There were no pairs to judge without a translator, and none of regular expressions.
// For each formalism and each complexity, one half of the pairs is equivalent. Verdicts
// are proved again from the texts; those of propositional formulas and of regular
// expressions also by enumeration.
func TestPairsAreBalancedAndProved(t *testing.T) {
	for _, name := range []string{"plogic", "fol", "regex"} {
		t.Run(name, func(t *testing.T) {
			text := dataset(t, name)
			rows, first := paired(t, text)
			if _, again := paired(t, text, "--workers", "3"); again != first {
				t.Error("the number of workers changes the pairs")
			}
			if _, other := paired(t, text, "--seed", "2"); other == first {
				t.Error("the seed does not change the pairs")
			}
			v := verify.New(verify.Options{})
			balance := map[int64]int{} // equivalent less not equivalent, by complexity
			counts := map[record.Verdict]int{}
			for _, row := range rows {
				counts[row.Verdict]++
				if row.Error != nil {
					if row.Error.Kind != "no_pair" || strings.Contains(row.FS, "*") || name != "regex" {
						t.Errorf("%s: %s", row.FS, row.Error.Message)
					}
					continue
				}
				if r := v.Pair(t.Context(), row.Formalism, row.FS, row.FSOut); r.Verdict != row.Verdict {
					t.Errorf("%s and %s: found %s, proved %s", row.FS, row.FSOut, row.Verdict, r.Verdict)
				}
				if same(t, row) != (row.Verdict == record.Equivalent) {
					t.Errorf("%s and %s: found %s, and enumeration says otherwise", row.FS, row.FSOut, row.Verdict)
				}
				complexity := row.NumOperators
				if name == "regex" {
					complexity = row.Depth
				}
				if row.Verdict == record.Equivalent {
					balance[*complexity]++
				} else {
					balance[*complexity]--
				}
				if plain(row.FS) == plain(row.FSOut) {
					t.Errorf("%s and %s are the same text", row.FS, row.FSOut)
				}
			}
			if counts[record.Equivalent] < 30 || len(balance) < 5 {
				t.Errorf("found %v pairs of %d complexities, expected more", counts, len(balance))
			}
			for complexity, n := range balance {
				if n != 0 {
					t.Errorf("complexity %d: %d more equivalent pairs than others", complexity, n)
				}
			}
		})
	}
}

func plain(s string) string { return strings.NewReplacer("(", "", ")", "", " ", "").Replace(s) }

// same decides equivalence by enumeration: of all assignments, or of all strings over
// 0 and 1 of up to ten symbols. It returns the row's own verdict for first-order pairs.
func same(t *testing.T, row *record.Row) bool {
	t.Helper()
	switch row.Formalism {
	case record.Propositional:
		return relate(parse(t, row.FS), parse(t, row.FSOut)).Verdict == record.Equivalent
	case record.Regex:
		a, b := regexp.MustCompile("^(?:"+row.FS+")$"), regexp.MustCompile("^(?:"+row.FSOut+")$")
		for n := range 11 {
			for i := range 1 << n {
				s := fmt.Sprintf("%0*b", n, i)[:n]
				if a.MatchString(s) != b.MatchString(s) {
					return false
				}
			}
		}
		return true
	}
	return row.Verdict == record.Equivalent
}

// A row of a pair that is made again stays one row, the same one.
func TestRetryOfPairs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pairs.jsonl")
	paired(t, dataset(t, "plogic"), "-o", file)
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	paired(t, "", "-o", file, "--retry", "ok")
	after, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(before, after) {
		t.Errorf("%v: found\n%s\nexpected\n%s", err, after, before)
	}
}

// -k was accepted for pairs, which have none.
func TestPairsHaveNoSets(t *testing.T) {
	err := Command().Run(t.Context(), []string{"perturb", "--task", "pairs", "-k=1"}, strings.NewReader(""), io.Discard, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "it is for --task most-similar and ranking") {
		t.Error(err)
	}
}

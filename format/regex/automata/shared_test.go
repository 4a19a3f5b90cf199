package automata

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/truthloop/truthloop/format/regex"
)

// sharedData is the reference data beside the repository, if present.
const sharedData = "../../../../shared/testdata"

func openShared(t testing.TB, name string) *os.File {
	t.Helper()
	f, err := os.Open(filepath.Join(sharedData, name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("%s is not there: the reference material is kept outside the repository", name)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

type referencePair struct {
	ID, Type, FS1, FS2 string
	Formalism, FS      string
	Out                string `json:"fs_out"`
	Truth              *bool
}

// referencePairs reads the pairs of regular expressions of a file of lines.
func referencePairs(t testing.TB, name string) []referencePair {
	t.Helper()
	var pairs []referencePair
	lines := bufio.NewScanner(openShared(t, name))
	for lines.Scan() {
		var p referencePair
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if p.Formalism == "regex" {
			p.FS1, p.FS2 = p.FS, p.Out
		} else if p.Type != "regex" {
			continue
		}
		pairs = append(pairs, p)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return pairs
}

// referenceDataset reads the expressions of the reference generator.
func referenceDataset(t testing.TB) []*regex.Expr {
	t.Helper()
	var set struct{ Data []struct{ FS string } }
	if err := json.NewDecoder(openShared(t, "reference/dataset.regex.json")).Decode(&set); err != nil {
		t.Fatal(err)
	}
	var out []*regex.Expr
	for _, row := range set.Data {
		out = append(out, parse(t, row.FS))
	}
	return out
}

func TestReferencePairs(t *testing.T) {
	for _, name := range []string{"reference/pairs.regex.jsonl", "published/pairs.jsonl"} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			pairs := referencePairs(t, name)
			known := 0
			for _, p := range pairs {
				if p.Truth == nil {
					continue
				}
				known++
				c, err := Compare(parse(t, p.FS1), parse(t, p.FS2), Limits{})
				if err != nil || c.Equal != *p.Truth || !c.Decided {
					t.Errorf("%s: Compare(%s, %s) = %+v, %v; want equal %t", p.ID, p.FS1, p.FS2, c, err, *p.Truth)
				}
			}
			if known == 0 {
				t.Error("no pair with a known truth was found")
			}
		})
	}
}

// nlrx reads the regexes of the shared half of NL-RX-Turk. NL-RX-Synth has the same.
func nlrx(t testing.TB) (es []*regex.Expr) {
	t.Helper()
	lines := bufio.NewScanner(openShared(t, "regex/nl-rx-turk.jsonl"))
	for lines.Scan() {
		var row struct{ ID, Regex string }
		if err := json.Unmarshal(lines.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		es = append(es, parseBrics(t, row.Regex))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return es
}

func nlrxPairs(t testing.TB, n int) [][2]*regex.Expr {
	t.Helper()
	es := nlrx(t)
	random := rand.New(rand.NewPCG(1, 2))
	pairs := make([][2]*regex.Expr, n)
	for i := range pairs {
		pairs[i] = [2]*regex.Expr{es[random.IntN(len(es))], es[random.IntN(len(es))]}
	}
	return pairs
}

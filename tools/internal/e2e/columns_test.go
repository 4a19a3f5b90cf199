//go:build unix

package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// A table with columns of the user's own broke after verify: the report had no formulas,
// metrics found no complexity, and the recheck called good witnesses bad.
func TestOwnColumnsEndToEnd(t *testing.T) {
	dir := workplace(t)
	write(t, filepath.Join(dir, "mine.csv"), `no,sentence,gold,prediction
1,Every dog barks.,∀x (Dog(x) → Barks(x)),∀x (¬Dog(x) ∨ Barks(x))
2,All dogs bark.,∀x (Dog(x) → Barks(x)),∀x (IsDog(x) → Barks(x))
3,Some cat sleeps or eats.,∃x (Cat(x) ∧ (Sleeps(x) ∨ Eats(x))),∃x (Cat(x) → (Sleeps(x) ∨ Eats(x)))
4,Rex is a dog and no cat.,Dog(rex) ∧ ¬Cat(rex) ∧ (Dog(rex) ∨ Eats(rex)),Dog(rex) ∧ ¬Cat(rex) ∧ (Dog(rex) ∨ Eats(rex))
`)
	said := sh(t, dir, `verify mine.csv 2>&1 >/dev/null || true`)
	if !strings.Contains(said, "gold and prediction have formulas; try --left gold --right prediction --formalism first_order") {
		t.Errorf("without flags: found %s", said)
	}
	sh(t, dir, `verify --left gold --right prediction --formalism first_order mine.csv -o verified.csv`)
	for i, row := range readRows(t, convertedRows(t, dir, "verified.csv")) {
		if want := []string{"equivalent", "not_equivalent", "not_equivalent", "equivalent"}[i]; row["verdict"] != want {
			t.Errorf("row %d: found %v, expected %s", i+1, row["verdict"], want)
		}
	}
	if table := sh(t, dir, `metrics --by num_operators --format csv verified.csv | cut -d, -f1,2,5`); table != "num_operators,rows,accuracy_low\n1,2,0.5\n2,1,0\n3,1,1\n,4,0.5\n" {
		t.Errorf("found\n%s", table)
	}
	sh(t, dir, `metrics horizon verified.csv`)
	sh(t, dir, `report verified.csv -o report.html`)
	for _, want := range []string{"∃x (Cat(x) ∧ (Sleeps(x) ∨ Eats(x)))", "∃x (Cat(x) → (Sleeps(x) ∨ Eats(x)))", "Some cat sleeps or eats."} {
		sh(t, dir, `grep -qF '`+want+`' report.html`)
	}
	if table := sh(t, dir, `metrics --show edits --format csv verified.csv`); !strings.Contains(table, ",4,0.7862584046843636,") {
		t.Errorf("the scores of edits are not of four pairs in\n%s", table)
	}
	if said := sh(t, dir, `verify recheck verified.csv 2>&1 >/dev/null`); said != "verify recheck: checked 2 witnesses, 0 bad\nverify recheck: tried 2 equivalences in small cases, 0 bad\n" {
		t.Errorf("found %s", said)
	}
	if said := sh(t, dir, `verify explain 3 verified.csv`); !strings.Contains(said, "prediction  ∃x (Cat(x) → (Sleeps(x) ∨ Eats(x)))") {
		t.Errorf("found %s", said)
	}
	if made := sh(t, dir, `convert verified.csv --limit 1 | perturb --task ranking`); !strings.Contains(made, `"candidates":["∀x. (Dog(x) → Barks(x))"`) {
		t.Errorf("perturb made %s", made)
	}
}

// convertedRows returns the name of the same rows in JSONL.
func convertedRows(t *testing.T, dir, name string) string {
	t.Helper()
	sh(t, dir, "convert "+name+" -o "+name+".jsonl")
	return filepath.Join(dir, name+".jsonl")
}

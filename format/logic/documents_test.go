package logic_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
)

// docs/reference/formulas.md could say something else than the parser does.
func TestExamplesOfNotationPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/formulas.md")
	if err != nil {
		t.Fatal(err)
	}
	table := ""
	checked := map[string]int{}
	repairs := map[string]bool{}
	for line := range strings.Lines(string(page)) {
		cells := cellsOf(line)
		switch {
		case cells == nil:
			table = ""
			continue
		case table == "":
			table = strings.Join(cells, " | ")
			continue
		case strings.HasPrefix(cells[0], "---"):
			continue
		}
		checked[table]++
		switch table {
		case "text | read as":
			checkExample(t, cells[0], cells[1], logic.Options{})
		case "`leniencies` | text | read as":
			repair := code(cells[0])
			repairs[repair] = true
			r := checkExample(t, cells[1], cells[2], logic.Options{Lenient: true})
			if got := fmt.Sprint(r.Leniencies); !strings.Contains(got, repair) {
				t.Errorf("%s: found the repairs %s, expected %s", cells[1], got, repair)
			}
			if _, err := logic.Parse(code(cells[1]), logic.Options{}); err == nil {
				t.Errorf("%s: the default level reads it", cells[1])
			}
		case "text | the error ends in":
			if _, err := logic.Parse(code(cells[0]), logic.Options{}); err == nil || !strings.HasSuffix(err.Error(), code(cells[1])) {
				t.Errorf("%s: %v", cells[0], err)
			}
		case "text | the readings":
			if f, err := logic.Parse(code(cells[0]), logic.Options{Lenient: true}); err == nil {
				t.Errorf("%s: read as %s", cells[0], f)
			}
		case "operator | written as":
			checkSpellings(t, cells[0], cells[1])
		}
	}
	for table, least := range map[string]int{
		"text | read as": 29, "`leniencies` | text | read as": 10, "text | the error ends in": 6, "text | the readings": 6, "operator | written as": 7,
	} {
		if checked[table] < least {
			t.Errorf("table %s: found %d examples, expected %d", table, checked[table], least)
		}
	}
	for _, l := range leniencies() {
		if !repairs[l.String()] {
			t.Errorf("no example of the repair %s", l)
		}
	}
}

// cellsOf are the cells of a line of a table; nil for other lines.
func cellsOf(line string) []string {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "|") {
		return nil
	}
	line = strings.ReplaceAll(line, `\|`, "\x00")
	var cells []string
	for cell := range strings.SplitSeq(strings.Trim(line, "|"), "|") {
		cells = append(cells, strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|")))
	}
	return cells
}

func code(cell string) string { return strings.Trim(cell, "`") }

func checkExample(t *testing.T, text, want string, o logic.Options) logic.Reading {
	t.Helper()
	r, err := logic.Read(code(text), o)
	if err != nil {
		t.Errorf("%s: %v", text, err)
	} else if got := r.Formulas[0].String(); got != code(want) {
		t.Errorf("%s: found %s, expected %s", text, got, want)
	}
	return r
}

// checkSpellings reads each sign of an operator.
func checkSpellings(t *testing.T, operator, cell string) {
	t.Helper()
	form := map[string][2]string{
		"not": {"%s p", "¬p"}, "and": {"p %s q", "(p ∧ q)"}, "or": {"p %s q", "(p ∨ q)"}, "exclusive or": {"p %s q", "(p ⊕ q)"},
		"implies": {"p %s q", "(p → q)"}, "if and only if": {"p %s q", "(p ↔ q)"}, "quantifiers": {"%s x P(x)", ""},
	}[operator]
	for sign := range strings.FieldsFuncSeq(cell, func(r rune) bool { return r == ' ' || r == ';' }) {
		text := fmt.Sprintf(form[0], code(sign))
		f, err := logic.Parse(text, logic.Options{})
		if err != nil || form[1] != "" && f.String() != form[1] {
			t.Errorf("%s: found %v, %v, expected %s", text, f, err, form[1])
		}
	}
}

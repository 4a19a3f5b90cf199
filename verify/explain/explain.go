package explain

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/prover"
)

// An account is the explanation of one row.
type account struct {
	strings.Builder
	row         *record.Row
	pair        *verify.Pair
	left, right string // names of the two sides
}

// maxNodes bounds the formulas whose parts are compared. People do not read formulas of
// this size, and their comparison is fast.
const maxNodes = 2_000

// Text returns the explanation of a row, in several lines. The pair is read from the row.
// If the stored witness is bad, Text also returns an error that says why. The explanation
// is complete in this case, too, and mentions the bad witness.
func Text(row *record.Row, p *verify.Pair) (string, error) {
	c := &account{row: row, pair: p, left: p.LeftName, right: p.RightName}
	if p.ByExamples() {
		c.left = "the right formula"
	}
	c.WriteString(printable(c.heading()) + "\n\n")
	c.eachText(func(name string, t *verify.Text) { c.line(name, t.Written) })
	c.closed()
	c.repaired()
	c.WriteString("\n" + printable(c.means()) + "\n")
	var w *verify.Witness
	var bad error
	if row.Witness != "" {
		w, bad = c.witness()
	}
	if row.Certificate != "" {
		var k verify.Certificate
		if err := json.Unmarshal([]byte(row.Certificate), &k); strings.HasPrefix(row.VerdictEngine, prover.CheckerPrefix) {
			c.section("Proof", "the checker's, of the kind "+cmp.Or(k.Kind, row.Certificate))
		} else if err != nil {
			c.section("Proof", "unreadable: "+err.Error())
		} else {
			c.section("Proof", c.certified(&k))
		}
	}
	if !p.Argument && (row.Verdict == record.NotEquivalent || row.Verdict == record.Unknown) {
		c.part(w)
	}
	c.names()
	c.remarks()
	return c.String(), bad
}

// heading returns the first line.
func (c *account) heading() string {
	var words []string
	if c.row.ID != "" {
		words = append(words, "row "+c.row.ID)
	}
	for _, word := range []string{string(c.pair.Formalism), string(c.row.Verdict)} {
		if word != "" {
			words = append(words, word)
		}
	}
	if c.row.VerdictEngine != "" {
		words = append(words, "by "+c.row.VerdictEngine)
	}
	return strings.Join(words, " · ")
}

// line writes a formula after its name; the formulas are aligned.
func (c *account) line(name, text string) {
	width := 0
	c.eachText(func(name string, _ *verify.Text) { width = max(width, utf8.RuneCountInString(name)) })
	fmt.Fprintf(c, "  %s%s  %s\n", name, strings.Repeat(" ", max(0, width-utf8.RuneCountInString(name))), printable(text))
}

// printable replaces control characters by spaces. So a model's answer stays on one line
// and cannot control the terminal.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return ' '
		}
		return r
	}, s)
}

// section writes a heading and the text below it.
func (c *account) section(name, text string) {
	fmt.Fprintf(c, "\n%s:\n  %s\n", name, strings.ReplaceAll(printableLines(text), "\n", "\n  "))
}

func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = printable(line)
	}
	return strings.Join(lines, "\n")
}

// witness writes the witness and whether it is good. It returns nil if the
// witness is bad or cannot be read.
func (c *account) witness() (*verify.Witness, error) {
	const unchecked = "\nas the program that gave the verdict says; nothing else has checked it"
	w, err := verify.ParseWitness(c.row.Witness)
	switch {
	case err != nil && formalism.Of(c.formalism()) == nil:
		c.section("Witness", c.row.Witness+unchecked)
		return nil, nil
	case err != nil:
		c.section("Witness", "unreadable: "+err.Error())
		return nil, err
	case w.Kind == verify.KindChecker, w.Foreign() && (formalism.Of(c.formalism()) == nil || strings.HasPrefix(c.row.VerdictEngine, prover.CheckerPrefix)):
		c.section("Witness", c.witnessed(w)+unchecked)
		if words := c.pair.Explain(context.Background(), c.row.Witness); words != "" {
			c.section("In words", words)
		}
		return nil, nil
	}
	if err := c.pair.RecheckRow(c.row); err != nil {
		c.section("Witness", c.witnessed(w)+"\nbut this is not so: "+err.Error())
		return nil, err
	}
	c.section("Witness", c.witnessed(w))
	return w, nil
}

// A comparer is a language whose trees can be compared.
type comparer interface {
	formalism.Language
	// Outline returns a text that is equal for trees that count as the same. Names are
	// compared after fold; nil: unchanged.
	Outline(t formalism.Tree, fold func(string) string) string
	// Part returns the smallest part of each tree in which the two differ, or nil if
	// their outlines are equal.
	Part(a, b formalism.Tree, fold func(string) string) (pa, pb formalism.Tree)
}

// part writes the smallest part in which the two formulas differ.
func (c *account) part(w *verify.Witness) {
	l, ok := formalism.Of(c.formalism()).(comparer)
	x, y := c.pair.Left.Tree, c.pair.Right.Tree
	if !ok || x == nil || y == nil || l.Size(x)+l.Size(y) > maxNodes {
		return
	}
	if x, y = l.Part(x, y, c.pair.Fold()); x == nil {
		return
	}
	c.WriteString("\nSmallest part that differs:\n")
	c.line(c.left, x.String()+c.value(w, x))
	c.line(c.right, y.String()+c.value(w, y))
}

// value returns the value of a part on a witness that is an assignment or a structure, in
// words. A part with free variables has none.
func (c *account) value(w *verify.Witness, part formalism.Tree) string {
	if w == nil || w.Kind != verify.KindAssignment && w.Structure == nil {
		return ""
	}
	v, err := c.pair.Value(w, part)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("   is %t", v)
}

// remarks writes the other findings of the row.
func (c *account) remarks() {
	if words, ok := mistakes[c.row.Diagnosis]; ok {
		c.section("Mistake", words)
	} else if c.row.Diagnosis != "" {
		c.section("Mistake", string(c.row.Diagnosis))
	}
	if c.row.Repair != "" {
		with := "With one edit "
		if slices.Contains(consistentMistakes, c.row.Diagnosis) {
			with = "With the same change in all places "
		}
		c.section(with+c.right+" would be right", printable(c.row.Repair))
	}
	for _, surprise := range c.row.Surprises {
		c.section("Note", cmp.Or(surprises[surprise], surprise))
	}
	if is(c.row.ScopeSensitive) {
		c.section("Note", "reading a quantifier's scope in another way would change the verdict")
	}
	if is(c.row.FreeVariableSensitive) {
		c.section("Note", "reading free variables "+c.otherReading()+" would change the verdict or leave it open")
	}
	if decided := c.row.Verdict == record.Equivalent || c.row.Verdict == record.NotEquivalent; decided && c.row.VerdictReason != "" {
		c.section("Note", c.row.VerdictReason)
	}
}

// is reports whether a column is true.
func is(v *bool) bool { return v != nil && *v }

// formalism returns the formalism of the row, or first_order if it has none.
func (c *account) formalism() record.Formalism { return cmp.Or(c.pair.Formalism, record.FirstOrder) }

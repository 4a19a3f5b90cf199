package explain

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/verify"
)

// A Case is a pair of formulas, or premises and a conclusion, with the columns of
// its row.
type Case struct {
	ID                  string
	Formalism           record.Formalism
	LeftName, RightName string   // names of the two fields in the explanation
	Left, Right         string   // of a pair
	Premises            []string // of an argument; its conclusion is Right

	Verdict               record.Verdict
	Reason, Engine        string
	Relation              record.Relation
	Witness, Certificate  string // as in the row
	ScopeSensitive        bool
	FreeVariableSensitive bool
	Surprises             []string // as in the row
	RelationAligned       record.Relation
	Alignment             string   // as in the row
	Disagreement, Error   *float64 // share and its standard error
	Diagnosis             record.Diagnosis
	Repair                string

	// Formula, Regex and Finite are the options of the parsers and of verify.
	Formula logic.Options
	Regex   regex.Options
	Finite  bool
}

// maxNodes bounds the formulas whose parts are compared. People do not read formulas of
// this size, and their comparison is fast.
const maxNodes = 2_000

// Text returns the explanation, in several lines. If the stored witness is bad,
// it also returns an error that says why. The explanation is complete in this
// case, too, and mentions the bad witness.
func (c *Case) Text() (string, error) {
	var b strings.Builder
	c.Formula = verify.Beside(c.Formula, c.formalism(), append(slices.Clone(c.Premises), c.Left, c.Right)...)
	b.WriteString(printable(c.heading()) + "\n\n")
	if c.Premises != nil {
		for i, p := range c.Premises {
			c.line(&b, fmt.Sprintf("premise %d", i+1), p)
		}
		c.line(&b, c.RightName, c.Right)
	} else {
		c.line(&b, c.LeftName, c.Left)
		c.line(&b, c.RightName, c.Right)
	}
	c.closed(&b)
	c.repaired(&b)
	b.WriteString("\n" + printable(c.means()) + "\n")
	var w *verify.Witness
	var bad error
	if c.Witness != "" {
		w, bad = c.witness(&b)
	}
	if c.Certificate != "" {
		var k verify.Certificate
		if err := json.Unmarshal([]byte(c.Certificate), &k); err != nil {
			section(&b, "Proof", "unreadable: "+err.Error())
		} else {
			section(&b, "Proof", c.certified(&k))
		}
	}
	if c.Premises == nil && (c.Verdict == record.NotEquivalent || c.Verdict == record.Unknown) {
		c.part(&b, w)
	}
	c.names(&b)
	c.remarks(&b)
	return b.String(), bad
}

// heading returns the first line.
func (c *Case) heading() string {
	var words []string
	if c.ID != "" {
		words = append(words, "row "+c.ID)
	}
	for _, word := range []string{string(c.Formalism), string(c.Verdict)} {
		if word != "" {
			words = append(words, word)
		}
	}
	if c.Engine != "" {
		words = append(words, "by "+c.Engine)
	}
	return strings.Join(words, " · ")
}

// line writes a formula after its name; the formulas are aligned.
func (c *Case) line(b *strings.Builder, name, text string) {
	width := max(utf8.RuneCountInString(c.LeftName), utf8.RuneCountInString(c.RightName))
	if c.Premises != nil {
		width = max(utf8.RuneCountInString(c.RightName), len(fmt.Sprintf("premise %d", len(c.Premises))))
	}
	fmt.Fprintf(b, "  %s%s  %s\n", name, strings.Repeat(" ", max(0, width-utf8.RuneCountInString(name))), printable(text))
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
func section(b *strings.Builder, name, text string) {
	fmt.Fprintf(b, "\n%s:\n  %s\n", name, strings.ReplaceAll(printableLines(text), "\n", "\n  "))
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
func (c *Case) witness(b *strings.Builder) (*verify.Witness, error) {
	const unchecked = "\nas the program that gave the verdict says; nothing else has checked it"
	if formalism.Of(c.formalism()) == nil {
		section(b, "Witness", c.Witness+unchecked)
		return nil, nil
	}
	w, err := verify.ParseWitness(c.Witness)
	switch {
	case err != nil:
		section(b, "Witness", "unreadable: "+err.Error())
		return nil, err
	case w.Kind == verify.KindChecker:
		section(b, "Witness", c.witnessed(w)+unchecked)
		return nil, nil
	}
	if err := c.recheck(w); err != nil {
		section(b, "Witness", c.witnessed(w)+"\nbut this is not so: "+err.Error())
		return nil, err
	}
	section(b, "Witness", c.witnessed(w))
	return w, nil
}

// options returns the options of the case for verify.
func (c *Case) options() verify.Options {
	return verify.Options{Formula: c.Formula, Regex: c.Regex, Finite: c.Finite}
}

// recheck returns an error if the witness is bad, or contradicts the verdict or
// the relation of the row.
func (c *Case) recheck(w *verify.Witness) error {
	v := verify.New(c.options())
	var err error
	if c.Premises != nil {
		err = v.RecheckEntailment(c.Premises, c.Right, c.Witness)
	} else {
		err = v.Recheck(c.Formalism, c.Left, c.Right, c.Witness)
	}
	if err != nil {
		return err
	}
	return w.Contradicts(c.Verdict, c.Reason, c.Relation)
}

// part writes the smallest part in which the two formulas differ.
func (c *Case) part(b *strings.Builder, w *verify.Witness) {
	f := c.formalism()
	l := languages[f]
	s := verify.New(c.options()).Semantics(f)
	if l.part == nil || s == nil {
		return
	}
	x, errX := s.Parse(c.Left)
	y, errY := s.Parse(c.Right)
	if size := formalism.Of(f).Size; errX != nil || errY != nil || size(x)+size(y) > maxNodes {
		return
	}
	fold := logic.Fold
	if c.Formula.CaseSensitive {
		fold = nil
	}
	if x, y = l.part(x, y, fold); x == nil {
		return
	}
	left, right := x.String(), y.String()
	if l.value != nil {
		left, right = left+l.value(w, x, fold), right+l.value(w, y, fold)
	}
	b.WriteString("\nSmallest part that differs:\n")
	c.line(b, c.LeftName, left)
	c.line(b, c.RightName, right)
}

// remarks writes the other findings of the row.
func (c *Case) remarks(b *strings.Builder) {
	if c.Disagreement != nil {
		text := fmt.Sprintf("on %.4g%% of %s", 100**c.Disagreement, cmp.Or(languages[c.formalism()].cases, "all assignments"))
		if c.Error != nil {
			text += fmt.Sprintf(", ± %.2g%% (standard error of a sample)", 100**c.Error)
		}
		section(b, "They differ", text)
	}
	if words, ok := mistakes[c.Diagnosis]; ok {
		section(b, "Mistake", words)
	} else if c.Diagnosis != "" {
		section(b, "Mistake", string(c.Diagnosis))
	}
	if c.Repair != "" {
		with := "With one edit "
		if slices.Contains(consistentMistakes, c.Diagnosis) {
			with = "With the same change in all places "
		}
		section(b, with+c.RightName+" would be right", printable(c.Repair))
	}
	for _, surprise := range c.Surprises {
		section(b, "Note", cmp.Or(surprises[surprise], surprise))
	}
	if c.ScopeSensitive {
		section(b, "Note", "reading a quantifier's scope in another way would change the verdict")
	}
	if c.FreeVariableSensitive {
		section(b, "Note", "reading free variables "+c.otherReading()+" would change the verdict or leave it open")
	}
	if decided := c.Verdict == record.Equivalent || c.Verdict == record.NotEquivalent; decided && c.Reason != "" {
		section(b, "Note", c.Reason)
	}
}

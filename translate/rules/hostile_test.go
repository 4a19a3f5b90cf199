package rules

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
)

// Each text nests deeply, or unfolds to far more than its length.
func TestHostileTextsEndInErrors(t *testing.T) {
	const n = 100_000
	doubling := "claim c40"
	tripling := "claim c40"
	parts := "part c40"
	for i := 40; i > 0; i-- {
		doubling += fmt.Sprintf(". Claim c%d says that claim c%d and claim c%d", i, i-1, i-1)
		tripling += fmt.Sprintf(". Claim c%d says that exactly one of claim c%d, p2 and p3", i, i-1)
		parts += fmt.Sprintf(". Part c%d consists of part c%d, then part c%d", i, i-1, i-1)
	}
	for name, c := range map[string]struct {
		f    record.Formalism
		text string
	}{
		"not":         {record.FirstOrder, strings.Repeat("not ", n) + "p1"},
		"both":        {record.FirstOrder, strings.Repeat("both ", n) + "p1"},
		"either":      {record.FirstOrder, strings.Repeat("either p1 or ", n)},
		"if":          {record.FirstOrder, strings.Repeat("if ", n) + "p1"},
		"then":        {record.FirstOrder, strings.Repeat("if p1 then ", n) + "p1"},
		"lists":       {record.FirstOrder, strings.Repeat("all of the following hold: first, ", n) + "p1"},
		"functions":   {record.FirstOrder, "x equals " + strings.Repeat("the f of both ", n) + "x"},
		"quantifiers": {record.FirstOrder, strings.Repeat("for every x, ", n) + "p1"},
		"links":       {record.FirstOrder, strings.Repeat("p1 if ", n) + "p1"},
		"variables":   {record.FirstOrder, "for every " + strings.Repeat("x, ", n) + "and"},
		"claims":      {record.FirstOrder, doubling + ". Claim c0 says that p1."},
		"copies":      {record.FirstOrder, tripling + ". Claim c0 says that p1."},
		"binary":      {record.FirstOrder, strings.Repeat("\xff\x00“”", n)},
		"open quote":  {record.FirstOrder, "“" + strings.Repeat(`\`, n)},
		"long":        {record.FirstOrder, strings.Repeat(" ", maxText+1)},
		"moments":     {record.LTL, strings.Repeat("at every step, ", n) + "p1"},
		"adverbs":     {record.LTL, "p1 " + strings.Repeat("always ", 4*n) + "and"},
		"steps":       {record.LTL, strings.Repeat("1000000 steps later, ", n) + "p1"},
		"untils":      {record.LTL, strings.Repeat("until ", n) + "p1"},
		"events":      {record.LTL, strings.Repeat("p1 until p2, which does happen, and ", n)},
		"time lists":  {record.LTL, strings.Repeat("both of the following hold: first, ", n) + "p1"},
		"time claims": {record.LTL, doubling + ". Claim c0 says that p1 is true at every step."},
		"blocks":      {record.Regex, strings.Repeat("a block of ", n) + "a 0"},
		"repetitions": {record.Regex, strings.Repeat("zero or more repetitions of ", n) + "a 0"},
		"parts":       {record.Regex, parts + ". Part c0 consists of a 0."},
		"runs":        {record.Regex, strings.Repeat("1000000 1s, then ", 1000) + "a 0"},
		"long runs":   {record.Regex, "1000000 “" + strings.Repeat("01", 100000) + "”s"},
		"symbols":     {record.Regex, strings.Repeat("*", n)},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			out, err := Formalize(c.f, c.text, nil)
			if err == nil {
				t.Errorf("no error, but a formula of %d bytes", len(out))
			} else if len(err.Error()) > 300 {
				t.Errorf("an error of %d bytes", len(err.Error()))
			}
			if d := time.Since(start); d > time.Minute {
				t.Errorf("took %v", d)
			}
		})
	}
}

// Deep formulas that can be written come back, in linear time.
func TestDeepFormulasRoundTrip(t *testing.T) {
	const depth = 3000
	p := logic.Atom("p1")
	for name, step := range map[string]func(*logic.Formula) *logic.Formula{
		"not":     logic.Not,
		"and or":  func(f *logic.Formula) *logic.Formula { return logic.And(logic.Or(f, p), p) },
		"not and": func(f *logic.Formula) *logic.Formula { return logic.Not(logic.And(p, f, p)) },
		"implies": func(f *logic.Formula) *logic.Formula { return logic.Implies(p, f) },
		"left":    func(f *logic.Formula) *logic.Formula { return logic.Implies(f, p) },
		"iff":     func(f *logic.Formula) *logic.Formula { return logic.Iff(f, p) },
		"forall":  func(f *logic.Formula) *logic.Formula { return logic.Forall("x", logic.Exists("y", f)) },
		"xor":     func(f *logic.Formula) *logic.Formula { return logic.Xor(p, logic.Not(f), p) },
	} {
		t.Run(name, func(t *testing.T) {
			f := p
			for range depth {
				f = step(f)
			}
			checkFormula(t, f, nil)
		})
	}
	e := regex.Symbol('0')
	for range depth {
		e = regex.Concat(regex.Symbol('1'), regex.Star(e))
	}
	checkRegex(t, e, regex.Same)
}

package formalism_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/syntax"
)

func TestErrorsOfEnglishSayWhereAndWhat(t *testing.T) {
	for _, c := range []struct {
		f        record.Formalism
		nl, want string
	}{
		{record.FirstOrder, "", "column 1: expected a statement, found end of text"},
		{record.FirstOrder, " . ", `column 2: expected a statement, found "."`},
		{record.FirstOrder, "p1 is true and", "column 15: expected a name, found end of text"},
		{record.FirstOrder, "p1", `column 3: expected "is true", "holds of" or "equals", found end of text`},
		{record.FirstOrder, "both p1 is true or p2 is true", `column 17: expected "and", found "or"`},
		{record.FirstOrder, "p1 is true, p2 is true", `column 23: expected "and" or "or", found end of text`},
		{record.FirstOrder, "p1 is true and p2 is true or p3 is true", `column 27: expected a connective or the end of the sentence, found "or"`},
		{record.FirstOrder, "p1 ∧ p2", `column 4: expected "is true", "holds of" or "equals", found "∧"`},
		{record.FirstOrder, "łódź is true (p2)", `column 14: expected a connective or the end of the sentence, found "("`},
		{record.FirstOrder, "if p1 is true and p2 is true", `column 29: expected ", then", found end of text`},
		{record.FirstOrder, "there is some such that p1 is true", `column 15: expected a variable, found "such"`},
		{record.FirstOrder, "there are x such that p1 is true", `column 13: expected "and" before the last variable, found "such"`},
		{record.FirstOrder, "for every x p1 is true", `column 13: expected ",", found "p1"`},
		{record.FirstOrder, "for x, p1", `column 5: expected "every" or "all" after "for", or "is" or "are" after "there", found "x"`},
		{record.FirstOrder, "it rains", `column 1: expected a name, found "it"`},
		{record.FirstOrder, "all two of the following hold p1", `column 31: expected ":" before a list, found "p1"`},
		{record.FirstOrder, "all two of the following hold: p1", `column 32: expected "first", found "p1"`},
		{record.FirstOrder, "both of the following hold: first p1", `column 35: expected ",", found "p1"`},
		{record.FirstOrder, "the f of a holds of b", `column 21: expected a predicate's name before "holds of", found "b"`},
		{record.FirstOrder, "the f of a is true", `column 19: expected a proposition before "is", found end of text`},
		{record.FirstOrder, "the f equals a", `column 7: expected "of" after a function's name, found "equals"`},
		{record.FirstOrder, "the f of both a or b equals c", `column 17: expected "," or "and" between a function's arguments, found "or"`},
		{record.FirstOrder, "claim A holds", `column 7: expected a claim that is defined, found "A"`},
		{record.FirstOrder, "claim A. Claim A says that p1 is true.", `column 8: expected "holds" or "does not hold", found "."`},
		{record.FirstOrder, "claim A holds. Claim A says that claim A holds.", `column 22: expected a claim that does not depend on itself, found "A"`},
		{record.FirstOrder, "claim A holds. Claim A says that p2 is true. Claim A says that p3 is true.", `column 52: expected one definition of each claim, found "A"`},
		{record.FirstOrder, "p1 is true. p2 is true.", `column 13: expected the definition of a claim, found "p2"`},
		{record.FirstOrder, "All three of the following hold: first, p1 is true; second, p2 is true.", `column 34: expected a list of 3 statements, not of 2, found "first"`},
		{record.FirstOrder, "Exactly one of the following three holds: first, p1 is true; second, p2 is true; third, p3 is true.", `column 43: expected a list of 2 statements, not of 3, found "first"`},
		{record.FirstOrder, "p1 is true is false", `column 12: expected a connective or the end of the sentence, found "is"`},
		{record.Regex, "", `column 1: expected "a matching string consists of", found end of text`},
		{record.Regex, "a matching string consists of", "column 30: expected a piece of a string, found end of text"},
		{record.Regex, "a 0. A 1.", `column 36: expected the definition of a part, found "A"`},
		{record.Regex, "a block 0", `column 33: expected a single symbol, found "block"`},
		{record.Regex, "a 0, then", "column 40: expected a piece of a string, found end of text"},
		{record.Regex, "a 0, finally a 1", `column 34: expected ", then" or the end of the sentence, found ","`},
		{record.Regex, "a cat", `column 33: expected a single symbol, found "cat"`},
		{record.Regex, "part A", `column 36: expected a part that is defined, found "A"`},
		{record.Regex, "part A. Part A consists of part A.", `column 44: expected a part that does not depend on itself, found "A"`},
		{record.Regex, "zero or more 0", `column 44: expected "repetitions of" or the plural of a symbol, found "0"`},
		{record.Regex, "either a 0", `column 41: expected "or", found end of text`},
		{record.Regex, "0*", `column 31: expected a piece of a string, found "0"`},
	} {
		if c.f == record.Regex && c.nl != "" && !strings.HasPrefix(c.nl, "a matching") {
			c.nl = "a matching string consists of " + c.nl
		}
		_, err := speakerOf(c.f).Formalize(english.English(), c.nl)
		var re *syntax.Error
		if !errors.As(err, &re) || re.Error() != c.want {
			t.Errorf("%q: error %v, expected %s", c.nl, err, c.want)
		}
	}
}

// Each text nests deeply, or unfolds to far more than its length.
func TestHostileTextsEndInErrors(t *testing.T) {
	const n, consists = 100_000, "a matching string consists of "
	doubling := "claim c40 holds"
	parts := consists + "part c40"
	for i := 40; i > 0; i-- {
		doubling += fmt.Sprintf(". Claim c%d says that claim c%d holds and claim c%d holds", i, i-1, i-1)
		parts += fmt.Sprintf(". Part c%d consists of part c%d, then part c%d", i, i-1, i-1)
	}
	for name, c := range map[string]struct {
		f    record.Formalism
		text string
	}{
		"not":         {record.FirstOrder, strings.Repeat("it is not the case that ", n) + "p1 is true"},
		"both":        {record.FirstOrder, strings.Repeat("both ", n) + "p1 is true"},
		"either":      {record.FirstOrder, strings.Repeat("either p1 is true or ", n)},
		"if":          {record.FirstOrder, strings.Repeat("if ", n) + "p1 is true"},
		"then":        {record.FirstOrder, strings.Repeat("if p1 is true, then ", n) + "p1 is true"},
		"lists":       {record.FirstOrder, strings.Repeat("both of the following hold: first, ", n) + "p1 is true"},
		"functions":   {record.FirstOrder, "x equals " + strings.Repeat("the f of both ", n) + "x"},
		"quantifiers": {record.FirstOrder, strings.Repeat("for every x, ", n) + "p1 is true"},
		"links":       {record.FirstOrder, strings.Repeat("p1 is true if and only if ", n) + "p1 is true"},
		"variables":   {record.FirstOrder, "for all " + strings.Repeat("x, ", n) + "and"},
		"claims":      {record.FirstOrder, doubling + ". Claim c0 says that p1 is true."},
		"binary":      {record.FirstOrder, strings.Repeat("\xff\x00“”", n)},
		"open quote":  {record.FirstOrder, "“" + strings.Repeat(`\`, n)},
		"long":        {record.FirstOrder, strings.Repeat(" ", english.MaxText+1)},
		"moments":     {record.LTL, strings.Repeat("at every step, ", n) + "p1 is true"},
		"steps":       {record.LTL, strings.Repeat("1000000 steps later, ", n) + "p1 is true"},
		"untils":      {record.LTL, strings.Repeat("until ", n) + "p1 is true"},
		"events":      {record.LTL, strings.Repeat("p1 is true until p2 is true, which does happen, and ", n)},
		"time lists":  {record.LTL, strings.Repeat("both of the following hold: first, ", n) + "p1 is true"},
		"time claims": {record.LTL, doubling + ". Claim c0 says that p1 is true at every step."},
		"blocks":      {record.Regex, consists + strings.Repeat("a block of ", n) + "a 0"},
		"repetitions": {record.Regex, consists + strings.Repeat("zero or more repetitions of ", n) + "a 0"},
		"parts":       {record.Regex, parts + ". Part c0 consists of a 0."},
		"runs":        {record.Regex, consists + strings.Repeat("1000000 1s, then ", 1000) + "a 0"},
		"symbols":     {record.Regex, consists + strings.Repeat("*", n)},
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			out, err := speakerOf(c.f).Formalize(english.English(), c.text)
			if err == nil {
				t.Errorf("no error, but a formula of %d bytes", len(out.String()))
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
			checkEnglish(t, speakerOf(record.FirstOrder), f)
		})
	}
	e := regex.Symbol('0')
	for range depth {
		e = regex.Concat(regex.Symbol('1'), regex.Star(e))
	}
	checkEnglish(t, speakerOf(record.Regex), e.In(regex.Paper))
}

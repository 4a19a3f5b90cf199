package logic_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"pgregory.net/rapid"
)

// A speller writes a formula with other signs, other and more brackets, and other
// spaces.
type speller struct {
	t *rapid.T
	b strings.Builder
}

func (s *speller) pick(from ...string) string {
	return rapid.SampledFrom(from).Draw(s.t, "spelling")
}

func (s *speller) space() { s.b.WriteString(s.pick("", " ", "  ", "\n", "\u00a0", "\u200b")) }

// connectiveSigns lists spellings; words have spaces around them.
var connectiveSigns = map[logic.Op][]string{
	logic.OpAnd:     {"∧", "&", "&&", " and ", " AND ", `/\`, `\land `, `\wedge `, "＆"},
	logic.OpOr:      {"∨", "|", "||", " or ", " v ", " V ", `\/`, `\lor `, `\vee `},
	logic.OpXor:     {"⊕", " xor ", `\oplus `, "⊻"},
	logic.OpImplies: {"→", "->", "=>", "==>", " implies ", `\to `, `\rightarrow `, `\implies `, "⊃"},
	logic.OpIff:     {"↔", "<->", "<=>", " iff ", `\leftrightarrow `, `\iff `, "≡"},
}

func (s *speller) formula(f *logic.Formula) {
	if rapid.IntRange(0, 7).Draw(s.t, "brackets") == 7 {
		s.bracketed(f, s.formula)
		return
	}
	s.space()
	switch f.Op {
	case logic.OpTrue:
		s.b.WriteString(s.pick("⊤", " true ", `\top `))
	case logic.OpFalse:
		s.b.WriteString(s.pick("⊥", " False ", `\bot `))
	case logic.OpAtom:
		s.b.WriteString(f.Name)
		s.terms(f.Terms)
	case logic.OpEqual:
		s.equality(f, s.pick("=", "==", " = "))
	case logic.OpNot:
		if f.Args[0].Op == logic.OpEqual && rapid.Bool().Draw(s.t, "unequal") {
			s.equality(f.Args[0], s.pick("≠", "!=", `\neq `))
			break
		}
		s.b.WriteString(s.pick("¬", "-", "!", " not ", `\lnot `, `\neg `))
		s.formula(f.Args[0])
	case logic.OpForall, logic.OpExists:
		s.quantifier(f)
	default:
		s.bracketed(f, s.connective)
	}
	s.space()
}

func (s *speller) bracketed(f *logic.Formula, inside func(*logic.Formula)) {
	pair := strings.Fields(s.pick("( )", "( )", "[ ]", "{ }", `\left( \right)`, "（ ）", `\{ \}`))
	s.b.WriteString(pair[0])
	inside(f)
	s.b.WriteString(pair[1])
}

func (s *speller) connective(f *logic.Formula) {
	sign := s.pick(connectiveSigns[f.Op]...)
	for i, g := range f.Args {
		if i > 0 {
			s.b.WriteString(sign)
		}
		for inner := g; ; inner = inner.Args[0] { // a quantifier would swallow what follows
			if inner.Op == logic.OpForall || inner.Op == logic.OpExists {
				s.bracketed(g, s.formula)
				break
			}
			if inner.Op != logic.OpNot {
				s.formula(g)
				break
			}
		}
	}
}

func (s *speller) quantifier(f *logic.Formula) {
	symbol := s.pick("∀", " all ", " ForAll ", `\forall `)
	if f.Op == logic.OpExists {
		symbol = s.pick("∃", " some ", " exists ", `\exists `)
	}
	body := f.Args[0]
	switch s.pick("dot", "group", "head", "joined") {
	case "dot":
		s.b.WriteString(symbol + f.Name + s.pick(".", ". ", ": ", ", ", ` .\, `))
		s.formula(body)
	case "group":
		s.b.WriteString(symbol + f.Name + s.pick(" ", `\;`))
		if strings.TrimSpace(symbol) != symbol { // a word that need not be used
			s.b.WriteString(". ")
		}
		s.bracketed(body, s.formula)
	case "head":
		s.b.WriteString("(" + symbol + f.Name + ")")
		s.bracketed(body, s.formula)
	case "joined":
		s.b.WriteString(symbol + f.Name)
		comma := s.pick(" ", ", ")
		for body.Op == f.Op {
			s.b.WriteString(comma + body.Name)
			body = body.Args[0]
		}
		s.b.WriteString(". ")
		s.formula(body)
	}
}

func (s *speller) equality(f *logic.Formula, sign string) {
	s.term(f.Terms[0])
	s.b.WriteString(sign)
	s.term(f.Terms[1])
}

func (s *speller) terms(terms []logic.Term) {
	if len(terms) == 0 {
		return
	}
	s.b.WriteString(s.pick("(", " (", "（"))
	for i, t := range terms {
		if i > 0 {
			s.b.WriteString(s.pick(",", ", ", "，"))
		}
		s.term(t)
	}
	s.b.WriteString(")")
}

func (s *speller) term(t logic.Term) {
	s.b.WriteString(t.Name)
	s.terms(t.Args)
}

func TestAnySpellingParsesToTheSameTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formattest.Formula(t, formattest.FormulaConfig{
			FirstOrder: rapid.Bool().Draw(t, "first-order"), Equality: true, Functions: true, Mixed: true, Truth: true,
		})
		s := speller{t: t}
		s.formula(f)
		for _, scope := range scopes {
			g, err := logic.Parse(s.b.String(), logic.Options{Scope: scope})
			if err != nil {
				t.Fatalf("%q for %s: %s: %v", s.b.String(), f, scope, err)
			}
			if !logic.Same(f, g) {
				t.Fatalf("%q for %s: read as %s, %s", s.b.String(), f, g, scope)
			}
		}
	})
}

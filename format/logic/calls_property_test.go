package logic_test

import (
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/formattest"
	"github.com/truthloop/truthloop/format/logic"
	"pgregory.net/rapid"
)

// A calling writes formulas with calls as in z3py and sympy at random places, and with signs
// at the others.
type calling struct {
	t *rapid.T
	b strings.Builder
}

func (c *calling) coin(label string) bool { return rapid.Bool().Draw(c.t, label) }

func (c *calling) call(name string, args []*logic.Formula) {
	c.b.WriteString(name + "(")
	for i, a := range args {
		if i > 0 {
			c.b.WriteString(", ")
		}
		c.write(a, false)
	}
	c.b.WriteString(")")
}

// infix writes operands with a sign between them. Each has brackets unless it is an atom.
func (c *calling) infix(sign string, args []*logic.Formula, inside bool) {
	if inside {
		c.b.WriteString("(")
	}
	for i, a := range args {
		if i > 0 {
			c.b.WriteString(sign)
		}
		c.write(a, true)
	}
	if inside {
		c.b.WriteString(")")
	}
}

// write writes f; inside means that a sign is beside it.
func (c *calling) write(f *logic.Formula, inside bool) {
	switch f.Op {
	case logic.OpTrue:
		c.b.WriteString("True")
	case logic.OpFalse:
		c.b.WriteString("False")
	case logic.OpNot:
		switch g := f.Args[0]; {
		case g.Op == logic.OpIff && c.coin("differ"):
			c.infix(" != ", g.Args, true)
		case g.Op == logic.OpEqual && c.coin("distinct"):
			c.b.WriteString("Distinct(" + g.Terms[0].String() + ", " + g.Terms[1].String() + ")")
		case c.coin("not"):
			c.call("Not", f.Args)
		default:
			c.b.WriteString("~(")
			c.write(g, false)
			c.b.WriteString(")")
		}
	case logic.OpForall, logic.OpExists:
		name, sign := "ForAll", "∀"
		if f.Op == logic.OpExists {
			name, sign = "Exists", "∃"
		}
		if c.coin("quantifier") {
			c.b.WriteString(name + "(" + f.Name + ", ")
			c.write(f.Args[0], false)
		} else {
			c.b.WriteString("(" + sign + f.Name + " (")
			c.write(f.Args[0], false)
			c.b.WriteString(")")
		}
		c.b.WriteString(")")
	case logic.OpAnd, logic.OpOr, logic.OpXor, logic.OpImplies, logic.OpIff:
		style := map[logic.Op][2]string{
			logic.OpAnd: {"And", " & "}, logic.OpOr: {"Or", " | "}, logic.OpXor: {"Xor", " xor "},
			logic.OpImplies: {"Implies", " -> "}, logic.OpIff: {"Equivalent", " == "},
		}[f.Op]
		if c.coin("call") {
			c.call(style[0], f.Args)
		} else {
			c.infix(style[1], f.Args, true)
		}
	case logic.OpEqual:
		if inside {
			c.b.WriteString("(" + f.String() + ")")
			return
		}
		c.b.WriteString(f.String())
	default:
		c.b.WriteString(f.String())
	}
}

// Calls within signs and signs within calls were read as something else. The formula itself,
// beside the text, shows what its names are.
func TestMixedCallsAreReadAsTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cfg := formattest.FormulaConfig{FirstOrder: rapid.Bool().Draw(t, "first-order"), Equality: true, Functions: true, Truth: true}
		f := formattest.Formula(t, cfg)
		c := calling{t: t}
		c.write(f, false)
		text := c.b.String()
		// The printed formula has ↔ where the text has ==, so it decides.
		g, err := logic.Parse(text, logic.Options{Beside: []string{f.String()}, Propositional: !cfg.FirstOrder})
		if err != nil {
			t.Fatalf("%s: %v, expected %s", text, err, f)
		}
		if !logic.Same(f, g) {
			t.Fatalf("%s: found %s, expected %s", text, g, f)
		}
		// The printed reading is read as itself, without the other text.
		r, err := logic.Read(text, logic.Options{})
		if err != nil {
			return
		}
		again, err := logic.Parse(r.Formulas[0].String(), logic.Options{})
		if err != nil || !logic.Same(again, r.Formulas[0]) {
			t.Fatalf("%s: read as %s, that as %v, %v", text, r.Formulas[0], again, err)
		}
	})
}

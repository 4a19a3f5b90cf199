package language

import (
	"slices"
	"strconv"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/format/temporal"
)

// reader reads statements about time. The comments of its methods contain the grammar of
// the operands that package format/english does not have.
type reader struct {
	english.Statements[*temporal.Formula]
}

// Formalize returns the formula that a text of Informalize describes. The error of any other text is an *syntax.Error.
func (*Language) Formalize(text string) (syntax.Tree, error) {
	r := new(reader)
	r.Operand, r.Not, r.Connect = r.operand, temporal.Not, connect
	return syntax.TreeOf(r.ReadStatements(text, reserved))
}

func connect(c syntax.Boolean, fs ...*temporal.Formula) *temporal.Formula {
	return temporal.Connect(temporal.OpAnd+temporal.Op(c-syntax.And), fs...)
}

// operand = until event "," statement | (compound | moment "," statement | fact) [until event].
func (r *reader) operand() *temporal.Formula {
	r.Enter()
	defer r.Leave()
	r.Grow(1)
	if u, ok := r.until(); ok {
		op, event := r.event(u)
		if !r.Accept(",") {
			r.Fail(`"," after an event`)
		}
		return lasting(op, r.Statement(), event)
	}
	f, ok := r.Compound()
	if !ok {
		if when := r.moment(); when == nil {
			f = r.fact()
		} else if r.Accept(",") {
			f = when(r.Statement())
		} else {
			r.Fail(`"," after a moment`)
		}
	}
	if u, ok := r.until(); ok {
		op, event := r.event(u)
		return lasting(op, f, event)
	}
	return f
}

// until takes the words between a statement and the event up to which it holds.
func (r *reader) until() (u until, ok bool) {
	i := slices.IndexFunc(untils, func(u until) bool { return r.Accept(u.phrase) })
	if i < 0 {
		return until{}, false
	}
	return untils[i], true
}

// event = operand "," (happens | mayHappen).
func (r *reader) event(u until) (op temporal.Op, event *temporal.Formula) {
	event = r.Operand()
	switch {
	case u.strong != 0 && r.Accept(", "+happens):
		return u.strong, event
	case u.weak != 0 && r.Accept(", "+mayHappen):
		return u.weak, event
	}
	r.Fail(strconv.Quote(", "+happens) + " or " + strconv.Quote(", "+mayHappen))
	return 0, nil
}

// lasting returns the formula of a statement that holds until an event.
func lasting(op temporal.Op, statement, event *temporal.Formula) *temporal.Formula {
	if eventFirst(op) {
		statement, event = event, statement
	}
	return temporal.Connect(op, statement, event)
}

// eventFirst reports whether the event is the first operand.
func eventFirst(op temporal.Op) bool {
	return op == temporal.OpRelease || op == temporal.OpStrongRelease || op == temporal.OpTriggered
}

// moment takes a moment: "at every step from then on", "three steps later". It returns nil
// if none comes next.
func (r *reader) moment() func(*temporal.Formula) *temporal.Formula {
	for _, m := range moments {
		if r.Accept(m.phrase[1], m.phrase[0]) {
			r.Grow(1)
			return func(f *temporal.Formula) *temporal.Formula { return temporal.Connect(m.op, f) }
		}
	}
	var n int
	if !r.Optionally(func() (ok bool) {
		n, ok = r.Numeral()
		return ok && r.Accept("steps later")
	}) {
		return nil
	}
	r.Grow(n)
	return func(f *temporal.Formula) *temporal.Formula {
		for range n {
			f = temporal.Next(f)
		}
		return f
	}
}

// fact = subject [moment].
func (r *reader) fact() *temporal.Formula {
	f := r.subject()
	if when := r.moment(); when != nil {
		return when(f)
	}
	return f
}

// subject = constant | name ("is true" | "is false").
func (r *reader) subject() *temporal.Formula {
	switch {
	case r.Accept("a tautology holds"):
		return temporal.Top()
	case r.Accept("a contradiction holds"):
		return temporal.Bottom()
	}
	f := temporal.Atom(r.Name("a statement"))
	switch {
	case r.Accept("is true"):
		return f
	case r.Accept("is false"):
		return temporal.Not(f)
	}
	r.Fail(`"is true" or "is false"`)
	return nil
}

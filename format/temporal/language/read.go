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
func (*Language) Formalize(x *english.Lexicon, text string) (syntax.Tree, error) {
	r := new(reader)
	r.Operand = r.operand
	return syntax.TreeOf(r.ReadStatements(text, x, true))
}

// operand = until event "," statement | (compound | moment "," statement | fact) [until event].
func (r *reader) operand() *temporal.Formula {
	r.Enter()
	defer r.Leave()
	r.Grow(1)
	var u until
	if r.Optionally(func() (ok bool) {
		r.Took("framed", 0)
		u, ok = r.until()
		return ok
	}) {
		op, event := r.event(u)
		r.Expect("framed", 2, " after an event")
		return lasting(op, r.Statement(), event)
	}
	f, ok := r.Compound()
	if !ok {
		if when := r.moment(); when == nil {
			f = r.fact()
		} else {
			r.Expect("when", 1, " after a moment")
			f = when(r.Statement())
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
	i := slices.IndexFunc(untils, func(u until) bool { return r.Took(u.phrase, 0) })
	if i < 0 {
		return until{}, false
	}
	return untils[i], true
}

// event = operand (happens | mayHappen).
func (r *reader) event(u until) (op temporal.Op, event *temporal.Formula) {
	event = r.Operand()
	switch {
	case u.strong != 0 && r.Took(u.happens(true), 0):
		return u.strong, event
	case u.weak != 0 && r.Took(u.happens(false), 0):
		return u.weak, event
	}
	r.Fail(strconv.Quote(r.Words(u.happens(true), 0)) + " or " + strconv.Quote(r.Words(u.happens(false), 0)))
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
	var n int
	if r.Match("steps", func() (ok bool) { n, ok = r.Numeral(); return ok }) {
		r.Grow(n)
		return func(f *temporal.Formula) *temporal.Formula {
			for range n {
				f = temporal.Next(f)
			}
			return f
		}
	}
	longest, length := 0, 0
	for i, m := range moments {
		if n := r.SeeMoment(m.name); n > length {
			longest, length = i, n
		}
	}
	if length == 0 {
		return nil
	}
	r.Skip(length)
	r.Grow(1)
	return func(f *temporal.Formula) *temporal.Formula { return temporal.Connect(moments[longest].op, f) }
}

// fact reads a fact with its moment.
func (r *reader) fact() *temporal.Formula {
	when := func(f *temporal.Formula) *temporal.Formula { return f }
	f, ok := r.Fact(temporal.Atom, func() bool {
		if m := r.moment(); m != nil {
			when = m
		}
		return true
	})
	if !ok {
		r.Name("a statement")
		r.Fail(`"is true" or "is false"`)
	}
	return when(f)
}

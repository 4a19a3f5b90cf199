package z3

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/logic/logictest"
	"pgregory.net/rapid"
)

func TestEncode(t *testing.T) {
	for _, c := range []struct {
		f       string
		symbols []symbol
		code    []byte
	}{
		{"⊤", nil, []byte{insTrue}},
		{"p → ¬⊥", []symbol{{"p", 0, true}}, []byte{insApply, 0, insFalse, insNot, insImplies}},
		{
			"∀x ∀y ∃x R(x, y, a)",
			[]symbol{{"a", 0, false}, {"r", 3, true}},
			[]byte{insVar, 0, insVar, 1, insApply, 0, insApply, 1, insExists, 1, insForall, 2},
		},
		{
			"∀x (∀y P(x)) ∧ f(b) = B",
			[]symbol{{"p", 1, true}, {"b", 0, false}, {"f", 1, false}},
			[]byte{insVar, 1, insApply, 0, insForall, 2, insApply, 1, insApply, 2, insApply, 1, insEqual, insAnd, 2},
		},
	} {
		p, err := encode(mustParse(t, c.f), logic.Fold)
		if err != nil || !reflect.DeepEqual(p.symbols, c.symbols) || !bytes.Equal(p.code, c.code) {
			t.Errorf("%s: got %v %v, %v, want %v %v", c.f, p.symbols, p.code, err, c.symbols, c.code)
		}
	}
}

// TestNamesDoNotMatter: formulas that differ in names only are one program.
func TestNamesDoNotMatter(t *testing.T) {
	a, errA := encode(mustParse(t, "∀x (P(x, a) → ∃y Q(y, x))"), logic.Fold)
	b, errB := encode(mustParse(t, "∀u (Likes(u, tom) → ∃v Knows(v, u))"), logic.Fold)
	if errA != nil || errB != nil || !bytes.Equal(appendRequest(nil, a, 7), appendRequest(nil, b, 7)) {
		t.Errorf("got %v %v and %v %v", a, errA, b, errB)
	}
}

func TestRequestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := logictest.Formula(t, logictest.Config{FirstOrder: true, Equality: true, Functions: true, Mixed: true, Truth: true})
		limit := rapid.Uint64().Draw(t, "limit")
		p, err := encode(f, logic.Fold)
		if err != nil {
			t.Fatalf("%s: %v", f, err)
		}
		b, err := readFrame(bytes.NewReader(appendRequest(nil, p, limit)), nil)
		if err != nil {
			t.Fatal(err)
		}
		got, gotLimit, err := parseRequest(b)
		for i := range p.symbols {
			p.symbols[i].name = ""
		}
		if err != nil || gotLimit != limit || !reflect.DeepEqual(got, p) {
			t.Fatalf("%s: got %v, limit %d, %v", f, got, gotLimit, err)
		}
	})
}

var replySymbols = []symbol{{"q", 0, true}, {"r", 2, true}, {"c", 0, false}, {"f", 1, false}}

func TestReplyRoundTrip(t *testing.T) {
	for _, want := range []reply{
		{status: Unsat, used: 1 << 40, inUse: 5},
		{reason: ReasonRefused + ": " + strings.Repeat("x", 1000)},
		{status: Sat, used: 3, size: 2, tables: [][]int{{1}, {0, 1, 1, 0}, {1}, {1, 0}}},
	} {
		b, err := readFrame(bytes.NewReader(appendReply(nil, want)), nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseReply(b, replySymbols)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v, want %+v", got, err, want)
		}
		for n := range b {
			if got, err := parseReply(b[:n], replySymbols); err == nil {
				t.Errorf("%d of %d bytes: got %+v, expected an error", n, len(b), got)
			}
		}
	}
}

// FuzzReply has a worker that lost its mind: no reply may panic or become a
// model that is none.
func FuzzReply(f *testing.F) {
	f.Add(appendReply(nil, reply{status: Unsat, used: 12})[4:])
	f.Add(appendReply(nil, reply{reason: ReasonMemory})[4:])
	f.Add(appendReply(nil, reply{status: Sat, size: 2, tables: [][]int{{1}, {0, 1, 1, 0}, {1}, {1, 0}}})[4:])
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := parseReply(b, replySymbols)
		if err != nil {
			return
		}
		a := answer(r, program{symbols: replySymbols})
		if a.Model == nil {
			return
		}
		if err := a.Model.Validate(); err != nil || a.Status != Sat {
			t.Errorf("%v with model %v: %v", a.Status, a.Model, err)
		}
	})
}

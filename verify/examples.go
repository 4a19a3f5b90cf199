package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify/check"
)

// The reasons of unknown verdicts on formulas that only examples judge.
const (
	ReasonExamplesPassed = "examples_passed" // no example refutes the formula, which is no proof
	ReasonExamplesOpen   = "examples_open"   // an example says too little, or takes too much work
)

// An example is a case with the value that a right formula has in it.
type example struct {
	name   string // such as "accepts: example 2"
	raw    jsontext.Value
	wanted bool
}

// An exemplary language reads examples. In a word, the propositions of t that a step does not
// mention are false in it. For t = nil, equal examples give equal witnesses.
type exemplary interface {
	example(raw jsontext.Value, t formalism.Tree, o *Options) (*Witness, error)
}

// Judged says how a formula does on examples.
type Judged struct {
	Passed, Failed int
	Open           string   // why the first example without a value has none, or ""
	First          *Witness // the first example that the formula fails; left is what is right
}

// result returns the verdict of the examples alone.
func (j *Judged) result() Result {
	switch {
	case j.Failed > 0:
		return Result{Verdict: record.NotEquivalent, Engine: string(EngineExamples), Witness: j.First}
	case j.Open != "":
		return Result{Verdict: record.Unknown, Reason: ReasonExamplesOpen + ": " + j.Open}
	}
	return Result{Verdict: record.Unknown, Reason: ReasonExamplesPassed}
}

// readExamples reads the columns accepts and rejects. Without a left side, the right one is
// judged by them alone.
func (p *Pair) readExamples(row *record.Row) {
	if p.ExamplesError = p.exampleLists(row); p.ExamplesError != nil {
		p.examples = nil
	}
	if p.ByExamples() {
		if p.Left, p.leniencies = (Text{}), leniencies(Text{}, p.Right); p.Right.Err != nil {
			p.failed = Result{Verdict: record.Noncompliant, Reason: p.Right.Err.Error()}
		} else if p.Right.Tree != nil {
			p.failed = Result{}
		}
	}
}

func (p *Pair) exampleLists(row *record.Row) error {
	l, ok := p.semantics.(exemplary)
	seen := map[string]example{}
	for i, column := range []string{"accepts", "rejects"} {
		list, err := elements(row, column)
		if err != nil {
			return err
		}
		for n, raw := range list {
			e := example{fmt.Sprintf("%s: example %d", column, n+1), raw, i == 0}
			if !ok {
				return fmt.Errorf("%s: %s has no examples", e.name, cmp.Or(p.Formalism, "an unknown formalism"))
			}
			w, err := l.example(raw, nil, &p.o)
			if err != nil {
				return fmt.Errorf("%s: %w", e.name, err)
			}
			key, err := w.JSON()
			if err != nil {
				return fmt.Errorf("%s: %w", e.name, err)
			}
			if old, twice := seen[key]; twice && old.wanted != e.wanted {
				return fmt.Errorf("%s is %s, too", e.name, old.name)
			}
			seen[key] = e
			p.examples = append(p.examples, e)
		}
	}
	return nil
}

// elements returns the elements of a column with a list. In CSV, a list is JSON in a text.
func elements(row *record.Row, column string) (out []jsontext.Value, _ error) {
	v, ok := row.Get(column)
	if !ok {
		return nil, nil
	}
	raw, ok := v.(jsontext.Value)
	if text, isText := v.(string); isText && strings.HasPrefix(strings.TrimSpace(text), "[") {
		raw, ok = jsontext.Value(text), true
	}
	if err := json.Unmarshal(raw, &out); !ok || err != nil {
		return nil, fmt.Errorf("%s: expected a list of examples", column)
	}
	return out, nil
}

// ByExamples reports whether only examples judge the right side.
func (p *Pair) ByExamples() bool { return len(p.examples) > 0 && p.Left.Written == "" && !p.Argument }

// Judge returns how a side of the pair does on the examples of its row. It returns nil if
// there are none, or if the side does not parse.
func (p *Pair) Judge(ctx context.Context, t formalism.Tree) *Judged {
	if len(p.examples) == 0 || t == nil {
		return nil
	}
	j := new(Judged)
	for _, e := range p.examples {
		w, v, err := p.on(e, t)
		switch {
		case ctx.Err() != nil:
			err = errors.New(ReasonTimeout)
			fallthrough
		case err != nil:
			j.Open = cmp.Or(j.Open, fmt.Sprintf("%s: %v", e.name, err))
		case v == e.wanted:
			j.Passed++
		default:
			if j.Failed++; j.First == nil {
				j.First = w
			}
		}
	}
	return j
}

// on evaluates a tree on an example by package check.
func (p *Pair) on(e example, t formalism.Tree) (w *Witness, v bool, err error) {
	if w, err = p.semantics.(exemplary).example(e.raw, t, &p.o); err != nil {
		return nil, false, err
	}
	if v, err = p.Value(w, t); err != nil {
		return nil, false, err
	}
	if w.Kind != KindString {
		w.Left, w.Right = &e.wanted, &v
	} else if w.AcceptedBy = "right"; e.wanted {
		w.AcceptedBy = "left"
	}
	return w, v, nil
}

// byExamples gives the verdict of the examples. If another reading of the right side gives
// another one, the result says so.
func (p *Pair) byExamples(ctx context.Context) Result {
	r := p.Judge(ctx, p.Right.Tree).result()
	differs := func(t formalism.Tree) bool {
		j := p.Judge(ctx, t)
		return j != nil && j.result().Verdict != r.Verdict
	}
	r.ScopeSensitive = slices.ContainsFunc(p.Right.Others, differs)
	r.FreeVariableSensitive = differs(p.Right.Open)
	r.Leniencies = p.leniencies
	return r
}

// recheckExample returns an error unless a stored witness is an example that the right side
// fails.
func (p *Pair) recheckExample(w *Witness) error {
	stored, err := w.JSON()
	if err != nil {
		return err
	}
	for _, e := range p.examples {
		if found, v, err := p.on(e, p.Right.Tree); err == nil && v != e.wanted {
			if text, err := found.JSON(); err == nil && text == stored {
				return nil
			}
		}
	}
	return errors.New("it is not one of the examples that the formula fails")
}

// example reads a string.
func (expressions) example(raw jsontext.Value, _ formalism.Tree, _ *Options) (*Witness, error) {
	var s string
	if err := json.Unmarshal(raw, &s); raw.Kind() != '"' || err != nil {
		return nil, expected(raw, "a string")
	}
	if strings.ContainsRune(s, utf8.RuneError) {
		return nil, errors.New("found U+FFFD, the replacement for invalid UTF-8")
	}
	return &Witness{Kind: KindString, String: &s}, nil
}

// example reads an assignment, such as {"p1": true}, or a structure or a whole witness.
func (formulas) example(raw jsontext.Value, _ formalism.Tree, o *Options) (*Witness, error) {
	w := &Witness{Kind: KindAssignment}
	var members map[string]jsontext.Value
	if raw.Kind() != '{' || json.Unmarshal(raw, &members) != nil {
		return nil, expected(raw, `an assignment such as {"p1":true}, or a structure`)
	}
	var err error
	switch {
	case members["kind"].Kind() == '"':
		w, err = ParseWitness(string(raw))
	case members["size"].Kind() == '0':
		w.Kind, w.Structure = KindStructure, new(check.Structure)
		err = json.Unmarshal(raw, w.Structure)
	default:
		w.Assignment, err = truths(members, o.key)
	}
	if err != nil {
		return nil, err
	}
	w = &Witness{Kind: w.Kind, Assignment: w.Assignment, Structure: w.Structure}
	if w.Kind == KindStructure && w.Structure != nil {
		w.Structure, err = w.Structure.Folded(o.fold())
	}
	if err == nil {
		_, err = formulas{}.Value(w, logic.Top(), o)
	}
	return w, err
}

// truths reads truth values. Names with the same key must have the same value.
func truths(members map[string]jsontext.Value, key func(string) string) (map[string]bool, error) {
	out := make(map[string]bool, len(members))
	for _, name := range slices.Sorted(maps.Keys(members)) {
		value := members[name]
		name = key(name)
		v := value.Kind() == 't'
		if old, twice := out[name]; !v && value.Kind() != 'f' || twice && old != v {
			return nil, fmt.Errorf("%q: found %s, expected one truth value", name, value)
		}
		out[name] = v
	}
	return out, nil
}

// example reads a word: a list of steps, an object with prefix and loop, or a whole witness.
// A step is a list of the propositions that are true in it, or an object with their values.
func (s temporals) example(raw jsontext.Value, t formalism.Tree, o *Options) (*Witness, error) {
	const want = "a word: a list of steps, which are lists of propositions, or an object with the lists prefix and loop"
	var stored struct {
		Kind  string         `json:"kind"`
		Value jsontext.Value `json:"value"`
	}
	if raw.Kind() == '{' && json.Unmarshal(raw, &stored) == nil && stored.Kind == KindWord {
		raw = stored.Value
	}
	var form struct {
		Prefix []jsontext.Value `json:"prefix"`
		Loop   []jsontext.Value `json:"loop"`
		Trace  []jsontext.Value `json:"trace"`
	}
	var into any = &form
	if raw.Kind() == '[' {
		into = &form.Trace
	}
	if err := json.Unmarshal(raw, into, json.RejectUnknownMembers(true)); err != nil {
		return nil, expected(raw, want)
	}
	var names []string
	if t != nil {
		names = t.(*temporal.Formula).Propositions(o.Formula.CaseSensitive)
	}
	word := new(check.Word)
	for i, part := range []*[]map[string]bool{&word.Prefix, &word.Loop, &word.Trace} {
		for _, raw := range [][]jsontext.Value{form.Prefix, form.Loop, form.Trace}[i] {
			step, err := s.step(raw, names, o)
			if err != nil {
				return nil, err
			}
			if t == nil {
				maps.DeleteFunc(step, func(_ string, v bool) bool { return !v })
			}
			*part = append(*part, step)
		}
	}
	content, err := json.Marshal(word, json.Deterministic(true))
	if err != nil {
		return nil, err
	}
	w := &Witness{Kind: KindWord, Value: content}
	_, err = s.Value(w, temporal.Top(), o)
	return w, err
}

// step reads the propositions of one step. Those of names that it lacks are false.
func (temporals) step(raw jsontext.Value, names []string, o *Options) (map[string]bool, error) {
	members := map[string]jsontext.Value{}
	if raw.Kind() == '[' {
		var list []string
		if err := json.Unmarshal(raw, &list); err != nil {
			return nil, expected(raw, "a list of propositions")
		}
		for _, name := range list {
			members[name] = jsontext.Value("true")
		}
	} else if raw.Kind() != '{' || json.Unmarshal(raw, &members) != nil {
		return nil, expected(raw, "a list of propositions")
	}
	spelled := make(map[string]jsontext.Value, len(members))
	for name, v := range members {
		if f, err := temporal.Parse(name, temporal.Options{}); err == nil && f.Op == temporal.OpAtom {
			name = f.Name
		}
		spelled[name] = v
	}
	step, err := truths(spelled, o.key)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if _, ok := step[o.key(name)]; !ok {
			step[o.key(name)] = false
		}
	}
	return step, nil
}

// expected describes an example of another form.
func expected(raw jsontext.Value, want string) error {
	return fmt.Errorf("found %.60s, expected %s", raw, want)
}

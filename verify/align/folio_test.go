package align_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/align"
	"github.com/truthloop/truthloop/verify/check"
)

// options are those of the program, without provers.
func options() align.Options {
	v := verify.New(verify.Options{NoRelation: true})
	return align.Options{Fold: logic.Fold, Decide: func(ctx context.Context, a, b *logic.Formula) check.Status {
		switch v.Formulas(ctx, a, b).Verdict {
		case record.Equivalent:
			return check.Yes
		case record.NotEquivalent:
			return check.No
		}
		return check.Unknown
	}}
}

// story is the formulas of a FOLIO story.
type story []*logic.Formula

// stories reads the formulas of FOLIO's stories, or skips the test.
func stories(t testing.TB) []story {
	t.Helper()
	var order []string
	by := map[string]story{}
	readLines(t, "nlfol/folio_pairs.jsonl", func(text []byte) {
		var line struct {
			FOL   string `json:"fol"`
			Story any    `json:"story_id"`
		}
		if err := json.Unmarshal(text, &line); err != nil {
			t.Fatal(err)
		}
		g, err := logic.Parse(line.FOL, logic.Options{Scope: logic.ScopeTight})
		if err != nil {
			return // the published formulas have some errors
		}
		key := fmt.Sprint(line.Story)
		if by[key] == nil {
			order = append(order, key)
		}
		by[key] = append(by[key], g)
	})
	var out []story
	for _, key := range order {
		out = append(out, by[key])
	}
	return out
}

// naming is a renaming of symbols, written independently of the package under test:
// by kind, arity and folded name.
type naming map[string]string

func nameKey(kind string, arity int, name string) string {
	return fmt.Sprintf("%s/%d/%s", kind, arity, logic.Fold(name))
}

// draw permutes the names of each kind and arity among themselves and some decoys.
func draw(rng *rand.Rand, fs []*logic.Formula) naming {
	sig := logic.And(fs...).Signature(false)
	groups := map[string][]string{}
	if len(sig.Propositions) > 0 {
		groups["proposition/0"] = sig.Propositions
	}
	if len(sig.Constants) > 0 {
		groups["constant/0"] = sig.Constants
	}
	for _, p := range sig.Predicates {
		k := fmt.Sprintf("predicate/%d", p.Arity)
		groups[k] = append(groups[k], p.Name)
	}
	for _, p := range sig.Functions {
		k := fmt.Sprintf("function/%d", p.Arity)
		groups[k] = append(groups[k], p.Name)
	}
	out := naming{}
	keys := make([]string, 0, len(groups))
	for k := range groups {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		names := groups[k]
		targets := append(slices.Clone(names), "decoy1", "decoy2", "decoy3")
		rng.Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
		for i, name := range names {
			out[k+"/"+logic.Fold(name)] = targets[i]
		}
	}
	return out
}

// apply renames a formula. A constant could take the name of a variable, so
// variables get names that nothing else has.
func (n naming) apply(f *logic.Formula) *logic.Formula {
	g := &logic.Formula{Op: f.Op, Name: f.Name, Terms: n.terms(f.Terms)}
	switch {
	case f.Op == logic.OpAtom && len(f.Terms) == 0:
		g.Name = n[nameKey("proposition", 0, f.Name)]
	case f.Op == logic.OpAtom:
		g.Name = n[nameKey("predicate", len(f.Terms), f.Name)]
	case f.Op.IsQuantifier():
		g.Name = "var_" + f.Name
	}
	for _, a := range f.Args {
		g.Args = append(g.Args, n.apply(a))
	}
	return g
}

func (n naming) terms(ts []logic.Term) []logic.Term {
	out := slices.Clone(ts)
	for i, t := range ts {
		switch {
		case t.Var:
			out[i].Name = "var_" + t.Name
		case len(t.Args) == 0:
			out[i].Name = n[nameKey("constant", 0, t.Name)]
		default:
			out[i] = logic.Apply(n[nameKey("function", len(t.Args), t.Name)], n.terms(t.Args)...)
		}
	}
	return out
}

// rewrite applies laws of logic at random places.
func rewrite(rng *rand.Rand, f *logic.Formula) *logic.Formula {
	args := make([]*logic.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = rewrite(rng, g)
	}
	g := &logic.Formula{Op: f.Op, Name: f.Name, Terms: f.Terms, Args: args}
	if rng.IntN(3) > 0 {
		return g
	}
	switch f.Op {
	case logic.OpImplies:
		if rng.IntN(2) == 0 {
			return logic.Or(logic.Not(args[0]), args[1])
		}
		return logic.Implies(logic.Not(args[1]), logic.Not(args[0]))
	case logic.OpAnd:
		rng.Shuffle(len(args), func(i, j int) { args[i], args[j] = args[j], args[i] })
	case logic.OpOr:
		for i := range args {
			args[i] = logic.Not(args[i])
		}
		return logic.Not(logic.And(args...))
	case logic.OpForall:
		return logic.Not(logic.Exists(f.Name, logic.Not(args[0])))
	case logic.OpExists:
		return logic.Not(logic.Forall(f.Name, logic.Not(args[0])))
	}
	return g
}

// renamed is a story and its copy under other names, rewritten by laws.
func renamed(rng *rand.Rand, fs story) ([]align.Pair, naming) {
	n := draw(rng, fs)
	var out []align.Pair
	for _, f := range fs {
		out = append(out, align.Pair{Left: f, Right: rewrite(rng, n.apply(f))})
	}
	return out, n
}

// recovered aligns pairs that have a mapping, and fails if none is found, or if a
// formula under the mapping is not proved equivalent.
func recovered(t *testing.T, what string, pairs []align.Pair, o align.Options) align.Result {
	t.Helper()
	r := align.Align(t.Context(), pairs, o)
	if r.Relation != record.RelEquivalent {
		t.Errorf("%s: found %s (%s)", what, r.Relation, r.Reason)
		return r
	}
	v := verify.New(verify.Options{NoRelation: true})
	for i, p := range pairs {
		if got := v.Formulas(t.Context(), r.Renamed[i], p.Right).Verdict; got != record.Equivalent {
			t.Errorf("%s: %s is %s with %s", what, r.Renamed[i], got, p.Right)
		}
	}
	return r
}

// logTimes logs the median, the 99th percentile and the largest of times.
func logTimes(t *testing.T, of string, each []time.Duration) {
	slices.SortFunc(each, cmp.Compare[time.Duration])
	t.Logf("%d %s: %v (median), %v (99th percentile), %v (most)", len(each), of, each[len(each)/2], each[len(each)*99/100], each[len(each)-1])
}

// TestStoriesUnderOtherNames permutes and renames the symbols of every story of
// FOLIO, with other names of equal arity among the new ones. In every third
// sentence, symbols that the left side lacks occur without effect. One mapping
// recovers all sentences of a story.
func TestStoriesUnderOtherNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 3))
	o := options()
	var each []time.Duration
	sentences := 0
	for k, fs := range stories(t) {
		pairs, _ := renamed(rng, fs)
		for i := range pairs {
			if i%3 == 0 {
				pairs[i].Right = logic.And(pairs[i].Right, idle())
			}
		}
		start := time.Now()
		recovered(t, fmt.Sprintf("story %d", k), pairs, o)
		each = append(each, time.Since(start)/time.Duration(len(fs)))
		sentences += len(fs)
	}
	t.Logf("%d sentences of %d stories", sentences, len(each))
	logTimes(t, "stories, the time of a sentence", each)
}

// idle is always true; its symbols occur nowhere else.
func idle() *logic.Formula {
	x := logic.Constant("extra")
	var out []*logic.Formula
	for _, f := range []*logic.Formula{logic.Atom("extra", x), logic.Atom("extra", x, x), logic.Atom("extra")} {
		out = append(out, logic.Or(f, logic.Not(f)))
	}
	return logic.And(out...)
}

// TestSentencesUnderOtherNames does the same with every sentence alone.
func TestSentencesUnderOtherNames(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 4))
	o := options()
	var each []time.Duration
	for k, fs := range stories(t) {
		for _, f := range fs {
			pairs, _ := renamed(rng, story{f})
			start := time.Now()
			recovered(t, fmt.Sprintf("story %d: %s", k, f), pairs, o)
			each = append(each, time.Since(start))
		}
	}
	logTimes(t, "sentences", each)
}

// TestOneSentenceUnderAnotherMapping adds to each story one of its sentences again,
// with two names exchanged on the right. One mapping for both would make the two
// right formulas equivalent. The verifier proves that they are not, so there is
// none, although each sentence alone has a mapping.
func TestOneSentenceUnderAnotherMapping(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 5))
	o := options()
	v := verify.New(verify.Options{NoRelation: true})
	var each []time.Duration
	for k, fs := range stories(t) {
		pairs, _ := renamed(rng, fs)
		bad, ok := exchanged(rng, v, pairs)
		if !ok {
			continue
		}
		recovered(t, fmt.Sprintf("story %d: the sentence alone", k), []align.Pair{bad}, o)
		start := time.Now()
		r := align.Align(t.Context(), append(pairs, bad), o)
		each = append(each, time.Since(start)/time.Duration(len(pairs)+1))
		if r.Relation != record.RelNone || r.Reason != align.ReasonRefuted {
			t.Errorf("story %d with %s: found %s (%s), expected none", k, bad.Right, r.Relation, r.Reason)
		}
	}
	if len(each) < 300 {
		t.Errorf("only %d stories have a sentence in which two names can change places", len(each))
	}
	logTimes(t, "stories without a mapping, the time of a sentence", each)
}

// exchanged is a pair with two names of a sort exchanged on the right, so that the
// right side is not equivalent to what it was.
func exchanged(rng *rand.Rand, v *verify.Verifier, pairs []align.Pair) (align.Pair, bool) {
	for _, i := range rng.Perm(len(pairs)) {
		p := pairs[i]
		n, sorts := naming{}, symbolsOf(p.Right)
		keys := slices.Sorted(maps.Keys(sorts))
		for _, key := range keys {
			for _, s := range sorts[key] {
				n[nameKey(s.kind, s.arity, s.name)] = s.name
			}
		}
		for _, key := range keys {
			list := sorts[key]
			for a := range list {
				for b := range a {
					m := maps.Clone(n)
					x, y := nameKey(list[a].kind, list[a].arity, list[a].name), nameKey(list[b].kind, list[b].arity, list[b].name)
					m[x], m[y] = n[y], n[x]
					other := m.apply(p.Right)
					if v.Formulas(context.Background(), other, p.Right).Verdict == record.NotEquivalent {
						return align.Pair{Left: p.Left, Right: other}, true
					}
				}
			}
		}
	}
	return align.Pair{}, false
}

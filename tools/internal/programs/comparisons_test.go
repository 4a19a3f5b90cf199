package programs_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/english"
	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/syntax"
	"github.com/truthloop/truthloop/verify"
)

// This file is a language: comparisons of integers with digits, such as a > 3 & b < 5.

// A comparison is a node of the syntax tree: name op number, or a conjunction of args.
type comparison struct {
	op     string // > or <, or & for a conjunction
	name   string
	number int
	args   []*comparison // two or more
}

func (c *comparison) Operands() []*comparison { return c.args }

func (c *comparison) WithOperands(args []*comparison) *comparison {
	if c.op == "&" {
		return conjunction(args)
	}
	return c
}

func conjunction(args []*comparison) *comparison {
	if len(args) == 1 {
		return args[0]
	}
	return &comparison{op: "&", args: args}
}

func (c *comparison) String() string {
	if c.op != "&" {
		return fmt.Sprintf("%s %s %d", c.name, c.op, c.number)
	}
	parts := make([]string, len(c.args))
	for i, arg := range c.args {
		parts[i] = arg.String()
	}
	return strings.Join(parts, " & ")
}

// parts lists the single comparisons.
func (c *comparison) parts() []*comparison {
	if c.op == "&" {
		return c.args
	}
	return []*comparison{c}
}

// names lists the different names in alphabetical order.
func (c *comparison) names() (all []string) {
	for _, part := range c.parts() {
		all = append(all, part.name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A comparisons is the language.
type comparisons struct{ syntax.Label }

const formalismOfComparisons record.Formalism = "comparisons"

// readComparisons reads parts that a regular expression matches: name, sign and digit.
func readComparisons(texts []string, part *regexp.Regexp, sign map[string]string) (formalism.Tree, error) {
	var args []*comparison
	for i, text := range texts {
		m := part.FindStringSubmatch(text)
		if m == nil {
			return nil, fmt.Errorf("comparison %d: expected a name, a sign and a digit, found %q", i+1, text)
		}
		args = append(args, &comparison{op: sign[m[2]], name: m[1], number: int(m[3][0] - '0')})
	}
	return conjunction(args), nil
}

var (
	formalPart  = regexp.MustCompile(`^\s*([a-z]+)\s*([<>])\s*([0-9])\s*$`)
	englishPart = regexp.MustCompile(`^([a-z]+) is (greater|less) than ([0-9])$`)
)

func (*comparisons) Parse(text string, _ formalism.Limits) (formalism.Tree, error) {
	return readComparisons(strings.Split(text, "&"), formalPart, map[string]string{"<": "<", ">": ">"})
}

func (*comparisons) Same(a, b formalism.Tree) bool { return a.String() == b.String() }
func (*comparisons) Size(t formalism.Tree) int     { return syntax.Count(syntax.Nodes(t.(*comparison))) }
func (*comparisons) Fold(text string) string       { return text }
func (*comparisons) Formal(line string) bool       { return strings.ContainsAny(line, "<>") }
func (*comparisons) Columns() []string             { return []string{"num_operators", "num_and"} }
func (*comparisons) Signs() []string               { return []string{"<", ">", "&"} }

func (*comparisons) CountOperators(t formalism.Tree) int { return 2*len(t.(*comparison).parts()) - 1 }

func (l *comparisons) Measure(row *record.Row, t formalism.Tree) error {
	parts := len(t.(*comparison).parts())
	row.Depth = cmp.Or(row.Depth, record.Int(min(parts, 2)))
	row.NumOperators, row.NumAnd = record.Int(l.CountOperators(t)), record.Int(parts-1)
	return nil
}

func (*comparisons) Vocabulary(t formalism.Tree) *record.Vocabulary {
	return &record.Vocabulary{Variables: t.(*comparison).names()}
}

func (l *comparisons) Symbols(t formalism.Tree, _ record.Vocabulary) syntax.Symbols {
	return syntax.Symbols{Vocabulary: *l.Vocabulary(t)}
}

func (*comparisons) Edits(t formalism.Tree, o formalism.EditOptions) iter.Seq[syntax.Site] {
	names := o.From.(*comparison).names()
	return syntax.Sites(t.(*comparison), o.Set, func(c *comparison) formalism.Tree { return c }, func(p *syntax.Place[*comparison]) {
		c := *p.Tree
		if c.op == "&" {
			for i := range c.args {
				p.Edit(syntax.DropLiteral, func() *comparison { return conjunction(slices.Concat(c.args[:i], c.args[i+1:])) })
			}
			return
		}
		p.Edit(syntax.Noisy(record.OperatorSwapped), func() *comparison {
			return &comparison{op: map[string]string{"<": ">", ">": "<"}[c.op], name: c.name, number: c.number}
		})
		p.Site(syntax.RenameSymbol, func(put syntax.Put[*comparison]) {
			syntax.Others(c.name, names, strings.ToLower, false, func(name string) bool {
				return put("", "", func() *comparison { return &comparison{op: c.op, name: name, number: c.number} })
			})
		})
	}, func(*syntax.Place[*comparison]) {})
}

func (l *comparisons) Variants(t formalism.Tree, _ []syntax.Perturbation, _ *record.Vocabulary) iter.Seq[syntax.Edit] {
	return syntax.Edits(l.Edits(t, formalism.EditOptions{Set: syntax.OfNoise(record.OperatorSwapped, record.SymbolRenamed, record.PartLost), From: t}))
}

func (*comparisons) Rewrites(t formalism.Tree) []syntax.Rewrite {
	return syntax.Rewrites(t.(*comparison), func(c *comparison, use func(syntax.Law, func() *comparison)) {
		for i := range len(c.args) - 1 {
			use(syntax.Commutativity, func() *comparison { return syntax.Over(c, i, i+2, c.args[i+1], c.args[i]) })
		}
	}, func(c *comparison) formalism.Tree { return c })
}

func (*comparisons) Informalize(_ *english.Lexicon, t formalism.Tree) (string, error) {
	words := strings.NewReplacer(" > ", " is greater than ", " < ", " is less than ", " & ", ", and ")
	return words.Replace(t.String()) + ".", nil
}

func (*comparisons) Formalize(_ *english.Lexicon, text string) (formalism.Tree, error) {
	return readComparisons(strings.Split(strings.TrimSuffix(text, "."), ", and "), englishPart, map[string]string{"less": "<", "greater": ">"})
}

// An interval is the set of integers between two others.
type interval struct{ above, below int }

// intervals is the engine: the values of each name, or nil if a name has none. Two
// comparisons are equivalent if and only if their intervals are equal.
func intervals(c *comparison) map[string]interval {
	all := map[string]interval{}
	for _, part := range c.parts() {
		i, ok := all[part.name]
		if !ok {
			i = interval{math.MinInt32, math.MaxInt32}
		}
		if part.op == ">" {
			i.above = max(i.above, part.number)
		} else {
			i.below = min(i.below, part.number)
		}
		if all[part.name] = i; i.below-i.above < 2 {
			return nil
		}
	}
	return all
}

// holds is the evaluator of witnesses, which shares only the tree with the engine.
func (c *comparison) holds(at map[string]int) (bool, error) {
	for _, part := range c.parts() {
		value, ok := at[part.name]
		if !ok {
			return false, fmt.Errorf("found no value of %s", part.name)
		}
		if part.op == ">" && value <= part.number || part.op == "<" && value >= part.number {
			return false, nil
		}
	}
	return true, nil
}

// A comparisonSemantics joins parser, engine and evaluator.
type comparisonSemantics struct{ comparisons }

func (s comparisonSemantics) Read(text string, _ *verify.Options) verify.Text {
	t, err := s.Parse(text, formalism.Limits{})
	return verify.Text{Written: text, Tree: t, Err: err}
}

func (comparisonSemantics) Relate(_ context.Context, _ *verify.Verifier, a, b formalism.Tree) verify.Result {
	left, right := a.(*comparison), b.(*comparison)
	r := verify.Result{Verdict: record.Equivalent, Engine: "intervals", Relation: record.RelEquivalent, Certificate: &verify.Certificate{Kind: "normal_form"}}
	if fmt.Sprint(intervals(left)) == fmt.Sprint(intervals(right)) {
		return r
	}
	at, err := separate(left, right)
	if err != nil {
		return verify.Result{Verdict: record.Unknown, Reason: err.Error()}
	}
	value, _ := json.Marshal(at)
	holds, _ := left.holds(at)
	fails := !holds
	w := &verify.Witness{Kind: "integers", Value: value, Left: &holds, Right: &fails}
	return verify.Result{Verdict: record.NotEquivalent, Engine: "intervals", Witness: w}
}

// separate returns integers at which exactly one of the two holds. It tries all integers
// from -1 to 10: all others compare with digits as one of these.
func separate(a, b *comparison) (map[string]int, error) {
	names := conjunction(slices.Concat(a.parts(), b.parts())).names()
	for code := range int(math.Pow(12, float64(len(names)))) {
		at := map[string]int{}
		for _, name := range names {
			at[name], code = code%12-1, code/12
		}
		left, _ := a.holds(at)
		if right, _ := b.holds(at); left != right {
			return at, nil
		}
	}
	return nil, errors.New("found no integers that separate " + strconv.Quote(a.String()) + " from " + strconv.Quote(b.String()))
}

func (comparisonSemantics) Value(w *verify.Witness, t formalism.Tree, _ *verify.Options) (bool, error) {
	var at map[string]int
	if err := json.Unmarshal(w.Value, &at); err != nil {
		return false, err
	}
	return t.(*comparison).holds(at)
}

func (comparisonSemantics) Trivial(_ context.Context, _ *verify.Verifier, t formalism.Tree) bool {
	return intervals(t.(*comparison)) == nil
}

func (comparisonSemantics) Cases(a, b formalism.Tree, _ *verify.Options) iter.Seq[*verify.Witness] {
	return func(yield func(*verify.Witness) bool) {
		if at, err := separate(a.(*comparison), b.(*comparison)); err == nil {
			value, _ := json.Marshal(at)
			yield(&verify.Witness{Kind: "integers", Value: value})
		}
	}
}

package gen

import (
	"context"
	"maps"
	"regexp"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/gen/grammar"
)

// A recognizer decides whether a grammar derives a text, by Earley's algorithm
// (CACM 13, 1970): the oracle of what is generated. It knows the grammar's
// text only, not what package grammar makes of it.
type recognizer struct {
	start string
	rules map[string][][]string // symbols; terminals keep their quotes
}

func newRecognizer(text string) *recognizer {
	r := &recognizer{rules: map[string][][]string{}}
	for line := range strings.SplitSeq(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		left, right, ok := strings.Cut(line, "->")
		if !ok {
			continue
		}
		name := strings.TrimSpace(left)
		if r.start == "" {
			r.start = name
		}
		for alternative := range strings.SplitSeq(right, " | ") {
			symbols := strings.Fields(alternative)
			if len(symbols) == 1 && symbols[0] == "ε" {
				symbols = nil
			}
			r.rules[name] = append(r.rules[name], symbols)
		}
	}
	return r
}

// placeholderText are the texts that fill a placeholder.
var placeholderText = map[string]*regexp.Regexp{
	"v": regexp.MustCompile(`^p[1-9]\d*$`),
	"f": regexp.MustCompile(`^x[1-9]\d*$`),
	"p": regexp.MustCompile(`^(pred[1-9]|[a-z]+)\(([a-z]+\d*)(, [a-z]+\d*)?\)$`),
	"Σ": regexp.MustCompile(`^[01]$`),
}

func matches(symbol, token string) bool {
	if re := placeholderText[symbol]; re != nil {
		return re.MatchString(token)
	}
	return symbol == "'"+token+"'"
}

type item struct {
	left   string
	rule   int
	dot    int
	origin int
}

// derives reports whether the tokens are a sentence of the grammar. The sets of
// items are closed one after another; an item that waits for a symbol which has
// become empty in its own set is advanced at once.
func (r *recognizer) derives(tokens []string) bool {
	sets := make([]map[item]bool, len(tokens)+2)
	for i := range sets {
		sets[i] = map[item]bool{}
	}
	var work []item
	add := func(at int, it item) {
		if !sets[at][it] {
			sets[at][it] = true
			work = append(work, it)
		}
	}
	for j := range r.rules[r.start] {
		add(0, item{r.start, j, 0, 0})
	}
	for at := 0; at <= len(tokens); at++ {
		var scanned []item
		for len(work) > 0 {
			it := work[len(work)-1]
			work = work[:len(work)-1]
			symbols := r.rules[it.left][it.rule]
			if it.dot == len(symbols) {
				for waiting := range maps.Clone(sets[it.origin]) {
					if s := r.rules[waiting.left][waiting.rule]; waiting.dot < len(s) && s[waiting.dot] == it.left {
						add(at, waiting.advanced())
					}
				}
				continue
			}
			next := symbols[it.dot]
			if _, nonterminal := r.rules[next]; !nonterminal {
				if at < len(tokens) && matches(next, tokens[at]) {
					scanned = append(scanned, it.advanced())
				}
				continue
			}
			for j, alternative := range r.rules[next] {
				add(at, item{next, j, 0, at})
				if sets[at][item{next, j, len(alternative), at}] {
					add(at, it.advanced())
				}
			}
		}
		for _, it := range scanned {
			add(at+1, it)
		}
	}
	for it := range sets[len(tokens)] {
		if it.left == r.start && it.origin == 0 && it.dot == len(r.rules[r.start][it.rule]) {
			return true
		}
	}
	return false
}

func (it item) advanced() item {
	it.dot++
	return it
}

var (
	logicToken = regexp.MustCompile(`->|[a-z]+\d*\([^()]*\)|[a-z]+\d*|\S`)
	regexToken = regexp.MustCompile(`\S`)
)

func TestRecognizer(t *testing.T) {
	for _, test := range []struct {
		grammar, text string
		want          bool
	}{
		{"S -> '(' S '∧' S ')' | v", "((p1 ∧ p2) ∧ p3)", true},
		{"S -> '(' S '∧' S ')' | v", "(p1 ∧ p2 ∧ p3)", false},
		{"S -> S K | Σ\nK -> '*' | ε", "0*", true},
		{"S -> S K | Σ\nK -> '*' | ε", "0", true},
		{"S -> K K Σ\nK -> '*' | ε", "*0", true},
		{"S -> K K Σ\nK -> '*' | ε", "***0", false},
	} {
		if found := newRecognizer(test.grammar).derives(logicToken.FindAllString(test.text, -1)); found != test.want {
			t.Errorf("%s of %q: found %v, expected %v", test.text, test.grammar, found, test.want)
		}
	}
}

// TestEveryTextIsDerivable draws from every dataset.
func TestEveryTextIsDerivable(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, dataset := range Datasets() {
		c, err := Default(dataset, nil)
		if err != nil {
			t.Fatal(err)
		}
		c.Depth = 24
		p, err := newPlan(c)
		if err != nil {
			t.Fatal(err)
		}
		oracle := newRecognizer(c.Grammar.String())
		tokens := logicToken
		if c.Grammar.Has(grammar.Letter) {
			tokens = regexToken
		}
		b := newBatch(p, 0)
		check := func(tree *grammar.Tree) {
			text := string(b.writer.write(tree))
			if !oracle.derives(tokens.FindAllString(text, -1)) {
				t.Errorf("%s: %s is not derivable", dataset, text)
			}
		}
		families, err := p.space.Levels(context.Background(), grammar.Options{Depth: c.Depth, N: c.N}, b.tree)
		if err != nil {
			t.Fatal(err)
		}
		var tree grammar.Tree
		for i := 0; i < len(families); i += 1 + len(families)/60 {
			p.space.Draw(&families[i], b.draws.IntN(families[i].Leaves), &tree)
			check(&tree)
		}
	}
}

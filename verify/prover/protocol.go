package prover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"sync"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/stopwatch"
)

// The messages of protocol 2. A checker says in its answer to the line {"protocol":2} which
// of them it answers, and which columns of a row it needs:
//
//	{"protocol":2,"answers":["compare","explain","recheck"],"columns":["schema","dialect"]}
//
// A program of protocol 1 ends or answers something else. It then gets the questions about
// pairs alone.
const (
	messageCompare = "compare"
	messageExplain = "explain" // the witness; the answer has text
	messageRecheck = "recheck" // whether two texts differ on the witness; the answer has holds
	messageParse   = "parse"   // one text; the answer has compliant or reason, and measures
	messageGrammar = "grammar" // a grammar of texts, in the notation of package grammar
	messageEdit    = "edit"    // one text; the answer has its single edits, each a name and a text
)

// A protocol is what a checker answers.
type protocol struct {
	number  int
	answers []string
	columns []string
}

// protocol asks the program once what it answers.
func (c *Checker) protocol() protocol {
	c.greeted.Do(func() {
		c.speaks.number = 1
		ctx, cancel := stopwatch.WithTimeoutCause(c.open, c.o.Timeout+Grace, errTime)
		defer cancel()
		_ = c.use(ctx, func(ctx context.Context, p *process) error {
			text, err := p.line(ctx, map[string]int{"protocol": 2})
			var a struct {
				Protocol int      `json:"protocol"`
				Answers  []string `json:"answers"`
				Columns  []string `json:"columns"`
			}
			if err != nil || json.Unmarshal([]byte(text), &a) != nil || a.Protocol != 2 {
				return errors.New("it does not answer protocol 2")
			}
			c.speaks = protocol{a.Protocol, a.Answers, a.Columns}
			return nil
		})
	})
	return c.speaks
}

// Columns returns the columns of a row that the program needs for a pair, as a JSON object.
func (c *Checker) Columns(row *record.Row) []byte {
	all := map[string]jsontext.Value{}
	for _, name := range c.protocol().columns {
		if value, ok := row.Get(name); ok && !slices.Contains([]string{"id", "message", "formalism", "left", "right", "witness", "text", "trivial", "timeout_seconds"}, name) {
			if text, err := json.Marshal(value); err == nil {
				all[name] = text
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	text, err := json.Marshal(all, json.Deterministic(true))
	if err != nil {
		return nil
	}
	return text
}

// ErrUnasked means that a checker does not answer a message.
var ErrUnasked = errors.New("the checker does not answer this message")

// about asks a question of protocol 2. The error is ErrUnasked if the checker does not answer
// the message. Otherwise, it begins with the name of the checker.
func (c *Checker) about(ctx context.Context, message string, q question, read func(*reply) error) error {
	if !slices.Contains(c.protocol().answers, message) {
		return ErrUnasked
	}
	q.Message = message
	if err := c.tell(ctx, q, read); err != nil {
		return fmt.Errorf("%s: %w", c.name, err)
	}
	return nil
}

// Recheck asks whether two texts differ on a witness. The error says why they do not. It is
// ErrUnasked if there is no answer, which says nothing about the witness.
func (c *Checker) Recheck(ctx context.Context, f record.Formalism, left, right, witness string, columns []byte) error {
	if !jsontext.Value(witness).IsValid() {
		return errors.New("it is no JSON")
	}
	var bad error
	err := c.about(ctx, messageRecheck, question{Formalism: f, Left: left, Right: right, Witness: jsontext.Value(witness), Columns: columns}, func(a *reply) error {
		switch {
		case a.Holds == nil:
			return fmt.Errorf("its answer lacks holds: %s", bounded(a.Reason))
		case !*a.Holds:
			bad = fmt.Errorf("%s: %s", c.name, bounded(a.Reason))
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnasked, err)
	}
	return bad
}

// Explain asks for a witness in words.
func (c *Checker) Explain(ctx context.Context, f record.Formalism, witness string, columns []byte) (text string, err error) {
	err = c.about(ctx, messageExplain, question{Formalism: f, Witness: jsontext.Value(witness), Columns: columns}, func(a *reply) error {
		if text = a.Text; text == "" {
			return fmt.Errorf("its answer lacks a text: %s", bounded(a.Reason))
		}
		return nil
	})
	return text, err
}

// Parsed is what a checker says about one text.
type Parsed struct {
	Reason   string           // why the text does not parse; empty: it parses
	Trivial  bool             // its meaning does not depend on the case, such as a query without a result
	Measures map[string]int64 // columns of complexity
}

// Parse asks about one text. trivial asks whether it is trivial, too, which takes longer.
func (c *Checker) Parse(ctx context.Context, f record.Formalism, text string, trivial bool, columns []byte) (p Parsed, err error) {
	err = c.about(ctx, messageParse, question{Formalism: f, Text: text, Trivial: trivial, Columns: columns}, func(a *reply) error {
		if p = (Parsed{bounded(a.Reason), a.Trivial, a.Measures}); a.Compliant == (p.Reason != "") {
			return errors.New("its answer about a text lacks compliant, or a reason")
		}
		return nil
	})
	return p, err
}

// Grammar asks for a grammar of texts.
func (c *Checker) Grammar(ctx context.Context, f record.Formalism, columns []byte) (text string, err error) {
	err = c.about(ctx, messageGrammar, question{Formalism: f, Columns: columns}, func(a *reply) error {
		if text = a.Grammar; text == "" {
			return errors.New(bounded(cmp.Or(a.Error, a.Reason, "its answer lacks a grammar")))
		}
		return nil
	})
	return text, err
}

// An Edit is a text that is one edit away from another.
type Edit struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Edits asks for the single edits of a text.
func (c *Checker) Edits(ctx context.Context, f record.Formalism, text string, columns []byte) (edits []Edit, err error) {
	err = c.about(ctx, messageEdit, question{Formalism: f, Text: text, Columns: columns}, func(a *reply) error {
		if edits = a.Edits; edits == nil {
			return errors.New(bounded(cmp.Or(a.Error, a.Reason, "its answer lacks edits")))
		}
		if slices.ContainsFunc(edits, func(e Edit) bool { return e.Name == "" || e.Text == "" }) {
			return errors.New("an edit lacks its name or its text")
		}
		return nil
	})
	return edits, err
}

// Checkers are the checkers of all formalisms: those of given commands, and programs named
// truthloop-NAME on the PATH, as git and kubectl find theirs. A program on the PATH never
// replaces a built-in formalism.
type Checkers struct {
	o  CheckerOptions
	mu sync.RWMutex
	of map[record.Formalism]*Checker // nil: there is none
}

// OpenCheckers prepares the checkers of the given commands.
func OpenCheckers(commands map[record.Formalism]string, o CheckerOptions) (*Checkers, error) {
	all := &Checkers{o: o, of: map[record.Formalism]*Checker{}}
	for f, command := range commands {
		c, err := OpenChecker(string(f), command, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		all.of[f] = c
	}
	return all, nil
}

// Of returns the checker of a formalism, or nil. all may be nil.
func (all *Checkers) Of(f record.Formalism) *Checker {
	if all == nil {
		return nil
	}
	all.mu.RLock()
	c, known := all.of[f]
	all.mu.RUnlock()
	if known {
		return c
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	if c, known = all.of[f]; !known {
		if OnPath(f) {
			c, _ = OpenChecker(string(f), checkerProgram+string(f), all.o)
		}
		all.of[f] = c
	}
	return c
}

// Close ends all checkers.
func (all *Checkers) Close() {
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, c := range all.of {
		if c != nil {
			c.Close()
		}
	}
}

// checkerProgram is the beginning of the name of a checker on the PATH.
const checkerProgram = "truthloop-"

// formalismName has no separators, because names come from data.
var formalismName = regexp.MustCompile(`^[A-Za-z0-9_]{1,64}$`)

// OnPath reports whether the PATH has a checker of a formalism. Programs in relative
// entries of the PATH do not count: exec.LookPath returns an error for them.
func OnPath(f record.Formalism) bool {
	if !formalismName.MatchString(string(f)) || formalism.Of(f) != nil {
		return false
	}
	_, err := exec.LookPath(checkerProgram + string(f))
	return err == nil
}

package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/verify/prover"
)

// Columns name the columns with the two sides of a pair.
type Columns struct {
	Left, Right string           // empty: those of an earlier verdict, or else the usual ones
	Argument    bool             // Left has a list of premises, and Right the conclusion
	Examples    bool             // the columns accepts and rejects judge the formulas, too
	Formalism   record.Formalism // of all rows; empty: each row's own
}

// A Pair is what a row has for a verdict, read once: two formulas, or premises and a
// conclusion. Engines, alignment, repair and explanation use its trees.
type Pair struct {
	Formalism           record.Formalism
	LeftName, RightName string // of the columns; may be empty
	Left, Right         Text
	Premises            []Text // of an argument: Left is their conjunction, and Right the conclusion
	Argument            bool
	Missing             string // the first thing that the row lacks for a verdict, or ""
	ExamplesError       error  // a fault of the row's examples, which are then not used

	columns    []byte // of the row, as the checker of the formalism needs them
	semantics  Semantics
	o          Options             // with which the texts are read
	failed     Result              // with a verdict if a text does not parse
	scopes     [][2]formalism.Tree // with other scopes of quantifiers
	free       *[2]formalism.Tree  // with another reading of free variables; nil: none
	examples   []example
	leniencies []string
	surprises  []string
	warnings   []string
}

// A Text is one text of a pair, as it is read.
type Text struct {
	Written string
	Tree    formalism.Tree // nil after an error
	Err     error

	Leniencies []logic.Leniency
	Others     []formalism.Tree // with other scopes of quantifiers
	// Open is the tree in which free names that look like variables are constants instead
	// of closed universally, or the reverse. It is Tree if there are none, and nil if
	// there is no such reading.
	Open            formalism.Tree
	vacuous, unsure bool
}

// Pair reads the pair of a row.
func (c *Columns) Pair(row *record.Row, o Options) *Pair {
	at := c.At(row)
	right, _ := row.Text(at.Right)
	var p *Pair
	if c.Argument {
		premises, err := texts(row, at.Left)
		p = o.ReadArgument(premises, right)
		switch {
		case err != nil:
			p.Missing = err.Error()
		case right == "":
			p.Missing = at.Right + " is missing or empty"
		}
		p.Formalism = c.FormalismOf(row)
	} else {
		left, _ := row.Text(at.Left)
		p = o.Read(c.FormalismOf(row), left, right)
		if c.Examples && p.semantics != nil {
			p.readExamples(row)
		}
		p.Missing = at.missing(row, p)
	}
	p.LeftName, p.RightName = at.Left, at.Right
	p.Of(row)
	return p
}

// Of gives the checker of the formalism the columns of the row that it needs.
func (p *Pair) Of(row *record.Row) {
	if c := p.o.Checkers.Of(p.Formalism); c != nil {
		p.columns = c.Columns(row)
	}
}

// ErrUnasked means that no checker answers the question.
var ErrUnasked = prover.ErrUnasked

// AskChecker asks the checker of the formalism whether the two texts differ on a witness.
func (p *Pair) AskChecker(ctx context.Context, witness string) error {
	if c := p.o.Checkers.Of(p.Formalism); c != nil {
		return c.Recheck(ctx, p.Formalism, p.Left.Written, p.Right.Written, witness, p.columns)
	}
	return ErrUnasked
}

// Explain returns the checker's words for a witness, or "" if it has none.
func (p *Pair) Explain(ctx context.Context, witness string) string {
	c := p.o.Checkers.Of(p.Formalism)
	if c == nil {
		return ""
	}
	text, _ := c.Explain(ctx, p.Formalism, witness, p.columns)
	return text
}

// AskEdits asks the checker of the formalism for the single edits of the right text. The
// error is ErrUnasked if no checker knows edits.
func (p *Pair) AskEdits(ctx context.Context) ([]prover.Edit, error) {
	if c := p.o.Checkers.Of(p.Formalism); c != nil {
		return c.Edits(ctx, p.Formalism, p.Right.Written, p.columns)
	}
	return nil, ErrUnasked
}

// AskRepair returns the first edit of AskEdits that the checker decides to be equivalent to
// the left text, or one without a name if it decides that none is.
func (p *Pair) AskRepair(ctx context.Context) (prover.Edit, error) {
	ctx, cancel := stopwatch.WithTimeout(ctx, p.o.Timeout)
	defer cancel()
	c := p.o.Checkers.Of(p.Formalism)
	edits, err := p.AskEdits(ctx)
	for _, e := range edits {
		if ctx.Err() != nil {
			return prover.Edit{}, ctx.Err()
		}
		switch r := c.Pair(ctx, p.Formalism, p.Left.Written, e.Text, p.columns); r.Verdict {
		case record.Equivalent:
			return e, nil
		case record.NotEquivalent, record.Noncompliant:
		default:
			err = cmp.Or(err, fmt.Errorf("the edit %s is undecided: %s", e.Name, r.Reason))
		}
	}
	return prover.Edit{}, err
}

// Usual returns the columns with the usual names in place of empty ones.
func (c Columns) Usual() *Columns {
	left, right := "fs", "fs_out"
	if c.Argument {
		left, right = "premises", "conclusion"
	}
	c.Left, c.Right = cmp.Or(c.Left, left), cmp.Or(c.Right, right)
	return &c
}

// Set notes in a verified row which columns were compared, if they are not the usual ones.
func (c *Columns) Set(row *record.Row) {
	usual := Columns{Argument: c.Argument}.Usual()
	if row.LeftColumn, row.RightColumn = c.Left, c.Right; c.Left == usual.Left {
		row.LeftColumn = ""
	}
	if c.Right == usual.Right {
		row.RightColumn = ""
	}
}

// At returns the columns to compare in a row.
func (c Columns) At(row *record.Row) *Columns {
	c.Left, c.Right = cmp.Or(c.Left, row.LeftColumn), cmp.Or(c.Right, row.RightColumn)
	return c.Usual()
}

// Read reads two texts. An empty formalism counts as first_order.
func (o Options) Read(f record.Formalism, left, right string) *Pair {
	p := &Pair{Formalism: f, Left: Text{Written: left}, Right: Text{Written: right}}
	defer recovered(&p.failed)
	o.Formula.Beside, o.Formula.Propositional = []string{left, right}, f == record.Propositional
	p.o, p.semantics = o, languages[cmp.Or(f, record.FirstOrder)]
	if p.semantics == nil {
		p.failed = Result{Verdict: record.Unverifiable, Reason: formalism.Unknown(f).Error()}
		return p
	}
	if p.Left = p.semantics.Read(left, &p.o); right == left {
		p.Right = p.Left
	} else {
		p.Right = p.semantics.Read(right, &p.o)
	}
	switch {
	case p.Left.Err != nil:
		p.failed = Result{Verdict: record.Unverifiable, Reason: fmt.Sprintf("does not parse: %v", p.Left.Err)}
	case p.Right.Err != nil:
		p.failed = Result{Verdict: record.Noncompliant, Reason: p.Right.Err.Error()}
	default:
		for i, a := range append([]formalism.Tree{p.Left.Tree}, p.Left.Others...) {
			for j, b := range append([]formalism.Tree{p.Right.Tree}, p.Right.Others...) {
				if i+j > 0 {
					p.scopes = append(p.scopes, [2]formalism.Tree{a, b})
				}
			}
		}
		p.leniencies = leniencies(p.Left, p.Right)
		p.inspect()
	}
	return p
}

// Parse reads one text. Its tree can be compared with Verifier.Relate.
func (o Options) Parse(f record.Formalism, text string) (formalism.Tree, error) {
	s := languages[f]
	if s == nil {
		return nil, formalism.Unknown(f)
	}
	t := s.Read(text, &o)
	return t.Tree, t.Err
}

// err returns the error in the first text that does not parse.
func (p *Pair) err() error {
	switch {
	case p.Left.Err != nil && p.Argument:
		return p.Left.Err
	case p.Left.Err != nil:
		return fmt.Errorf("left side: %w", p.Left.Err)
	case p.Right.Err != nil && p.Argument:
		return fmt.Errorf("conclusion: %w", p.Right.Err)
	case p.Right.Err != nil:
		return fmt.Errorf("right side: %w", p.Right.Err)
	case p.failed.Verdict != "" && p.Left.Tree == nil:
		return errors.New(p.failed.Reason)
	}
	return nil
}

// onLeft returns what is wrong with the left side, after the name of its column.
func (p *Pair) onLeft(words string) string { return strings.TrimSpace(p.LeftName + " " + words) }

// Fold returns the function that maps names that count as equal to the same name, or nil
// if only the same names do.
func (p *Pair) Fold() func(string) string { return p.o.fold() }

// Key is the function of Fold, also where only the same names count as equal.
func (p *Pair) Key(name string) string { return p.o.key(name) }

// Reading returns the options with which the texts of logic are read.
func (p *Pair) Reading() logic.Options { return p.o.Formula }

// FormalismOf returns the formalism of a row: that of all rows, or that of the row, or the
// one that its dataset implies. AutoEval's files have the dataset in the field type.
func (c *Columns) FormalismOf(row *record.Row) record.Formalism {
	if c.Formalism != "" {
		return c.Formalism
	}
	if f := formalism.OfRow(row); f != "" {
		return f
	}
	kind, _ := row.Text("type")
	return formalism.OfDataset(kind)
}

// missing describes the first thing that a row lacks for a pair of formulas.
func (c *Columns) missing(row *record.Row, p *Pair) string {
	switch {
	case p.Left.Written == "" && p.ExamplesError != nil:
		return p.ExamplesError.Error()
	case p.Left.Written == "" && !p.ByExamples():
		return c.Left + " is missing or empty" + c.elsewhere(row)
	case row.Error != nil && modelStages[row.Error.Stage] && strings.HasPrefix(c.Right, "fs_out"):
		// The other columns of the row are of an attempt that failed later.
		return row.Error.Stage + ": " + row.Error.Kind
	case p.Right.Written == "" && row.Outcome == record.Abstained:
		return string(record.Abstained)
	case p.Right.Written == "" && row.Error != nil && row.Error.Stage != "verify": // that of an earlier run
		return row.Error.Stage + ": " + row.Error.Kind
	case p.Right.Written == "":
		return c.Right + " is missing or empty" + writer(row, c.Right)
	case p.Formalism == "":
		return "no formalism: expected the field formalism, a dataset that implies it, or --formalism"
	case p.o.Checkers.Of(p.Formalism) != nil:
		return ""
	}
	if _, err := formalism.Read(string(p.Formalism)); err != nil {
		return err.Error()
	}
	return ""
}

// modelStages are the stages whose failure leaves nothing to verify.
var modelStages = map[string]bool{"informalize": true, "autoformalize": true}

// elsewhere names the columns of the user's own that have formulas, where fs is missing, and
// the flags to try.
func (c *Columns) elsewhere(row *record.Row) string {
	if c.Left != "fs" {
		return ""
	}
	var names, formulas []string
	kind := c.FormalismOf(row)
	for name, value := range row.ExtraFields() {
		text, _ := record.Scalar(value).(string)
		if text == "" {
			continue
		}
		names = append(names, strconv.Quote(name))
		f := cmp.Or(kind, formalism.Guess(text, text))
		if l := formalism.Of(f); l == nil || !l.Formal(text) {
			continue
		}
		if _, err := formalism.Parse(f, text); err == nil {
			kind, formulas = f, append(formulas, name)
		}
	}
	switch {
	case names == nil:
		return ""
	case len(formulas) < 2:
		return ": --left and --right name other columns with formulas; this row has " + strings.Join(names[:min(len(names), 5)], ", ")
	}
	try := fmt.Sprintf(": %s have formulas; try --left %s --right %s", strings.Join(formulas, " and "), formulas[0], formulas[1])
	if c.FormalismOf(row) == "" {
		try += " --formalism " + string(kind)
	}
	return try
}

// writer names the programs that write fs_out, unless a model was asked without success.
func writer(row *record.Row, column string) string {
	switch {
	case column != "fs_out" || row.Outcome != "" && row.Outcome != record.OK:
		return ""
	case row.NL != "":
		return ": autoformalize writes it from nl; run it before verify"
	}
	return ": informalize and autoformalize write it; run them before verify"
}

// texts reads a field that is a list of texts: a column, or a field of the user's own.
func texts(row *record.Row, name string) ([]string, error) {
	v, ok := row.Get(name)
	if !ok {
		return nil, fmt.Errorf("%s is missing or empty", name)
	}
	switch v := v.(type) {
	case []string:
		return v, nil
	case string:
		return []string{v}, nil
	case jsontext.Value:
		var out []string
		if json.Unmarshal(v, &out) == nil {
			return out, nil
		}
	}
	return nil, fmt.Errorf("%s: expected a list of texts", name)
}

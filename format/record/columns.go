package record

import "slices"

// A column is one field of the contract: its name, and where it stands in a
// row. The pointer's type says what the field is.
type column struct {
	name  string
	field func(*Row) any
}

// columns lists the fields in the order in which they are written. A test
// holds it against the tags of Row.
var columns = []column{
	{"id", func(r *Row) any { return &r.ID }},
	{"dataset", func(r *Row) any { return &r.Dataset }},
	{"batch", func(r *Row) any { return &r.Batch }},
	{"index", func(r *Row) any { return &r.Index }},
	{"formalism", func(r *Row) any { return (*string)(&r.Formalism) }},
	{"fs", func(r *Row) any { return &r.FS }},
	{"depth", func(r *Row) any { return &r.Depth }},
	{"num_operators", func(r *Row) any { return &r.NumOperators }},
	{"num_and", func(r *Row) any { return &r.NumAnd }},
	{"num_or", func(r *Row) any { return &r.NumOr }},
	{"num_not", func(r *Row) any { return &r.NumNot }},
	{"num_implies", func(r *Row) any { return &r.NumImplies }},
	{"num_iff", func(r *Row) any { return &r.NumIff }},
	{"num_quantifiers", func(r *Row) any { return &r.NumQuantifiers }},
	{"num_predicates", func(r *Row) any { return &r.NumPredicates }},
	{"num_propositions", func(r *Row) any { return &r.NumPropositions }},
	{"dfa_states", func(r *Row) any { return &r.DFAStates }},
	{"dfa_edges", func(r *Row) any { return &r.DFAEdges }},
	{"dfa_density", func(r *Row) any { return &r.DFADensity }},
	{"vocabulary", func(r *Row) any { return &r.Vocabulary }},
	{"run", func(r *Row) any { return &r.Run }},
	{"sample", func(r *Row) any { return &r.Sample }},
	{"step", func(r *Row) any { return &r.Step }},
	{"model", func(r *Row) any { return &r.Model }},
	{"prompt", func(r *Row) any { return &r.Prompt }},
	{"params", func(r *Row) any { return &r.Params }},
	{"fs_told", func(r *Row) any { return &r.FSTold }},
	{"nl", func(r *Row) any { return &r.NL }},
	{"nl_leak", func(r *Row) any { return &r.NLLeak }},
	{"nl_leak_kind", func(r *Row) any { return &r.NLLeakKind }},
	{"fs_out", func(r *Row) any { return &r.FSOut }},
	{"fs_out_strict", func(r *Row) any { return &r.FSOutStrict }},
	{"conversations", func(r *Row) any { return &r.Conversations }},
	{"usage", func(r *Row) any { return &r.Usage }},
	{"outcome", func(r *Row) any { return (*string)(&r.Outcome) }},
	{"error", func(r *Row) any { return &r.Error }},
	{"premises", func(r *Row) any { return &r.Premises }},
	{"conclusion", func(r *Row) any { return &r.Conclusion }},
	{"verdict", func(r *Row) any { return (*string)(&r.Verdict) }},
	{"verdict_reason", func(r *Row) any { return &r.VerdictReason }},
	{"verdict_engine", func(r *Row) any { return &r.VerdictEngine }},
	{"verdict_seconds", func(r *Row) any { return &r.VerdictSeconds }},
	{"relation", func(r *Row) any { return (*string)(&r.Relation) }},
	{"scope_sensitive", func(r *Row) any { return &r.ScopeSensitive }},
	{"witness", func(r *Row) any { return &r.Witness }},
	{"certificate", func(r *Row) any { return &r.Certificate }},
	{"disagreement", func(r *Row) any { return &r.Disagreement }},
	{"disagreement_error", func(r *Row) any { return &r.DisagreementError }},
	{"strings", func(r *Row) any { return &r.Strings }},
	{"diagnosis", func(r *Row) any { return (*string)(&r.Diagnosis) }},
	{"repair", func(r *Row) any { return &r.Repair }},
	{"judgements", func(r *Row) any { return &r.Judgements }},
}

// byName finds a column's place in columns.
var byName = func() map[string]int {
	m := make(map[string]int, len(columns))
	for i, c := range columns {
		m[c.name] = i
	}
	return m
}()

// Columns lists the names of the contract's fields in the order in which rows
// are written.
func Columns() []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return names
}

// IsColumn says whether name is a field of the contract.
func IsColumn(name string) bool { _, ok := byName[name]; return ok }

// FieldOf is, for a field of the contract, what points to it in a row: a
// *string, **int64, **float64 or **bool, or a pointer to the list or the struct
// as Row has it. It is nil where name is none of the contract's.
func FieldOf(name string) func(*Row) any {
	i, ok := byName[name]
	if !ok {
		return nil
	}
	return columns[i].field
}

// Int is a present integer field.
func Int(n int) *int64 { v := int64(n); return &v }

// Float is a present number field.
func Float(f float64) *float64 { return &f }

// Bool is a present truth field.
func Bool(b bool) *bool { return &b }

// Size is about how many bytes the row takes: mostly, of its texts.
func (r *Row) Size() int {
	size := 1000 + len(r.Extra) // of the struct itself
	for i := range columns {
		if s, ok := columns[i].field(r).(*string); ok {
			size += len(*s)
		}
	}
	for _, p := range r.Premises {
		size += len(p)
	}
	messages := func(list []Message) {
		for i := range list {
			size += len(list[i].Content)
		}
	}
	for i := range r.Conversations {
		messages(r.Conversations[i].Messages)
	}
	for i := range r.Judgements {
		messages(r.Judgements[i].Conversation)
	}
	if v := r.Vocabulary; v != nil {
		size += 50 * (len(v.Propositions) + len(v.Predicates) + len(v.Constants) + len(v.Variables) + len(v.Alphabet) + len(v.Meanings))
	}
	return size
}

// Clone copies the row; the copy shares nothing that a stage may change in
// place: lists are copied, what they hold is shared.
func (r *Row) Clone() *Row {
	c := *r
	c.Conversations = slices.Clone(r.Conversations)
	c.Usage = slices.Clone(r.Usage)
	c.Premises = slices.Clone(r.Premises)
	c.Judgements = slices.Clone(r.Judgements)
	c.Extra = slices.Clone(r.Extra)
	return &c
}

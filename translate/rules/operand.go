package rules

import "github.com/truthloop/truthloop/format/logic"

// operand reads a statement that ends by itself ("either A or B", a denial, an
// atom) or one that reaches as far right as it can (a quantifier, a
// conditional, a list).
func (r *logicReader) operand() (*logic.Formula, error) {
	if err := r.enter(); err != nil {
		return nil, err
	}
	defer func() { r.depth-- }()
	if len(r.lexicon.patterns) > 0 {
		if f := r.glossedAtom(); f != nil {
			return f, nil
		}
	}
	if d, ok, err := r.determiner(); err != nil {
		return nil, err
	} else if ok {
		return r.determined(d)
	}
	switch r.tok(0).kw {
	case "both":
		r.pos++
		return r.bracketed(sepAnd)
	case "either":
		r.pos++
		return r.bracketed(sepOr)
	case "neither":
		r.pos++
		return r.neither()
	case "not":
		r.pos++
		return r.denied(r.operand())
	case "it":
		return r.impersonal()
	case "if":
		return r.conditional()
	case "for", "there", "every", "all", "some", "any", "no":
		return r.quantified()
	case "claim":
		return r.mention()
	}
	return r.atom()
}

func (r *logicReader) denied(f *logic.Formula, err error) (*logic.Formula, error) {
	if err != nil {
		return nil, err
	}
	return logic.Not(f), nil
}

// bracketed = operand {"," operand} [","] ("and" | "or") operand after "both"
// or "either". "either" also takes "A or B or C" and "but not both".
func (r *logicReader) bracketed(sep separator) (*logic.Formula, error) {
	word := "and"
	if sep == sepOr {
		word = "or"
	}
	defer r.within(&r.tight, true)()
	var fs []*logic.Formula
	var bare []bool
	for last := false; ; {
		f, err := r.operand()
		if err != nil {
			return nil, err
		}
		fs, bare = append(fs, f), append(bare, r.bareName(f))
		at := r.pos
		comma := !last && r.accept(",")
		if r.tok(0).kw == word && !r.sees("or", "else") && !r.sees("and", "also") && !(last && word == "and") {
			r.pos++
			last = true
			continue
		}
		if comma && r.tok(0).begins() {
			continue
		}
		r.pos = at
		if !last {
			return nil, r.fail(`"` + word + `"`)
		}
		break
	}
	r.share(fs, bare)
	if sep == sepAnd {
		return logic.And(fs...), nil
	}
	return r.suffix(logic.Or(fs...)), nil
}

// neither = operand "nor" operand {"nor" operand}.
func (r *logicReader) neither() (*logic.Formula, error) {
	defer r.within(&r.tight, true)()
	var fs []*logic.Formula
	for {
		f, err := r.operand()
		if err != nil {
			return nil, err
		}
		fs = append(fs, f)
		at := r.pos
		r.accept(",")
		if r.accept("nor") || len(fs) == 1 && r.accept("or") {
			continue
		}
		r.pos = at
		if len(fs) < 2 {
			return nil, r.fail(`"nor"`)
		}
		return logic.Not(logic.Or(fs...)), nil
	}
}

// impersonal = "it is" ["not"] ("the case" | "true" | "false") "that" and an
// operand, or all of the chain that the operand begins: "it is false that A and
// B" denies both. Within "both" and its kin, and where a comma stands before
// the "and", it is the operand alone.
func (r *logicReader) impersonal() (*logic.Formula, error) {
	r.pos++
	if r.accept("holds", "that") {
		return r.operand()
	}
	if !r.accept("is") {
		return nil, r.fail(`"is not the case that" after "it"`)
	}
	deny := r.accept("not")
	switch {
	case r.accept("the", "case", "that"), r.accept("true", "that"):
	case r.accept("false", "that"), r.accept("untrue", "that"):
		deny = !deny
	default:
		return nil, r.fail(`"the case that", "true that" or "false that"`)
	}
	f, err := r.operand()
	if err == nil && !r.tight && (r.tok(0).kw != "," || !r.tok(1).oneOf("and", "or", "but")) {
		f, err = r.chainFrom(f)
	}
	if err == nil && deny {
		f = logic.Not(f)
	}
	return f, err
}

// conditional = "if" statement ["," ] "then" statement, or without "then" where
// a comma ends the condition. What follows "then" ends before "and if".
func (r *logicReader) conditional() (*logic.Formula, error) {
	leave := r.within(&r.noComma, !r.then[r.pos])
	leaveThen := r.within(&r.inThen, false)
	r.pos++
	a, err := r.statement()
	leaveThen()
	leave()
	if err != nil {
		return nil, err
	}
	comma := r.accept(",")
	if !r.accept("then") && !comma {
		return nil, r.fail(`"then"`)
	}
	defer r.within(&r.inThen, true)()
	b, err := r.statement()
	if err != nil {
		return nil, err
	}
	return logic.Implies(a, b), nil
}

// mention = "claim" letter ["holds" | "does not hold" | "is true" | "is false"].
func (r *logicReader) mention() (*logic.Formula, error) {
	r.pos++
	t := r.tok(0)
	if t.kind != tokWord {
		return nil, r.fail(`a claim's letter after "claim"`)
	}
	r.pos++
	f := &logic.Formula{Op: opMention, Name: lower(t.text)}
	r.mentions = append(r.mentions, t)
	if yes, ok := r.truth(); ok && !yes {
		return logic.Not(f), nil
	}
	return f, nil
}

// truth reads how a statement's subject is said to be: "holds", "does not
// hold", "is true", "are both false" and the like.
func (r *logicReader) truth() (yes, ok bool) {
	at := r.pos
	switch {
	case r.accept("holds"), r.accept("hold"), r.accept("does", "hold"), r.accept("do", "hold"):
		return true, true
	case r.accept("does", "not", "hold"), r.accept("do", "not", "hold"), r.accept("fails"):
		return false, true
	case r.accept("is"), r.accept("are"):
		yes = !r.accept("not")
		_ = r.accept("both") || r.accept("all")
		switch {
		case r.accept("true"):
			return yes, true
		case r.accept("false"):
			return !yes, true
		}
	}
	r.pos = at
	return false, false
}

// nouns may stand before a variable: "for every object x1".
var nouns = map[string]bool{
	"object": true, "objects": true, "element": true, "elements": true, "individual": true, "individuals": true,
	"thing": true, "things": true, "entity": true, "entities": true, "person": true, "value": true, "values": true,
	"variable": true, "variables": true,
}

// quantified = ("for" ("every" | "some" | "no") | "there is" ["no"]) names
// ["," | "such that"] statement, and "every x is such that" statement.
func (r *logicReader) quantified() (*logic.Formula, error) {
	all, deny := false, false
	start := r.tok(0)
	switch {
	case r.accept("there"):
		if !r.accept("is") && !r.accept("are") && !r.accept("exists") {
			return nil, r.fail(`"is", "are" or "exists" after "there"`)
		}
		deny = r.accept("no") || r.accept("not")
		_ = r.accept("some") || r.accept("any") || r.accept("at", "least", "one")
	default:
		r.accept("for")
		switch {
		case r.accept("every"), r.accept("all"), r.accept("any"):
			all = true
		case r.accept("some"), r.accept("at", "least", "one"):
		case r.accept("no"):
			deny = true
		default:
			return nil, r.fail(`"every", "all", "some" or "no" after "for"`)
		}
	}
	vars, err := r.variables(all)
	if err != nil {
		return nil, err
	}
	if err := r.bodyLead(start); err != nil {
		return nil, err
	}
	f, err := r.statement()
	if err != nil {
		return nil, err
	}
	for i := len(vars) - 1; i >= 0; i-- {
		if all {
			f = logic.Forall(vars[i], f)
		} else {
			f = logic.Exists(vars[i], f)
		}
	}
	if deny {
		f = logic.Not(f)
	}
	return f, nil
}

// bodyLead skips what stands between a quantifier and what it governs.
func (r *logicReader) bodyLead(start *token) error {
	r.accept(",")
	switch {
	case r.accept("such", "that"), r.accept("so", "that"), r.accept("for", "which"), r.accept("where"), r.accept("with"):
	case r.accept("it", "holds", "that"), r.accept("we", "have", "that"), r.accept("we", "have"):
	case r.accept("is", "such", "that"), r.accept("are", "such", "that"):
	case start.kw != "for" && start.kw != "there":
		return r.fail(`"is such that" after a quantified name`)
	case r.tok(0).kw == "and" && r.tok(1).oneOf("for", "there"):
		r.pos++
	}
	r.accept(",")
	return nil
}

// variables reads the names that a quantifier binds, with "every" or "some"
// said again after an "and" where it is the same quantifier. A comma continues them
// only where an "and" closes them: in "for every x, p1 and p2 hold" x is alone.
func (r *logicReader) variables(all bool) ([]string, error) {
	t := r.tok(0)
	if r.tok(1).name() && (nouns[lower(t.text)] || t.is("a")) || t.kw == "an" {
		r.pos++
		if t = r.tok(0); r.tok(1).name() && nouns[lower(t.text)] {
			r.pos++
		}
	}
	if !r.tok(0).name() || r.tok(0).text == "" {
		return nil, r.fail("a variable")
	}
	vars := []string{r.tok(0).text}
	r.pos++
	at, found := r.pos, []string(nil)
	for {
		comma := r.accept(",")
		and := r.accept("and")
		if and {
			r.accept("for")
			_ = all && (r.accept("every") || r.accept("all") || r.accept("any")) || !all && r.accept("some")
		}
		if t := r.tok(0); comma == and && !comma || !t.name() || t.text == "" {
			break
		}
		found = append(found, r.tok(0).text)
		r.pos++
		if and && r.closesVariables() {
			vars, at, found = append(vars, found...), r.pos, nil
		}
	}
	r.pos = at
	return vars, nil
}

func (r *logicReader) closesVariables() bool {
	return r.tok(0).oneOf(",", "such", "so", "for", "there", "it", "with", "where", "is", "are", "and", "if")
}

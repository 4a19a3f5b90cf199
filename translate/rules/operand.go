package rules

import "github.com/truthloop/truthloop/format/logic"

// operand reads a statement that ends by itself ("either A or B", a denial, an
// atom) or one that reaches as far right as it can (a quantifier, a conditional,
// a list).
func (r *logicReader) operand() *logic.Formula {
	r.enter()
	defer func() { r.depth-- }()
	if f := r.glossedAtom(); f != nil {
		return f
	}
	if f := r.determined(); f != nil {
		return f
	}
	switch r.tok(0).kw {
	case "both":
		return r.bracketed("and")
	case "either":
		return r.bracketed("or")
	case "neither":
		return r.neither()
	case "not":
		r.pos++
		return logic.Not(r.operand())
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

// bracketed = operand {"," operand} [","] word operand, after "both" or
// "either". "either" also takes "A or B or C" and "but not both".
func (r *logicReader) bracketed(word string) *logic.Formula {
	outer := r.scope
	r.tight = true
	r.pos++
	var o operands
	for last := false; ; {
		r.add(&o, r.operand())
		at := r.pos
		comma := !last && r.accept(",")
		if r.tok(0).kw == word && !r.sees("or else", "and also") && !(last && word == "and") {
			r.pos++
			last = true
			continue
		}
		if comma && r.tok(0).begins() {
			continue
		}
		r.pos = at
		if !last {
			r.fail(`"` + word + `"`)
		}
		break
	}
	if r.pluralBefore() {
		o.shareDenial()
	}
	r.scope = outer
	if word == "and" {
		return logic.And(o.fs...)
	}
	return r.suffix(logic.Or(o.fs...))
}

// neither = operand "nor" operand {"nor" operand}.
func (r *logicReader) neither() *logic.Formula {
	outer := r.scope
	r.tight = true
	r.pos++
	var fs []*logic.Formula
	for {
		fs = append(fs, r.operand())
		at := r.pos
		r.accept(",")
		if !r.accept("nor") && !(len(fs) == 1 && r.accept("or")) {
			r.pos = at
			break
		}
	}
	if len(fs) < 2 {
		r.fail(`"nor"`)
	}
	r.scope = outer
	return logic.Not(logic.Or(fs...))
}

// impersonal = "it is" ["not"] ("the case" | "true" | "false") "that" and an
// operand, or the whole chain that the operand begins: "it is false that A and
// B" denies both. Within "both" and its kin, and with a comma before the "and",
// it is the operand alone.
func (r *logicReader) impersonal() *logic.Formula {
	r.pos++
	if r.accept("holds that") {
		return r.operand()
	}
	if !r.accept("is") {
		r.fail(`"is not the case that" after "it"`)
	}
	deny := r.accept("not")
	switch {
	case r.accept("the case that", "true that"):
	case r.accept("false that", "untrue that"):
		deny = !deny
	default:
		r.fail(`"the case that", "true that" or "false that"`)
	}
	f := r.operand()
	if !r.tight && !r.sees(", and", ", or", ", but") {
		f = r.chain(f)
	}
	return signed(f, !deny)
}

// conditional = "if" statement [","] "then" statement; without "then" a comma
// ends the condition. What follows "then" ends before "and if".
func (r *logicReader) conditional() *logic.Formula {
	outer := r.scope
	r.noComma, r.inThen = !r.then[r.pos], false
	r.pos++
	a := r.statement()
	r.scope = outer
	comma := r.accept(",")
	if !r.accept("then") && !comma {
		r.fail(`"then"`)
	}
	r.inThen = true
	b := r.statement()
	r.scope = outer
	return logic.Implies(a, b)
}

// opMention marks, within this package only, a node that stands for a claim.
const opMention = logic.Op(255)

// mention = "claim" letter [truth].
func (r *logicReader) mention() *logic.Formula {
	r.pos++
	t := r.tok(0)
	if t.kind != tokWord {
		r.fail(`a claim's letter after "claim"`)
	}
	r.pos++
	r.mentions = append(r.mentions, t)
	yes, stated := r.truth()
	return signed(&logic.Formula{Op: opMention, Name: lower(t.text)}, yes || !stated)
}

// truth reads "holds", "does not hold", "is true", "are both false" and the
// like.
func (r *logicReader) truth() (yes, ok bool) {
	at := r.pos
	switch {
	case r.accept("holds", "hold", "does hold", "do hold"):
		return true, true
	case r.accept("does not hold", "do not hold", "fails"):
		return false, true
	case r.accept("is", "are"):
		yes = !r.accept("not")
		r.accept("both", "all")
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
const nouns = "object objects element elements individual individuals thing things entity entities person value values variable variables"

// quantified = ("for" ("every" | "some" | "no") | "there is" ["no"]) names
// ["," | "such that"] statement, or "every" name "is such that" statement.
func (r *logicReader) quantified() *logic.Formula {
	all, deny := false, false
	start := r.tok(0)
	if r.accept("there") {
		if !r.accept("is", "are", "exists") {
			r.fail(`"is", "are" or "exists" after "there"`)
		}
		deny = r.accept("no", "not")
		r.accept("some", "any", "at least one")
	} else {
		r.accept("for")
		switch {
		case r.accept("every", "all", "any"):
			all = true
		case r.accept("some", "at least one"):
		case r.accept("no"):
			deny = true
		default:
			r.fail(`"every", "all", "some" or "no" after "for"`)
		}
	}
	vars := r.variables(all)
	r.bodyLead(start)
	f := r.statement()
	for i := len(vars) - 1; i >= 0; i-- {
		if all {
			f = logic.Forall(vars[i], f)
		} else {
			f = logic.Exists(vars[i], f)
		}
	}
	return signed(f, !deny)
}

// bodyLead skips what stands between a quantifier and its body.
func (r *logicReader) bodyLead(start *token) {
	r.accept(",")
	switch {
	case r.accept("such that", "so that", "for which", "where", "with", "it holds that", "we have that", "we have",
		"is such that", "are such that"):
	case !start.in("for there"):
		r.fail(`"is such that" after a quantified name`)
	case r.sees("and for", "and there"):
		r.pos++
	}
	r.accept(",")
}

// variables reads the names that a quantifier binds. "every" or "some" may be
// repeated after an "and" if it is the same quantifier. A comma continues the
// names only if an "and" closes them: in "for every x, p1 and p2 hold" x is
// alone.
func (r *logicReader) variables(all bool) []string {
	if t := r.tok(0); r.tok(1).name() && (t.in(nouns) || t.is("a")) || t.kw == "an" {
		r.pos++
		if r.tok(1).name() && r.tok(0).in(nouns) {
			r.pos++
		}
	}
	vars := []string{r.name("a variable")}
	at, found := r.pos, []string(nil)
	for {
		comma := r.accept(",")
		and := r.accept("and")
		if and {
			r.accept("for")
			_ = all && r.accept("every", "all", "any") || !all && r.accept("some")
		}
		if !comma && !and || !r.tok(0).name() {
			break
		}
		found = append(found, r.name("a variable"))
		if and && r.tok(0).in(", such so for there it with where is are and if") {
			vars, at, found = append(vars, found...), r.pos, nil
		}
	}
	r.pos = at
	return vars
}

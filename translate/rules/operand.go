package rules

import (
	"slices"

	"github.com/truthloop/truthloop/format/logic"
)

// operand reads a statement whose end is clear ("either A or B", a denial, an atom),
// or one that extends as far right as possible (a quantifier, a conditional, a list).
func (r *logicReader) operand() *logic.Formula {
	r.enter()
	defer func() { r.depth-- }()
	r.grow(r.tok(0), 1)
	if p, terms := r.longest(func(p *pattern) bool { return p.statement }); p != nil {
		return signed(logic.Atom(p.symbol, terms...), p.yes)
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
		r.pos++
		f := r.mention()
		yes, stated := r.truth()
		return signed(f, yes || !stated)
	}
	return r.atom()
}

func signed(f *logic.Formula, yes bool) *logic.Formula {
	if yes {
		return f
	}
	return logic.Not(f)
}

// bracketed = operand {"," operand} [","] word operand, after "both" or
// "either". "either" also takes "A or B or C" and "but not both".
func (r *logicReader) bracketed(word string) *logic.Formula {
	outer := r.scope
	r.tight = true
	r.pos++
	var fs []*logic.Formula
	for last, more := false, true; more; {
		fs = append(fs, r.operand())
		switch {
		case !r.sees(",? or else", ",? and also") && ((!last || word == "or") && r.accept(word) || !last && r.accept(", "+word)):
			last = true
		case !last && r.sees(",") && r.tok(1).begins():
			r.pos++
		case last:
			more = false
		default:
			r.fail(`"` + word + `"`)
		}
	}
	if r.plural == r.pos {
		r.shareDenial(fs)
	}
	r.scope = outer
	if word == "and" {
		return logic.And(fs...)
	}
	return r.suffix(logic.Or(fs...))
}

// neither = operand "nor" operand {"nor" operand}.
func (r *logicReader) neither() *logic.Formula {
	outer := r.scope
	r.tight = true
	r.pos++
	fs := []*logic.Formula{r.operand()}
	if !r.sees(",? nor|or") {
		r.fail(`"nor"`)
	}
	for r.accept(",? nor") || len(fs) == 1 && r.accept(",? or") {
		fs = append(fs, r.operand())
	}
	r.scope = outer
	return logic.Not(logic.Or(fs...))
}

// impersonal = "it is" ["not"] ("the case" | "true" | "false") "that" and an
// operand, or the whole chain that the operand begins: "it is false that A and
// B" denies both. If tight is set, or if a comma comes before the "and", it is the
// operand alone.
func (r *logicReader) impersonal() *logic.Formula {
	yes := r.accept("it is the case that", "it is true that", "it is not false|untrue that")
	switch {
	case yes, r.accept("it is not the case that", "it is not true that", "it is false|untrue that"):
	case r.accept("it holds that"):
		return r.operand()
	case r.accept("it is not?"):
		r.fail(`"the case that", "true that" or "false that"`)
	default:
		r.pos++
		r.fail(`"is not the case that" after "it"`)
	}
	f := r.operand()
	if !r.tight && !r.sees(", and|or|but") {
		f = r.chain(f)
	}
	return signed(f, yes)
}

// conditional = "if" statement [","] "then" statement; without "then" a comma
// ends the condition. What follows "then" ends before "and if".
func (r *logicReader) conditional() *logic.Formula {
	outer := r.scope
	r.noComma, r.inThen = !r.then[r.pos], false
	r.pos++
	a := r.statement()
	r.scope = outer
	if !r.accept(",? then", ",") {
		r.fail(`"then"`)
	}
	r.inThen = true
	b := r.statement()
	r.scope = outer
	return logic.Implies(a, b)
}

// truth reads "holds", "does not hold", "is true", "are both false" and the
// like.
func (r *logicReader) truth() (yes, ok bool) {
	plural := r.tok(0).is("are|do")
	switch {
	case r.accept("holds|hold", "does|do hold", "is|are both|all? true", "is|are not both|all? false"):
		yes = true
	case r.accept("fails", "does|do not hold", "is|are not both|all? true", "is|are both|all? false"):
	default:
		return false, false
	}
	if plural {
		r.plural = r.pos
	}
	return yes, true
}

// quantified = ("for" ("every" | "some" | "no") | "there is" ["no"]) names
// ["," | "such that"] statement, or "every" name "is such that" statement.
func (r *logicReader) quantified() *logic.Formula {
	first := r.tok(0)
	all := r.accept("for? every|all|any")
	deny := !all && r.accept("for? no", "there is|are|exists no|not some|any?")
	if !all && !deny && !r.accept("for? at least one", "for? some", "there is|are|exists at least one", "there is|are|exists some|any?") {
		r.pos++
		r.fail(`"every", "some" or "no" after "for", or "is" after "there"`)
	}
	vars := r.variables(all)
	if !r.accept(",? such|so that ,?", ",? for which ,?", ",? where|with ,?", ",? it holds that ,?", ",? we have that? ,?", ",? is|are such that ,?") {
		if !first.is("for|there") {
			r.fail(`"is such that" after a quantified name`)
		}
		r.accept(",")
		if r.sees("and for|there") {
			r.pos++
		}
	}
	f := r.statement()
	for _, v := range slices.Backward(vars) {
		if all {
			f = logic.Forall(v, f)
		} else {
			f = logic.Exists(v, f)
		}
	}
	return signed(f, !deny)
}

// nouns may stand before a variable: "for every object x1".
const nouns = "object|objects|element|elements|individual|individuals|thing|things|entity|entities|person|value|values|variable|variables"

// drop takes a word before a name.
func (r *logicReader) drop(words string) {
	if r.tok(0).is(words) && r.tok(1).name() {
		r.pos++
	}
}

// variables reads the names that a quantifier binds. "every" or "some" may be
// repeated after an "and" if it is the same quantifier. A comma continues the
// names only if an "and" closes them: in "for every x, p1 and p2 hold" x is
// alone.
func (r *logicReader) variables(all bool) []string {
	r.drop("a|an")
	r.drop(nouns)
	vars := []string{r.name("a variable")}
	at, found := r.pos, []string(nil)
	for {
		comma, and := r.accept(","), r.accept("and")
		if and {
			r.accept("for")
			_ = all && r.accept("every|all|any") || !all && r.accept("some")
		}
		if !comma && !and || !r.tok(0).name() {
			break
		}
		found = append(found, r.name("a variable"))
		if and && r.tok(0).is(",|such|so|for|there|it|with|where|is|are|and|if") {
			vars, at, found = append(vars, found...), r.pos, nil
		}
	}
	r.pos = at
	return vars
}

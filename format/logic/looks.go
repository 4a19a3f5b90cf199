package logic

import "regexp"

// looks lists notations that Parse does not read. Texts in the notation often match its
// pattern; formulas do not.
var looks = []struct {
	name    string
	pattern *regexp.Regexp
}{
	{"JSON", regexp.MustCompile(`^\s*[\[{]\s*["\[{]`)},
	{"TPTP", regexp.MustCompile(annotated.String() + `|[!?]\s*\[[^\]]*\]\s*:`)},
	{"Prolog", regexp.MustCompile(`:-|\?-`)},
	{"Lean", regexp.MustCompile(`:=|\b(theorem|lemma|example|def|axiom|variable)\b.*:|\bfun\b.*=>|[∀∃]\s*\(?\w+( \w+)*\s*:\s*\w+\)?\s*,.*\b[A-Za-z]\w* [a-z]\w*\b|\bProp\b`)},
	{"Coq", regexp.MustCompile(`\b(Theorem|Lemma|Definition|Qed|Axiom|Hypothesis)\b|\bforall\b[^,.]*:[^,.]*,.*\b[A-Za-z]\w* [a-z]\w*\b`)},
	{"Isabelle", regexp.MustCompile(`\\<\w+>|[⟹⟶].*⟦|⟦|⋀\w+\.`)},
	{"a lambda term", regexp.MustCompile(`λ|\\lambda\b|\blambda\b`)},
	{"modal or temporal logic", regexp.MustCompile(`[□◇◻◊○]|\[\]|<>|\\(Box|Diamond|square|lozenge)\b|\b[GFXU] ?\(.*\b[GFXU]\b`)},
	{"a sequent", regexp.MustCompile(`[⊢⊨⊩]|\|-|\|=|\\(vdash|models)\b`)},
	{"a list comprehension of Python", regexp.MustCompile(`\b(all|any)\s*\(.*\bfor\b.*\bin\b`)},
	{"SMT-LIB", regexp.MustCompile(`^\s*\(\s*(assert|declare-\w+|define-\w+|set-logic|check-sat|forall|exists|and|or|=>|let)[\s(]`)},
	{"a set", regexp.MustCompile(`\{[^{}]*[|:∣][^{}]*\}|[∪∩⊆⊂]`)},
}

// annotated matches an annotated formula of TPTP, which would be an atom otherwise.
var annotated = regexp.MustCompile(`^\s*(tff|thf|cnf|fof|tcf)\(\s*\w+\s*,\s*\w+\s*,`)

// looksLike returns the name of the notation in looks whose pattern a text matches, or
// "". The text is not a formula.
func looksLike(s string) string {
	s = s[:min(len(s), 2000)]
	for _, l := range looks {
		if l.pattern.MatchString(s) {
			return l.name
		}
	}
	return ""
}

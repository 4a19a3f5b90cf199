package explain

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/check"
)

// means returns the verdict as a sentence.
func (c *account) means() string {
	if c.pair.ByExamples() {
		switch c.row.Verdict {
		case record.NotEquivalent:
			return c.right + " fails an example."
		case record.Unknown:
			return "Whether " + c.right + " is right was left open: " + c.why() + "."
		}
	}
	switch c.row.Verdict {
	case record.Equivalent:
		return "The two mean the same."
	case record.NotEquivalent:
		return "The two do not mean the same" + c.stands() + "."
	case record.Unknown:
		return "Whether the two mean the same was left open: " + c.why() + "."
	case record.Noncompliant:
		return c.right + " does not parse: " + c.row.VerdictReason + "."
	case record.Unverifiable:
		return "There is nothing to compare: " + c.row.VerdictReason + "."
	case record.Entailed:
		return "The premises entail the conclusion."
	case record.Refuted:
		return "The premises entail that the conclusion is false."
	case record.Uncertain:
		return "The premises leave open whether the conclusion is true."
	}
	return "The row was not verified yet."
}

// stands returns the relation of two different formulas, in words.
func (c *account) stands() string {
	from, to := c.left, c.right
	switch c.row.Relation {
	case record.RelStronger:
		return fmt.Sprintf(": %s says more, it implies %s and not the reverse", to, from)
	case record.RelWeaker:
		return fmt.Sprintf(": %s says less, %s implies it and not the reverse", to, from)
	case record.RelIncomparable:
		return ": neither implies the other"
	}
	return ""
}

// reasons maps the reasons of unknown verdicts to words.
var reasons = map[string]string{
	verify.ReasonTimeout:    "the time for the row ran out",
	verify.ReasonResource:   "a limit of work was reached",
	verify.ReasonIncomplete: "all engines did what they can",
	verify.ReasonNoProver:   "the engines did what they can, and there was no prover to ask",
	verify.ReasonProver:     "a prover broke down",

	verify.ReasonExamplesPassed: "it passes all examples of the row, which prove nothing more",
	verify.ReasonExamplesOpen:   "it passes some examples, and others say too little",
}

// mistakes maps the diagnoses to words.
var mistakes = map[record.Diagnosis]string{
	record.NegationDropped:   "a negation is missing",
	record.NegationAdded:     "there is a negation too many",
	record.NegationMisplaced: "a negation is in the wrong place",
	record.OperatorSwapped:   "one operator is used instead of another",
	record.QuantifierSwapped: "one quantifier is used instead of another, or two are in the wrong order",
	record.ScopeWrong:        "a group, a quantifier or a temporal operator has the wrong scope",
	record.SymbolRenamed:     "one name is used instead of another",
	record.ConstantVariable:  "a constant is used instead of a variable, or the reverse",
	record.ArgumentOrder:     "arguments, or the sides of an implication or of until, are in the wrong order",
	record.Arity:             "there is an argument too many, or one too few",
	record.PartLost:          "a part is missing",
	record.PartAdded:         "there is a part too many",
	record.StarMisplaced:     "a star is in the wrong place",
	record.StarPlus:          "+ is used instead of *, or the reverse",
	record.TemporalSwapped:   "one temporal operator is used instead of another",
	record.TemporalDropped:   "a temporal operator is missing",
	record.TemporalAdded:     "there is a temporal operator too many",
	record.UntilSwapped:      "the event that ends a period must happen in one formula, but not in the other",
	record.OtherMistake:      "no edit was found that would make it right",

	record.QuantifiedConstant: "a quantifier binds what should be a constant",
	record.Renaming:           "the names are different, but consistently so",
}

func (c *account) why() string {
	reason, details, more := strings.Cut(c.row.VerdictReason, ": ")
	words, ok := reasons[reason]
	switch {
	case !ok:
		return c.row.VerdictReason
	case more:
		return words + " (" + details + ")"
	}
	return words
}

// Witness describes a stored witness; left and right are names for the two formulas.
// It returns "" for a text that is not a witness.
func Witness(stored, left, right string) string {
	w, err := verify.ParseWitness(stored)
	if err != nil {
		return ""
	}
	return (&account{left: left, right: right}).witnessed(w)
}

// witnessed describes a witness in words, on one line.
func (c *account) witnessed(w *verify.Witness) string {
	switch {
	case w.String != nil:
		return quoted(*w.String) + " " + c.accepted(w.AcceptedBy)
	case w.Kind == verify.KindAssignment:
		return check.Assignment(w.Assignment) + ": " + c.sides(w)
	case w.Structure != nil:
		return w.Structure.String() + ": " + c.sides(w)
	case w.Foreign():
		return foreign(w)
	case w.Value != nil:
		text := string(w.Value)
		if word, err := w.Word(); err == nil {
			text = word.String()
		}
		return text + ": " + c.sides(w)
	case w.Kind == verify.KindModels:
		var out []string
		if w.True != nil {
			out = append(out, "the premises and the conclusion are true in: "+w.True.String())
		}
		if w.False != nil {
			out = append(out, "the premises are true and the conclusion false in: "+w.False.String())
		}
		return strings.Join(out, "\n")
	}
	return "of an unknown kind"
}

// quoted returns s in quotes, or words for the empty string.
func quoted(s string) string {
	if s == "" {
		return "the empty string"
	}
	return strconv.Quote(s)
}

func (c *account) accepted(by string) string {
	if by == "left" {
		return fmt.Sprintf("is accepted by %s and not by %s", c.left, c.right)
	}
	return fmt.Sprintf("is accepted by %s and not by %s", c.right, c.left)
}

func (c *account) sides(w *verify.Witness) string {
	if w.Left == nil || w.Right == nil {
		return "the two differ"
	}
	return fmt.Sprintf("%s is %t, %s is %t", c.left, *w.Left, c.right, *w.Right)
}

// certified describes a certificate in words.
func (c *account) certified(k *verify.Certificate) string {
	form := ""
	if k.Form != "" {
		form = " (" + strings.ReplaceAll(k.Form, "_", " ") + ")"
	}
	switch k.Kind {
	case "normal_form":
		return "both have the same normal form" + form
	case "truth_table":
		return fmt.Sprintf("their truth tables over %s are the same", number(k.Atoms, "atom"))
	case "sat":
		return fmt.Sprintf("SAT solving finds no assignment for which they differ (%s, %s)", number(k.Clauses, "clause"), number(int(k.Conflicts), "conflict"))
	case "skeleton":
		return fmt.Sprintf("they are the same Boolean function of %s, where quantified parts count as atoms%s", number(k.Atoms, "atom"), form)
	case "instances":
		return fmt.Sprintf("%s of %s contradict each other", number(k.Instances, "instance"), number(k.Clauses, "clause"))
	case "grounding":
		return fmt.Sprintf("they have the same value in all structures of up to %s, and larger structures need no check%s", number(k.Domain, "element"), form)
	case "z3":
		return fmt.Sprintf("Z3 found a contradiction (%d units of work)", k.Resource)
	case check.Refutation:
		return fmt.Sprintf("%s reports a proof (%s)", strings.TrimSpace(k.Prover+" "+k.Version), k.Said)
	case "tableau":
		return fmt.Sprintf("the automata for the words on which they differ (%s together) accept no word", number(k.States, "state"))
	case "bisimulation":
		return fmt.Sprintf("a search through both automata (%s together) compares %s of states and finds no difference", number(k.States, "state"), number(k.Pairs, "pair"))
	case "directions":
		if k.Forward != nil && k.Back != nil {
			return fmt.Sprintf("%s implies %s, since %s\n%s implies %s, since %s",
				c.left, c.right, c.certified(k.Forward), c.right, c.left, c.certified(k.Back))
		}
	}
	return strings.ReplaceAll(k.Kind, "_", " ") + form
}

// number returns a number with its noun: 1 atom, 2 atoms.
func number(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

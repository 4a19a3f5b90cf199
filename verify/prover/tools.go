package prover

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/smtlib"
	"github.com/truthloop/truthloop/verify/tptp"
)

// A tool is what is known of a program.
type tool struct {
	name  string
	about []string // arguments that make it say its version
	args  func(o Options) []string
	write func(axiom, conjecture *logic.Formula, fold func(string) string) (tptp.Question, error)
	read  func(said output, symbols []smtlib.Symbol) Answer
}

// The limits of work at effort 1: some seconds of each prover.
const (
	termLimit  = 4_000_000 // E's top insertions into its bank of terms
	cvc5Limit  = 300_000   // cvc5's units of resource
	givenLimit = 2_000     // Prover9's given clauses
	sizeLimit  = 8         // Mace4's domain
)

// tools are asked in this order: those that find models first where they are
// quick, since a model can be checked.
var tools = []tool{
	{
		name: "cvc5", about: []string{"--version"}, write: writeSMT, read: readSMT,
		args: func(o Options) []string {
			return []string{
				"--lang=smt2.6", "--finite-model-find", "--produce-models",
				"--rlimit=" + strconv.Itoa(cvc5Limit*o.Effort), "-",
			}
		},
	},
	{
		name: "eprover", about: []string{"--version"}, write: writeFOF, read: readSZS,
		args: func(o Options) []string {
			return []string{"--auto", "--tstp-format", "--silent", "--tb-insert-limit=" + strconv.Itoa(termLimit*o.Effort)}
		},
	},
	{
		name: "vampire", about: []string{"--version"}, write: writeFOF, read: readSZS,
		args: func(o Options) []string {
			return []string{
				"--mode", "casc", "--cores", "1", "--input_syntax", "tptp", "--output_mode", "szs", "--proof", "off",
				"--time_limit", strconv.Itoa(max(1, int(o.Timeout.Seconds()))), "--memory_limit", strconv.Itoa(o.MemoryMB),
			}
		},
	},
	{
		name: "mace4", about: []string{"-help"}, write: writeLADR, read: readMace4,
		args: func(o Options) []string {
			return []string{"-c", "-n", "2", "-N", strconv.Itoa(sizeLimit), "-b", strconv.Itoa(o.MemoryMB)}
		},
	},
	{
		name: "prover9", about: []string{"--help"}, write: writeProver9, read: readProver9,
		args: func(Options) []string { return nil },
	},
}

// versions finds what looks like a version: 2.6, 1.0.3, 4.8, 2009-11A.
var versions = regexp.MustCompile(`\b[0-9]+(\.[0-9]+)+\b|\b[0-9]{4}-[0-9]+[A-Z]?\b`)

func version(s string) string { return versions.FindString(s) }

func writeFOF(axiom, conjecture *logic.Formula, fold func(string) string) (tptp.Question, error) {
	return tptp.Entails(axiom, conjecture, tptp.FOF, fold)
}

func writeLADR(axiom, conjecture *logic.Formula, fold func(string) string) (tptp.Question, error) {
	return tptp.Entails(axiom, conjecture, tptp.LADR, fold)
}

func writeProver9(axiom, conjecture *logic.Formula, fold func(string) string) (tptp.Question, error) {
	q, err := writeLADR(axiom, conjecture, fold)
	q.Text = fmt.Sprintf("assign(max_given, %d).\n", givenLimit) + q.Text
	return q, err
}

// writeSMT asks whether the axiom has a model without the conjecture.
func writeSMT(axiom, conjecture *logic.Formula, fold func(string) string) (tptp.Question, error) {
	// The walk that bounds a TPTP text bounds this one, too: both grow with the
	// formulas when they are written out as trees.
	if _, err := writeFOF(axiom, conjecture, fold); err != nil {
		return tptp.Question{}, err
	}
	s, err := smtlib.Write(logic.And(axiom, logic.Not(conjecture)), fold)
	return tptp.Question{Text: s.Text + "(get-model)\n", Symbols: s.Symbols}, err
}

// szs finds the status lines of the SZS ontology.
var szs = regexp.MustCompile(`(?m)^[%#] ?SZS status ([A-Za-z]+)`)

// The statuses that say that the axiom entails the conjecture, and those that
// claim that it does not.
var (
	proofs = map[string]bool{"Theorem": true, "Unsatisfiable": true, "ContradictoryAxioms": true}
	claims = map[string]bool{"CounterSatisfiable": true, "Satisfiable": true}
)

// readSZS reads the answer of a prover that keeps to the SZS ontology. One that
// says different things is not to be believed in any.
func readSZS(said output, _ []smtlib.Symbol) Answer {
	lines := szs.FindAllStringSubmatch(said.out, -1)
	if lines == nil {
		return mute(said)
	}
	status := lines[0][1]
	for _, l := range lines {
		if proofs[l[1]] != proofs[status] || claims[l[1]] != claims[status] {
			return Answer{Failed: true, Words: "said both " + status + " and " + l[1]}
		}
	}
	a := Answer{Words: status, Claimed: claims[status]}
	if proofs[status] {
		a.Status = Proved
	}
	return a
}

// mute is the answer of a prover whose output holds none: its last words.
func mute(said output) Answer {
	words := strings.TrimSpace(said.errors)
	if words == "" {
		words = strings.TrimSpace(said.out)
	}
	first, _, _ := strings.Cut(words, "\n")
	if first == "" {
		first = "no answer"
	}
	return Answer{Failed: true, Words: fmt.Sprintf("%s: %s", said.ended, first)}
}

// readSMT reads the answer of an SMT solver. A model that it prints without
// being sure of it may be one all the same: the caller will see.
func readSMT(said output, symbols []smtlib.Symbol) Answer {
	word, rest, _ := strings.Cut(strings.TrimSpace(said.out), "\n")
	switch word {
	case "unsat":
		return Answer{Status: Proved, Words: word}
	case "sat":
		m, err := smtlib.ReadModel(rest, symbols)
		if err != nil {
			return Answer{Claimed: true, Words: "sat, " + err.Error()}
		}
		return Answer{Status: Refuted, Words: word, Model: m}
	case "unknown":
		a := Answer{Words: word}
		if m, err := smtlib.ReadModel(rest, symbols); err == nil {
			a.Model = m
		}
		return a
	}
	return mute(said)
}

// prover9Ends are Prover9's exit codes that are no failure (manual 2009-11A,
// "Running Prover9").
var prover9Ends = map[int]string{
	2: "sos empty", 3: "max_megs", 4: "max_seconds", 5: "max_given", 6: "max_kept", 7: "action",
}

// readProver9 reads the answer of Prover9. That it has nothing left to do is a
// claim of a countermodel only where its strategy is complete, and so none.
func readProver9(said output, _ []smtlib.Symbol) Answer {
	if said.code == 0 && strings.Contains(said.out, "THEOREM PROVED") {
		return Answer{Status: Proved, Words: "THEOREM PROVED"}
	}
	if words, ok := prover9Ends[said.code]; ok {
		return Answer{Words: words}
	}
	return mute(said)
}

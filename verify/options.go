package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/prover"
)

// An Engine is one way to decide a pair.
type Engine string

// The engines, in the order in which they are asked.
const (
	EngineTable     Engine = "truth_table" // propositional, up to 16 atoms
	EngineSAT       Engine = "sat"         // propositional, above 16 atoms
	EngineForms     Engine = "forms"       // first-order: normal forms and skeletons
	EngineSample    Engine = "sample"      // first-order: random structures
	EngineInstances Engine = "instances"   // first-order: refutation by instances
	EngineFinite    Engine = "finite"      // first-order: finite models by SAT
	EngineGrounding Engine = "grounding"   // first-order: models of bounded size
	EngineZ3        Engine = "z3"          // first-order
	EngineAutomata  Engine = "automata"    // regular expressions
	EngineTableau   Engine = "tableau"     // linear temporal logic
	EngineExamples  Engine = "examples"    // of the row; no option names it
)

// Engines lists the engines that Options.Engines may have: those above, and the provers that
// Options.Provers may have.
func Engines() []Engine {
	out := []Engine{
		EngineTable, EngineSAT, EngineForms, EngineSample,
		EngineInstances, EngineFinite, EngineGrounding, EngineZ3, EngineAutomata, EngineTableau,
	}
	for _, name := range prover.Names() {
		out = append(out, Engine(name))
	}
	return out
}

// ParseEngines reads a list of Engines separated by commas. The error lists the known ones.
func ParseEngines(s string) (out []Engine, _ error) {
	var known []string
	for _, e := range Engines() {
		known = append(known, string(e))
	}
	for name := range strings.SplitSeq(s, ",") {
		if name = strings.TrimSpace(name); !slices.Contains(known, name) {
			return nil, fmt.Errorf("engine %q: expected one of %s", name, strings.Join(known, ", "))
		}
		out = append(out, Engine(name))
	}
	return out, nil
}

// Options govern a Verifier. The zero Options are the defaults.
type Options struct {
	Formula logic.Options   // how formulas are read; its CaseSensitive also governs comparison
	States  automata.Limits // of the automata, also those of linear temporal logic
	Finite  bool            // formulas of linear temporal logic are about finite words

	// Effort is a factor on the limits of work; 0 is 1.
	Effort int
	// Timeout bounds the time of one pair; 0 is 60 s. It is a last resort, since its
	// effect depends on the machine.
	Timeout time.Duration
	// NoRelation skips the second direction once two formulas are known to
	// differ.
	NoRelation bool
	// Engines are the allowed engines. If it is empty, all are allowed.
	Engines []Engine
	// Provers are asked in turn about the pairs that the built-in engines leave open.
	// Engines must allow them by their names.
	Provers []check.Prover
	// Checkers replace all engines for the pairs of their formalisms. nil: there are none.
	Checkers *prover.Checkers
}

func (o *Options) allows(e Engine) bool {
	return len(o.Engines) == 0 || slices.Contains(o.Engines, e)
}

// boolean reports whether an engine for Boolean functions is allowed.
func (o *Options) boolean() bool { return o.allows(EngineTable) || o.allows(EngineSAT) }

// states returns the limits of the automata, with the factor Effort.
func (o *Options) states() automata.Limits {
	effort := max(1, o.Effort)
	return automata.Limits{
		States: effort * cmp.Or(o.States.States, automata.DefaultStates),
		Steps:  effort * cmp.Or(o.States.Steps, automata.DefaultSteps),
	}
}

// fold returns the function that maps names that count as equal to the same name, or nil if
// only the same names do.
func (o *Options) fold() func(string) string {
	if o.Formula.CaseSensitive {
		return nil
	}
	return logic.Fold
}

// key is the function of fold, also where only the same names count as equal.
func (o *Options) key(name string) string { return logic.Folding(o.fold())(name) }

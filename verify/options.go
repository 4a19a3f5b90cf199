package verify

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
	"github.com/truthloop/truthloop/verify/answer"
	"github.com/truthloop/truthloop/verify/prover"
)

// An Engine is one way to decide a pair.
type Engine string

// The engines, in the order in which they are asked.
const (
	EngineTable     Engine = "truth_table" // propositional, up to 16 atoms
	EngineSAT       Engine = "sat"         // propositional beyond
	EngineForms     Engine = "forms"       // first-order: normal forms and skeletons
	EngineSample    Engine = "sample"      // first-order: random structures
	EngineInstances Engine = "instances"   // first-order: refutation by instances
	EngineFinite    Engine = "finite"      // first-order: finite models by SAT
	EngineGrounding Engine = "grounding"   // first-order: classes whose models are bounded
	EngineZ3        Engine = "z3"          // first-order
	EngineAutomata  Engine = "automata"    // regular expressions
)

// Engines lists the engines: those above, and the external provers by name.
func Engines() []Engine {
	out := []Engine{
		EngineTable, EngineSAT, EngineForms, EngineSample,
		EngineInstances, EngineFinite, EngineGrounding, EngineZ3, EngineAutomata,
	}
	for _, name := range prover.Names() {
		out = append(out, Engine(name))
	}
	return out
}

// External says whether the engine is a program of its own.
func (e Engine) External() bool { return slices.Contains(prover.Names(), string(e)) }

// ParseEngines reads a list of engines parted by commas; the error lists those
// there are.
func ParseEngines(s string) ([]Engine, error) {
	var out []Engine
	engines := Engines()
	for name := range strings.SplitSeq(s, ",") {
		e := Engine(strings.TrimSpace(name))
		if !slices.Contains(engines, e) {
			names := make([]string, len(engines))
			for i, e := range engines {
				names[i] = string(e)
			}
			return nil, fmt.Errorf("engine %q: expected one of %s", e, strings.Join(names, ", "))
		}
		out = append(out, e)
	}
	return out, nil
}

// Options govern a Verifier. The zero Options are the defaults.
type Options struct {
	Formula logic.Options   // how formulas are read; its CaseSensitive also governs comparison
	Regex   regex.Options   // how regular expressions are read
	States  automata.Limits // of the automata

	// Effort scales the limits of work for first-order pairs; 0 is 1.
	Effort int
	// Timeout bounds one pair in time; 0 is 60 s. It is a backstop: what it
	// ends depends on the machine.
	Timeout time.Duration
	// NoRelation leaves out the search for the second direction once two
	// formulas are known to differ.
	NoRelation bool
	// Disagreement asks on how many assignments the two sides differ, where
	// both are Boolean functions of their atoms, and on how many strings, where
	// they are regular expressions.
	Disagreement bool
	// Engines are those that may be asked; empty: all.
	Engines []Engine
	// Provers are asked in turn for what the built-in engines leave open, as far
	// as Engines allows. Their names are those of engines.
	Provers []answer.Prover
}

func (o *Options) allows(e Engine) bool {
	return len(o.Engines) == 0 || slices.Contains(o.Engines, e)
}

// boolean says whether an engine for Boolean functions is among those allowed.
func (o *Options) boolean() bool { return o.allows(EngineTable) || o.allows(EngineSAT) }

func (o *Options) fold() func(string) string {
	if o.Formula.CaseSensitive {
		return nil
	}
	return logic.Fold
}

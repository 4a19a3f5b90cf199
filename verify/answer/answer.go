// Package answer holds the three-valued answer that all engines give, with its
// reason, proof or countermodel, and the interface of a prover.
package answer

import (
	"context"
	"fmt"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
)

// Status is the answer to a yes-or-no question.
type Status uint8

// The answers.
const (
	Unknown Status = iota
	Yes
	No
)

// String returns unknown, yes or no.
func (s Status) String() string {
	switch s {
	case Unknown:
		return "unknown"
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return fmt.Sprintf("Status(%d)", uint8(s))
}

// Equivalent combines the answers for the two directions of an equivalence.
func Equivalent(forward, back Status) Status {
	switch {
	case forward == No || back == No:
		return No
	case forward == Yes && back == Yes:
		return Yes
	}
	return Unknown
}

// The reasons of an unknown answer. A reason may continue with ": " and details.
const (
	ReasonTimeout    = "timeout"       // the time limit was reached
	ReasonResource   = "resource"      // a limit of work, size or memory was reached
	ReasonIncomplete = "incomplete"    // the search ended without a result
	ReasonNoProver   = "no_prover"     // the same, and no prover is available
	ReasonProver     = "prover_failed" // a prover crashed or gave no valid answer

	// ReasonWitnessRejected means that the formulas do not differ on an engine's
	// witness: a bug of the engine.
	ReasonWitnessRejected = "witness_rejected"
)

// An Answer says whether one formula entails another.
type Answer struct {
	Status Status
	Reason string // of Unknown
	Proof  Proof  // of Yes

	// Model is a structure in which, as the engine claims, the first formula is
	// true and the second is false. No always has one; Unknown may have one.
	Model *check.Structure
	// Claimed means that the engine claims a countermodel that it does not show.
	Claimed bool
}

// A Proof describes how one direction was proved.
type Proof struct {
	Engine    string // normal_form, skeleton, instances, grounding, or the name of a prover
	Form      string // of a normal form or a skeleton; of grounding the class
	Atoms     int    // of a skeleton: its leaves
	Clauses   int    // of instances: clauses of the problem
	Instances int    // of instances: generated instances
	Domain    int    // of grounding: the sufficient size
	Resource  uint64 // of Z3: units of work
	Version   string // of a prover
	Said      string // of a prover: its words for a proof, such as an SZS status
}

// A Prover is an engine that runs as a separate program.
type Prover interface {
	Name() string
	Version() string // empty if unknown
	// Entails answers whether closed formula axiom entails closed formula
	// conjecture.
	Entails(ctx context.Context, axiom, conjecture *logic.Formula) Answer
}

package check

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/truthloop/truthloop/format/logic"
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
func (s Status) String() string { return [...]string{"unknown", "yes", "no"}[s] }

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
	ReasonNoProver   = "no_prover"     // like incomplete, and no prover is available
	ReasonProver     = "prover_failed" // a prover crashed or gave no valid answer

	// ReasonWitnessRejected means that the formulas do not differ on an engine's
	// witness: a bug of the engine.
	ReasonWitnessRejected = "witness_rejected"
)

// An Answer says whether one formula entails another.
type Answer struct {
	Status Status      // Yes or Unknown
	Reason string      // of Unknown
	Proof  Certificate // of Yes

	Claimed bool // Unknown, but the prover claims a countermodel
}

// Refutation is the kind of a certificate that records a prover's answer.
const Refutation = "refutation"

// A Certificate describes a proof and its size. A zero field does not apply.
type Certificate struct {
	// Kind is normal_form, truth_table, sat, skeleton, instances, grounding, z3,
	// refutation, bisimulation, tableau, or directions: two proofs, one per direction.
	Kind      string `json:"kind"`
	Form      string `json:"form,omitempty"`      // of a normal form or a skeleton; of grounding the class
	Atoms     int    `json:"atoms,omitempty"`     // of a truth table or a skeleton
	Clauses   int    `json:"clauses,omitempty"`   // of the problem
	Conflicts int64  `json:"conflicts,omitempty"` // of the SAT solver
	Instances int    `json:"instances,omitempty"` // generated instances of the clauses
	Domain    int    `json:"domain,omitempty"`    // of grounding: the number of elements that suffices
	Pairs     int    `json:"pairs,omitempty"`     // of states of two automata
	States    int    `json:"states,omitempty"`    // of two automata
	Resource  uint64 `json:"resource,omitempty"`  // of Z3: units of work

	Prover  string `json:"prover,omitempty"`  // of a refutation
	Version string `json:"version,omitempty"` // of Z3 or the prover
	Said    string `json:"said,omitempty"`    // by the prover: unsat, or an SZS status

	Forward *Certificate `json:"forward,omitempty"` // the first side implies the second
	Back    *Certificate `json:"back,omitempty"`

	Own string `json:"-"` // the whole certificate of a checker, as it gave it
}

// Engine returns the name of the engine that gave the proof.
func (c *Certificate) Engine() string {
	switch {
	case c.Kind == Refutation:
		return c.Prover
	case c.Forward != nil && c.Forward.Engine() != c.Back.Engine():
		return c.Forward.Engine() + "+" + c.Back.Engine()
	case c.Forward != nil:
		return c.Forward.Engine()
	}
	return c.Kind
}

// JSON encodes the certificate for a row.
func (c *Certificate) JSON() (string, error) {
	if c.Own != "" {
		return c.Own, nil
	}
	b, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("certificate: %w", err)
	}
	return string(b), nil
}

// A Prover is an engine that runs as a separate program.
type Prover interface {
	Name() string
	Version() string // empty if unknown
	// Entails answers whether closed formula axiom entails closed formula
	// conjecture.
	Entails(ctx context.Context, axiom, conjecture *logic.Formula) Answer
}

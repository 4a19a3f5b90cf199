package align

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/verify/check"
)

// A Pair is two formulas, without free variables.
type Pair struct{ Left, Right *logic.Formula }

// Options are the settings of Align.
type Options struct {
	// Fold maps names that count as equal to the same name. nil compares names unchanged.
	Fold func(string) string
	// Steps limits the nodes of formulas that are evaluated; 0 is DefaultSteps.
	// Effort is a factor on this and on the other limits of work; 0 is 1.
	Steps, Effort int
	// Decide decides whether two formulas are equivalent, with proof.
	Decide func(ctx context.Context, a, b *logic.Formula) check.Status
}

// The reasons of a Result without a mapping.
const (
	ReasonRefuted  = "refuted"   // every mapping was refuted
	ReasonOpen     = "undecided" // the verifier could not decide a pair
	ReasonResource = check.ReasonResource
	ReasonTimeout  = check.ReasonTimeout
)

// A Result is the result of Align.
type Result struct {
	// Relation is RelEquivalent if some mapping makes all pairs equivalent,
	// RelNone if none does, and RelUnknown otherwise.
	Relation record.Relation
	Alignment
	// Renamed are the left formulas under the mapping.
	Renamed []*logic.Formula
}

// An Alignment is a mapping as a row stores it. Predicates and functions are written
// with their arity.
type Alignment struct {
	Propositions map[string]string `json:"propositions,omitempty"`
	Predicates   map[string]string `json:"predicates,omitempty"`
	Functions    map[string]string `json:"functions,omitempty"`
	Constants    map[string]string `json:"constants,omitempty"`
	// LeftOnly and RightOnly are the symbols without a partner.
	LeftOnly  []string `json:"left_only,omitempty"`
	RightOnly []string `json:"right_only,omitempty"`

	Reason string `json:"reason,omitempty"` // why no mapping was found
}

// JSON encodes the alignment for a row.
func (a *Alignment) JSON() (string, error) {
	b, err := json.Marshal(a)
	if err != nil {
		return "", fmt.Errorf("alignment: %w", err)
	}
	return string(b), nil
}

// Align searches for one mapping of the left symbols to the right symbols that
// makes the two formulas of each pair equivalent.
func Align(ctx context.Context, pairs []Pair, o Options) Result {
	o.Effort = max(o.Effort, 1)
	if o.Steps == 0 {
		o.Steps = DefaultSteps * o.Effort
	}
	s := newSearch(ctx, pairs, o)
	status, images := s.find(s.start())
	switch status {
	case check.No:
		return without(record.RelNone, ReasonRefuted)
	case check.Unknown:
		reason := ReasonOpen
		if ctx.Err() != nil {
			reason = ReasonTimeout
		} else if s.over() {
			reason = ReasonResource
		}
		return without(record.RelUnknown, reason)
	}
	r := Result{Relation: record.RelEquivalent, Alignment: s.alignment(images)}
	for _, p := range pairs {
		r.Renamed = append(r.Renamed, s.rename(p.Left, images))
	}
	return r
}

func without(r record.Relation, reason string) Result {
	return Result{Relation: r, Alignment: Alignment{Reason: reason}}
}

// alignment returns the mapping of images in terms of names.
func (s *search) alignment(images []int) Alignment {
	var a Alignment
	maps := [...]*map[string]string{check.Proposition: &a.Propositions, check.Predicate: &a.Predicates, check.Function: &a.Functions, check.Constant: &a.Constants}
	for i, to := range images {
		left, right := s.sides[0].symbols[i], s.sides[1].symbols[to]
		switch {
		case left.Name == "":
			a.RightOnly = append(a.RightOnly, right.String())
			continue
		case right.Name == "":
			a.LeftOnly = append(a.LeftOnly, left.String())
			continue
		}
		names := maps[left.Kind()]
		if *names == nil {
			*names = map[string]string{}
		}
		(*names)[left.String()] = right.String()
	}
	return a
}

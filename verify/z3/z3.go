package z3

import (
	"errors"
	"fmt"
	"time"

	"github.com/truthloop/truthloop/verify/check"
)

// Status is what was found out about a formula.
type Status uint8

// The statuses. Sat and Unsat are proved by Z3; Unknown is no statement at all.
const (
	Unknown Status = iota
	Sat
	Unsat
)

var statusNames = [...]string{Unknown: "unknown", Sat: "sat", Unsat: "unsat"}

// String is the status as Z3 writes it: sat, unsat or unknown.
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return fmt.Sprintf("Status(%d)", uint8(s))
}

// ParseStatus is the inverse of String.
func ParseStatus(s string) (Status, error) {
	for i, name := range statusNames {
		if s == name {
			return Status(i), nil
		}
	}
	return Unknown, fmt.Errorf("status %q: expected sat, unsat or unknown", s)
}

// Why an Answer is Unknown. The first four depend on the formula and the
// options alone, the others on the machine.
const (
	ReasonResource   = "resource"   // the work limit was reached
	ReasonIncomplete = "incomplete" // Z3 ended without deciding
	ReasonSize       = "size"       // the formula is deeper or larger than is sent to Z3
	ReasonRefused    = "refused"    // Z3 reported an error; the text follows
	ReasonMemory     = "memory"     // the worker reached its memory limit
	ReasonTimeout    = "timeout"    // the backstop on the wall clock
	ReasonCrash      = "crash"      // the worker died; what it said last follows
)

// An Answer says whether a formula is satisfiable.
type Answer struct {
	Status Status
	Reason string // of Unknown: one of the Reasons, perhaps with ": " and details; else empty

	// Model is a finite structure that Z3 gives for Sat, nil where it gives
	// none that is small enough to write out. It interprets every symbol of
	// the formula, names folded as they were compared.
	Model *check.Structure

	// ResourceUsed is the work that was done, in the units of Z3's rlimit. It
	// is the same on every machine with the same version of Z3.
	ResourceUsed uint64
}

// Options are the settings of a Pool. The zero value of a field gives its
// default.
type Options struct {
	Workers  int // processes, default 1
	MemoryMB int // that one worker may allocate, default 1024

	// ResourceLimit bounds the work on one formula, in the units of Z3's
	// rlimit. It decides before the wall clock does, so that an answer is the
	// same on any machine. Default DefaultResourceLimit.
	ResourceLimit uint64

	// Timeout is the backstop: a check that takes longer has its worker
	// killed and is Unknown. Default one minute. It counts from when a worker
	// is free.
	Timeout time.Duration

	// CaseSensitive tells names apart that differ in case only; by default
	// they are compared after logic.Fold.
	CaseSensitive bool

	// ChecksPerWorker is after how many checks a worker is replaced, default
	// 10,000: a slow leak in Z3 never gets far.
	ChecksPerWorker int
}

// DefaultResourceLimit is about five seconds of work on a present-day core.
const DefaultResourceLimit = 20_000_000

// withDefaults fills in what is zero and refuses what makes no sense.
func (o Options) withDefaults() (Options, error) {
	if o.Workers < 0 || o.MemoryMB < 0 || o.Timeout < 0 || o.ChecksPerWorker < 0 {
		return o, fmt.Errorf("z3: options %+v: expected no negative number", o)
	}
	setDefault(&o.Workers, 1)
	setDefault(&o.MemoryMB, 1024)
	setDefault(&o.ResourceLimit, DefaultResourceLimit)
	setDefault(&o.Timeout, time.Minute)
	setDefault(&o.ChecksPerWorker, 10_000)
	return o, nil
}

func setDefault[T comparable](v *T, d T) {
	var zero T
	if *v == zero {
		*v = d
	}
}

var (
	// ErrUnavailable is that the program was built without Z3.
	ErrUnavailable = errors.New("z3: not in this build; install libz3-dev and build with -tags z3")
	// ErrClosed is that the pool has been closed.
	ErrClosed = errors.New("z3: pool is closed")
)

package prover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/verify/check"
)

// Options are the settings of a Program. A zero field means its default.
type Options struct {
	Timeout       time.Duration // of one question; default 10 s, and an hour for Z3
	MemoryMB      int           // of each process; default 2,048
	Effort        int           // factor on the limits of work; default 1
	CaseSensitive bool          // names that differ in case only are different

	// Limit bounds the work on one question, in units of the program. The same version of
	// a program needs the same work on any machine. The default is some seconds of work.
	Limit uint64
}

func (o Options) withDefaults(t *tool) Options {
	o.Timeout = cmp.Or(o.Timeout, t.timeout, 10*time.Second)
	o.MemoryMB = cmp.Or(o.MemoryMB, 2048)
	o.Limit = cmp.Or(o.Limit, t.limit*uint64(max(1, o.Effort)))
	return o
}

// fold returns the function that maps names before they are compared, or nil for none.
func (o *Options) fold() func(string) string {
	if o.CaseSensitive {
		return nil
	}
	return logic.Fold
}

// limits returns the limits of a process.
func (o *Options) limits(t *tool) limits { return limits{memoryMB: o.MemoryMB + t.spareMB, deep: true} }

// A Program is an installed prover that runs once per question. Goroutines may
// share it.
type Program struct {
	tool    *tool
	path    string
	version string
	o       Options
	missing func() // warns that the program is not installed; nil: it is
}

// A tool describes how to ask a program.
type tool struct {
	name    string
	limit   uint64        // default of Options.Limit at effort 1
	timeout time.Duration // default of Options.Timeout; 0: 10 s
	spareMB int           // of address space, for a program that limits its memory itself

	args  func(o Options) []string
	write func(axiom, conjecture *logic.Formula, o Options) (string, error)
	read  func(result) check.Answer // its Reason is "class: details"
	done  *regexp.Regexp            // output behind which nothing is needed; nil: all is read
}

// A result is what a program printed, and the state in which it ended.
type result struct{ out, errors, ended string }

// tools are asked in this order. The limits of work are some seconds of each prover.
var tools = []tool{
	{
		name: "cvc5", read: readSMT,
		write: func(axiom, conjecture *logic.Formula, o Options) (string, error) {
			text, err := writeRefutation(axiom, conjecture, o)
			return "(set-logic UF)\n" + text + "(check-sat)\n", err
		},
		limit: 300_000, // cvc5's resource units
		args: func(o Options) []string {
			return []string{"--lang=smt2.6", "--finite-model-find", "--rlimit=" + strconv.FormatUint(o.Limit, 10), "-"}
		},
	},
	{
		name: "eprover", read: readSZS,
		write: func(axiom, conjecture *logic.Formula, o Options) (string, error) {
			return WriteTPTP(axiom, conjecture, o.fold())
		},
		limit: 4_000_000, // E's insertions of top terms into its term bank
		args: func(o Options) []string {
			return []string{"--auto", "--tstp-format", "--silent", "--tb-insert-limit=" + strconv.FormatUint(o.Limit, 10)}
		},
	},
}

// Names lists the names of the known programs.
func Names() []string {
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.name
	}
	return names
}

// Find returns the provers in a list of names separated by commas. The name auto means
// all provers that are installed, and none means no prover. The error names an unknown
// name, or a program that is not installed.
func Find(ctx context.Context, list string, o Options) ([]*Program, error) {
	var out []*Program
	add := func(t *tool) error {
		if slices.ContainsFunc(out, func(p *Program) bool { return p.tool == t }) {
			return nil
		}
		p, err := open(ctx, t, t.name, o)
		if err == nil {
			out = append(out, p)
		}
		return err
	}
	for name := range strings.SplitSeq(list, ",") {
		switch name = strings.TrimSpace(name); name {
		case "none", "":
		case "auto":
			for i := range tools {
				if err := add(&tools[i]); err != nil && !errors.Is(err, exec.ErrNotFound) {
					return nil, err
				}
			}
		default:
			i := slices.Index(Names(), name)
			if i < 0 {
				return nil, fmt.Errorf("prover %q: expected auto, none, or some of %s", name, strings.Join(Names(), ", "))
			}
			if err := add(&tools[i]); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// open looks for a program and asks for its version.
func open(ctx context.Context, t *tool, name string, o Options) (*Program, error) {
	o = o.withDefaults(t)
	path, version, err := find(ctx, name, o.limits(t))
	if err != nil {
		return nil, err
	}
	return &Program{tool: t, path: path, version: version, o: o}, nil
}

// Name returns the program's name: z3, or one of Names.
func (p *Program) Name() string { return p.tool.name }

// Version returns the program's version, if it prints one.
func (p *Program) Version() string { return p.version }

// Path returns the path of the executable.
func (p *Program) Path() string { return p.path }

// Found returns the version, or none if the program was not found.
func (p *Program) Found() string {
	if p.missing != nil {
		return "none"
	}
	return p.version
}

// Entails asks a new process whether the axiom entails the conjecture.
func (p *Program) Entails(ctx context.Context, axiom, conjecture *logic.Formula) check.Answer {
	if p.missing != nil {
		p.missing()
		return check.Answer{Reason: check.ReasonNoProver}
	}
	text, err := p.tool.write(axiom, conjecture, p.o)
	if err != nil {
		class := check.ReasonProver
		if errors.Is(err, ErrSize) {
			class = check.ReasonResource
		}
		return p.unknown(class, err.Error())
	}
	r, err := p.run(ctx, text)
	switch {
	case errors.Is(err, errOutput), errors.As(err, new(*startError)):
		return p.unknown(check.ReasonProver, err.Error())
	case err != nil:
		return p.unknown(check.ReasonTimeout, err.Error())
	}
	a := p.tool.read(r)
	if a.Status != check.Yes {
		class, words, _ := strings.Cut(a.Reason, ": ")
		a.Reason = p.unknown(class, words).Reason
		return a
	}
	if a.Proof.Version = p.version; a.Proof.Kind == check.Refutation {
		a.Proof.Prover = p.Name()
	}
	return a
}

// run returns what a new process prints for a text.
func (p *Program) run(ctx context.Context, text string) (result, error) {
	ctx, cancel := stopwatch.WithTimeoutCause(ctx, p.o.Timeout, errTime)
	defer cancel()
	l := p.o.limits(p.tool)
	l.time = p.o.Timeout
	run, err := start(p.path, p.tool.args(p.o), l)
	if err != nil {
		return result{}, &startError{err}
	}
	defer run.end()
	var done func(*output) bool
	if p.tool.done != nil {
		done = func(o *output) bool { return p.tool.done.MatchString(o.tail()) }
	}
	out, err := run.exchange(ctx, text, true, done)
	if err != nil {
		return result{}, err
	}
	r := result{out: out, errors: run.said.String()}
	select {
	case <-run.ended:
		r.ended = run.cmd.ProcessState.String()
	default: // the answer is complete
	}
	return r, nil
}

func (p *Program) unknown(class, words string) check.Answer {
	return check.Answer{Reason: class + ": " + p.Name() + ": " + bounded(words)}
}

// maxWords bounds a quotation of a prover's output in a reason, in bytes.
const maxWords = 200

// bounded returns s as one printable line of at most maxWords bytes.
func bounded(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(strings.TrimSpace(s), "\uFFFD"))
	if len(s) > maxWords {
		s = strings.ToValidUTF8(s[:maxWords-len("…")], "") + "…"
	}
	return s
}

// writeRefutation asks whether the axiom has a model in which the conjecture is false.
func writeRefutation(axiom, conjecture *logic.Formula, o Options) (string, error) {
	return WriteSMT(logic.And(axiom, logic.Not(conjecture)), o.fold())
}

func proved(words string) check.Answer {
	return check.Answer{Status: check.Yes, Proof: check.Certificate{Kind: check.Refutation, Said: words}}
}

func incomplete(words string) check.Answer {
	return check.Answer{Reason: check.ReasonIncomplete + ": " + words}
}

func failed(words string) check.Answer {
	return check.Answer{Reason: check.ReasonProver + ": " + words}
}

// szs finds the status lines of the SZS ontology (Sutcliffe, "The SZS ontologies
// for automated reasoning software", LPAR workshops 2008).
var szs = regexp.MustCompile(`(?m)^[%#] ?SZS status ([A-Za-z]+)`)

// The statuses that mean entailment, and those that claim a countermodel.
var (
	proofs = map[string]bool{"Theorem": true, "Unsatisfiable": true, "ContradictoryAxioms": true}
	claims = map[string]bool{"CounterSatisfiable": true, "Satisfiable": true}
)

// readSZS reads the answer of a prover that uses the SZS ontology. Statuses that
// contradict each other count as a failure of the prover.
func readSZS(r result) check.Answer {
	lines := szs.FindAllStringSubmatch(r.out, -1)
	if lines == nil {
		return mute(r)
	}
	status := lines[0][1]
	for _, l := range lines {
		if proofs[l[1]] != proofs[status] || claims[l[1]] != claims[status] {
			return failed("printed both " + status + " and " + l[1])
		}
	}
	if proofs[status] {
		return proved(status)
	}
	a := incomplete(status)
	a.Claimed = claims[status]
	return a
}

// readSMT reads the answer of an SMT solver.
func readSMT(r result) check.Answer {
	switch word, _, _ := strings.Cut(strings.TrimSpace(r.out), "\n"); word {
	case "unsat":
		return proved(word)
	case "sat", "unknown":
		a := incomplete(word)
		a.Claimed = word == "sat"
		return a
	}
	return mute(r)
}

// mute returns the answer for a program that printed no answer. It quotes the first line
// of standard error or, if that is empty, of the output.
func mute(r result) check.Answer {
	words := strings.TrimSpace(r.errors)
	if words == "" {
		words = strings.TrimSpace(r.out)
	}
	first, _, _ := strings.Cut(words, "\n")
	if first == "" {
		first = "no answer"
	}
	return failed(r.ended + ": " + first)
}

package prover

import (
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
	Timeout       time.Duration // of one question; default 10 s
	MemoryMB      int           // address space of each process; default 2,048
	Effort        int           // factor on the limits of work; default 1
	CaseSensitive bool          // names that differ in case only are different
}

func (o Options) withDefaults() Options {
	if o.Timeout == 0 {
		o.Timeout = 10 * time.Second
	}
	if o.MemoryMB == 0 {
		o.MemoryMB = 2048
	}
	o.Effort = max(1, o.Effort)
	return o
}

// A Program is an installed prover that runs once per question. Goroutines may
// share it.
type Program struct {
	tool    *tool
	path    string
	version string
	o       Options
}

// A tool describes how to ask a program.
type tool struct {
	name  string
	args  func(o Options) []string
	write func(axiom, conjecture *logic.Formula, fold func(string) string) (Question, error)
	read  func(r result, symbols []Symbol) check.Answer // its Reason is "class: details"
}

// A result is what a program printed, and the state in which it ended.
type result struct{ out, errors, ended string }

// The limits of work at effort 1: some seconds of each prover.
const (
	termLimit = 4_000_000 // E's insertions of top terms into its term bank
	cvc5Limit = 300_000   // cvc5's resource units
)

// tools are asked in this order: cvc5 finds models, which can be checked.
var tools = []tool{
	{
		name: "cvc5", write: writeSMTScript, read: readSMT,
		args: func(o Options) []string {
			return []string{
				"--lang=smt2.6", "--finite-model-find", "--produce-models",
				"--rlimit=" + strconv.Itoa(cvc5Limit*o.Effort), "-",
			}
		},
	},
	{
		name: "eprover", write: WriteTPTP, read: readSZS,
		args: func(o Options) []string {
			return []string{"--auto", "--tstp-format", "--silent", "--tb-insert-limit=" + strconv.Itoa(termLimit*o.Effort)}
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
	o = o.withDefaults()
	var out []*Program
	open := func(t *tool) error {
		if slices.ContainsFunc(out, func(p *Program) bool { return p.tool == t }) {
			return nil
		}
		path, version, err := find(ctx, t.name, limits{memoryMB: o.MemoryMB})
		if err == nil {
			out = append(out, &Program{t, path, version, o})
		}
		return err
	}
	for name := range strings.SplitSeq(list, ",") {
		switch name = strings.TrimSpace(name); name {
		case "none", "":
		case "auto":
			for i := range tools {
				if err := open(&tools[i]); err != nil && !errors.Is(err, exec.ErrNotFound) {
					return nil, err
				}
			}
		default:
			i := slices.Index(Names(), name)
			if i < 0 {
				return nil, fmt.Errorf("prover %q: expected auto, none, or some of %s", name, strings.Join(Names(), ", "))
			}
			if err := open(&tools[i]); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// Name returns the program's name, one of Names.
func (p *Program) Name() string { return p.tool.name }

// Version returns the program's version, if it prints one.
func (p *Program) Version() string { return p.version }

// Entails asks whether the axiom entails the conjecture.
func (p *Program) Entails(ctx context.Context, axiom, conjecture *logic.Formula) check.Answer {
	q, err := p.tool.write(axiom, conjecture, fold(p.o.CaseSensitive))
	if err != nil {
		return p.unknown(refusal(err), err.Error())
	}
	ctx, cancel := stopwatch.WithTimeoutCause(ctx, p.o.Timeout, errTime)
	defer cancel()
	run, err := start(p.path, p.tool.args(p.o), limits{memoryMB: p.o.MemoryMB, time: p.o.Timeout})
	if err != nil {
		return p.unknown(check.ReasonProver, err.Error())
	}
	defer run.end()
	out, err := run.exchange(ctx, q.Text, true, nil)
	switch {
	case errors.Is(err, errOutput):
		return p.unknown(check.ReasonProver, err.Error())
	case err != nil:
		return p.unknown(check.ReasonTimeout, err.Error())
	}
	a := p.tool.read(result{out, run.said.String(), run.cmd.ProcessState.String()}, q.Symbols)
	if a.Status == check.Yes {
		a.Proof.Prover, a.Proof.Version = p.Name(), p.version
		return a
	}
	class, words, _ := strings.Cut(a.Reason, ": ")
	a.Reason = p.unknown(class, words).Reason
	return a
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

// writeSMTScript asks whether the axiom has a model in which the conjecture is false.
func writeSMTScript(axiom, conjecture *logic.Formula, fold func(string) string) (Question, error) {
	q, err := WriteSMT(logic.And(axiom, logic.Not(conjecture)), fold)
	q.Text = "(set-logic UF)\n" + q.Text + "(check-sat)\n(get-model)\n"
	return q, err
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
func readSZS(r result, _ []Symbol) check.Answer {
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

// readSMT reads the answer of an SMT solver. A structure after unknown may be a model.
func readSMT(r result, symbols []Symbol) check.Answer {
	word, rest, _ := strings.Cut(strings.TrimSpace(r.out), "\n")
	switch word {
	case "unsat":
		return proved(word)
	case "sat", "unknown":
		a := incomplete(word)
		m, err := ReadModel(rest, symbols)
		switch {
		case err == nil && word == "sat":
			a.Status = check.No
		case word == "sat":
			a.Claimed = true
			a.Reason += ", " + err.Error()
		}
		a.Model = m
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

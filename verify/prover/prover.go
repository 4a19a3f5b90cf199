package prover

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/tptp"
)

// Status is what a prover said of a question.
type Status uint8

// The statuses. Refuted is a claim with its structure, which is to be checked.
const (
	Unknown Status = iota
	Proved
	Refuted
)

var statusNames = [...]string{Unknown: "unknown", Proved: "proved", Refuted: "refuted"}

// String is the status in a word.
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
	return Unknown, fmt.Errorf("status %q: expected unknown, proved or refuted", s)
}

// An Answer says whether an axiom entails a conjecture.
type Answer struct {
	Status Status
	// Words are the prover's own: of a proof its SZS status or what stands for
	// it, else what it gave up with; one line of at most maxWords bytes.
	Words string
	// Model is a structure that the prover says makes the axiom true and the
	// conjecture false; of Refuted always, of Unknown perhaps.
	Model *check.Structure
	// Claimed says that the prover claims that there is a countermodel, and
	// gave none that can be read.
	Claimed bool
	// Failed says that the prover broke down rather than gave up.
	Failed bool
}

// maxWords bounds what is told of a prover's words.
const maxWords = 200

// Options bound a prover. The zero Options are the defaults.
type Options struct {
	Timeout  time.Duration // of one question, on the wall clock; 0 is 10 s
	MemoryMB int           // address space of each of its processes; 0 is 2,048
	Effort   int           // scales the limits of work; 0 is 1
	// CaseSensitive says that names that differ in case only are different.
	CaseSensitive bool
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

// A Prover is an installed program. Goroutines may share it: each question is a
// process.
type Prover struct {
	tool    *tool
	path    string
	version string
	options Options
}

// Name is the prover's, one of Names.
func (p *Prover) Name() string { return p.tool.name }

// Version is what the program calls itself; empty where it does not say.
func (p *Prover) Version() string { return p.version }

// Names lists the provers that are known.
func Names() []string {
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = t.name
	}
	return names
}

// Find gives the provers of a list of names parted by commas; auto stands for
// all that are on the PATH, in the order of Names, and none for none. The error
// says which name is not known, or which program is not there.
func Find(ctx context.Context, list string, o Options) ([]*Prover, error) {
	o = o.withDefaults()
	var out []*Prover
	for name := range strings.SplitSeq(list, ",") {
		switch name = strings.TrimSpace(name); name {
		case "none", "":
		case "auto":
			for i := range tools {
				if p, err := open(ctx, &tools[i], o); err == nil {
					out = append(out, p)
				} else if !errors.Is(err, exec.ErrNotFound) {
					return nil, err
				}
			}
		default:
			i := slices.IndexFunc(tools, func(t tool) bool { return t.name == name })
			if i < 0 {
				return nil, fmt.Errorf("prover %q: expected auto, none, or some of %s", name, strings.Join(Names(), ", "))
			}
			p, err := open(ctx, &tools[i], o)
			if err != nil {
				return nil, err
			}
			out = append(out, p)
		}
	}
	return unique(out), nil
}

// unique drops provers that are named twice.
func unique(ps []*Prover) []*Prover {
	var out []*Prover
	for _, p := range ps {
		if !slices.ContainsFunc(out, func(q *Prover) bool { return q.tool == p.tool }) {
			out = append(out, p)
		}
	}
	return out
}

// open finds a program and asks for its version.
func open(ctx context.Context, t *tool, o Options) (*Prover, error) {
	path, err := exec.LookPath(t.name)
	if err != nil {
		return nil, fmt.Errorf("prover %s: %w", t.name, err)
	}
	said := run(ctx, command{path: path, args: t.about, timeout: startTimeout, memoryMB: o.MemoryMB})
	if ctx.Err() != nil {
		return nil, fmt.Errorf("prover %s: %w", t.name, context.Cause(ctx))
	}
	if said.err != nil {
		return nil, fmt.Errorf("prover %s: start %s: %w", t.name, path, said.err)
	}
	return &Prover{tool: t, path: path, version: version(said.out + "\n" + said.errors), options: o}, nil
}

// startTimeout is how long a prover may take to say its version.
const startTimeout = 10 * time.Second

// Entails asks whether the axiom entails the conjecture. Names are compared as
// the options say.
func (p *Prover) Entails(ctx context.Context, axiom, conjecture *logic.Formula) Answer {
	fold := logic.Fold
	if p.options.CaseSensitive {
		fold = func(name string) string { return name }
	}
	q, err := p.tool.write(axiom, conjecture, fold)
	if errors.Is(err, tptp.ErrSize) {
		return Answer{Words: "the question is " + err.Error()}
	}
	if err != nil {
		return Answer{Failed: true, Words: bounded(err.Error())}
	}
	said := run(ctx, command{
		path: p.path, args: p.tool.args(p.options), input: q.Text,
		timeout: p.options.Timeout, memoryMB: p.options.MemoryMB,
	})
	switch {
	case said.err != nil:
		return Answer{Failed: true, Words: bounded(said.err.Error())}
	case said.killed != "":
		return Answer{Words: said.killed, Failed: said.killed == saidTooMuch}
	}
	a := p.tool.read(said, q.Symbols)
	a.Words = bounded(a.Words)
	return a
}

// bounded is a text as one line of at most maxWords bytes that can be printed.
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

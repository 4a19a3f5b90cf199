package prover

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/verify/check"
)

// CheckerOptions are the settings of a Checker. A zero field means its default.
type CheckerOptions struct {
	Workers  int           // processes; default 1
	MemoryMB int           // address space of each process; default 2,048
	Timeout  time.Duration // for a question, sent with the question; default 1 min
	Log      *slog.Logger  // gets one warning at the first failure; may be nil
}

// A Checker is a program of the user that decides pairs of a formalism. Goroutines may
// share it. It must be closed.
//
// The program reads questions from its standard input, a JSON object on each line:
//
//	{"id":1,"formalism":"arithmetic","left":"x + y","right":"y + x","timeout_seconds":60}
//
// It writes one line for each question, and keeps running:
//
//	{"id":1,"verdict":"equivalent"}
//
// The answer has the id of the question, so that an extra line is not taken for the
// answer to the next question. The members relation, reason and witness (any JSON) are
// optional, and others are ignored. A program that ends, gives no valid answer or takes
// too long is started again; the verdict of its pair is unknown. But if a program ends
// that answered earlier questions, the new process gets the pair once more.
type Checker struct {
	*pool
	name, path string
	o          CheckerOptions
	once       sync.Once
}

// Grace is the time that a program may take after its time limit, to answer that it
// reached the limit.
const Grace = 2 * time.Second

// maxAnswer bounds the length of an answer, in bytes.
const maxAnswer = 1 << 20

// OpenChecker prepares a program for pairs of a formalism. The command is the program
// and its arguments, separated by spaces. The error is that the program is not given or
// not found.
func OpenChecker(name, command string, o CheckerOptions) (*Checker, error) {
	words := strings.Fields(command)
	if len(words) == 0 {
		return nil, errors.New("found no command, expected a program")
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return nil, err
	}
	if o.Workers == 0 {
		o.Workers = 1
	}
	if o.MemoryMB == 0 {
		o.MemoryMB = 2048
	}
	if o.Timeout == 0 {
		o.Timeout = time.Minute
	}
	c := &Checker{name: CheckerPrefix + name, path: path, o: o}
	c.pool = newPool(c.name, o.Workers, func() (*process, error) { return start(path, words[1:], limits{memoryMB: o.MemoryMB}) })
	return c, nil
}

// CheckerPrefix is the beginning of the name of a Checker's engine.
const CheckerPrefix = "checker:"

// Name returns checker:NAME, the engine of the verdicts.
func (c *Checker) Name() string { return c.name }

// A Ruling is the answer of a Checker.
type Ruling struct {
	Verdict  record.Verdict // of a pair
	Relation record.Relation
	Reason   string
	Witness  []byte // JSON; nil: none
}

// question and reply are the lines to and from the program.
type (
	question struct {
		ID        int              `json:"id"`
		Formalism record.Formalism `json:"formalism"`
		Left      string           `json:"left"`
		Right     string           `json:"right"`
		Timeout   float64          `json:"timeout_seconds"`
	}
	reply struct {
		ID       *int            `json:"id"`
		Verdict  record.Verdict  `json:"verdict"`
		Relation record.Relation `json:"relation"`
		Reason   string          `json:"reason"`
		Witness  jsontext.Value  `json:"witness"`
	}
)

// Pair asks about two texts. Texts with U+FFFD, which replaces invalid UTF-8 when a row
// is read, are not compared: different bytes must not become one text.
func (c *Checker) Pair(ctx context.Context, f record.Formalism, left, right string) Ruling {
	const damaged = "does not parse: found U+FFFD, the replacement for invalid UTF-8"
	switch {
	case strings.ContainsRune(left, utf8.RuneError):
		return Ruling{Verdict: record.Unverifiable, Reason: damaged}
	case strings.ContainsRune(right, utf8.RuneError):
		return Ruling{Verdict: record.Noncompliant, Reason: damaged}
	}
	ctx, cancel := stopwatch.WithTimeoutCause(ctx, c.o.Timeout+Grace, errTime)
	defer cancel()
	var r Ruling
	var failed error
	warm := false
	one := func(ctx context.Context, p *process) bool {
		warm = p.exchanges > 0
		p.exchanges++
		q := question{ID: p.exchanges, Formalism: f, Left: left, Right: right, Timeout: c.o.Timeout.Seconds()}
		if r, failed = ask(ctx, p, q); failed == nil {
			return true
		}
		p.end()
		if errors.Is(failed, errEnded) {
			failed = fmt.Errorf("%w: %s", errEnded, p.last())
		}
		return false
	}
	err := c.use(ctx, one)
	if err == nil && warm && errors.Is(failed, errEnded) { // an earlier pair may be the cause: ask a new process
		err = c.use(ctx, one)
	}
	switch {
	case errors.Is(err, errTime) || errors.Is(err, context.DeadlineExceeded):
		return Ruling{Verdict: record.Unknown, Reason: check.ReasonTimeout + ": " + c.name}
	case err != nil:
		failed = err
	case failed == nil:
		return r
	}
	reason := c.name + ": " + bounded(failed.Error())
	if c.o.Log != nil && ctx.Err() == nil {
		c.once.Do(func() { c.o.Log.Warn("a checker failed, and its pair is unknown", "reason", reason) })
	}
	return Ruling{Verdict: record.Unknown, Reason: check.ReasonProver + ": " + reason}
}

// ask writes a question and reads the answer. The error means that the process is
// unusable.
func ask(ctx context.Context, p *process, q question) (Ruling, error) {
	line, err := json.Marshal(q)
	if err != nil {
		return Ruling{}, err
	}
	complete := func(out string) bool { return strings.Contains(out, "\n") || len(out) > maxAnswer }
	out, err := p.exchange(ctx, string(line)+"\n", false, complete)
	p.out.reset()
	text, more, whole := strings.Cut(out, "\n")
	switch {
	case err != nil:
		return Ruling{}, err
	case len(text) > maxAnswer:
		return Ruling{}, fmt.Errorf("it wrote more than %d bytes", maxAnswer)
	case !whole:
		return Ruling{}, errEnded
	case more != "":
		return Ruling{}, errors.New("it wrote more than one line")
	}
	return ruling(text, q.ID)
}

func ruling(text string, id int) (Ruling, error) {
	var a reply
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return Ruling{}, fmt.Errorf("its answer is not the expected JSON: %w", err)
	}
	if a.ID == nil || *a.ID != id {
		return Ruling{}, fmt.Errorf("its answer lacks the id of the question, %d", id)
	}
	r := Ruling{Verdict: a.Verdict, Relation: a.Relation, Reason: bounded(a.Reason)}
	if r.Relation != "" {
		if _, err := record.ParseRelation(string(r.Relation)); err != nil {
			return Ruling{}, fmt.Errorf("its answer has the %w", err)
		}
	}
	switch r.Verdict {
	case record.Equivalent:
		if r.Relation != "" && r.Relation != record.RelEquivalent {
			return Ruling{}, fmt.Errorf("its answer contradicts itself: %s and %s", r.Verdict, r.Relation)
		}
		r.Relation = record.RelEquivalent
	case record.NotEquivalent:
		if r.Relation == record.RelEquivalent {
			return Ruling{}, fmt.Errorf("its answer contradicts itself: %s and %s", r.Verdict, r.Relation)
		}
		if a.Witness != nil && a.Witness.Kind() != 'n' {
			r.Witness = a.Witness
		}
	case record.Unknown, record.Noncompliant, record.Unverifiable:
		r.Relation = ""
		if r.Reason == "" {
			r.Reason = "no reason given"
		}
	default:
		return Ruling{}, fmt.Errorf("its answer has the verdict %q, expected equivalent, not_equivalent, unknown, noncompliant or error", r.Verdict)
	}
	return r, nil
}

// last returns the last line that the ended process wrote to standard error. If there is
// none, it returns the state in which the process ended.
func (p *process) last() string {
	lines := strings.Split(strings.TrimSpace(p.said.String()), "\n")
	if line := lines[len(lines)-1]; line != "" {
		return line
	}
	return p.cmd.ProcessState.String()
}

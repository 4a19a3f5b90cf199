package prover

import (
	"cmp"
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

	Abort context.Context // its end ends all questions; may be nil
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
//
// A program of protocol 2 answers more messages; see protocol.go.
type Checker struct {
	name    string
	command []string
	o       CheckerOptions

	idle  chan *process // one place per worker; nil: a process to be started
	open  context.Context
	close context.CancelFunc

	once    sync.Once
	greeted sync.Once
	speaks  protocol
}

// Grace is the time that a program may take after its time limit, to answer that it
// reached the limit.
const Grace = 2 * time.Second

var errEnded = errors.New("the program ended")

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
	words[0] = path
	o.Workers, o.MemoryMB, o.Timeout = cmp.Or(o.Workers, 1), cmp.Or(o.MemoryMB, 2048), cmp.Or(o.Timeout, time.Minute)
	c := &Checker{name: CheckerPrefix + name, command: words, o: o, idle: make(chan *process, o.Workers)}
	c.open, c.close = context.WithCancel(cmp.Or(o.Abort, context.Background()))
	for range o.Workers {
		c.idle <- nil
	}
	return c, nil
}

// Close stops the questions that are under way, and ends all processes.
func (c *Checker) Close() {
	c.close()
	for range cap(c.idle) {
		if p := <-c.idle; p != nil {
			p.end()
		}
		defer func() { c.idle <- nil }() // so that a second Close does not wait
	}
}

// CheckerPrefix is the beginning of the name of a Checker's engine.
const CheckerPrefix = "checker:"

// Name returns checker:NAME, the engine of the verdicts.
func (c *Checker) Name() string { return c.name }

// A Ruling is the answer of a Checker.
type Ruling struct {
	Verdict     record.Verdict // of a pair
	Relation    record.Relation
	Reason      string
	Witness     []byte // JSON; nil: none
	Own         bool   // whether Witness has a kind of its own
	Certificate []byte // JSON; nil: none
}

// question and reply are the lines to and from the program. Those of protocol 2 also have
// the message, and the columns for which the program asks.
type (
	question struct {
		ID        int              `json:"id"`
		Message   string           `json:"message,omitzero"`
		Formalism record.Formalism `json:"formalism,omitzero"`
		Left      string           `json:"left"`
		Right     string           `json:"right"`
		Text      string           `json:"text,omitzero"`
		Trivial   bool             `json:"trivial,omitzero"`
		Witness   jsontext.Value   `json:"witness,omitzero"`
		Timeout   float64          `json:"timeout_seconds"`
		Columns   jsontext.Value   `json:",embed"`
	}
	reply struct {
		ID          *int            `json:"id"`
		Verdict     record.Verdict  `json:"verdict"`
		Relation    record.Relation `json:"relation"`
		Reason      string          `json:"reason"`
		Witness     jsontext.Value  `json:"witness"`
		Certificate jsontext.Value  `json:"certificate"`
		Holds       *bool           `json:"holds"` // of a recheck
		Text        string          `json:"text"`  // of an explanation
		Grammar     string          `json:"grammar"`
		Edits       []Edit          `json:"edits"`
		Error       string          `json:"error"` // why there is no grammar

		Compliant bool             `json:"compliant"` // of a text, with the rest
		Trivial   bool             `json:"trivial"`
		Measures  map[string]int64 `json:"measures"`
	}
)

// Pair asks about two texts. columns are those that Columns names, as a JSON object. Texts
// with U+FFFD, which replaces invalid UTF-8 when a row is read, are not compared:
// different bytes must not become one text.
func (c *Checker) Pair(ctx context.Context, f record.Formalism, left, right string, columns []byte) Ruling {
	const damaged = "does not parse: found U+FFFD, the replacement for invalid UTF-8"
	switch {
	case strings.ContainsRune(left, utf8.RuneError):
		return Ruling{Verdict: record.Unverifiable, Reason: damaged}
	case strings.ContainsRune(right, utf8.RuneError):
		return Ruling{Verdict: record.Noncompliant, Reason: damaged}
	}
	q := question{Formalism: f, Left: left, Right: right, Columns: columns}
	if c.protocol().number > 1 {
		q.Message = messageCompare
	}
	var r Ruling
	err := c.tell(ctx, q, func(a *reply) (err error) {
		r, err = ruling(a, c.protocol().number > 1)
		return err
	})
	switch {
	case errors.Is(err, errTime) || errors.Is(err, context.DeadlineExceeded):
		return Ruling{Verdict: record.Unknown, Reason: check.ReasonTimeout + ": " + c.name}
	case err == nil:
		return r
	}
	reason := c.name + ": " + bounded(err.Error())
	if c.o.Log != nil && ctx.Err() == nil {
		c.once.Do(func() { c.o.Log.Warn("a checker failed, and its pair is unknown", "reason", reason) })
	}
	return Ruling{Verdict: record.Unknown, Reason: check.ReasonProver + ": " + reason}
}

// tell sends a question, and gives the answer to read. A program that ends and that
// answered earlier questions is started again for this one, because an earlier question
// may be the cause.
func (c *Checker) tell(ctx context.Context, q question, read func(*reply) error) error {
	warm := false
	ask := func(ctx context.Context, p *process) error {
		warm = p.exchanges > 0
		p.exchanges++
		q.ID, q.Timeout = p.exchanges, c.o.Timeout.Seconds()
		return ask(ctx, p, q, read)
	}
	ctx, cancel := stopwatch.WithTimeoutCause(ctx, c.o.Timeout+Grace, errTime)
	defer cancel()
	err := c.use(ctx, ask)
	if warm && errors.Is(err, errEnded) {
		err = c.use(ctx, ask)
	}
	return err
}

// maxExchanges is the number of exchanges after which a process is replaced. This
// bounds leaks of memory.
const maxExchanges = 10_000

// use calls ask with a running process, and ends the process if ask returns an error. If
// ctx or the checker ends first, the error is the cause of that end.
func (c *Checker) use(ctx context.Context, ask func(context.Context, *process) error) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.open, cancel)()
	var p *process
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case p = <-c.idle:
	}
	defer func() { c.idle <- p }()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if p == nil {
		if p, err = start(c.command[0], c.command[1:], limits{memoryMB: c.o.MemoryMB}); err != nil {
			return err
		}
	}
	if err = ask(ctx, p); err == nil && p.exchanges < maxExchanges {
		return nil
	}
	p.end()
	switch {
	case err != nil && ctx.Err() != nil:
		err = context.Cause(ctx)
	case errors.Is(err, errEnded):
		err = fmt.Errorf("%w: %s", err, p.last())
	}
	p = nil
	return err
}

// ask writes a question and reads the answer. The error means that the process is
// unusable.
func ask(ctx context.Context, p *process, q question, read func(*reply) error) error {
	text, err := p.line(ctx, q)
	if err != nil {
		return err
	}
	var a reply
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		return fmt.Errorf("its answer is not the expected JSON: %w", err)
	}
	if a.ID == nil || *a.ID != q.ID {
		return fmt.Errorf("its answer lacks the id of the question, %d", q.ID)
	}
	return read(&a)
}

// line writes a line of JSON, and reads the line that answers it.
func (p *process) line(ctx context.Context, question any) (string, error) {
	line, err := json.Marshal(question)
	if err != nil {
		return "", err
	}
	complete := func(o *output) bool {
		text := o.String()
		return strings.Contains(text, "\n") || len(text) > maxAnswer
	}
	out, err := p.exchange(ctx, string(line)+"\n", false, complete)
	p.out.reset()
	text, more, whole := strings.Cut(out, "\n")
	switch {
	case err != nil:
		return "", err
	case len(text) > maxAnswer:
		return "", fmt.Errorf("it wrote more than %d bytes", maxAnswer)
	case !whole:
		return "", errEnded
	case more != "":
		return "", errors.New("it wrote more than one line")
	}
	return text, nil
}

// ruling reads the answer about a pair. own tells that witness and certificate have kinds
// of their own.
func ruling(a *reply, own bool) (Ruling, error) {
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
		if own && given(a.Certificate) {
			r.Certificate = a.Certificate
			return r, kindOf("certificate", a.Certificate)
		}
	case record.NotEquivalent:
		if r.Relation == record.RelEquivalent {
			return Ruling{}, fmt.Errorf("its answer contradicts itself: %s and %s", r.Verdict, r.Relation)
		}
		if given(a.Witness) {
			if r.Witness, r.Own = a.Witness, own; own {
				return r, kindOf("witness", a.Witness)
			}
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

func given(v jsontext.Value) bool { return v != nil && v.Kind() != 'n' }

// kindOf returns an error if the value is not an object with a kind of its own.
func kindOf(what string, v jsontext.Value) error {
	var of struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(v, &of); err != nil || of.Kind == "" || of.Kind == "checker" {
		return fmt.Errorf("its %s is %s, expected an object with a kind", what, bounded(string(v)))
	}
	return nil
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

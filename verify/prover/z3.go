package prover

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/stopwatch"
	"github.com/truthloop/truthloop/verify/check"
)

// DefaultZ3Limit is the default of Z3Options.Limit: about five seconds of work.
const DefaultZ3Limit = 20_000_000

// Z3Options are the settings of a Z3. A zero field means its default.
type Z3Options struct {
	Path     string // of the executable; default: z3 on the PATH
	Workers  int    // processes; default 1
	MemoryMB int    // that a process may allocate; default 1,024

	// Limit bounds the work on one question, in the units of Z3's rlimit. The
	// same version of Z3 needs the same work on any machine.
	Limit         uint64
	CaseSensitive bool // names that differ in case only are different

	// Log gets one warning at the first question if Z3 was not found; may be nil.
	Log *slog.Logger
}

// Z3 is a pool of Z3 processes. If Z3 is not installed, its answers are unknown.
// Goroutines may share it. It must be closed.
type Z3 struct {
	o       Z3Options
	path    string // empty: not installed
	version string
	missing error
	once    sync.Once

	*pool
}

// OpenZ3 looks for Z3 and asks it for its version. Without a path, it returns no error
// if Z3 is not found or does not run. Then all answers are unknown, with the reason
// no_prover.
func OpenZ3(ctx context.Context, o Z3Options) (*Z3, error) {
	name := o.Path
	if name == "" {
		name = "z3"
	}
	if o.Workers == 0 {
		o.Workers = 1
	}
	if o.MemoryMB == 0 {
		o.MemoryMB = 1024
	}
	if o.Limit == 0 {
		o.Limit = DefaultZ3Limit
	}
	z := &Z3{o: o}
	z.path, z.version, z.missing = find(ctx, name, o.memory())
	if z.missing != nil && (o.Path != "" || ctx.Err() != nil) {
		return nil, z.missing
	}
	z.pool = newPool("z3", o.Workers, func() (*process, error) {
		return start(z.path, []string{"-in", "-memory:" + strconv.Itoa(o.MemoryMB)}, o.memory())
	})
	return z, nil
}

// memory returns the limit on the address space of a process. Z3's own limit is lower;
// when Z3 reaches it, Z3 reports this before it ends.
func (o *Z3Options) memory() limits { return limits{memoryMB: o.MemoryMB*5/4 + 512} }

// find looks for a program and asks for its version. It looks on PATH, and then in the
// directory of this executable, where Python's package z3-solver installs Z3.
func find(ctx context.Context, name string, l limits) (path, version string, err error) {
	path, err = exec.LookPath(name)
	if own, ownErr := os.Executable(); err != nil && ownErr == nil && filepath.Base(name) == name {
		if beside, besideErr := exec.LookPath(filepath.Join(filepath.Dir(own), name)); besideErr == nil {
			path, err = beside, nil
		}
	}
	if err != nil {
		if missing := (*exec.Error)(nil); errors.As(err, &missing) {
			err = missing.Err // without the name, which comes first
		}
		return "", "", fmt.Errorf("prover %s: %w", name, err)
	}
	ctx, cancel := stopwatch.WithTimeoutCause(ctx, startTimeout, errTime)
	defer cancel()
	p, err := start(path, []string{"--version"}, l)
	if err != nil {
		return "", "", fmt.Errorf("prover %s: start %s: %w", name, path, err)
	}
	defer p.end()
	out, err := p.exchange(ctx, "", true, nil)
	if err != nil {
		return "", "", fmt.Errorf("prover %s: %s --version: %w", name, path, err)
	}
	return path, versions.FindString(out + "\n" + p.said.String()), nil
}

// startTimeout is the time that a program may take to print its version.
const startTimeout = 10 * time.Second

// versions finds a version number: 2.6, 1.0.3.
var versions = regexp.MustCompile(`\b[0-9]+(\.[0-9]+)+\b`)

// Name returns z3.
func (z *Z3) Name() string { return "z3" }

// Version returns the version of Z3; it is empty if Z3 was not found.
func (z *Z3) Version() string { return z.version }

// Path returns the path of the executable; it is empty if Z3 was not found.
func (z *Z3) Path() string { return z.path }

// Found returns the version of Z3, or none if Z3 was not found.
func (z *Z3) Found() string {
	if z.missing != nil {
		return "none"
	}
	return z.version
}

// Entails asks whether the axiom has a model in which the conjecture is false.
func (z *Z3) Entails(ctx context.Context, axiom, conjecture *logic.Formula) check.Answer {
	if z.missing != nil {
		z.once.Do(func() {
			if z.o.Log != nil {
				z.o.Log.Warn("Z3 was not found: pairs that the built-in engines leave open are unknown", "error", z.missing)
			}
		})
		return check.Answer{Reason: check.ReasonNoProver}
	}
	q, err := WriteSMT(logic.And(axiom, logic.Not(conjecture)), fold(z.o.CaseSensitive))
	if err != nil {
		return z.unknown(refusal(err), err.Error())
	}
	var a check.Answer
	err = z.use(ctx, func(ctx context.Context, p *process) bool {
		session := z3Session{p: p, q: q, limit: z.o.Limit, version: z.version}
		var err error
		if a, err = session.solve(ctx); err == nil {
			return true
		}
		p.end()
		switch {
		case !errors.Is(err, errEnded):
			a = z.unknown(check.ReasonProver, err.Error())
		case strings.Contains(p.out.String()+p.words(), "out of memory"):
			a = z.unknown(check.ReasonResource, "out of memory")
		default:
			a = z.unknown(check.ReasonProver, "it ended: "+p.words())
		}
		return false
	})
	if err != nil {
		return stopped("z3", err)
	}
	return a
}

// fold returns the function that maps names before they are compared, or nil for none.
func fold(caseSensitive bool) func(string) string {
	if caseSensitive {
		return nil
	}
	return logic.Fold
}

// refusal returns the reason of an answer to a formula that cannot be written.
func refusal(err error) string {
	if errors.Is(err, ErrSize) {
		return check.ReasonResource
	}
	return check.ReasonProver
}

func (z *Z3) unknown(reason, words string) check.Answer {
	return check.Answer{Reason: reason + ": z3: " + bounded(words)}
}

// stopped returns the answer to a question for which use returned an error.
func stopped(name string, err error) check.Answer {
	class, words := check.ReasonProver, err.Error()
	if errors.Is(err, context.DeadlineExceeded) {
		class, words = check.ReasonTimeout, "time limit reached"
	}
	return check.Answer{Reason: class + ": " + name + ": " + bounded(words)}
}

// An attempt is one search, with a share of the work.
type attempt struct {
	permille uint64 // of the limit
	elements int    // largest number of elements of the models; 0: no limit
	tactic   string
}

// The settings of Z3's SMT solver. Model-based instantiation alone decides more
// questions with less work than Z3's default, which adds E-matching. Without
// relevancy and with plain activity-based case splits, every instance is used at
// once, and many refutations of nested quantifiers are short.
const (
	byModels = "(using-params smt :auto_config false :ematching false)"
	eager    = "(using-params smt :auto_config false :relevancy 0 :case_split 0)"
)

// attempts decide the most with the least work on every eighth of the 2,132 directions
// of the pairs in hard/fol.jsonl and hard/fol-quantifiers.jsonl. Z3 4.8.12 leaves 2
// open, and Z3 5.4.0 leaves 0. With their defaults, they leave 7 and 6 open, with more
// than twice the work. The eight attempts of earlier versions left 1 and 0, with 1.6 and
// 3.5 times the work.
var attempts = []attempt{
	{permille: 10, tactic: byModels},
	{permille: 20, tactic: byModels, elements: 2},
	{permille: 20, tactic: eager},
	{permille: 950, tactic: byModels},
}

// maxReadable is the number of elements above which a smaller model is searched
// for: people read models, and the number of steps of a check grows exponentially with
// the number of elements.
const maxReadable = 4

var errEnded = errors.New("the program ended")

// z3Session is one question to a process.
type z3Session struct {
	p       *process
	q       Question
	limit   uint64
	version string
	used    uint64 // units of work
	pushed  bool   // whether the assertion of an attempt is in force
}

// solve makes the attempts in order. An error means that the process is unusable.
func (s *z3Session) solve(ctx context.Context) (check.Answer, error) {
	if said, err := s.send(ctx, "(reset)\n"+s.q.Text); err != nil || said != "" {
		return check.Answer{Reason: check.ReasonProver + ": z3: " + bounded(said)}, err
	}
	out := check.Answer{Reason: check.ReasonIncomplete + ": z3: no attempt succeeded"}
	for _, a := range attempts {
		status, words, err := s.attempt(ctx, a)
		if err != nil {
			return check.Answer{}, err
		}
		switch {
		case status == "unsat" && a.elements == 0:
			return check.Answer{Status: check.Yes, Proof: check.Certificate{Kind: "z3", Version: s.version, Resource: s.used}}, nil
		case status == "sat":
			return s.countermodel(ctx)
		case status == "unknown":
			out = check.Answer{Reason: reason(words) + ": z3: " + bounded(words)}
		case status != "unsat":
			return check.Answer{Reason: check.ReasonProver + ": z3: " + bounded(words)}, nil
		}
	}
	return out, nil
}

// reason classifies the reason that Z3 prints for unknown.
func reason(words string) string {
	for _, w := range []string{"resource", "canceled", "memory", "memout"} {
		if strings.Contains(words, w) {
			return check.ReasonResource
		}
	}
	return check.ReasonIncomplete
}

// countermodel reads the model of the last attempt, and tries to replace it by a
// readable one.
func (s *z3Session) countermodel(ctx context.Context) (check.Answer, error) {
	m, words, err := s.model(ctx)
	for n := 2; n <= maxReadable && err == nil && (m == nil || m.Size > maxReadable); n++ {
		var status string
		if status, _, err = s.attempt(ctx, attempt{permille: 20, elements: n, tactic: byModels}); err == nil && status == "sat" {
			m, words, err = s.model(ctx)
		}
	}
	switch {
	case err != nil:
		return check.Answer{}, err
	case m == nil:
		return check.Answer{Claimed: true, Reason: check.ReasonIncomplete + ": z3: sat, " + bounded(words)}, nil
	}
	return check.Answer{Status: check.No, Model: m}, nil
}

// model reads the model of the last attempt. If it returns nil, the string is the reason.
func (s *z3Session) model(ctx context.Context) (*check.Structure, string, error) {
	out, err := s.send(ctx, "(get-model)\n")
	if err != nil {
		return nil, "", err
	}
	if strings.HasPrefix(out, "(error") {
		return nil, out, nil
	}
	m, err := ReadModel(out, s.q.Symbols)
	if err != nil {
		return nil, err.Error(), nil
	}
	return m, "", nil
}

var (
	reasonUnknown = regexp.MustCompile(`\(:reason-unknown "([^"]*)"\)`)
	rlimitCount   = regexp.MustCompile(`\(:rlimit (\d+)\)`)
)

// attempt returns Z3's first answer, such as sat, unsat or unknown, and the
// reason that Z3 gives.
func (s *z3Session) attempt(ctx context.Context, a attempt) (status, words string, err error) {
	// A limit of 0 means none.
	budget := min(max(s.limit/1000*a.permille, 1), math.MaxUint32)
	text := fmt.Sprintf("(set-option :rlimit %d)\n(push)\n%s(check-sat-using %s)\n(get-info :reason-unknown)\n(get-info :rlimit)\n",
		budget, atMost(a.elements), a.tactic)
	if s.pushed {
		text = "(pop)\n" + text
	}
	s.pushed = true
	out, err := s.send(ctx, text)
	if err != nil {
		return "", "", err
	}
	if m := rlimitCount.FindStringSubmatch(out); m != nil {
		s.used, _ = strconv.ParseUint(m[1], 10, 64)
	}
	status, _, _ = strings.Cut(out, "\n")
	status = strings.TrimSpace(status)
	if m := reasonUnknown.FindStringSubmatch(out); m != nil && status == "unknown" {
		return status, m[1], nil
	}
	return status, status, nil
}

// atMost returns the assertion that the domain has at most n elements, or "" if n is 0:
// ∀x. x = d0 ∨ x = d1 ...
func atMost(n int) string {
	if n == 0 {
		return ""
	}
	var declarations, cases strings.Builder
	for i := range n {
		fmt.Fprintf(&declarations, "(declare-fun d%d () U)\n", i)
		fmt.Fprintf(&cases, " (= x d%d)", i)
	}
	return fmt.Sprintf("%s(assert (forall ((x U)) (or%s)))\n", declarations.String(), cases.String())
}

// send sends commands and returns Z3's output up to the echo of a marker that no
// other output contains.
func (s *z3Session) send(ctx context.Context, commands string) (string, error) {
	s.p.out.reset()
	s.p.exchanges++
	marker := fmt.Sprintf("end of answer %d", s.p.exchanges)
	out, err := s.p.exchange(ctx, commands+"(echo \""+marker+"\")\n", false, func(out string) bool {
		return strings.HasSuffix(strings.TrimRight(out, "\r\n"), marker)
	})
	if err != nil {
		return "", err
	}
	rest, complete := strings.CutSuffix(strings.TrimRight(out, "\r\n"), marker)
	if !complete {
		return "", errEnded
	}
	return strings.TrimSpace(rest), nil
}

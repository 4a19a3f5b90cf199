package prover

import (
	"cmp"
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

// z3Tool describes Z3. Its own limit of memory is lower than that of its address space:
// when Z3 reaches it, Z3 reports this before it ends.
var z3Tool = tool{
	name: "z3", write: writeZ3, read: readZ3,
	limit: 20_000_000, timeout: time.Hour, spareMB: 1024,
	args: func(o Options) []string { return []string{"-in", "-memory:" + strconv.Itoa(o.MemoryMB)} },
	done: regexp.MustCompile(`(?m)^attempt\r?\n(?:unsat|sat)\r?\n(?s:.*?)\(:rlimit \d+\)`),
}

// OpenZ3 looks for Z3 and asks it for its version. Without a path, it returns no error
// if Z3 is not found or does not run. Then all answers are unknown, with the reason
// no_prover, and the log, which may be nil, gets a warning at the first question.
func OpenZ3(ctx context.Context, path string, o Options, log *slog.Logger) (*Program, error) {
	p, err := open(ctx, &z3Tool, cmp.Or(path, z3Tool.name), o)
	if err == nil || path != "" || ctx.Err() != nil {
		return p, err
	}
	return &Program{tool: &z3Tool, missing: sync.OnceFunc(func() {
		if log != nil {
			log.Warn("Z3 was not found: pairs that the built-in engines leave open are unknown", "error", err)
		}
	})}, nil
}

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

// An attempt is one search, with a share of the work.
type attempt struct {
	permille uint64 // of the limit
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

// attempts are made until one decides the question.
var attempts = []attempt{{10, byModels}, {20, eager}, {970, byModels}}

// marker is what Z3 prints before the answer of an attempt.
const marker = "attempt\n"

// writeZ3 writes a question and the attempts at it.
func writeZ3(axiom, conjecture *logic.Formula, o Options) (string, error) {
	var b strings.Builder
	text, err := writeRefutation(axiom, conjecture, o)
	b.WriteString(text)
	for _, a := range attempts {
		limit := min(max(o.Limit/1000*a.permille, 1), math.MaxUint32) // 0 means none
		fmt.Fprintf(&b, "(set-option :rlimit %d)\n(echo \"attempt\")\n(check-sat-using %s)\n(get-info :reason-unknown)\n(get-info :rlimit)\n", limit, a.tactic)
	}
	return b.String(), err
}

var (
	z3Reason = regexp.MustCompile(`\(:reason-unknown "([^"]*)"\)`)
	z3Work   = regexp.MustCompile(`\(:rlimit (\d+)\)`)
)

// readZ3 reads the answers of the attempts. Output before the first of them is an error.
func readZ3(r result) check.Answer {
	parts := strings.Split(strings.ReplaceAll(r.out, "\r\n", "\n"), marker)
	r.out = strings.Join(parts, "")
	if first := strings.TrimSpace(parts[0]); first != "" {
		return failed(first)
	}
	a := mute(r)
	for _, part := range parts[1:] {
		word, rest, _ := strings.Cut(part, "\n")
		work := z3Work.FindStringSubmatch(rest)
		switch {
		case work == nil && strings.Contains(r.out+r.errors, "out of memory"):
			return check.Answer{Reason: check.ReasonResource + ": out of memory"}
		case work == nil: // it ended
			return mute(r)
		case word == "unsat":
			units, _ := strconv.ParseUint(work[1], 10, 64)
			return check.Answer{Status: check.Yes, Proof: check.Certificate{Kind: "z3", Resource: units}}
		case word == "sat":
			a = incomplete(word)
			a.Claimed = true
			return a
		case word == "unknown":
			a = unsure(rest)
		default:
			return failed(word)
		}
	}
	return a
}

// unsure classifies the reason that Z3 prints for unknown.
func unsure(info string) check.Answer {
	words := "unknown"
	if m := z3Reason.FindStringSubmatch(info); m != nil {
		words = m[1]
	}
	for _, w := range []string{"resource", "canceled", "memory", "memout"} {
		if strings.Contains(words, w) {
			return check.Answer{Reason: check.ReasonResource + ": " + words}
		}
	}
	return incomplete(words)
}

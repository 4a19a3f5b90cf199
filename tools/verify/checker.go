package verify

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/verify"
	"github.com/truthloop/truthloop/verify/prover"
)

// checkerCommands reads --checker: the command of each formalism.
func checkerCommands(c *ucli.Context) (map[record.Formalism]string, error) {
	all := map[record.Formalism]string{}
	for _, text := range c.StringSlice("checker") {
		name, command, found := strings.Cut(text, "=")
		f := record.Formalism(strings.TrimSpace(name))
		switch {
		case !found || f == "" || strings.TrimSpace(command) == "":
			return nil, cli.Usagef("--checker: found %q, expected NAME=COMMAND, such as ctl=./check.py", text)
		case all[f] != "":
			return nil, cli.Usagef("--checker: found %s twice, expected one program for a formalism", f)
		}
		all[f] = command
	}
	if len(all) == 0 {
		return nil, nil
	}
	if task := c.String("task"); task == taskEntailment {
		return nil, cli.Usagef("--checker: found --task %s, expected %s", task, taskEquivalence)
	}
	return all, nil
}

// openCheckers prepares the programs of --checker, and those on the PATH.
func (s *stage) openCheckers(c *ucli.Context, env *cli.Env, workers int) (err error) {
	s.o.Checkers, err = prover.OpenCheckers(s.commands, prover.CheckerOptions{
		Workers: workers, MemoryMB: c.Int("memory"), Timeout: s.o.Timeout, Log: env.Log, Abort: s.abort,
	})
	if err != nil {
		return cli.Usagef("--checker %w", err)
	}
	s.closers = append(s.closers, s.o.Checkers.Close)
	return nil
}

// digests returns a command with the first 4 bytes of the SHA-256 of each word that is a
// file, so that --resume does not mix the verdicts of two versions.
func digests(command string) string {
	words := strings.Fields(command)
	for i, word := range words {
		if text, err := os.ReadFile(word); err == nil {
			sum := sha256.Sum256(text)
			words[i] += "@" + hex.EncodeToString(sum[:4])
		}
	}
	return strings.Join(words, " ")
}

// checked reports whether an engine is a checker.
func checked(engine string) bool { return strings.HasPrefix(engine, prover.CheckerPrefix) }

// others counts the rows that are left to other programs, by formalism.
type others struct {
	mu    sync.Mutex
	count map[record.Formalism]int64
}

// leaves reports whether neither this build nor a checker decides the formalism of a pair,
// and counts such a row. It stays unchanged, for example with the verdict of another
// program. A name that is near a known formalism is a mistake, not a formalism.
func (s *stage) leaves(p *verify.Pair) bool {
	f := p.Formalism
	if p.Argument || f == "" || formalism.Of(f) != nil || s.o.Checkers.Of(f) != nil {
		return false
	}
	if _, err := formalism.Read(string(f)); err != nil {
		return false
	}
	s.others.mu.Lock()
	defer s.others.mu.Unlock()
	if s.others.count == nil {
		s.others.count = map[record.Formalism]int64{}
	}
	s.others.count[f]++
	return true
}

// reportLeft prints how many rows are left to other programs.
func (s *stage) reportLeft(env *cli.Env) {
	for _, f := range slices.Sorted(maps.Keys(s.others.count)) {
		fmt.Fprintf(env.Stderr, "verify: left %d rows of the formalism %s as they are: only a checker decides them: truthloop-%[2]s on the PATH, or --checker %[2]s=COMMAND; then --retry left\n", s.others.count[f], f)
	}
}

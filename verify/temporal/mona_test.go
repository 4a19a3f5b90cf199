package temporal_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"testing"

	ltl "github.com/truthloop/truthloop/format/temporal"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/temporal"
)

// TestFiniteByMONA compares random pairs over finite words with ltlf2dfa and MONA: a
// implies b if and only if the automaton of a & !b accepts no word of one step or more.
func TestFiniteByMONA(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	python := os.Getenv("TRUTHLOOP_PYTHON")
	if python == "" {
		t.Skip("no Python with ltlf2dfa: make test sets TRUTHLOOP_PYTHON where Python is installed")
	}
	if _, err := exec.LookPath("mona"); err != nil {
		t.Skip("no mona on the PATH: make test APT=1 installs it on Debian")
	}
	if exec.CommandContext(t.Context(), python, "-c", "import ltlf2dfa").Run() != nil {
		t.Skip("Python has no ltlf2dfa: pip install -r tools/requirements.txt")
	}

	const seed = 1
	number := 200
	if os.Getenv("TRUTHLOOP_TEST_PAIRS") != "" { // make fuzz
		number = 2000
	}
	pairs := make([][2]*ltl.Formula, number)
	var texts []string
	rng := rand.New(rand.NewPCG(seed, 0))
	for i := range pairs {
		a, b := randomPair(rng, 1+rng.IntN(6), 2+rng.IntN(2))
		pairs[i] = [2]*ltl.Formula{a, b}
		texts = append(texts, ltlf(ltl.And(a, ltl.Not(b))), ltlf(ltl.And(b, ltl.Not(a))))
	}
	differ := satisfiableByMONA(t, python, texts)

	statuses := map[bool]check.Status{true: check.No, false: check.Yes}
	counts := map[check.Status]int{}
	for i, p := range pairs {
		a, b := p[0], p[1]
		forward, back := statuses[differ[2*i]], statuses[differ[2*i+1]]
		for _, noWords := range []bool{false, true} {
			c := temporal.Compare(t.Context(), a, b, temporal.Options{Relation: true, Finite: true, NoWords: noWords})
			if c.Forward != forward || c.Back != back {
				t.Errorf("%s and %s: %s, %s by %s, MONA says %s, %s", a, b, c.Forward, c.Back, c.Method, forward, back)
			}
			checkWords(t, a, b, c)
		}
		counts[forward]++
		counts[back]++
	}
	t.Logf("%d pairs, %d implications and %d others", number, counts[check.Yes], counts[check.No])
	if min(counts[check.Yes], counts[check.No]) < number/4 {
		t.Error("too few implications, or too many")
	}
}

// satisfiableByMONA reports which of the formulas hold on some finite word.
func satisfiableByMONA(t *testing.T, python string, formulas []string) []bool {
	t.Helper()
	in, err := json.Marshal(formulas)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), python, "testdata/satisfiable.py")
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	var holds []bool
	if err := json.Unmarshal(out, &holds); err != nil {
		t.Fatal(err)
	}
	if len(holds) != len(formulas) {
		t.Fatalf("%d answers to %d formulas", len(holds), len(formulas))
	}
	return holds
}

// ltlf writes f in the syntax of ltlf2dfa, which has no W, M and xor. Its X is the
// strong next.
func ltlf(f *ltl.Formula) string {
	var args []string
	for _, g := range f.Args {
		args = append(args, ltlf(g))
	}
	infix := map[ltl.Op]string{
		ltl.OpAnd: "(%s & %s)", ltl.OpOr: "(%s | %s)", ltl.OpXor: "!(%s <-> %s)",
		ltl.OpImplies: "(%s -> %s)", ltl.OpIff: "(%s <-> %s)",
		ltl.OpUntil: "(%s U %s)", ltl.OpRelease: "(%s R %s)",
		ltl.OpWeakUntil: "(G(%[1]s) | (%[1]s U %[2]s))", ltl.OpStrongRelease: "(%[2]s U (%[1]s & %[2]s))",
	}
	prefix := map[ltl.Op]string{ltl.OpNot: "!", ltl.OpNext: "X", ltl.OpFinally: "F", ltl.OpGlobally: "G"}
	switch {
	case f.Op == ltl.OpAtom:
		return f.Name
	case f.Op == ltl.OpWeakNext:
		return "!(X(!(" + args[0] + ")))"
	case f.Op == ltl.OpTrue:
		return "true"
	case f.Op == ltl.OpFalse:
		return "false"
	case prefix[f.Op] != "":
		return prefix[f.Op] + "(" + args[0] + ")"
	}
	text := args[0]
	for _, arg := range args[1:] { // several if the operator is associative
		text = fmt.Sprintf(infix[f.Op], text, arg)
	}
	return text
}

package convert

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/formalism"
	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// The layouts of training examples are those of the trainers of Hugging Face's TRL
// (dataset_formats.md of TRL 1.0, "conversational").
type (
	sft struct {
		Messages []record.Message `json:"messages"`
	}
	dpo struct {
		Prompt   []record.Message `json:"prompt"`
		Chosen   []record.Message `json:"chosen"`
		Rejected []record.Message `json:"rejected"`
	}
	kto struct {
		Prompt     []record.Message `json:"prompt"`
		Completion []record.Message `json:"completion"`
		Label      bool             `json:"label"`
	}
)

var trainers = []string{"sft", "dpo", "kto"}

// training collects the answers of rows with a proved verdict.
type training struct {
	to, stage string
	splits    []splitShare // none: one file
	keys      map[string]string
	questions []*question // in the order of their first row
	byKey     map[string]*question
	rows      int
	used      int
	unused    map[string]int // number of unused rows, by the reason
}

// A question is a prompt about one formula, with the different answers to it.
type question struct {
	formula string // key; formulas that differ only in names have the same key
	prompt  []record.Message
	answers []*solution
}

// A solution is an answer. It can be proved right in one row and wrong in another.
type solution struct {
	text         string
	right, wrong bool
}

// export writes the training examples of the rows.
func export(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	t := &training{
		to: c.String("to"), stage: c.String("stage"),
		keys: map[string]string{}, byKey: map[string]*question{}, unused: map[string]int{},
	}
	if !slices.Contains([]string{"informalize", "autoformalize"}, t.stage) {
		return cli.Usagef("--stage: found %q, expected informalize or autoformalize", t.stage)
	}
	if err := cli.Parse(c, "split", parseSplits, &t.splits); err != nil {
		return err
	}
	files, err := t.files(c)
	if err != nil {
		return err
	}
	if err := cli.EachRow(ctx, c, env, func(row *record.Row, at shard.Position) error {
		t.add(row)
		return cli.CheckNames(row, at)
	}); err != nil {
		return err
	}
	texts, err := t.examples()
	if err != nil {
		return err
	}
	fmt.Fprintf(env.Stderr, "convert: %v\n", t)
	if len(t.splits) == 0 {
		return cli.WriteWhole(c, env, "the examples", func(w io.Writer) error { _, err := w.Write(texts[0]); return err })
	}
	if err := os.MkdirAll(c.String("output"), 0o777); err != nil {
		return err
	}
	for i, name := range files {
		if err := shard.WriteFile(name, texts[i]); err != nil {
			return err
		}
	}
	return nil
}

// files returns the outputs, one for each split. An output must be JSONL and new.
func (t *training) files(c *ucli.Context) (files []string, _ error) {
	name := c.String("output")
	if len(t.splits) > 0 {
		if !strings.HasSuffix(name, "/") {
			return nil, cli.Usagef("--split: found --output %s, expected a directory, with a / at its end", name)
		}
		for _, s := range t.splits {
			files = append(files, filepath.Join(name, s.name+".jsonl"))
		}
	} else if err := cli.CheckLines(name); err != nil {
		return nil, err
	} else {
		files = []string{name}
	}
	for _, file := range files {
		if err := cli.CheckNewFile(c, "output", file); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// add adds the answer of a row.
func (t *training) add(row *record.Row) {
	t.rows++
	if why := t.unfit(row); why != "" {
		t.unused[why]++
		return
	}
	i := slices.IndexFunc(row.Conversations, func(c record.Conversation) bool {
		return c.Stage == t.stage && len(c.Messages) > 1 && c.Messages[len(c.Messages)-1].Role == "assistant"
	})
	if i < 0 {
		t.unused["no exchange of "+t.stage]++
		return
	}
	t.used++
	messages := row.Conversations[i].Messages
	prompt, answer := messages[:len(messages)-1], messages[len(messages)-1].Content
	formula := t.key(row)
	key := fmt.Sprintf("%q %q", formula, prompt)
	q := t.byKey[key]
	if q == nil {
		q = &question{formula: formula, prompt: prompt}
		t.byKey[key] = q
		t.questions = append(t.questions, q)
	}
	i = slices.IndexFunc(q.answers, func(a *solution) bool { return a.text == answer })
	if i < 0 {
		i = len(q.answers)
		q.answers = append(q.answers, &solution{text: answer})
	}
	if row.Verdict == record.Equivalent {
		q.answers[i].right = true
	} else {
		q.answers[i].wrong = true
	}
}

// unfit returns the reason why a row gives no example, or "".
func (t *training) unfit(row *record.Row) string {
	switch {
	case row.Verdict != record.Equivalent && row.Verdict != record.NotEquivalent:
		return "no proved verdict"
	case row.Outcome != "" && row.Outcome != record.OK:
		return "a failed call"
	case row.NLLeak != nil && *row.NLLeak:
		return "a leak"
	case row.FSIn != "" && row.FSIn != row.FS:
		return "a later round" // the verdict is about fs, and the round began with fs_in
	}
	return ""
}

// word matches a name of a printed formula.
var word = regexp.MustCompile(`[\pL_][\pL\pN_]*`)

// key returns a text that is the same for formulas that differ only in names.
func (t *training) key(row *record.Row) string {
	if len(t.splits) == 0 {
		return row.FS
	}
	text := string(row.Formalism) + " " + row.FS
	if key, ok := t.keys[text]; ok {
		return key
	}
	key := text
	if l, ok := formalism.Of(formalism.OrLogic(row)).(measurer); ok {
		if tree, err := l.Parse(row.FS, formalism.Limits{}); err == nil {
			key = withNumbers(l.Fold(tree.String()), l.Vocabulary(tree))
		}
	}
	t.keys[text] = key
	return key
}

// withNumbers replaces each name in a formula by the number of its first place.
func withNumbers(formula string, v *record.Vocabulary) string {
	names := map[string]string{}
	for _, p := range v.Predicates {
		names[logic.Fold(p.Name)] = ""
	}
	for _, name := range slices.Concat(v.Propositions, v.Constants, v.Variables) {
		names[logic.Fold(name)] = ""
	}
	n := 0
	return word.ReplaceAllStringFunc(formula, func(name string) string {
		number, isName := names[logic.Fold(name)]
		switch {
		case !isName:
			return name
		case number == "":
			n++
			number = fmt.Sprintf("#%d", n)
			names[logic.Fold(name)] = number
		}
		return number
	})
}

// examples returns the lines of each split. It drops answers that are right in one
// row and wrong in another.
func (t *training) examples() ([][]byte, error) {
	var formulas []string // formulas that have an example
	var lines [][]byte
	for _, q := range t.questions {
		var text bytes.Buffer
		for _, e := range t.of(q) {
			if err := json.MarshalWrite(&text, e, jsontext.AllowInvalidUTF8(true)); err != nil {
				return nil, err
			}
			text.WriteByte('\n')
		}
		if text.Len() > 0 {
			formulas, lines = append(formulas, q.formula), append(lines, text.Bytes())
		}
	}
	if len(lines) == 0 {
		return nil, cli.Limitf("%v: nothing is written, because %s", t, t.expected())
	}
	if len(t.splits) == 0 {
		return [][]byte{bytes.Join(lines, nil)}, nil
	}
	out, of := make([][]byte, len(t.splits)), t.assign(formulas)
	for i, f := range formulas {
		out[of[f]] = append(out[of[f]], lines[i]...)
	}
	for i, text := range out {
		if len(text) == 0 {
			return nil, cli.Limitf("--split: %s has no formula: found %d different formulas in all, expected more", t.splits[i].name, len(of))
		}
	}
	return out, nil
}

// of lists the examples of a question.
func (t *training) of(q *question) (out []any) {
	say := func(a *solution) []record.Message { return []record.Message{{Role: "assistant", Content: a.text}} }
	var right, wrong []*solution
	for _, a := range q.answers {
		switch {
		case a.right && a.wrong:
			continue
		case a.right:
			right = append(right, a)
		default:
			wrong = append(wrong, a)
		}
		if t.to == "kto" {
			out = append(out, kto{q.prompt, say(a), a.right})
		}
	}
	switch t.to {
	case "sft":
		for _, a := range right {
			out = append(out, sft{slices.Concat(q.prompt, say(a))})
		}
	case "dpo":
		rng := t.random("pairs", fmt.Sprintf("%q", q.prompt))
		for _, list := range [][]*solution{right, wrong} {
			rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		}
		for i := range min(len(right), len(wrong)) {
			out = append(out, dpo{q.prompt, say(right[i]), say(wrong[i])})
		}
	}
	return out
}

// random returns random numbers that depend only on the texts.
func (t *training) random(texts ...string) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "truthloop/training\x001\x00%q", texts))
	return rand.New(rand.NewChaCha8(sum))
}

// assign gives each formula the number of a split, in a random order, so that the
// splits have their shares of the formulas.
func (t *training) assign(formulas []string) map[string]int {
	of := map[string]int{}
	for _, f := range formulas {
		of[f] = 0
	}
	order := slices.SortedFunc(maps.Keys(of), func(a, b string) int {
		return cmp.Or(cmp.Compare(t.random("split", a).Uint64(), t.random("split", b).Uint64()), cmp.Compare(a, b))
	})
	split, end := 0, t.splits[0].share
	for i, f := range order {
		for split < len(t.splits)-1 && float64(i)+0.5 > end*float64(len(order)) {
			split++
			end += t.splits[split].share
		}
		of[f] = split
	}
	return of
}

// String describes what was read and why rows were not used.
func (t *training) String() string {
	s := fmt.Sprintf("%d of %d rows give answers to %d prompts", t.used, t.rows, len(t.questions))
	separator := "; not used: "
	for _, why := range slices.Sorted(maps.Keys(t.unused)) {
		s += fmt.Sprintf("%s%d with %s", separator, t.unused[why], why)
		separator = ", "
	}
	return s
}

// expected returns what is missing if no question gives an example.
func (t *training) expected() string {
	switch {
	case len(t.questions) == 0:
		return "there is no answer"
	case t.to == "sft":
		return "no answer is right"
	case t.to == "dpo":
		return "no prompt has both a right and a wrong answer"
	}
	return "each answer is right in one row and wrong in another"
}

// A splitShare is one part of --split.
type splitShare struct {
	name  string
	share float64
}

// parseSplits reads NAME=SHARE,NAME=SHARE.
func parseSplits(s string) (splits []splitShare, _ error) {
	sum := 0.0
	for part := range strings.SplitSeq(s, ",") {
		name, share, _ := strings.Cut(strings.TrimSpace(part), "=")
		x, err := strconv.ParseFloat(share, 64)
		if err != nil || !(x > 0 && x < 1) {
			return nil, fmt.Errorf("found %q, expected NAME=SHARE with a share between 0 and 1, such as train=0.9,test=0.1", part)
		}
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" {
			return nil, fmt.Errorf("found the name %q, expected letters and digits", name)
		}
		if slices.ContainsFunc(splits, func(s splitShare) bool { return s.name == name }) {
			return nil, errors.New("found the name " + name + " twice")
		}
		splits = append(splits, splitShare{name, x})
		sum += x
	}
	if sum < 1-1e-9 || sum > 1+1e-9 {
		return nil, fmt.Errorf("found shares with the sum %.4g, expected 1", sum)
	}
	return splits, nil
}

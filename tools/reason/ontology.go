package reason

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

// The fields that rows get from the task ontology, besides those of all tasks.
const (
	fieldOntology = "ontology"
	fieldFaults   = "ontology_faults"
)

// classFaulty is the class of a readable draft with faults.
const classFaulty stage.Class = "faulty"

// symbols lists the symbols whose meanings a prompt asks for.
type symbols struct{ Predicates, Constants, Propositions []string }

// draft asks the model for an ontology of a row's formulas, of a story or a
// sentence, and checks it against them.
func (j *job) draft(ctx context.Context, row *record.Row) error {
	signature, sentences, err := materialOf(row)
	if err != nil {
		row.Error = &record.Error{Stage: stageName, Kind: "missing", Message: err.Error()}
		return nil
	}
	q := question{Premises: sentences, Fields: prompt.FieldsOf(row), Symbols: symbols{Constants: signature.Constants, Propositions: signature.Propositions}}
	for _, p := range signature.Predicates {
		q.Symbols.Predicates = append(q.Symbols.Predicates, fmt.Sprintf("%s/%d", p.Name, p.Arity))
	}
	messages, err := j.wording.Messages(q)
	if err != nil {
		return err
	}
	reply, ok, err := j.asker.Ask(ctx, row, messages, j.task)
	if err != nil {
		return err
	}
	row.SetValue(fieldBenchmark, j.benchmark(q))
	if !ok {
		return nil
	}
	class, score := stage.Unparsed, 0
	if o, from := readDraft(reply); o != nil {
		class, score = stage.Answered, 1
		if story, ok := row.ExtraField("story_id"); ok {
			o.StoryID = story
		}
		row.SetValue(fieldOntology, o)
		if faults := o.Faults(signature); len(faults) > 0 {
			class, score = classFaulty, 0
			row.SetValue(fieldFaults, faults)
		}
		row.SetValue(fieldExtractions, []extraction{{From: translate.Excerpt(from, 200), Class: class}})
	} else {
		row.SetValue(fieldExtractions, []extraction{{Class: class}})
	}
	row.SetValue(stage.FieldClass, class)
	row.SetValue(fieldScore, score)
	return nil
}

// materialOf returns the symbols of the row's formulas that parse, and the sentences of
// the row. Generated formulas have none: the model then invents the meanings.
func materialOf(row *record.Row) (logic.Signature, []string, error) {
	if f := row.Formalism; f != "" && f != record.Propositional && f != record.FirstOrder {
		return logic.Signature{}, nil, fmt.Errorf("formalism: found %s, expected propositional or first_order, whose symbols have meanings", f)
	}
	var parsed []*logic.Formula
	for _, text := range append(append([]string{row.FS}, row.Premises...), row.Conclusion) {
		if f, err := logic.Parse(text, logic.Options{}); err == nil {
			parsed = append(parsed, f)
		}
	}
	if len(parsed) == 0 {
		return logic.Signature{}, nil, errors.New("fs, premises: found no formula that parses, expected at least one, for its symbols")
	}
	var sentences []string
	if v, ok := row.ExtraField("premises_nl"); ok && json.Unmarshal(v, &sentences) != nil {
		return logic.Signature{}, nil, errors.New("premises_nl: expected a list of texts")
	}
	conclusion, _ := row.Text("conclusion_nl")
	for _, text := range []string{conclusion, row.NL} {
		if strings.TrimSpace(text) != "" {
			sentences = append(sentences, text)
		}
	}
	return logic.And(parsed...).Signature(true), sentences, nil
}

// readDraft returns the ontology in a reply and its text, or nil. A document
// without symbols is not an ontology.
func readDraft(reply string) (o *ontology.Ontology, from string) {
	for _, text := range stage.Documents(reply) {
		o, err := ontology.Decode(text)
		if err == nil && len(o.Predicates)+len(o.Constants)+len(o.Propositions) > 0 {
			o.Pairs = nil
			return o, text
		}
	}
	return nil, ""
}

// ontologies describes the command that writes drafts as a file of ontologies.
func ontologies() cli.Command {
	return cli.Command{
		Name: "reason ontologies", Usage: "print the drafts of ontologies, one for each story",
		Description: `
Reads rows with drafts of reason --task ontology, and merges those of each
story to a file for convert --ontology.

Examples:
  reason ontologies drafts.jsonl -o ontologies.jsonl`,
		Groups: cli.ReaderGroups | cli.Lines,
		Action: drafts,
	}
}

// drafts writes the ontologies of rows, one for each story, as a file for convert
// --ontology. The rows of a story are merged. The first meaning of a symbol without
// faults is used. Symbols with two meanings, and meanings with two symbols, are reported.
func drafts(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	byStory := map[string]*ontology.Ontology{}
	var stories []string
	dropped := 0
	err := cli.EachRow(ctx, c, env, func(row *record.Row, _ shard.Position) error {
		v, ok := row.ExtraField(fieldOntology)
		if !ok {
			return nil
		}
		o, err := ontology.Decode(string(v))
		if err != nil {
			return nil // another program's field
		}
		all := byStory[o.Story()]
		if all == nil {
			all = &ontology.Ontology{StoryID: o.StoryID, Predicates: []record.Predicate{}, Constants: []ontology.Constant{}}
			byStory[o.Story()] = all
			stories = append(stories, o.Story())
		}
		conflicts, faulty := all.Merge(o)
		for _, f := range conflicts {
			env.Log.Warn("a symbol has two meanings; the first is used", "story", o.Story(), "fault", f.Message)
		}
		dropped += faulty
		return nil
	})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, story := range stories {
		for _, f := range byStory[story].Ambiguities() {
			env.Log.Warn("a meaning has two symbols", "story", story, "fault", f.Message)
		}
		line, err := json.Marshal(byStory[story], json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
		if err != nil {
			return fmt.Errorf("ontology of story %s: %w", story, err)
		}
		b.Write(append(line, '\n'))
	}
	if dropped > 0 {
		env.Log.Warn("left out symbols with faults", "symbols", dropped)
	}
	return cli.WriteWhole(c, env, "the ontologies", func(w io.Writer) error { _, err := w.Write(b.Bytes()); return err })
}

package reason

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/format/ontology"
	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/survey"
	"github.com/truthloop/truthloop/translate/ask"
)

// The fields that rows are given by the task ontology, beside those of all.
const (
	fieldOntology = "ontology"
	fieldFaults   = "ontology_faults"
)

// classFaulty is a draft that could be read, and has faults.
const classFaulty ask.Class = "faulty"

// symbols are what a prompt asks the meaning of.
type symbols struct{ Predicates, Constants, Propositions []string }

// draft has the model draft the ontology of a row's formulas, of a story or a
// sentence, and holds it against them.
func (j *job) draft(ctx context.Context, row *record.Row) error {
	signature, sentences, err := told(row)
	if err != nil {
		row.Error = &record.Error{Stage: stageName, Kind: "missing", Message: err.Error()}
		return nil
	}
	q := question{Premises: sentences, Symbols: symbols{Constants: signature.Constants, Propositions: signature.Propositions}}
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
	survey.Set(row, fieldBenchmark, j.benchmark(q))
	if !ok {
		return nil
	}
	class, score := ask.Unparsed, 0
	if o, from := readDraft(reply); o != nil {
		class, score = ask.Answered, 1
		if story, ok := row.ExtraField("story_id"); ok {
			o.StoryID = story
		}
		survey.Set(row, fieldOntology, o)
		if faults := o.Faults(signature); len(faults) > 0 {
			class, score = classFaulty, 0
			survey.Set(row, fieldFaults, faults)
		}
		survey.Set(row, fieldExtractions, []extraction{{From: shortened(from), Class: class}})
	} else {
		survey.Set(row, fieldExtractions, []extraction{{Class: class}})
	}
	survey.Set(row, survey.FieldClass, class)
	survey.Set(row, fieldScore, score)
	return nil
}

// told are the symbols of a row's formulas, and its sentences. Formulas that do
// not parse tell none.
func told(row *record.Row) (logic.Signature, []string, error) {
	var parsed []*logic.Formula
	for _, text := range append(append([]string{row.FS}, row.Premises...), row.Conclusion) {
		if f, err := logic.Parse(text, logic.Options{}); err == nil {
			parsed = append(parsed, f)
		}
	}
	if len(parsed) == 0 {
		return logic.Signature{}, nil, errors.New("fs, premises: found no formula that parses, expected some whose symbols are to be told")
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
	if len(sentences) == 0 {
		return logic.Signature{}, nil, errors.New("nl, premises_nl: found none, expected the sentences of the formulas")
	}
	return logic.And(parsed...).Signature(true), sentences, nil
}

// readDraft is the ontology in a reply, with the text that it was read in; nil
// where there is none. A document that lists no symbols is none.
func readDraft(reply string) (o *ontology.Ontology, from string) {
	for _, text := range ask.Documents(reply) {
		o, err := ontology.Decode(text)
		if err == nil && len(o.Predicates)+len(o.Constants)+len(o.Propositions) > 0 {
			o.Pairs = nil
			return o, text
		}
	}
	return nil, ""
}

// drafts writes the ontologies of rows, one for each story, as a file that
// convert --ontology reads. Examples of one story complete each other; of a
// symbol the first meaning without fault counts.
func drafts(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if err := cli.CheckTable(c); err != nil {
		return err
	}
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
			return nil // a field of somebody else's
		}
		all := byStory[o.Story()]
		if all == nil {
			all = &ontology.Ontology{StoryID: o.StoryID, Predicates: []record.Predicate{}, Constants: []ontology.Constant{}}
			byStory[o.Story()] = all
			stories = append(stories, o.Story())
		}
		dropped += all.Merge(o)
		return nil
	})
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, story := range stories {
		line, err := json.Marshal(byStory[story], json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
		if err != nil {
			return fmt.Errorf("ontology of story %s: %w", story, err)
		}
		b.Write(append(line, '\n'))
	}
	if dropped > 0 {
		env.Log.Warn("symbols left out, which have faults", "symbols", dropped)
	}
	if name := c.String("output"); name != shard.Stdin {
		return shard.WriteFile(name, b.Bytes())
	}
	_, err = env.Stdout.Write(b.Bytes())
	return err
}

// shortened is the beginning of a text that is too long to be kept.
func shortened(text string) string {
	const limit = 200
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + " ..."
}

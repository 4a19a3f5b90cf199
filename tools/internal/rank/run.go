// Package rank is the program rank; see tools/rank.
package rank

import (
	"context"
	"fmt"
	"io"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/gen/perturb"
	"github.com/truthloop/truthloop/tools/internal/access"
	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/survey"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/ask"
	"github.com/truthloop/truthloop/translate/embed"
	"github.com/truthloop/truthloop/translate/provider"
)

const description = `
Reads rows with a sentence (nl) and the candidates that perturb made, and has a
model say which candidate is most similar to the sentence, or rank them all.
Rows get the answer, as indexes into candidates, answer_class, and scores:

  answer_class        ok, unparsed, out_of_range, incomplete, repeated
  score_most_similar  1 where the answer means the same as the formula, else 0
  score_eq            1 where what means the same has the first places
  score_neg           1 where the negations have the last places
  score_both          1 where both is so
  chance_...          the probability of each by guessing

A chat model is given the candidates as their field order says; --embeddings
asks an embedding model instead and compares by cosine. builtin:ngrams is one
that needs no endpoint; builtin:rules is a chat model that needs none. --scores reads such rows and prints their means, with
the standard deviation over runs; --contingency compares models, and tasks, set
by set. Answers that are none of the candidates, and calls that brought none,
count as wrong.

Examples:
  perturb --task ranking fs.jsonl | rank --model builtin:ngrams | rank --scores
  rank --model my-model --base-url http://localhost:8000/v1 --form fol --runs 5 sets.jsonl -o ranked.jsonl
  rank --embeddings --model my-embedder --base-url http://localhost:8000/v1 --instruction 'Find the formula that says this: ' sets.jsonl
  rank --contingency a.jsonl b.jsonl`

// Summary is the program in a line.
const Summary = "have models choose among candidates, and score them"

// Run runs the program.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	return cli.Run(ctx, cli.Command{
		Name:        "rank",
		Usage:       Summary,
		Description: description,
		Groups:      cli.StageGroups,
		Flags:       flags(),
		Tables:      []string{"scores", "contingency"},
		Action:      action,
	}, args, stdin, stdout, stderr)
}

func flags() []ucli.Flag {
	const sums = "SCORES"
	return append([]ucli.Flag{
		&ucli.StringFlag{Category: survey.What, Name: "task", DefaultText: "the row's", Usage: "`TASK`: most-similar or ranking"},
		&ucli.StringFlag{Category: survey.What, Name: "form", Value: survey.NL, Usage: "`FORM` of the candidates: nl or fol"},
		&ucli.BoolFlag{Category: survey.What, Name: "no-structured", Usage: "do not ask the endpoint for an answer that keeps to a JSON schema; without, one that refuses it is asked for text"},
		&ucli.BoolFlag{Category: access.TheModel, Name: "embeddings", Usage: "the endpoint's model is one of embeddings"},
		&ucli.StringFlag{Category: survey.What, Name: "instruction", Usage: "`TEXT` before the sentence, for embedding models that want one"},
		&ucli.BoolFlag{Category: sums, Name: "scores", Usage: "ask nothing, and print the means of the rows' scores"},
		&ucli.BoolFlag{Category: sums, Name: "contingency", Usage: "ask nothing, and print how often models, and tasks, are right about the same sets"},
	}, survey.Flags(
		"`NAME` of the model: builtin:ngrams, builtin:rules, builtin:noisy, or what the endpoint calls it",
		"`DIR` with a most-similar.txt and a ranking.txt to use for those that are built in",
	)...)
}

// job is one run of the program.
type job struct {
	task     perturb.Task // of all rows; empty: each row's own
	form     string
	askers   map[perturb.Task]*ask.Asker // of a chat model
	wordings map[perturb.Task]*ask.Wording
	schemas  bool

	embedder    embed.Embedder // else
	instruction string
	timing      bool
	stopAfter   int
	breaker     translate.Breaker
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	if c.Bool("scores") || c.Bool("contingency") {
		return sumUp(ctx, c, env)
	}
	s, err := survey.New(ctx, c, stageName)
	if err != nil {
		return err
	}
	defer s.Close()
	j, err := newJob(c, env, s)
	if err != nil {
		return err
	}
	return s.Run(ctx, env, j.settings(c), j.process)
}

// newJob reads the flags and opens their model.
func newJob(c *ucli.Context, env *cli.Env, s *survey.Survey) (*job, error) {
	j := &job{
		form: c.String("form"), instruction: c.String("instruction"),
		timing: !c.Bool("no-timing"), stopAfter: c.Int("stop-after"), schemas: !c.Bool("no-structured"),
	}
	if task := c.String("task"); task != "" {
		var err error
		if j.task, err = perturb.ParseTask(task); err != nil {
			return nil, cli.Usagef("--task: %w", err)
		}
	}
	if err := survey.Check(c, embed.Builtin); err != nil {
		return nil, err
	}
	switch name := c.String("model"); {
	case name == embed.Builtin || c.Bool("embeddings"):
		return j, j.openEmbedder(s)
	case c.IsSet("instruction"):
		return nil, cli.Usagef("--instruction: it is for embedding models, and there is no --embeddings")
	default:
		return j, j.openChat(c, env, s)
	}
}

func (j *job) openChat(c *ucli.Context, env *cli.Env, s *survey.Survey) error {
	if err := s.Open(); err != nil {
		return err
	}
	j.askers, j.wordings = map[perturb.Task]*ask.Asker{}, map[perturb.Task]*ask.Wording{}
	for _, task := range []perturb.Task{perturb.MostSimilar, perturb.Ranking} {
		w, err := ask.LoadWording("rank", string(task)+".txt", c.String("prompts"),
			question{"sentence of a trial", survey.FOL, []string{"candidate one", "candidate two"}, []string{"a: a word"}},
			"sentence of a trial", "candidate one", "candidate two")
		if err != nil {
			return cli.Usagef("--prompts: %w", err)
		}
		params, plain := s.Access.Params, (*translate.Params)(nil)
		if j.schemas && !provider.Builtin(c.String("model")) && params.Extra["response_format"] == nil {
			plain = &s.Access.Params
			if params, err = withSchema(params, task); err != nil {
				return err
			}
		}
		asker := s.Asker(w, params)
		asker.Plain, asker.Note = plain, func(note string) { fmt.Fprintf(env.Stderr, "rank: %s: %s\n", asker.Model.Name(), note) }
		j.wordings[task], j.askers[task] = w, asker
	}
	return nil
}

func (j *job) openEmbedder(s *survey.Survey) (err error) {
	j.embedder, err = s.OpenEmbedder()
	return err
}

// settings are all that decides the output beside the input.
func (j *job) settings(c *ucli.Context) map[string]string {
	out := map[string]string{
		"model": c.String("model"), "embeddings": fmt.Sprint(j.embedder != nil), "task": string(j.task), "form": j.form,
		"runs": c.String("runs"), "instruction": j.instruction, "conversations": fmt.Sprint(!c.Bool("no-conversations")),
	}
	var versions []string
	for _, task := range []perturb.Task{perturb.MostSimilar, perturb.Ranking} {
		if a := j.askers[task]; a != nil {
			versions = append(versions, a.Prompt+" "+a.Params.String())
		}
	}
	out["prompts"] = strings.Join(versions, " ")
	return out
}

// withSchema asks for an answer of the task's form.
func withSchema(p translate.Params, task perturb.Task) (translate.Params, error) {
	answer := `{"type":"integer"}`
	if task == perturb.Ranking {
		answer = `{"type":"array","items":{"type":"integer"}}`
	}
	schema := `{"type":"json_schema","json_schema":{"name":"answer","strict":true,"schema":{"type":"object","properties":{"reasoning":{"type":"string"},"answer":` +
		answer + `},"required":["reasoning","answer"],"additionalProperties":false}}}`
	own := p
	own.Extra = nil
	for name, value := range p.Extra {
		if err := own.AddExtra(name + "=" + string(value)); err != nil {
			return p, err
		}
	}
	return own, own.AddExtra("response_format=" + schema)
}

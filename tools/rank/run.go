// Package rank is the program rank. Each input row has a sentence and a list of
// candidates: formulas that the program perturb made from the formula of the sentence.
// rank asks a model to choose the candidate with the meaning of the sentence, or to rank
// all candidates.
//
// perturb gives each candidate a role, such as original, perturbation or negation. By
// the roles, rank computes the scores of an answer: for example, an answer is right if it
// chooses the original or an equivalent formula. The output is the same rows with the
// answer and its scores. rank scores writes a table of mean scores. rank contingency writes
// the 2×2 table of right and wrong answers for two models or two tasks. docs/howto/candidates.md describes the tasks and the scores.
package rank

import (
	"context"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/tools/internal/models"
	"github.com/truthloop/truthloop/tools/perturb"
	"github.com/truthloop/truthloop/translate/endpoint"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/translate/stage"
)

const description = `
Reads rows with a sentence (nl) and the candidates that perturb made, and
asks a model which candidate is most similar to the sentence, or to rank them
all. Rows get the answer, as indexes into candidates, answer_class, scores,
and the probability of each score by guessing. docs/howto/candidates.md
describes them.

Examples:
  perturb --task ranking fs.jsonl | rank --model builtin:ngrams | rank scores
  rank --model my-model --base-url http://localhost:8000/v1 --form fol \
    --runs 5 sets.jsonl -o ranked.jsonl
  rank --embeddings --model my-embedder --base-url http://localhost:8000/v1 \
    --instruction 'Sentence: ' sets.jsonl
  rank contingency a.jsonl b.jsonl`

// Command describes the program.
func Command() cli.Command {
	return cli.Command{
		Name:        "rank",
		Usage:       "ask models to choose among candidates, and score the answers",
		Description: description,
		Main:        []string{"model", "base-url", "task", "form", "output", "resume", "runs", "workers", "embeddings", "instruction"},
		Groups:      cli.StageGroups,
		Flags:       flags(),
		Subs:        []cli.Command{scores(), contingency()},
		Action:      action,
	}
}

func flags() []ucli.Flag {
	return append([]ucli.Flag{
		&ucli.StringFlag{Category: models.Question, Name: "task", DefaultText: "the row's", Usage: "`TASK`: most-similar or ranking"},
		models.FormFlag(),
		&ucli.BoolFlag{Category: models.TheModel, Name: "embeddings", Usage: "the model is an embedding model"},
		&ucli.StringFlag{Category: models.Question, Name: "instruction", Usage: "`TEXT` before the sentence, for embedding models"},
		&ucli.StringFlag{Category: models.Question, Name: "candidate-instruction", Usage: "`TEXT` before each candidate, for embedding models"},
	}, models.RowFlags("rank", "`NAME` at the endpoint, or builtin:ngrams, :rules or :noisy", "`DIR` of prompts")...)
}

// embeds reports whether the model is an embedding model.
func embeds(c *ucli.Context) bool {
	return c.String("model") == endpoint.Ngrams || c.Bool("embeddings")
}

// job is one run of the program.
type job struct {
	task      perturb.Task // of all rows; empty: each row's own
	form      string
	runs      int
	embedding bool
	askers    map[perturb.Task]*stage.Asker
	wordings  map[perturb.Task]*prompt.Template // of a chat model

	instruction, candidateInstruction string // of an embedding model
}

func action(ctx context.Context, c *ucli.Context, env *cli.Env) error {
	name := c.String("model")
	j := &job{
		embedding:   embeds(c),
		instruction: c.String("instruction"), candidateInstruction: c.String("candidate-instruction"),
		askers: map[perturb.Task]*stage.Asker{}, wordings: map[perturb.Task]*prompt.Template{},
	}
	if task := c.String("task"); task != "" {
		var err error
		if j.task, err = parseTask(task); err != nil {
			return cli.Usagef("--task: %w", err)
		}
	}
	err := cli.OneOf(c, "form", &j.form, models.NL, models.FOL)
	if err == nil {
		j.runs, err = models.Runs(c)
	}
	if err != nil {
		return err
	}
	if !j.embedding && j.instruction+j.candidateInstruction != "" {
		return cli.Usagef("--instruction and --candidate-instruction: found a chat model, expected --embeddings; the prompts of a chat model are those of --prompts")
	}
	if from := c.String("provider"); j.embedding && from != string(endpoint.OpenAI) {
		return cli.Usagef("--provider: found %s, expected openai, whose protocol has embeddings", from)
	}
	a, err := models.Open(ctx, c, env, name)
	if err != nil {
		return err
	}
	if err := j.open(c, env, a); err != nil {
		return err
	}
	return a.Run(ctx, c, env, models.Plan{
		Stages: []string{stageName}, Settings: j.settings(c), Runs: j.runs,
		Ask: j.process,
	})
}

// open makes an asker for each task, and reads its prompt for a chat model.
func (j *job) open(c *ucli.Context, env *cli.Env, a *models.Opened) error {
	for _, task := range []perturb.Task{perturb.MostSimilar, perturb.Ranking} {
		asker := a.Asker(c, env, stageName)
		j.askers[task] = &asker
		if j.embedding {
			continue
		}
		trial := question{
			Sentence: "sentence of a trial", Form: models.FOL, Candidates: []string{"candidate one", "candidate two"}, Glossary: []string{"a: a word"},
		}
		w, err := prompt.LoadTemplate("rank", string(task)+".txt", c.String("prompts"), []any{trial}, trial.Sentence, trial.Candidates[0], trial.Candidates[1])
		if err != nil {
			return cli.Usagef("--prompts: %w", err)
		}
		j.wordings[task], asker.Prompt = w, w.Version()
		if !endpoint.Builtin(c.String("model")) && a.Params.Extra["response_format"] == nil {
			asker.Format = schema(task)
		}
	}
	return nil
}

// settings returns everything that determines the output, except the input.
func (j *job) settings(c *ucli.Context) map[string]string {
	asker := j.askers[perturb.Ranking]
	return map[string]string{
		"model": c.String("model"), "embeddings": fmt.Sprint(j.embedding), "task": string(j.task), "form": j.form,
		"runs": fmt.Sprint(j.runs), "instruction": j.instruction, "candidate_instruction": j.candidateInstruction, "conversations": fmt.Sprint(asker.Conversations),
		"params": asker.Params.String(), "structured": fmt.Sprint(asker.Format != nil),
		"prompts": j.askers[perturb.MostSimilar].Prompt + " " + asker.Prompt,
	}
}

// schema returns the response format of a task's answers.
func schema(task perturb.Task) jsontext.Value {
	answer := `{"type":"integer"}`
	if task == perturb.Ranking {
		answer = `{"type":"array","items":{"type":"integer"}}`
	}
	return jsontext.Value(`{"type":"json_schema","json_schema":{"name":"answer","strict":true,"schema":{"type":"object","properties":{"reasoning":{"type":"string"},"answer":` +
		answer + `},"required":["reasoning","answer"],"additionalProperties":false}}}`)
}

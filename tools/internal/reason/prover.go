package reason

import (
	"context"
	"fmt"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/verify"
)

// A prover is a chat model that reads the premises and the conclusion of a
// prompt and answers by proof: what a model could score at best where the
// labels are right. It stands here, and not among the built-in models of
// package translate, which knows no solver.
type prover struct{ o verify.Options }

func (*prover) Name() string { return builtinProver }

// Chat never fails but for ctx: what it cannot read or decide it refuses.
func (p *prover) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	if err := ctx.Err(); err != nil {
		return translate.Response{Outcome: record.Canceled}, err
	}
	resp := translate.Response{FinishReason: "stop", Outcome: record.OK, Usage: record.Usage{Attempts: 1}}
	premises, conclusion, ok := readArgument(req.Messages)
	if !ok {
		resp.Outcome, resp.Content = record.Refused, "I find no premises and no conclusion."
		return resp, nil
	}
	r := verify.New(p.o).Entailment(ctx, premises, conclusion)
	word, decided := truths[string(r.Verdict)]
	if !decided || r.Verdict == record.Unknown {
		resp.Outcome, resp.Content = record.Refused, fmt.Sprintf("I cannot decide this: %s: %s", r.Verdict, r.Reason)
		return resp, nil
	}
	resp.Content = fmt.Sprintf("Decided by %s.\n[Answer] %s", r.Engine, word)
	return resp, nil
}

// readArgument reads the last message by its tags. Premises stand a line each,
// behind their numbers.
func readArgument(messages []record.Message) (premises []string, conclusion string, ok bool) {
	if len(messages) == 0 {
		return nil, "", false
	}
	_, rest, found := strings.Cut(messages[len(messages)-1].Content, "\n[PREMISES]\n")
	i := strings.LastIndex(rest, "\n[CONCLUSION]\n")
	if !found || i < 0 {
		return nil, "", false
	}
	for line := range strings.Lines(rest[:i]) {
		_, formula, numbered := strings.Cut(line, ". ")
		if numbered {
			premises = append(premises, strings.TrimSpace(formula))
		}
	}
	return premises, strings.TrimSpace(rest[i+len("\n[CONCLUSION]\n"):]), true
}

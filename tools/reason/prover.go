package reason

import (
	"context"
	"fmt"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/prompt"
	"github.com/truthloop/truthloop/verify"
)

// A prover is a chat model that reads the premises and the conclusion of a
// prompt and answers by proof: the best score of any model, if the labels are
// right. It is not in package builtin because translate does not import solvers.
type prover struct{ o *verify.Options }

func (*prover) Name() string { return builtinProver }

// Chat returns an error only if ctx is done. It refuses questions that it cannot read or
// decide.
func (p *prover) Chat(ctx context.Context, req translate.Request) (translate.Response, error) {
	if err := ctx.Err(); err != nil {
		return translate.Response{Outcome: record.Canceled}, err
	}
	resp := translate.Response{FinishReason: "stop", Outcome: record.OK, Usage: record.Usage{Attempts: 1}}
	q, ok := prompt.ReadQuestion(req.Messages)
	if !ok || q.Kind != prompt.Entail {
		resp.Outcome, resp.Content = record.Refused, "I find no premises and no conclusion."
		return resp, nil
	}
	r := verify.New(*p.o).Entailment(ctx, q.Premises, q.Conclusion)
	word, decided := truths[string(r.Verdict)]
	if !decided || r.Verdict == record.Unknown {
		resp.Outcome, resp.Content = record.Refused, fmt.Sprintf("I cannot decide this: %s: %s", r.Verdict, r.Reason)
		return resp, nil
	}
	resp.Content = fmt.Sprintf("Decided by %s.\n[Answer] %s", r.Engine, word)
	return resp, nil
}

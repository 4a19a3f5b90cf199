package translate_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/translate"
)

// counting answers with the number of the call; the calls in fail fail.
type counting struct {
	calls   int
	fail    map[int]bool
	outcome record.Outcome
}

func (m *counting) Name() string { return "counting" }

func (m *counting) Chat(context.Context, translate.Request) (translate.Response, error) {
	m.calls++
	if m.fail[m.calls] {
		return translate.Response{Outcome: record.HTTP5xx}, errors.New("out of order")
	}
	return translate.Response{Content: fmt.Sprint("answer ", m.calls), Outcome: m.outcome, Usage: record.Usage{CompletionTokens: 3}}, nil
}

func TestJournalGivesRepliesOfAnUnfinishedRowAgain(t *testing.T) {
	dir, m := t.TempDir(), &counting{fail: map[int]bool{2: true}, outcome: record.Truncated}
	journal := translate.Journal(m)
	ask := func(row, key, want string) {
		t.Helper()
		ctx := t.Context()
		if row != "" {
			ctx = translate.InRow(ctx, filepath.Join(dir, row))
		}
		resp, err := journal.Chat(ctx, translate.Request{Model: "m", Key: key})
		got := fmt.Sprintf("%s %s %v", resp.Content, resp.Outcome, resp.Kept)
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("found %q, expected %q", got, want)
		}
	}
	ask("1", "a", "answer 1 truncated false")
	ask("1", "b", "out of order")
	ask("1", "b", "answer 3 truncated false")
	ask("2", "a", "answer 4 truncated false") // an equal question about another row has its own answer
	ask("", "a", "answer 5 truncated false")  // about no row

	journal = translate.Journal(m) // another run
	ask("1", "a", "answer 1 truncated true")
	ask("1", "b", "answer 3 truncated true")
	ask("2", "a", "answer 4 truncated true")
	ask("1", "c", "answer 6 truncated false")

	// A torn file is as good as none.
	files, err := filepath.Glob(filepath.Join(dir, "2", "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.WriteFile(files[0], []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	ask("2", "a", "answer 7 truncated false")
	ask("2", "a", "answer 7 truncated true")
}

// A reply from the journal was paid for and counts against the budget.
func TestKeptRepliesCountForTheBudget(t *testing.T) {
	dir, m := t.TempDir(), &counting{outcome: record.OK}
	for run := range 2 {
		budget := translate.NewBudget(translate.Tariff{Tokens: 5})
		meter := translate.NewMeter(translate.Journal(translate.Retry(m, translate.Policy{Budget: budget})), budget, nil)
		ctx := translate.InRow(t.Context(), dir)
		if _, err := meter.Chat(ctx, translate.Request{Key: "a"}); err != nil {
			t.Fatal(err)
		}
		if got := meter.Totals(); got.Kept != int64(run) || got.Calls != int64(1-run) {
			t.Errorf("run %d: %v", run, got)
		}
		if run == 0 {
			continue
		}
		if _, err := meter.Chat(ctx, translate.Request{Key: "b"}); !errors.Is(err, translate.ErrBudget) {
			t.Errorf("run %d: %v, expected %v", run, err, translate.ErrBudget)
		}
	}
}

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

// counting answers with the number of the call, of which those in fail fail.
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
	dir, m := filepath.Join(t.TempDir(), "replies"), &counting{fail: map[int]bool{2: true}, outcome: record.Truncated}
	ask := func(ctx context.Context, j *translate.Journal, key string) string {
		t.Helper()
		resp, err := j.Chat(ctx, translate.Request{Model: "m", Key: key})
		if err != nil {
			return err.Error()
		}
		return fmt.Sprintf("%s %s %v", resp.Content, resp.Outcome, resp.Kept)
	}
	open := func() *translate.Journal {
		j, err := translate.NewJournal(m, dir)
		if err != nil {
			t.Fatal(err)
		}
		return j
	}
	expect := func(got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("found %q, expected %q", got, want)
		}
	}

	j := open()
	ctx, _ := j.Row(t.Context())
	expect(ask(ctx, j, "a"), "answer 1 truncated false")
	expect(ask(ctx, j, "b"), "out of order")
	expect(ask(ctx, j, "b"), "answer 3 truncated false")
	expect(ask(ctx, j, "b"), "answer 4 truncated false") // an equal question of this run has an answer of its own
	other, _ := j.Row(t.Context())
	expect(ask(other, j, "a"), "answer 5 truncated false")

	j = open() // another run
	ctx, kept := j.Row(t.Context())
	expect(ask(ctx, j, "a"), "answer 1 truncated true")
	expect(ask(ctx, j, "a"), "answer 5 truncated true")
	expect(ask(ctx, j, "a"), "answer 6 truncated false")
	expect(ask(ctx, j, "b"), "answer 3 truncated true")
	expect(ask(t.Context(), j, "b"), "answer 7 truncated false") // of no row
	if err := kept.Drop(); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 { // the second of b
		t.Errorf("%v are left, %v; expected one", files, err)
	}
	j.End()
	expect(ask(ctx, j, "b"), "answer 8 truncated false")

	// A torn file is as good as none.
	if err := os.WriteFile(filepath.Join(dir, files[0].Name()), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	j = open()
	ctx, _ = j.Row(t.Context())
	expect(ask(ctx, j, "b"), "answer 9 truncated false")
	expect(ask(ctx, j, "b"), "answer 10 truncated false")
}

// What a journal gives again was paid for, and counts for the budget.
func TestKeptRepliesCountForTheBudget(t *testing.T) {
	dir, m := t.TempDir(), &counting{outcome: record.OK}
	for run, want := range []string{"<nil>", "budget is used up"} {
		j, err := translate.NewJournal(m, dir)
		if err != nil {
			t.Fatal(err)
		}
		meter := translate.NewMeter(j, translate.Tariff{Budget: translate.NewBudget(0, 5)})
		ctx, _ := j.Row(t.Context())
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
			t.Errorf("run %d: %v, expected %s", run, err, want)
		}
	}
}

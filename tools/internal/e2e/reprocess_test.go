//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

// AutoEval's published rows are extracted, verified and judged again, from their
// conversations and without a model.
// The released files call the conversations conversation_history, which was not read.
// With a model on vLLM, the role of the answers is system.
func TestPublishedAnswersAreReprocessed(t *testing.T) {
	const written = `{
		"info": {"type": "dataset", "grammar": "[s -> s 'or' s, s -> 'V']", "predicate_info": null}, "verified": true,
		"data": [{"idx": 0, "fs": "(p1 v ¬p2)", "depth": 5, "llm_fs": "whatever their code made of it", "cost": 0.25, "error": null,
			"conversations": [
				{"role": "user", "content": "Tell (p1 v ¬p2)."}, {"role": "assistant", "content": "p1, or else not p2, as in (p1 ∨ ¬p2)."}, "RESET",
				{"role": "user", "content": "Formalize: ..."}, {"role": "assistant", "content": "It is this:\n` + "```" + `\n¬p2 ∨ p1\n` + "```" + `"}],
			"verification": {"has_error": null, "is_equivalent": false, "time": "0:00:01"},
			"llm_verification": {"judge-1": {"has_error": null, "is_equivalent": false, "time": "0:00:02",
				"conversations": [{"role": "user", "content": "Same?"}, {"role": "assistant", "content": "They are.\n[Answer] Yes"}]}}}]}`
	released := strings.Replace(written, `"conversations": [
				{`, `"conversation_history": [
				{`, 1)
	for name, published := range map[string]string{
		"written": written, "released": released, "vLLM": strings.ReplaceAll(released, `"assistant", "content": "p1`, `"system", "content": "p1`),
	} {
		t.Run(name, func(t *testing.T) { reprocess(t, published) })
	}
	if released == written {
		t.Error("the released layout is not another one")
	}
}

// reprocess imports a file of AutoEval, and reads its answers again.
func reprocess(t *testing.T, published string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "plogic.verified.json"), []byte(published), 0o600); err != nil {
		t.Fatal(err)
	}
	convert := "convert --from autoeval --dataset plogic plogic.verified.json"
	rows := rowsOf(t, sh(t, dir, convert+" | informalize --stored | autoformalize --stored | verify"))
	if len(rows) != 1 {
		t.Fatalf("found %d rows", len(rows))
	}
	r := rows[0]
	if len(r.Judgements) != 0 { // they were of another formula
		t.Errorf("judgements %+v of an answer that is extracted anew", r.Judgements)
	}
	if r.FSOut != "¬p2 ∨ p1" || r.Verdict != record.Equivalent || r.NLLeakKind != "copy" {
		t.Errorf("extracted %q, verdict %s, leak %q", r.FSOut, r.Verdict, r.NLLeakKind)
	}
}

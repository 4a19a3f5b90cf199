//go:build unix

package e2e

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// accounted reads the rows of a file. There must be as many as in the input, in the
// same order. Each has a value in one of these columns, or an error.
func accounted(t *testing.T, dir, input, output string, columns ...string) []map[string]any {
	t.Helper()
	read := func(name string) (rows []map[string]any) {
		for line := range strings.Lines(sh(t, dir, "convert "+name)) {
			var r map[string]any
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			rows = append(rows, r)
		}
		return rows
	}
	in, out := read(input), read(output)
	if len(in) != len(out) || len(in) == 0 {
		t.Fatalf("%s has %d rows, %s has %d", input, len(in), output, len(out))
	}
	counts := map[string]int{}
	for i, r := range out {
		if in[i]["id"] != r["id"] {
			t.Errorf("%s: row %d has the id %v, expected %v", output, i, r["id"], in[i]["id"])
		}
		class := "error"
		for _, c := range columns {
			if v, ok := r[c].(string); ok {
				class = c
				if c == "verdict" || c == "answer_class" {
					class = v
				}
				break
			}
		}
		if (class == "error") != (r["error"] != nil) && class != "noncompliant" {
			t.Errorf("%s: row %d: %s, but the error is %v", output, i, class, r["error"])
		}
		counts[class]++
	}
	t.Logf("%s: %v", output, counts)
	return out
}

// killed runs a script, which must have a flag --resume, kills it after three seconds, and
// repeats it, with twice the time, until it succeeds.
func (s *realServer) killed(t *testing.T, dir, script string) {
	t.Helper()
	for kills := 0; ; kills++ {
		cmd := shell(t, dir, "export OPENAI_BASE_URL="+s.url+"\nexec "+script)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		timer := time.AfterFunc(3*time.Second<<kills, func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		timer.Stop()
		if code := cmd.ProcessState.ExitCode(); err == nil || code == 3 {
			t.Logf("%d kills: %s", kills, script)
			return
		} else if code >= 0 {
			t.Fatalf("exit code %d: %s", code, script)
		}
	}
}

// someFormulas writes a few formulas of each formalism to fs.jsonl.
func someFormulas(t *testing.T, dir, each string) {
	t.Helper()
	sh(t, dir, `for d in plogic fol regex; do generate --dataset $d --depth 6 --sample-count 2 > all.jsonl; head -n `+each+` all.jsonl; done > fs.jsonl`)
}

// loop asks for descriptions and formulas, and verifies them. At temperature 1, the
// answers differ, so there are answers, texts that are no formulas, and cut-off replies.
func (s *realServer) loop(t *testing.T, dir, flags string) {
	t.Helper()
	flags += " --temperature 1 --seed 1 --max-tokens 60 --workers 4 --resume "
	s.killed(t, dir, "informalize --stop $'\\n' fs.jsonl -o nl.jsonl"+flags)
	accounted(t, dir, "fs.jsonl", "nl.jsonl", "nl")
	s.killed(t, dir, "autoformalize --stop $'\\n' nl.jsonl -o back.jsonl"+flags)
	accounted(t, dir, "nl.jsonl", "back.jsonl", "fs_out")
	sh(t, dir, "verify back.jsonl -o verified.jsonl"+orErrors)
	rows := accounted(t, dir, "back.jsonl", "verified.jsonl", "verdict")
	var table []struct{ Rows int } // the last line is of all rows
	err := json.Unmarshal([]byte(sh(t, dir, "metrics --format json verified.jsonl")), &table)
	if err != nil || len(table) == 0 || table[len(table)-1].Rows != len(rows) {
		t.Errorf("%v: metrics counts %v rows, expected %d", err, table, len(rows))
	}
}

// The loop FS → NL → FS with a real model: every reply has its row, although the
// programs are killed; and the report opens in a browser.
func TestRealServerLoop(t *testing.T) {
	s := smolLM2(t)
	dir := t.TempDir()
	someFormulas(t, dir, "6")
	s.loop(t, dir, " --model smollm2")

	t.Run("judge", func(t *testing.T) {
		s.ask(t, dir, "judge --model smollm2 --base-url "+s.url+" --max-tokens 20 --temperature 0 --style direct --workers 4 back.jsonl -o judged.jsonl"+orErrors)
		answers := map[string]int{}
		for _, r := range accounted(t, dir, "back.jsonl", "judged.jsonl", "verdict") {
			judgements, _ := r["judgements"].([]any)
			if asked := r["verdict"] != "error"; asked != (len(judgements) == 1) {
				t.Errorf("verdict %v, %d judgements", r["verdict"], len(judgements))
				continue
			} else if !asked {
				continue
			}
			j := judgements[0].(map[string]any)
			if j["answer"] == nil && j["error"] == nil && j["verdict"] == nil {
				t.Errorf("a judgement without answer and error: %v", j)
			}
			verdict, _ := j["verdict"].(string)
			answers[verdict]++
		}
		t.Logf("judgements: %v", answers)
		sh(t, dir, "metrics judges judged.jsonl")
	})

	t.Run("report", func(t *testing.T) {
		sh(t, dir, "report verified.jsonl -o report.html")
		inChromium(t, filepath.Join(dir, "report.html"), "smollm2")
	})
}

// inChromium opens a page, which must show the text and have no errors in its scripts.
func inChromium(t *testing.T, page, text string) {
	t.Helper()
	for _, name := range []string{os.Getenv("TRUTHLOOP_CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		browser, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		var stderr strings.Builder
		cmd := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--virtual-time-budget=10000",
			"--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+page)
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil || !strings.Contains(string(out), text) || !strings.Contains(string(out), "</html>") || strings.Contains(stderr.String(), "Uncaught") {
			t.Errorf("%v: %d bytes of %s, stderr: %s", err, len(out), page, tail(stderr.String()))
		}
		return
	}
	t.Skip("no Chromium: set TRUTHLOOP_CHROMIUM or install chromium or google-chrome")
}

// The tasks that begin with sentences that people wrote: translation, choice and ranking
// of candidates, and questions about entailment.
func TestRealServerSentences(t *testing.T) {
	s := smolLM2(t)
	dir := t.TempDir()
	sh(t, dir, "convert --from ontology "+filepath.Join(root, "data/ontologies/tarski.json")+" | head -n 6 > sentences.jsonl")
	const flags = " --model smollm2 --temperature 1 --seed 1 --max-tokens 80 --workers 4 --resume "

	t.Run("translation", func(t *testing.T) {
		s.killed(t, dir, "autoformalize --task logical-translation sentences.jsonl -o back.jsonl"+flags)
		accounted(t, dir, "sentences.jsonl", "back.jsonl", "fs_out")
		sh(t, dir, "verify back.jsonl -o verified.jsonl"+orErrors)
		accounted(t, dir, "back.jsonl", "verified.jsonl", "verdict")
	})

	for _, task := range []string{"most-similar", "ranking"} {
		for _, form := range []string{"nl", "fol"} {
			t.Run(task+" "+form, func(t *testing.T) {
				sh(t, dir, "perturb --task "+task+" sentences.jsonl -o sets.jsonl --overwrite")
				ranked := "ranked-" + task + "-" + form + ".jsonl"
				s.killed(t, dir, "rank --form "+form+" sets.jsonl -o "+ranked+flags)
				accounted(t, dir, "sets.jsonl", ranked, "answer_class")
				sh(t, dir, "rank scores "+ranked)
			})
		}
	}

	t.Run("reason", func(t *testing.T) {
		sh(t, dir, "convert --from folio-stories "+filepath.Join(root, "data/examples/stories.jsonl")+" | head -n 6 > stories.jsonl")
		s.killed(t, dir, "reason --form nl stories.jsonl -o answers.jsonl"+flags)
		accounted(t, dir, "stories.jsonl", "answers.jsonl", "answer_class")
		sh(t, dir, "reason scores answers.jsonl")
	})
}

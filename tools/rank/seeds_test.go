package rank

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// --seed took one number, so runs with the seeds of a paper (NL-FOL-LT, appendix
// G: 3, 12, 26, 85 and 107) needed a file for each seed.
func TestSeedsAsAList(t *testing.T) {
	url, asked := chat(t, "1")
	rows := ranked(t, similar, "--model", "m", "--base-url", url, "--seed", "3,12,26", "--workers", "1")
	if len(rows) != 3 || len(asked()) != 3 {
		t.Fatalf("%d rows, %d calls", len(rows), len(asked()))
	}
	for i, seed := range []int{3, 12, 26} {
		if want := fmt.Sprintf(`"seed":%d`, seed); !strings.Contains(asked()[i], want) || rows[i].Run == nil || *rows[i].Run != i {
			t.Errorf("run %d: %s, want %s", i, asked()[i], want)
		}
	}
	output := filepath.Join(t.TempDir(), "out.jsonl")
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--seed", "3,12", "-o", output}, 0, ""},
		{[]string{"--seed", "3,13", "-o", output, "--resume"}, 1, `settings.seeds was "[3 12]" and is now "[3 13]"`},
		{[]string{"--seed", "3,12", "--runs", "2"}, 0, ""},
		{[]string{"--seed", "3,12", "--runs", "3"}, 2, "--runs: found 3 runs and 2 values of --seed"},
		{[]string{"--seed", "3,3"}, 2, "--seed: found 3 twice"},
		{[]string{"--seed", "3,x"}, 2, `--seed: found "x"`},
		{[]string{"--seed", ""}, 2, "--seed: found none"},
	} {
		var out, stderr bytes.Buffer
		args := append([]string{"rank", "--model", "m", "--base-url", url}, c.args...)
		err := Command().Run(t.Context(), args, strings.NewReader(similar), &out, &stderr)
		if cli.ExitCode(err) != c.code || c.want != "" && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %d %s", c.args, err, c.code, c.want)
		}
	}
}

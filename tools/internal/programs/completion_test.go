package programs

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"testing"

	ucli "github.com/urfave/cli/v2"
)

// listed matches an error that lists the values of a flag, between separates the values,
// and name matches a value.
var (
	listed  = regexp.MustCompile(`"zzz"(?:: found no such model)?[:,] expected (?:one of |some of )?([^;\n]*)`)
	between = regexp.MustCompile(`, or some of |, or |, | or `)
	name    = regexp.MustCompile(`^[a-z][a-z0-9_.-]*$`)
)

// The list of engines that a shell offered lacked one. So the values that the parser of a
// flag lists in its error are compared with those that a shell offers.
func TestEveryValueThatAnErrorListsCompletes(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	t.Chdir(t.TempDir())
	const remote = "--model m --base-url http://127.0.0.1:1/v1 "
	with := map[string]string{ // flags without which others have no effect
		"generate": "-d plogic --depth 6 --rows 1", "informalize": remote, "autoformalize": remote, "rank": remote, "reason": remote, "judge": remote,
		"informalize style": "--model builtin:gloss", "informalize context": remote + "--steps 2", "informalize extract": remote + "--steps 2",
		"rank score": "--contingency", "convert per": "--from folio", "convert stage": "--to sft", "convert extract": "--from replies",
		"verify variable-names": "--free-variables universal", "reason variable-names": remote + "--task linc --free-variables universal", "reason free-variables": remote + "--task linc",
	}
	checked := 0
	for _, cmd := range describeAll() {
		if slices.Contains([]string{"run", "simllm", "doctor"}, cmd.Name) || strings.HasSuffix(cmd.Name, " batch") { // the first calls other programs; the others need no file
			continue
		}
		for _, f := range cmd.AllFlags() {
			_, isText := f.(*ucli.StringFlag)
			_, isList := f.(*ucli.StringSliceFlag)
			flag := f.Names()[0]
			if !isText && !isList {
				continue
			}
			line := strings.Fields(cmd.Name + " " + cmp.Or(with[cmd.Name+" "+flag], with[cmd.Name]))
			if cmd.Name != "generate" && cmd.Name != "correlate" {
				line = append(line, "none.jsonl")
			}
			_, _, stderr := call(t, line[0], append(line[1:], "--"+flag+"=zzz")...)
			m := listed.FindStringSubmatch(stderr)
			if m == nil {
				continue
			}
			values := between.Split(strings.TrimSuffix(m[1], ", or a grammar"), -1)
			if slices.ContainsFunc(values, func(v string) bool { return !name.MatchString(v) }) {
				continue // a description of the values
			}
			checked++
			offered := cmd.ValuesOf(flag)
			for _, v := range values {
				ofFiles := cmd.Name == "convert" && flag == "to" && slices.Contains([]string{"jsonl.gz", "jsonl.zst", "parquet", "dir"}, v)
				if !slices.Contains(offered, v) && !ofFiles {
					t.Errorf("%s --%s: %s does not complete: found %v", cmd.Name, flag, v, offered)
				}
			}
		}
	}
	if checked < 75 {
		t.Errorf("%d flags are checked", checked)
	}
}

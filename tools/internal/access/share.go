package access

import (
	"fmt"
	"strconv"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/tools/internal/cli"
	"github.com/truthloop/truthloop/translate"
)

// tasksOf returns the number of tasks that share the limits: --share-limits, or else the
// number of tasks of --shard env, or else 1.
func tasksOf(c *ucli.Context) (int64, error) {
	given, tasks, err := c.Int64("share-limits"), int64(1), error(nil)
	if text := c.String("shard"); text == "env" || strings.HasPrefix(text, "env/") {
		if tasks, err = cli.TasksOf(c); err != nil {
			return 0, err
		}
	}
	switch {
	case !c.IsSet("share-limits"):
		return tasks, nil
	case given < tasks && tasks > 1: // more than the limits might be spent
		return 0, cli.Usagef("--share-limits: found %d, expected %d or more: --shard env has %d tasks", given, tasks, tasks)
	case given < 1:
		return 0, cli.Usagef("--share-limits: found %d, expected 1 or more", given)
	}
	return given, nil
}

// share divides the limits among the tasks. The note describes the share of this task;
// it is empty if nothing is divided.
func share(tasks int64, l *translate.Limits, t *translate.Tariff) (note string, err error) {
	if tasks == 1 {
		return "", nil
	}
	n := float64(tasks)
	if t.Tokens > 0 && t.Tokens < tasks {
		return "", cli.Usagef("--budget-tokens: found %d for %d tasks, expected one or more for each", t.Tokens, tasks)
	}
	l.Requests, l.Tokens, t.USD, t.Tokens = l.Requests/n, l.Tokens/n, t.USD/n, t.Tokens/tasks
	var parts []string
	for _, p := range []struct {
		flag  string
		value float64
	}{{"rpm", l.Requests}, {"tpm", l.Tokens}, {"budget", t.USD}, {"budget-tokens", float64(t.Tokens)}} {
		if p.value > 0 {
			parts = append(parts, fmt.Sprintf("--%s %s", p.flag, strconv.FormatFloat(p.value, 'f', -1, 64)))
		}
	}
	if parts == nil {
		return "", nil
	}
	return fmt.Sprintf("this is one of %d tasks; its part: %s", tasks, strings.Join(parts, ", ")), nil
}

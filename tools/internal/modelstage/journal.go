package modelstage

import (
	"fmt"
	"os"
	"strings"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/translate"
	"github.com/truthloop/truthloop/translate/provider"
	"github.com/truthloop/truthloop/translate/stage"
)

// journalName is the directory of the journal of an output.
func journalName(output string) string { return strings.TrimRight(output, "/") + ".replies" }

// share lets the repetitions of a row be asked for at the same time, and keeps
// the replies of rows under way where a row takes several: else a run that is
// killed would have paid for the first nine of ten samples in vain. finish is
// to be called at the end; it removes the journal of an output that is
// complete.
func (j *job) share(c *ucli.Context, underWay int) (finish func() error, err error) {
	none := func() error { return nil }
	if provider.Builtin(j.stage.Model.Name()) {
		return none, nil
	}
	j.underWay = make(chan struct{}, underWay)
	output := c.String("output")
	if output == shard.Stdin || j.runs*j.samples*j.steps == 1 && j.stage.OnLeak != stage.RetryLeak {
		return none, nil
	}
	dir := journalName(output)
	if _, begun := shard.Begun(output); !begun || c.Bool("overwrite") {
		if err := os.RemoveAll(dir); err != nil {
			return nil, fmt.Errorf("journal: %w", err)
		}
	}
	if j.journal, err = j.access.Journal(dir); err != nil {
		return nil, err
	}
	j.setModel(j.access.Model)
	j.last = make([]*translate.Kept, underWay)
	return func() error {
		if _, begun := shard.Begun(output); begun {
			// The rows that the workers did last may not have been written.
			return nil
		}
		if err := os.RemoveAll(dir); err != nil {
			return fmt.Errorf("journal: %w", err)
		}
		return nil
	}, nil
}

// setModel has all stages ask m.
func (j *job) setModel(m translate.Model) {
	for _, s := range j.stages() {
		s.Model = m
	}
}

package run

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/tools/internal/cli"
)

// checkCross rejects flags that do not work with --cross.
func (l *loop) checkCross() error {
	c := l.c
	models := c.StringSlice("cross")
	for i, model := range models {
		if slices.Contains(models[:i], model) {
			return cli.Usagef("--cross: found the model %s twice, expected different models", model)
		}
	}
	for _, flag := range []string{"model", "horizon", "adaptive", "dry-run"} {
		if c.IsSet(flag) {
			return cli.Usagef("--cross: found --%s, expected --cross without it", flag)
		}
	}
	switch {
	case len(models) == 1:
		return cli.Usagef("--cross: found one model, %s, expected two or more; --cross is repeated for each", models[0])
	case c.IsSet("steps"):
		return cli.Usagef("--cross: found --steps %d, expected none: each round is of one model", c.Int("steps"))
	case slices.Contains(c.Args().Slice(), "-"):
		return cli.Usagef("--cross: found the input -, expected files, since each model reads the rows")
	}
	return nil
}

// checkModels refuses to continue a run that had more models, because the rows of these
// models would stay. names are the files of the directory.
func (l *loop) checkModels(names []string) error {
	n := len(l.c.StringSlice("cross"))
	of := l.modelDir(n+1) + string(filepath.Separator)
	if i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, of) }); i >= 0 {
		return cli.Usagef("--cross: found %d models, expected at least %d, since %s is of an earlier run; --overwrite starts over", n, n+1, names[i])
	}
	return nil
}

// modelDir returns the directory of the descriptions of a model, or of the formulas that
// a second model makes from them. Models are numbered from 1, as on the command line.
func (l *loop) modelDir(models ...int) string {
	name := "model"
	for _, k := range models {
		name += fmt.Sprintf("-%d", k)
	}
	return filepath.Join(l.c.String("output"), name)
}

// eachModel sets --model to each model of --cross in turn, and calls fn with its
// number. Without --cross it calls fn once.
func (l *loop) eachModel(fn func(k int) error) error {
	models := l.c.StringSlice("cross")
	if len(models) == 0 {
		return fn(1)
	}
	for i, model := range models {
		if err := l.c.Set("model", model); err != nil {
			return err
		}
		if err := fn(i + 1); err != nil {
			return err
		}
	}
	return nil
}

// cross lets each model describe the formulas, and each model formalize the
// descriptions of all models. It returns the verified rows of all pairs.
func (l *loop) cross(ctx context.Context, stages []*stage, inputs []string) (verified []string, err error) {
	var described [][]string
	err = l.eachModel(func(k int) error {
		out, err := l.chain(ctx, l.modelDir(k), stages[:1], inputs)
		described = append(described, out)
		return err
	})
	if err != nil {
		return nil, err
	}
	err = l.eachModel(func(k int) error {
		for i, rows := range described {
			out, err := l.chain(ctx, l.modelDir(i+1, k), stages[1:], rows)
			if err != nil {
				return err
			}
			verified = append(verified, out...)
		}
		return nil
	})
	return verified, err
}

package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// formats are the endings of the files of rows.
var formats = []string{"parquet", "jsonl", "jsonl.gz", "jsonl.zst", "arrow"}

// parts are the endings of a program's output and of the files that it writes beside the
// output.
var parts = []string{"", ".manifest.json", ".partial", ".partial.log", ".replies"}

// files returns the files that programs have left in the directory, the last one
// first, with the format of each file of rows.
func (l *loop) files() (names, formatOf []string) {
	dir := l.c.String("output")
	var below []string
	for _, kind := range []string{"round", "model"} {
		found, _ := filepath.Glob(filepath.Join(dir, kind+"-[0-9]*")) // the only possible error is a bad pattern
		below = append(below, found...)
	}
	for _, s := range slices.Backward(stages()) {
		endings, dirs := []string{""}, []string{dir}
		if s.rows {
			endings, dirs = formats, append(dirs, below...)
		}
		for _, format := range endings {
			for _, part := range parts {
				for _, dir := range dirs {
					name := filepath.Join(dir, strings.TrimSuffix(s.output+"."+format, ".")+part)
					if exists(name) {
						names, formatOf = append(names, name), append(formatOf, format)
					}
				}
			}
		}
	}
	for _, dir := range below {
		if name := filepath.Join(dir, chosen); exists(name) {
			names, formatOf = append(names, name), append(formatOf, "")
		}
		names, formatOf = append(names, dir), append(formatOf, "")
	}
	return names, formatOf
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// openDirectory checks --output and its files. It refuses a directory with files of
// another run.
func (l *loop) openDirectory() error {
	dir, format := l.c.String("output"), l.c.String("format")
	resume, overwrite := l.c.Bool("resume"), l.c.Bool("overwrite")
	switch {
	case dir == "" || dir == shard.Stdin:
		return cli.Usagef("--output: found %q, expected a directory for the files", dir)
	case !slices.Contains(formats, format):
		return cli.Usagef("--format: found %q, expected one of %s", format, strings.Join(formats, ", "))
	case resume && overwrite:
		return cli.Usagef("found --resume and --overwrite, expected one of them")
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return cli.Usagef("--output: found the file %s, expected a directory", dir)
	}
	names, formatOf := l.files()
	for i, name := range names {
		switch found := formatOf[i]; {
		case !resume && !overwrite:
			return cli.Usagef("%w", shard.Exists(name, "output", "--resume to do what is missing"))
		case resume && found != "" && found != format:
			return cli.Usagef("--format: found %s, expected %s, the format of %s", format, found, name)
		}
	}
	if resume {
		if err := l.checkModels(names); err != nil {
			return err
		}
	}
	return l.inputsOutside(names)
}

// lock refuses a directory that another run uses, until unlock is called.
func (l *loop) lock() (unlock func() error, err error) {
	dir := l.c.String("output")
	isNew := !exists(dir)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("--output: %w", err)
	}
	release, err := shard.Lock(filepath.Join(dir, ".run.lock"))
	if errors.Is(err, shard.ErrLocked) {
		err = fmt.Errorf("output %s: a run is writing into this directory: %w", dir, shard.ErrLocked)
	}
	return func() error {
		err := release()
		if isNew {
			_ = os.Remove(dir) // fails if the run has written a file
		}
		return err
	}, err
}

// inputsOutside refuses inputs that --overwrite would remove.
func (l *loop) inputsOutside(names []string) error {
	for _, input := range l.c.Args().Slice() {
		of, err := os.Stat(input)
		if err != nil {
			continue // a pattern, or an error of the program that reads it
		}
		for _, name := range names {
			if info, err := os.Stat(name); err == nil && os.SameFile(of, info) {
				return cli.Usagef("%s: the input is a file of the run in %s; expected another --output", input, l.c.String("output"))
			}
		}
	}
	return nil
}

// removeFiles removes the files of the earlier run, the last one first. So the remaining
// files are always the beginning of that run, which --resume can continue.
func (l *loop) removeFiles() error {
	names, _ := l.files()
	for _, name := range names {
		output, log := strings.CutSuffix(name, ".partial.log")
		if !log {
			output, log = strings.CutSuffix(name, ".partial")
		}
		if log && exists(name) {
			if err := shard.RemoveOutput(output); err != nil { // another process can be writing it
				return err
			}
		}
	}
	names, _ = l.files()
	for _, name := range names {
		err := os.Remove(name)
		if strings.HasSuffix(name, ".replies") {
			err = os.RemoveAll(name)
		}
		if info, gone := os.Stat(name); err != nil && gone == nil && !info.IsDir() { // a round can have files that are not of run
			return fmt.Errorf("--overwrite: %w", err)
		}
	}
	return nil
}

// dryRun lets both model programs print their estimates. builtin:rules makes the
// descriptions that autoformalize needs.
func (l *loop) dryRun(ctx context.Context) (err error) {
	c := l.c
	if slices.Contains(c.Args().Slice(), shard.Stdin) {
		return cli.Usagef("--dry-run: found the input -, expected files, since it reads the rows twice")
	}
	if _, err := l.checkInputs(ctx); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "truthloop-run-")
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, os.RemoveAll(dir)) }()
	call := func(s *stage, args ...string) error {
		err := s.command().Run(ctx, args, l.env.Stdin, l.env.Stdout, l.env.Stderr)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		return nil
	}
	inputs := c.Args().Slice()
	for _, s := range l.stages {
		output := filepath.Join(dir, s.output+".jsonl")
		switch {
		case s.name == "generate":
			err = call(s, s.args(c, "--output="+output)...)
			inputs = []string{output}
		case s.asks:
			err = call(s, s.args(c, append([]string{"--dry-run", "--"}, inputs...)...)...)
		}
		if err == nil && s.name == "informalize" {
			repeat := []string{s.name, "--model=builtin:rules", fmt.Sprintf("--runs=%d", c.Int("runs")), fmt.Sprintf("--samples=%d", c.Int("samples")), "--output=" + output, "--"}
			err = call(s, append(repeat, inputs...)...)
			inputs = []string{output}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

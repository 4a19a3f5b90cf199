package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/shard"
	"github.com/truthloop/truthloop/tools/internal/cli"
)

// formats are the endings of the files of rows.
var formats = []string{"parquet", "jsonl", "jsonl.gz", "jsonl.zst", "arrow"}

// endings are the endings of a program's output and of the files that it writes beside the
// output.
var endings = []string{"", ".manifest.json", ".partial", ".partial.log", ".replies"}

// files returns the files that the programs of a study and of the earlier run have left
// in the directory, the last one first.
func (l *loop) files(earlier *study) (names []string) {
	dirs := l.study.directories(l.dir)
	if earlier != nil {
		for _, dir := range earlier.directories(l.dir) {
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
		slices.Sort(dirs) // each before those that are in it
	}
	add := func(name string) {
		if exists(name) {
			names = append(names, name)
		}
	}
	for _, s := range slices.Backward(stages) {
		kinds := []string{""}
		if s.rows {
			kinds = formats
		}
		for _, format := range kinds {
			for _, part := range endings {
				for _, dir := range dirs {
					add(filepath.Join(dir, strings.TrimSuffix(s.output+"."+format, ".")+part))
				}
			}
		}
	}
	for _, dir := range slices.Backward(dirs) {
		if dir != l.dir {
			add(dir)
		}
	}
	add(filepath.Join(l.dir, kept))
	return names
}

// earlier returns the study of the earlier run in the directory, or nil if there is none.
func (l *loop) earlier() (*study, error) {
	name := filepath.Join(l.dir, kept)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return readStudy(name, text)
}

// keepStudy writes the study file into the directory. It has no secrets: a user and a
// password in an address have been refused.
func (l *loop) keepStudy() error {
	name := filepath.Join(l.dir, kept)
	if err := shard.RemoveUnfinished(name); err != nil { // a killed run left it
		return err
	}
	return shard.WriteFile(name, l.study.text)
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// openDirectory checks --output and its files. It refuses a directory with files of
// another run.
func (l *loop) openDirectory() error {
	resume, overwrite := l.c.Bool("resume"), l.c.Bool("overwrite")
	switch name := l.c.String("output"); {
	case name == "" || name == shard.Stdin:
		return cli.Usagef("--output: found %q, expected a directory for the files", name)
	case resume && overwrite:
		return cli.Usagef("found --resume and --overwrite, expected one of them")
	}
	if info, err := os.Stat(l.dir); err == nil && !info.IsDir() {
		return cli.Usagef("--output: found the file %s, expected a directory", l.dir)
	}
	earlier, err := l.earlier()
	if err != nil {
		return fmt.Errorf("the study of the earlier run: %w; expected another --output", err)
	}
	names := l.files(earlier)
	if len(names) > 0 && !resume && !overwrite {
		return cli.Usagef("%w", shard.Exists(names[0], "output", "--resume to do what is missing"))
	}
	if resume && earlier != nil {
		if err := l.study.same(earlier); err != nil {
			return cli.Usagef("--resume: the study of the earlier run, %s, is another one: %w; expected the same study, another --output, or --overwrite to start over", filepath.Join(l.dir, kept), err)
		}
	}
	return l.inputsOutside(names)
}

// lock refuses a directory that another run uses, until unlock is called.
func (l *loop) lock() (unlock func() error, err error) {
	dir := l.dir
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
	for _, input := range l.study.inputs() {
		of, err := os.Stat(input)
		if err != nil {
			continue // a pattern, or an error of the program that reads it
		}
		for _, name := range names {
			if info, err := os.Stat(name); err == nil && os.SameFile(of, info) {
				return cli.Usagef("%s: the input is a file of the run in %s; expected another --output", input, l.dir)
			}
		}
	}
	return nil
}

// removeFiles removes the files of the earlier run, the last one first. So the remaining
// files are always the beginning of that run, which --resume can continue.
func (l *loop) removeFiles() error {
	earlier, err := l.earlier()
	if err != nil {
		return err
	}
	for _, name := range l.files(earlier) {
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
	for _, name := range l.files(earlier) {
		err := os.Remove(name)
		if strings.HasSuffix(name, ".replies") {
			err = os.RemoveAll(name)
		}
		if info, gone := os.Stat(name); err != nil && gone == nil && !info.IsDir() { // a directory can have files that are not of run
			return fmt.Errorf("--overwrite: %w", err)
		}
	}
	return nil
}

// dryRun lets the model programs print their estimates, for each call. builtin:rules makes
// the descriptions that autoformalize needs, in English, whose length is near enough to that
// of other languages.
func (l *loop) dryRun(ctx context.Context) (err error) {
	if err := errors.Join(l.checkAll(ctx), l.checkInputs(ctx)); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "truthloop-run-")
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, os.RemoveAll(dir)) }()
	call := func(s *stage, settings []cli.Setting, inputs []string, more ...cli.Setting) error {
		return l.start(ctx, s, cli.Call{Settings: append(settings, more...), Inputs: inputs})
	}
	return l.study.walk(dir, func(level int, below string, at choice, rows []string) ([]string, error) {
		s := l.study.call(level)
		if level > autoformalizeLevel || s == nil {
			return rows, nil
		}
		if err := os.MkdirAll(below, 0o777); err != nil {
			return nil, err
		}
		output := filepath.Join(below, s.output+".jsonl")
		if !s.asks {
			return []string{output}, call(s, l.settings(s, at), rows, cli.Setting{Flag: "output", Value: output})
		}
		if rel, err := filepath.Rel(dir, below); err == nil && rel != "." {
			if _, err := fmt.Fprintf(l.env.Stdout, "%s:\n", rel); err != nil {
				return nil, err
			}
		}
		settings := slices.DeleteFunc(l.settings(s, at), func(o cli.Setting) bool { return o.Flag == "language" && s.name == "autoformalize" })
		if err := call(s, settings, rows, cli.Setting{Flag: "dry-run", Value: "true"}); err != nil || s.name != "informalize" {
			return rows, err
		}
		repeat := []cli.Setting{{Flag: "model", Value: "builtin:rules"}}
		for _, setting := range l.study.settings(s, at) {
			if slices.Contains([]string{"runs", "samples", "shard", "limit"}, setting.Flag) {
				repeat = append(repeat, setting)
			}
		}
		return []string{output}, call(s, repeat, rows, cli.Setting{Flag: "output", Value: output})
	})
}

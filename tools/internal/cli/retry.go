package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// retry does the rows of some classes again. An output that is not finished is
// finished first, as --resume does.
func (r *run) retry(ctx context.Context, part shard.Part) error {
	classes := normalClasses(r.c.String("retry"))
	if begun, ok := shard.Begun(r.c.String("output")); ok && begun["retry"] == "" {
		in, err := shard.Open(ctx, r.c.Args().Slice(), r.env.Stdin, part)
		if err != nil {
			return err
		}
		var limit *limitError
		if err := r.toOutput(ctx, in, part); err != nil && !errors.As(err, &limit) {
			return err
		}
	}
	return r.retryOutput(ctx, classes)
}

// normalClasses sorts the classes, so that their order makes no difference.
func normalClasses(s string) string {
	classes := strings.FieldsFunc(s, func(c rune) bool { return c == ',' || c == ' ' })
	slices.Sort(classes)
	return strings.Join(slices.Compact(classes), ",")
}

// retryOutput makes the output anew from itself: its rows are the inputs, and
// those that are not of the classes stay byte for byte.
func (r *run) retryOutput(ctx context.Context, classes string) error {
	name := r.c.String("output")
	in, err := shard.Open(ctx, []string{outputName(r.c)}, nil, shard.Part{})
	if err != nil {
		return fmt.Errorf("--retry: %w", err)
	}
	settings := r.settings(in.Names(), shard.Part{})
	settings["retry"] = classes
	out, err := shard.Create(shard.OutputOptions{
		Name:     name,
		Existing: shard.Replace,
		Run:      settings,
		Sync:     r.st.Durable,
		PartRows: r.c.Int64("part-rows"),
	})
	if err != nil {
		return errors.Join(err, in.Close())
	}
	again := r.st.Retry
	if again == nil {
		again = r.st.process
	}
	chosen := strings.Split(classes, ",")
	work := func(ctx context.Context, worker int, rec *shard.Record, _ bool) (result, error) {
		row := rec.Row()
		class := r.st.class(row)
		if !slices.Contains(chosen, class) || row.IsMalformed() {
			return result{unit: shard.Unit{
				Count: 1, Rows: 1,
				Classes: map[string]int64{class: 1},
				Sums:    r.st.sums(row, nil),
				Lines:   append(rec.AppendJSON(nil), '\n'),
			}}, nil
		}
		rows, err := again(ctx, worker, row)
		if err != nil {
			return result{}, fmt.Errorf("%v: %w", rec.Pos, err)
		}
		return r.outcome(rows, false), nil
	}
	return errors.Join(r.fill(ctx, in, nil, out, work, settings), in.Close(), out.Close())
}

// outcome is the unit that output rows make.
func (r *run) outcome(rows []*record.Row, keepRows bool) result {
	res := result{unit: shard.Unit{Count: 1, Rows: int64(len(rows)), Classes: map[string]int64{}}}
	for _, row := range rows {
		res.unit.Classes[r.st.class(row)]++
		res.unit.Sums = r.st.sums(row, res.unit.Sums)
		if !keepRows {
			res.unit.Lines = append(record.Append(res.unit.Lines, row), '\n')
		}
	}
	if keepRows {
		res.rows = rows
	}
	return res
}

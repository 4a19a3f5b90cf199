package stage

import (
	"github.com/truthloop/truthloop/format/record"
)

// Repeat is a row as often as it is to be asked about: runs times samples
// copies, told apart by run and sample. A row that is a repetition itself, of
// an earlier stage, has its number extended: of two samples of sample 3, the
// numbers are 6 and 7. A factor of 1 leaves its column as it is.
func Repeat(row *record.Row, runs, samples int) []*record.Row {
	runs, samples = max(runs, 1), max(samples, 1)
	rows := make([]*record.Row, 0, runs*samples)
	for run := range runs {
		for sample := range samples {
			r := row.Clone()
			extend(&r.Run, runs, run)
			extend(&r.Sample, samples, sample)
			rows = append(rows, r)
		}
	}
	return rows
}

func extend(column **int64, factor, i int) {
	if factor > 1 {
		*column = record.Int(int(number(*column))*factor + i)
	}
}

// repetition numbers the calls that differ in nothing but the repetition: by
// run, sample, and the calls before this one for the same row.
func (s *Stage) repetition(row *record.Row, before int) int64 {
	runs, samples := int64(max(s.Runs, 1)), int64(max(s.Samples, 1))
	return number(row.Run)*samples + number(row.Sample) + int64(before)*runs*samples
}

// NextStep is the row of the round after the one that the row is of: its
// formula is told again, as the row's answer has it. The ground truth stays,
// and the answer, what it took and what was found of it are those of the new
// round. Where a round came to nothing there is no formula to tell, which is
// the new row's error: it keeps its place in the denominators.
func NextStep(row *record.Row) *record.Row {
	next := row.Clone()
	next.Step = record.Int(int(max(number(row.Step), 1)) + 1)
	next.FSTold = row.FSOut
	next.Model, next.Prompt, next.Params = "", "", ""
	next.NL, next.NLLeak, next.NLLeakKind, next.FSOut, next.FSOutStrict = "", nil, "", "", ""
	next.Conversations, next.Usage, next.Outcome = nil, nil, ""
	next.Error = nil
	next.ClearFindings()
	return next
}

// told is the formula that informalize is to tell.
func told(row *record.Row) string {
	if row.FSTold != "" {
		return row.FSTold
	}
	return row.FS
}

package shard

import "fmt"

// A Resumption tells which input rows an earlier run has done. The inputs are
// shown to it one after another, and it makes sure that they are the same.
type Resumption struct {
	runs []doneRun
	at   int
	sum  uint32
}

// Resumption begins at the first input row.
func (o *Output) Resumption() *Resumption { return &Resumption{runs: o.j.done()} }

// Done says whether input row k has been done. It must be called for each row
// in turn. The error says that the rows are not those of the earlier run.
func (r *Resumption) Done(k int64, rec *Record) (bool, error) {
	if r.at == len(r.runs) || k < r.runs[r.at].first {
		return false, nil
	}
	run := r.runs[r.at]
	if k == run.first {
		r.sum = rec.Sum(0)
	} else {
		r.sum = combine(r.sum, rec.Sum(0))
	}
	if k < run.first+run.count-1 {
		return true, nil
	}
	r.at++
	if r.sum != run.sum {
		return false, fmt.Errorf("%v: found that the input has changed in this row or the %d before it since the run that is to be resumed, expected the same rows", rec.Pos, run.count-1)
	}
	return true, nil
}

// Rest is how many input rows that were done have not been shown.
func (r *Resumption) Rest() int64 {
	var n int64
	for _, run := range r.runs[r.at:] {
		n += run.count
	}
	return n
}

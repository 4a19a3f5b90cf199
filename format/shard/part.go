package shard

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// A Part is one of Count interleaved shares of the rows: row k, counted from zero over
// all inputs, belongs to the part whose Index is k mod Count. So the sizes of the parts
// differ by at most one row, each part has easy and hard rows, and each row is in
// exactly one part. The zero Part contains all rows.
type Part struct{ Index, Count int64 }

// Has reports whether row k belongs to the part.
func (p Part) Has(k int64) bool { return p.Count <= 1 || k%p.Count == p.Index }

// String returns the part in the form that ParsePart reads, counted from one.
func (p Part) String() string {
	if p.Count <= 1 {
		return "1/1"
	}
	return fmt.Sprintf("%d/%d", p.Index+1, p.Count)
}

// ParsePart reads i/n, the i-th of n parts counted from one. The word env means the
// variables of a cluster's task, and env/n means n parts if the cluster gives only the
// number of the task; lookup is os.LookupEnv. The environment is read only with env.
// Otherwise every program of a pipe would take a share of a share.
func ParsePart(s string, lookup func(string) (string, bool)) (Part, error) {
	if s == "" {
		return Part{}, nil
	}
	first, count, hasCount := strings.Cut(s, "/")
	if first == "env" {
		return partOfTask(count, hasCount, lookup)
	}
	i, err := strconv.ParseInt(first, 10, 64)
	n, err2 := strconv.ParseInt(count, 10, 64)
	if err != nil || err2 != nil {
		return Part{}, fmt.Errorf("shard %q: expected i/n, such as 1/8, or env", s)
	}
	if n < 1 || i < 1 || i > n {
		return Part{}, fmt.Errorf("shard %q: found part %d of %d, expected 1 to n", s, i, n)
	}
	return Part{Index: i - 1, Count: n}, nil
}

// partOfTask reads the number of the task from the variables of Slurm or Kubernetes. A
// Slurm array starts at SLURM_ARRAY_TASK_MIN, which need not be zero. An array with
// gaps (--array=1,5,9) has no parts, and its numbers exceed its count.
func partOfTask(count string, hasCount bool, lookup func(string) (string, bool)) (Part, error) {
	for _, scheduler := range []struct{ id, count, first string }{
		{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", "SLURM_ARRAY_TASK_MIN"},
		{"JOB_COMPLETION_INDEX", "JOB_COMPLETION_TOTAL", ""},
	} {
		id, _ := lookup(scheduler.id)
		if id == "" {
			continue
		}
		first, _ := lookup(scheduler.first)
		if !hasCount {
			count, _ = lookup(scheduler.count)
		}
		if count == "" {
			return Part{}, fmt.Errorf("shard env: found %s, but not the number of tasks: expected %s, or --shard env/n", scheduler.id, scheduler.count)
		}
		var err error
		number := func(name, text string) int64 {
			n, bad := strconv.ParseInt(text, 10, 64)
			if bad != nil && err == nil {
				err = fmt.Errorf("shard env: %s: found %q, expected a whole number", name, text)
			}
			return n
		}
		countName := scheduler.count
		if hasCount {
			countName = "env/n"
		}
		p := Part{Index: number(scheduler.id, id) - number(scheduler.first, cmp.Or(first, "0")), Count: number(countName, count)}
		if err == nil && (p.Index < 0 || p.Index >= p.Count) {
			err = fmt.Errorf("shard env: %s is task %d (counted from zero) of %d: expected numbers without gaps", scheduler.id, p.Index, p.Count)
		}
		if err != nil {
			return Part{}, err
		}
		return p, nil
	}
	return Part{}, fmt.Errorf("shard env: found neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX in the environment")
}

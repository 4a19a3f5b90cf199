package cli

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// buckets is the number of lists into which attempts divides the hashes, by their lowest
// bits. So the table of one list fits into the cache of a core.
const buckets = 256

// attempts finds out whether duplicates may refuse rows. It keeps a hash of eight bytes
// for each row, and compares the hashes at the end, on all cores. With ten million rows,
// this takes a fifth of a second. A map of the hashes takes three seconds.
type attempts struct {
	inputs   []string
	hash     *shard.Fingerprint
	hashes   [buckets][]uint64
	verified bool // a row has a verdict
	open     bool // a row should have one
}

// newAttempts returns nil if newDuplicates does.
func newAttempts(env *Env, inputs []string) *attempts {
	if !env.once {
		return nil
	}
	return &attempts{inputs: inputs, hash: shard.NewFingerprint(identity, question)}
}

// columns returns the columns that add reads, besides the columns of the hashes.
func (a *attempts) columns() []string {
	if a == nil {
		return nil
	}
	return slices.Concat(stage, question)
}

func (a *attempts) apart() *shard.Fingerprint {
	if a == nil {
		return nil
	}
	return a.hash
}

// add adds equal rows. hashes are the hashes of those rows that have one.
func (a *attempts) add(row *record.Row, hashes []uint64) {
	if a == nil {
		return
	}
	a.verified = a.verified || row.Verdict != ""
	a.open = a.open || row.Verdict == "" && isOpen(row)
	for _, hash := range hashes {
		list := &a.hashes[hash%buckets]
		*list = append(*list, hash)
	}
}

// doubtful reports whether duplicates may refuse the rows.
func (a *attempts) doubtful(workers int) bool {
	if a == nil {
		return false
	}
	if a.verified && a.open || twice(a.inputs) != "" {
		return true
	}
	var found atomic.Bool
	var next atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := next.Add(1) - 1; i < buckets && !found.Load(); i = next.Add(1) - 1 {
				if occursTwice(a.hashes[i]) {
					found.Store(true)
				}
			}
		})
	}
	all.Wait()
	return found.Load()
}

// occursTwice reports whether a hash occurs twice. The table has open addresses and is at
// most half full.
func occursTwice(hashes []uint64) bool {
	size := uint64(16)
	for size < 2*uint64(len(hashes)) {
		size *= 2
	}
	table, zero := make([]uint64, size), false
	for _, hash := range hashes {
		if hash == 0 { // 0 marks a free place in the table
			if zero {
				return true
			}
			zero = true
			continue
		}
		at := hash / buckets % size
		for table[at] != 0 {
			if table[at] == hash {
				return true
			}
			at = (at + 1) % size
		}
		table[at] = hash
	}
	return false
}

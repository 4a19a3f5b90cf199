package gen

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/format/shard"
)

// Generate draws the batches of c and calls emit for each row, in order. It stops
// at the first error of emit, or when the context ends, and returns the error.
func Generate(ctx context.Context, c Config, emit func(*record.Row) error) error {
	p, err := newPlan(c)
	if err != nil {
		return fmt.Errorf("generate %s: %w", c.Dataset, err)
	}
	begun := 0
	return shard.Pipe[int, []*record.Row]{
		Workers: c.Workers, Window: c.Workers,
		Next: func() (int, error) {
			if begun == c.Batches {
				return 0, io.EOF
			}
			begun++
			return begun - 1, nil
		},
		Do: func(ctx context.Context, _, number int) ([]*record.Row, error) {
			rows, err := newBatch(p, number).rows(ctx)
			if err != nil {
				return nil, fmt.Errorf("generate %s: batch %d: %w", c.Dataset, number, err)
			}
			return rows, nil
		},
		Emit: func(rows []*record.Row) error {
			for _, r := range rows {
				if err := emit(r); err != nil {
					return err
				}
			}
			return nil
		},
	}.Run(ctx)
}

// batchSeed returns the seed of a batch: the first eight bytes of the SHA-256 of
// the run's seed, the name of the dataset and the number of the batch.
func batchSeed(seed uint64, dataset string, batch int) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "truthloop/gen/batch\x00%d\x00%s\x00%d", seed, dataset, batch))
	return binary.BigEndian.Uint64(sum[:])
}

// stream returns one of the independent streams of random numbers of a batch.
func stream(seed uint64, purpose string) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "truthloop/gen/stream\x00%d\x00%s", seed, purpose))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
}

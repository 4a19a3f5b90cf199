package gen

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"github.com/truthloop/truthloop/format/record"
)

// Generate draws the batches of c and calls emit for each row, in order. It stops
// at the first error of emit, or when the context ends, and returns the error.
func Generate(ctx context.Context, c Config, emit func(*record.Row) error) error {
	p, err := newPlan(c)
	if err != nil {
		return fmt.Errorf("generate %s: %w", c.Dataset, err)
	}
	group, ctx := errgroup.WithContext(ctx)
	// A batch that is being drawn or waits to be emitted occupies one of the
	// places. Batches leave in the order in which they took their places.
	places := make(chan chan []*record.Row, c.Workers-1)
	group.Go(func() error {
		defer close(places)
		for number := range c.Batches {
			place := make(chan []*record.Row, 1)
			select {
			case places <- place:
			case <-ctx.Done():
				return ctx.Err()
			}
			group.Go(func() error {
				rows, err := newBatch(p, number).rows(ctx)
				if err != nil {
					return fmt.Errorf("generate %s: batch %d: %w", c.Dataset, number, err)
				}
				place <- rows
				return nil
			})
		}
		return nil
	})
	group.Go(func() error {
		for place := range places {
			select {
			case rows := <-place:
				for _, r := range rows {
					if err := emit(r); err != nil {
						return err
					}
				}
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	return group.Wait()
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

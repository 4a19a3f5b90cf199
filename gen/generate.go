package gen

import (
	"context"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/truthloop/truthloop/format/record"
)

// Generate draws the config's batches and hands their rows to emit in order,
// one at a time. It stops at the first error of emit, or when the context
// ends, and returns that.
func Generate(ctx context.Context, c Config, emit func(*record.Row) error) error {
	p, err := newPlan(c)
	if err != nil {
		return fmt.Errorf("generate %s: %w", c.Dataset, err)
	}
	group, ctx := errgroup.WithContext(ctx)
	// A batch under way or waiting to be emitted takes one of the places; the
	// batches come out in the order in which they took it.
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

package gen_test

import (
	"context"
	"fmt"

	"github.com/truthloop/truthloop/format/record"
	"github.com/truthloop/truthloop/gen"
)

func ExampleGenerate() {
	config, err := gen.Default("plogic", nil)
	if err != nil {
		panic(err)
	}
	config.Seed, config.Depth, config.SampleCount = 1, 6, 2
	err = gen.Generate(context.Background(), config, func(r *record.Row) error {
		fmt.Println(*r.NumOperators, *r.Depth, r.FS)
		return nil
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// 0 1 ¬p10
	// 0 1 ¬p5
	// 1 2 (p8 ∧ ¬p4)
	// 1 3 (¬p1 ∨ p3)
	// 2 4 (¬p9 ∧ (p4 ∨ p2))
	// 2 4 ¬¬¬p7
	// 3 4 ((p4 ∧ ¬p12) ∨ ¬p9 ∨ ¬p4)
	// 3 5 (¬p9 ∧ ¬p11 ∧ p3 ∧ ¬p8)
	// 4 5 (((p3 ∧ p2) ∨ ¬p1) ∧ ¬¬p2)
	// 4 5 (¬p6 ∧ (¬p1 ∨ p12) ∧ ¬p8 ∧ p10)
	// 5 6 (p4 ∧ ¬p12 ∧ p7 ∧ ¬¬p1 ∧ p4)
	// 5 6 ((((p6 ∧ ¬p6) ∨ ¬p7) ∧ ¬p4) ∨ ¬p6 ∨ p10)
}

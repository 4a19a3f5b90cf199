package gen

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/truthloop/truthloop/format/record"
)

var update = flag.Bool("update", false, "write the digests of the packaged datasets")

const digests = "../data/datasets.sha256"

// TestPackagedDatasets holds the datasets that make datasets writes, ten
// batches each with seed 1, to their published digests: of the JSONL files, in
// the form of sha256sum.
func TestPackagedDatasets(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	var found strings.Builder
	for _, dataset := range Datasets() {
		c := config(t, dataset, func(c *Config) { c.Batches, c.Workers = 10, runtime.GOMAXPROCS(0) })
		h := sha256.New()
		var line []byte
		if err := Generate(context.Background(), c, func(r *record.Row) error {
			line = append(record.Append(line[:0], r), '\n')
			h.Write(line)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&found, "%s  %s.jsonl\n", hex.EncodeToString(h.Sum(nil)), dataset)
	}
	if *update {
		if err := os.WriteFile(digests, []byte(found.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(digests)
	if err != nil {
		t.Fatal(err)
	}
	if found.String() != string(want) {
		t.Errorf("found the digests\n%sexpected\n%s(if the datasets are meant to change: go test ./gen -run PackagedDatasets -update)", found.String(), want)
	}
}

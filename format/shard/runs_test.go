package shard

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestParquetGoMisreadsRuns shows why parquet-go is a library of the tests only
// (docs/internals/dependencies.md): it reads booleans that are stored as runs wrongly, without an
// error. If this test fails, the library is mended, and the page is to be changed.
func TestParquetGoMisreadsRuns(t *testing.T) {
	type flag struct {
		Leak *bool `parquet:"nl_leak,optional"`
	}
	f, err := os.Open(filepath.Join("testdata", "parquet", "runs-2.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.Read[flag](f, info.Size())
	if err != nil {
		t.Fatal(err)
	}
	right, found := 0, 0
	for i, row := range rows {
		if i%11 > 0 && (i%3 == 0 || 100 < i && i < 255) {
			right++
		}
		if row.Leak != nil && *row.Leak {
			found++
		}
	}
	t.Logf("parquet-go finds %d true values, the file has %d", found, right)
	if found == right {
		t.Errorf("parquet-go finds all %d true values", right)
	}
}

// Command convert imports datasets such as FOLIO, and converts rows between
// JSONL, Parquet, Arrow and CSV. See docs/convert.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

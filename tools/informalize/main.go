// Command informalize describes formulas in English with a model. It reads rows
// with a formula, fs, and writes them with its description, nl, and whether that
// contains formal syntax, nl_leak. See docs/models.md for models and endpoints.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

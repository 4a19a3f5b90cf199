// Command autoformalize translates English into formulas with a model. It reads
// rows with a description, nl, and writes them with the formula that the model
// made of it, fs_out. The model sees neither the row's formula nor the
// conversation that led to nl. See docs/models.md for models and endpoints.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

// Command autoformalize has a model put English back into formulas.
//
// What flows in are rows with a description, nl; what flows out are the same
// rows with the formula that the model made of it, fs_out. The model sees
// neither the row's own formula nor the conversation that led to nl. See
// package stage for what else a row is given, and docs/models.md for models
// and endpoints. The program itself is in package modelstage, beside
// informalize.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

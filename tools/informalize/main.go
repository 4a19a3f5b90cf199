// Command informalize has a model put formulas into English.
//
// What flows in are rows with a formula, fs; what flows out are the same rows
// with its description, nl, and whether formal syntax was copied into it,
// nl_leak. See package stage for what else a row is given, and docs/models.md
// for models and endpoints. The program itself is in package modelstage, beside
// autoformalize.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

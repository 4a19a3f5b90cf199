// Command autoformalize asks a model to translate English into formulas. It reads
// rows with a description (nl) and adds the model's formula (fs_out). The model
// sees neither the row's original formula (fs) nor the conversation in which the
// description was written. See docs/models.md and docs/prompts.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

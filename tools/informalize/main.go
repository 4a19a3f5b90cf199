// Command informalize asks a model to describe formulas in English. It reads rows
// with a formula (fs), and adds the description (nl). The column nl_leak says whether
// the description contains formal syntax. See docs/models.md and docs/prompts.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

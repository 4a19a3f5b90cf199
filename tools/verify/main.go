// Command verify proves for each row whether two formulas are equivalent: the
// original (fs), and the formula that the model wrote from the description
// (fs_out). See docs/verify.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

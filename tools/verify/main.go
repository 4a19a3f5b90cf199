// Command verify proves for each row whether two formulas are equivalent: fs, which
// the model described, and fs_out, which it wrote from its description. See
// docs/verify.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

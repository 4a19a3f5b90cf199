// Command verify proves, for every row, whether the formula that came back
// means what the formula that went out means. What the verdicts rest on is in
// docs/verify.md and in package verify.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

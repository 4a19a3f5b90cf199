// Command correlate computes correlations and predictive power between scores per
// model.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

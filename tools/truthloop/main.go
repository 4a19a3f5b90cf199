// Command truthloop contains all programs in one executable. For example,
// truthloop verify runs the program verify. If a link named verify points to the
// executable, the command verify runs the same program.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

// Command truthloop contains all programs in one executable. For example,
// truthloop verify runs the program verify. A link to the executable with the name
// verify also runs the program verify.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

// Command truthloop contains all programs in one executable. For example,
// truthloop verify runs the program verify, and so does a link to the executable
// with the name verify.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

// Command truthloop holds all programs in one executable: truthloop verify runs
// verify, and so does a link to the executable with the name verify.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

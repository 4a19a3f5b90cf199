// Command truthloop is all programs in one executable: truthloop verify is
// verify. Under the name of a program, by a link, it is that program.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

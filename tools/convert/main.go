// Command convert brings other layouts of data into rows, and rows from one format
// into another.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

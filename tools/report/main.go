// Command report makes one HTML file of verified rows.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

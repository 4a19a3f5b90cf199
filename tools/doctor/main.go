// Command doctor tells what the programs find on this machine: provers, endpoint,
// terminal and disk.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

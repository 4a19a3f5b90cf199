// Command doctor prints what the programs find on this machine: provers, endpoint,
// key, terminal and disk. With --model, it also makes one call to the model. See
// docs/doctor.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

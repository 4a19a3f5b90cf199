// Command convert imports datasets of other layouts and converts rows between
// formats.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

// Command report makes one HTML file of verified rows.
package main

import "github.com/truthloop/truthloop/tools/internal/cli"

func main() { cli.Main(run) }

// Command simllm serves the built-in models over OpenAI's HTTP protocol, with the
// latency, limits and failures of real endpoints. See docs/simllm.md.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

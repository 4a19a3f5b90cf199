// Command simllm serves the built-in model over OpenAI's HTTP protocol.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

// Command simllm is an OpenAI-compatible endpoint around the built-in model.
package main

import "github.com/truthloop/truthloop/tools/internal/programs"

func main() { programs.Main() }

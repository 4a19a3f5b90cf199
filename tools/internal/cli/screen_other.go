//go:build !windows

package cli

import "os"

// obeys reports whether the terminal obeys escape sequences.
func obeys(*os.File) bool { return true }

const endOfInput = "Ctrl-D"

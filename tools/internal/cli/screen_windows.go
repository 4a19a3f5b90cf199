package cli

import (
	"os"

	"golang.org/x/sys/windows"
)

// obeys makes the console obey escape sequences, and reports whether this succeeded.
// Windows 10 and later support it.
func obeys(f *os.File) bool {
	var mode uint32
	console := windows.Handle(f.Fd())
	if windows.GetConsoleMode(console, &mode) != nil {
		return false
	}
	return windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}

const endOfInput = "Ctrl-Z and Enter"

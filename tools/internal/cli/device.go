package cli

import (
	"io"
	"os"
	"path/filepath"
	"slices"

	ucli "github.com/urfave/cli/v2"

	"github.com/truthloop/truthloop/analyze/table"
	"github.com/truthloop/truthloop/format/shard"
)

// standardOutput lists the file names of the standard output.
var standardOutput = []string{"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}

// device returns the device or the pipe that --output names, or "". If there is one, it
// becomes the standard output of the program. Rejected: a file that is renamed at the
// end, because it would replace the device. If the name has a known ending, the ending
// determines the format.
func (cmd Command) device(c *ucli.Context) (string, error) {
	name := c.String("output")
	isStdout := slices.Contains(standardOutput, filepath.ToSlash(filepath.Clean(name)))
	if !hasFlag(c, "output") || cmd.Groups == 0 || !isStdout && !shard.IsDevice(name) {
		return "", nil // without groups, the output is a directory
	}
	if err := c.Set("output", shard.Stdin); err != nil {
		return "", err
	}
	if isStdout {
		return "", nil
	}
	if format := cmd.formatOf(c, name); format != "" && !c.IsSet("format") {
		return name, c.Set("format", format)
	}
	return name, nil
}

// formatOf returns the format that the ending of a name determines, or "".
func (cmd Command) formatOf(c *ucli.Context, name string) string {
	switch groups := cmd.Groups; {
	case filepath.Ext(name) == "":
	case groups&Table != 0:
		if f, err := table.FormatOf(name); err == nil {
			return f.String()
		}
	case groups&Out != 0:
		if f, err := shard.FormatOf(name); err == nil {
			return f.String()
		}
	}
	return ""
}

// terminalOr returns f as an output. A terminal gets printable text.
func terminalOr(f *os.File) io.Writer {
	if screen := openScreen(f); screen != nil {
		return &printable{w: f, screen: screen, rows: true}
	}
	return f
}

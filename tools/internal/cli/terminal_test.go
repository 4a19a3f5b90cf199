//go:build linux

package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"p1 ∧ ¬p2\n\t🎉":      "p1 ∧ ¬p2\n\t🎉",
		"\x1b]0;title\x07":   `\u001b]0;title\u0007`,
		"a\rb\x00\x7f\u009b": `a\u000db\u0000\u007f\u009b`,
		"\u202eabc\u2066":    `\u202eabc\u2066`,
		"\x9b31m\xff":        `\x9b31m\xff`,
	} {
		for size := 1; size <= len(text); size++ { // of the writes
			var b bytes.Buffer
			w := Printable(&b)
			for rest := text; rest != ""; rest = rest[min(size, len(rest)):] {
				if n, err := w.Write([]byte(rest[:min(size, len(rest))])); err != nil || n != min(size, len(rest)) {
					t.Fatal(n, err)
				}
			}
			if got := b.String(); got != want && !(size < 3 && strings.HasPrefix(want, got)) {
				t.Errorf("%q in pieces of %d: %q, want %q", text, size, got, want)
			}
		}
	}
}

// Escape sequences of rows and errors reached the terminal, which obeyed them.
func TestNoEscapesOnATerminal(t *testing.T) {
	const row = "{\"fs\":\"\u009b31m \u202e p\"}\n"
	here, there := openTerminal(t)
	cmd := exec.Command("shout")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(row), there, there
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	there.Close()
	got, err := io.ReadAll(here) // one Read may return only the first part
	if !errors.Is(err, syscall.EIO) || !strings.Contains(string(got), `\u009b31M \u202e P`) {
		t.Errorf("the terminal shows %q, %v; want the row, and EIO at its end", got, err)
	}
	// A pipe gets the row as it is, and messages are safe in files too.
	cmd = exec.Command("shout")
	cmd.Stdin = strings.NewReader(row)
	if out, err := cmd.Output(); err != nil || !strings.Contains(string(out), "\u009b31M \u202e P") {
		t.Errorf("the pipe has %q, %v", out, err)
	}
	cmd = exec.Command("shout", "\x1b]0;title\x07.jsonl")
	if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), `\u001b]0;title\u0007.jsonl`) || strings.Contains(string(out), "\x1b") {
		t.Errorf("the message is %q", out)
	}
}

// openTerminal opens a pseudoterminal: what is written there is read here.
func openTerminal(t *testing.T) (here, there *os.File) {
	t.Helper()
	here, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { here.Close() })
	var number, locked uint32
	for request, to := range map[uintptr]*uint32{syscall.TIOCGPTN: &number, syscall.TIOCSPTLCK: &locked} {
		if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, here.Fd(), request, uintptr(unsafe.Pointer(to))); e != 0 {
			t.Skip(e)
		}
	}
	there, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { there.Close() })
	return here, there
}

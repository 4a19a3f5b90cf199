package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestHeadEndsThePipeQuietly closes the standard output after one row.
func TestHeadEndsThePipeQuietly(t *testing.T) {
	cmd := exec.Command("count", "-n", "100000000")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil || stderr.Len() > 0 {
		t.Errorf("%v, stderr %q", err, stderr.String())
	}
}

// TestRowsLeaveAsTheyAreDone feeds a slow stage one row and waits for it to
// come out, while the input stays open.
func TestRowsLeaveAsTheyAreDone(t *testing.T) {
	cmd := exec.Command("shout")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(out)
	for _, fs := range []string{"p", "q", "r"} {
		fmt.Fprintf(in, "{\"fs\":%q}\n", fs)
		if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, strings.ToUpper(fs)) {
			t.Fatalf("got %q, %v", line, err)
		}
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
}

// TestInterruptKeepsTheState: the first SIGINT ends the run in order, with 130,
// and a resumed run has the same result as one that was not interrupted.
func TestInterruptKeepsTheState(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for _, durable := range []bool{false, true} {
		dir := t.TempDir()
		input := filepath.Join(dir, "in.jsonl")
		writeInput(t, input, 400)
		run := func(args ...string) *exec.Cmd {
			cmd := exec.Command("shout", append(args, "--slow", "2ms", fmt.Sprint("--durable=", durable), input)...)
			cmd.Dir = dir
			return cmd
		}
		if text, err := run("-o", "want.jsonl").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		cmd := run("-o", "out.jsonl")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitFor(t, filepath.Join(dir, "out.jsonl.partial"))
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != ExitInterrupted {
			t.Fatalf("durable=%v: %v, expected exit code %d\n%s", durable, err, ExitInterrupted, stderr.Bytes())
		}
		if !strings.Contains(stderr.String(), "--resume continues") {
			t.Errorf("stderr %q", stderr.String())
		}
		if text, err := run("-o", "out.jsonl", "--resume").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		files := tree(t, dir)
		if !bytes.Equal(files["out.jsonl"], files["want.jsonl"]) {
			t.Errorf("durable=%v: the resumed output differs", durable)
		}
	}
}

// A resumed run accepted inputs that had been edited in rows that were not done yet: it
// mixed the rows of two inputs.
func TestResumeRefusesChangedInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	dir := t.TempDir()
	input := filepath.Join(dir, "in.jsonl")
	writeInput(t, input, 400)
	resume := func() (string, error) {
		cmd := exec.Command("shout", "-o", "out.jsonl", "--resume", input)
		cmd.Dir = dir
		text, err := cmd.CombinedOutput()
		return string(text), err
	}
	cmd := exec.Command("shout", "-o", "out.jsonl", "--slow", "20ms", "--durable", input)
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, filepath.Join(dir, "out.jsonl.partial"))
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the run ended before the interrupt")
	}
	text, err := os.ReadFile(input)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	last := len(lines) - 1
	for what, changed := range map[string][]byte{
		"an edited row":         bytes.Join(append(slices.Clone(lines[:last]), bytes.Replace(lines[last], []byte(`{`), []byte(`{"new":1,`), 1)), nil),
		"a row of equal length": bytes.Join(append(slices.Clone(lines[:last-1]), lines[last], lines[last-1]), nil),
		"one row more":          append(slices.Clone(text), lines[last]...),
		"one row less":          bytes.Join(lines[:last], nil),
	} {
		if err := os.WriteFile(input, changed, 0o666); err != nil {
			t.Fatal(err)
		}
		if message, err := resume(); err == nil || !strings.Contains(message, "the input "+input+" has changed since the run began") {
			t.Errorf("%s: %v, %s", what, err, message)
		}
	}
	if err := os.WriteFile(input, text, 0o666); err != nil { // as after a copy: only the time differs
		t.Fatal(err)
	}
	if message, err := resume(); err != nil {
		t.Errorf("%v, %s", err, message)
	}
}

// TestInterruptWhileWaitingForInput: nothing comes in and nothing will.
func TestInterruptWhileWaitingForInput(t *testing.T) {
	cmd := exec.Command("shout")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(in, "{\"fs\":\"p\"}\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != ExitInterrupted {
		t.Errorf("%v, expected exit code %d", err, ExitInterrupted)
	}
}

// A program that failed while its input was open, or that was interrupted while it waited
// for the rows of a named pipe, did not end.
func TestEndWhileTheInputIsOpen(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "rows")
	if text, err := exec.Command("mkfifo", fifo).CombinedOutput(); err != nil {
		t.Skipf("no mkfifo: %v %s", err, text)
	}
	for _, tt := range []struct {
		name string
		args []string
		end  func(cmd *exec.Cmd, in io.Writer) error
		code int
	}{
		{"failed", nil, func(_ *exec.Cmd, in io.Writer) error {
			_, err := fmt.Fprintln(in, `{"fs":"abort"}`)
			return err
		}, ExitFailed},
		{"interrupted", []string{fifo}, func(cmd *exec.Cmd, _ io.Writer) error {
			for range 2000 { // until the program has opened it
				if w, err := os.OpenFile(fifo, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
					t.Cleanup(func() { w.Close() })
					return cmd.Process.Signal(syscall.SIGTERM)
				}
				time.Sleep(5 * time.Millisecond)
			}
			return errors.New("nobody opened the pipe")
		}, ExitInterrupted},
	} {
		cmd := exec.Command("shout", tt.args...)
		in, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if err := tt.end(cmd, in); err != nil {
			t.Fatal(err)
		}
		ended := time.AfterFunc(20*time.Second, func() { _ = cmd.Process.Kill() })
		if err := cmd.Wait(); cmd.ProcessState.ExitCode() != tt.code {
			t.Errorf("%s: %v, expected exit code %d", tt.name, err, tt.code)
		}
		ended.Stop()
	}
}

// If a program was interrupted or failed, the next one of the pipe took the rows so far
// for all rows, and ended with the exit code 0. Only the first one gets the signal here.
func TestEarlyEndOfAPipe(t *testing.T) {
	const row = `{"fs":"p"}`
	for _, tt := range []struct {
		format string
		fault  func(first *exec.Cmd, in io.Writer) error
		code   int
		says   string
	}{
		{"jsonl", func(first *exec.Cmd, _ io.Writer) error { return first.Process.Signal(os.Interrupt) }, ExitInterrupted, "the program that wrote the others was interrupted"},
		{"jsonl", func(_ *exec.Cmd, in io.Writer) error { _, err := fmt.Fprintln(in, `{"fs":"abort"}`); return err }, ExitFailed, "the program that wrote the others failed"},
		{"arrow", func(first *exec.Cmd, _ io.Writer) error { return first.Process.Signal(os.Interrupt) }, ExitFailed, "the program that wrote the others was interrupted or failed"},
		{"arrow", func(first *exec.Cmd, _ io.Writer) error { return first.Process.Kill() }, ExitFailed, "the program that wrote the others was interrupted or failed"},
		{"jsonl", func(*exec.Cmd, io.Writer) error { return nil }, ExitDone, ""},
		{"arrow", func(*exec.Cmd, io.Writer) error { return nil }, ExitDone, ""},
	} {
		dir := t.TempDir()
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		first, middle, last := exec.Command("shout", "--format", tt.format), exec.Command("shout", "--format", tt.format), exec.Command("shout", "-o", "out.jsonl")
		last.Dir, middle.Stdin = dir, read
		var messages bytes.Buffer
		last.Stderr = &messages
		if last.Stdin, err = middle.StdoutPipe(); err != nil {
			t.Fatal(err)
		}
		in, err := first.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		first.Stdout = write
		for _, cmd := range []*exec.Cmd{first, middle, last} {
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
		}
		read.Close()
		write.Close()
		fmt.Fprintln(in, row)
		waitFor(t, filepath.Join(dir, "out.jsonl.partial"))
		if err := tt.fault(first, in); err != nil {
			t.Fatal(err)
		}
		if tt.code == ExitDone {
			in.Close()
		} // otherwise the fault ends the first program, whose input stays open
		_ = first.Wait()
		errs := []error{last.Wait(), middle.Wait()} // in this order, since Wait closes the pipe
		done := "1 input rows are done and kept; --resume continues"
		for i, cmd := range []*exec.Cmd{last, middle} {
			if got := cmd.ProcessState.ExitCode(); got != tt.code {
				t.Errorf("%s, %q: program %d: %v, expected exit code %d", tt.format, tt.says, 3-i, errs[i], tt.code)
			}
		}
		_, err = os.Stat(filepath.Join(dir, "out.jsonl"))
		if complete := err == nil; complete != (tt.code == ExitDone) || !strings.Contains(messages.String(), tt.says) || !complete && !strings.Contains(messages.String(), done) {
			t.Errorf("%s, %q: complete=%t, messages %s", tt.format, tt.says, complete, messages.String())
		}
	}
}

// TestFullDisk writes to a device that has no room.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skipf("no /dev/full here: %v", err)
	}
	defer full.Close()
	cmd := exec.Command("count", "-n", "100000")
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = full, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != ExitFailed {
		t.Errorf("%v, expected exit code %d", err, ExitFailed)
	}
	if !strings.Contains(stderr.String(), "writing to the standard output") || !strings.Contains(stderr.String(), "no space left") {
		t.Errorf("stderr %q", stderr.String())
	}
}

// TestOneWriterAtATime has a second process want the same output.
func TestOneWriterAtATime(t *testing.T) {
	dir := t.TempDir()
	input := filepath.Join(dir, "in.jsonl")
	writeInput(t, input, 300)
	first := exec.Command("shout", "-o", "out.jsonl", "--slow", "20ms", input)
	first.Dir = dir
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, filepath.Join(dir, "out.jsonl.partial"))
	second := exec.Command("shout", "--resume", "-o", "out.jsonl", input)
	second.Dir = dir
	text, err := second.CombinedOutput()
	if err == nil || !strings.Contains(string(text), "another process is writing it") {
		t.Errorf("%v, %s", err, text)
	}
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	if err := first.Wait(); err == nil {
		t.Error("the first process ended by itself")
	}
}

// waitFor waits until there is something in a file.
func waitFor(t *testing.T, name string) {
	t.Helper()
	for range 2000 {
		if info, err := os.Stat(name); err == nil && info.Size() > 0 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("%s: nothing came", name)
}

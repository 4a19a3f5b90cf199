package prover

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"
)

// A process is a running program in a process group of its own. One goroutine
// uses it at a time.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   output // its standard output, up to maxOutput
	said  output // its standard error, up to maxErrors
	ended chan struct{}

	mu     sync.Mutex
	buried bool // whether its process ID may belong to another process

	exchanges int
}

// The limits on what is read from a program, in bytes.
const (
	maxOutput = 8 << 20
	maxErrors = 16 << 10
)

// The reasons to stop a program.
var (
	errTime   = errors.New("time limit reached")
	errOutput = fmt.Errorf("more than %d bytes of output", maxOutput)
)

// waitDelay is the time after which a pipe is closed, if a process outside the group
// keeps it open.
const waitDelay = time.Second

// limits are the limits of a process, on systems that support them.
type limits struct {
	memoryMB int           // address space
	deep     bool          // a large stack
	time     time.Duration // processor time, in case this program dies; 0: no limit
}

// start starts a program. The caller must call end.
func start(path string, args []string, l limits) (*process, error) {
	p := &process{
		cmd: exec.Command(path, args...), ended: make(chan struct{}),
		out:  output{limit: maxOutput, changed: make(chan struct{}, 1)},
		said: output{limit: maxErrors, changed: make(chan struct{}, 1)},
	}
	p.cmd.Env, p.cmd.WaitDelay = environment(), waitDelay
	p.cmd.Stdout, p.cmd.Stderr = &p.out, &p.said
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	started := make(chan error)
	go p.supervise(l, started)
	if err := <-started; err != nil {
		<-p.ended
		return nil, err
	}
	return p, nil
}

// inherited lists the environment variables that a prover gets: the places of programs,
// libraries and temporary files. Other variables may hold secrets, such as API keys.
var inherited = []string{
	"PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
	"SystemRoot", "SystemDrive", "TEMP", "TMP", "USERPROFILE", // Windows
}

func environment() []string {
	env := []string{} // nil would be the whole environment
	for _, name := range inherited {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// supervise starts the program, waits until it ends, and kills the rest of its
// group. It sets the limits before the program gets its question.
func (p *process) supervise(l limits, started chan<- error) {
	defer close(p.ended)
	defer lockThread()()
	ownGroup(p.cmd)
	err := p.cmd.Start()
	if err != nil {
		p.in.Close()
		p.buried = true
		started <- err
		return
	}
	if err = limit(p.cmd.Process.Pid, l); err != nil {
		p.kill()
	}
	started <- err
	p.bury()
}

// kill kills the process group.
func (p *process) kill() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.buried {
		killGroup(p.cmd)
	}
}

// end kills the process and waits until it is gone.
func (p *process) end() {
	p.kill()
	<-p.ended
}

// exchange writes text and returns the output when done accepts it or the process has
// ended. If ctx ends or the output is too long, it ends the process, and returns the
// cause of ctx or errOutput. If last is true, it closes the input after text.
func (p *process) exchange(ctx context.Context, text string, last bool, done func(*output) bool) (string, error) {
	written := make(chan struct{})
	go func() {
		defer close(written)
		_, _ = io.WriteString(p.in, text) // an error means that the process has ended
		if last {
			p.in.Close()
		}
	}()
	defer func() { <-written }()
	for {
		select {
		case <-p.ended:
			if p.out.full() {
				return "", errOutput
			}
			return p.out.String(), nil
		case <-ctx.Done():
			p.end()
			return "", context.Cause(ctx)
		case <-p.out.changed:
			if p.out.full() {
				p.end()
				return "", errOutput
			}
			if done != nil && done(&p.out) {
				return p.out.String(), nil
			}
		}
	}
}

// output keeps the first bytes that are written to it, up to limit.
type output struct {
	limit   int
	changed chan struct{}

	mu   sync.Mutex
	b    bytes.Buffer
	over bool
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	room := o.limit - o.b.Len()
	o.b.Write(p[:min(len(p), room)])
	o.over = o.over || len(p) > room
	select {
	case o.changed <- struct{}{}:
	default:
	}
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// tail returns the last 4 KiB: what shows that an answer is complete is short, and a search
// through all of a long output at each write would take too long.
func (o *output) tail() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	all := o.b.Bytes()
	return string(all[max(0, len(all)-4<<10):])
}

func (o *output) full() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.over
}

func (o *output) reset() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.b.Reset()
}

// A startError reports that a program cannot be started.
type startError struct{ error }

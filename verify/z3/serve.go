//go:build z3 && cgo && unix

package z3

// #cgo LDFLAGS: -lz3 -lpthread
// #include <stdlib.h>
// #include <unistd.h>
// #include <z3.h>
// int truthloop_serve_on_stack(size_t size);
import "C"

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"unsafe"
)

// stackSize is the stack of the thread that runs Z3, in bytes; see maxDepth.
// Only what is used of it becomes memory.
const stackSize = 512 << 20

// service is what the thread that runs Z3 shares with the main goroutine. It is
// a variable because C calls truthloopServeZ3 with no argument.
var service struct {
	memoryMB  uint64
	watermark uint64 // bytes of Z3's at which a solver gives up
	requests  chan []byte
	replies   *os.File
	err       error
}

// ServeWorker is the main function of a worker: it answers requests from
// standard input on standard output until the input ends, also in the midst of
// a check, and returns the exit code.
func ServeWorker() int {
	if err := serve(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "z3 worker:", err)
		return 1
	}
	return 0
}

func serve(in io.Reader) (err error) {
	service.memoryMB, err = strconv.ParseUint(os.Getenv(environment), 10, 32)
	if err != nil {
		return fmt.Errorf("variable %s: %w", environment, err)
	}
	// A signal from the terminal goes to parent and workers alike. The parent
	// decides what becomes of the check that is under way.
	signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	if service.replies, err = privateOutput(); err != nil {
		return err
	}
	service.requests = make(chan []byte)
	ended := make(chan error, 1)
	go func() {
		if errno := C.truthloop_serve_on_stack(stackSize); errno != 0 {
			ended <- fmt.Errorf("start thread: %w", syscall.Errno(errno))
			return
		}
		ended <- service.err
	}()
	input := make(chan error, 1)
	go func() { input <- readRequests(in, service.requests) }()
	select {
	case err := <-input:
		return err // the thread that runs Z3 ends with the process
	case err := <-ended:
		return err
	}
}

// readRequests passes requests on until the input ends. It reads ahead, so that
// the end is seen while Z3 runs.
func readRequests(in io.Reader, requests chan<- []byte) error {
	r := bufio.NewReader(in)
	for {
		b, err := readFrame(r, nil)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read request: %w", err)
		}
		requests <- b
	}
}

// privateOutput takes standard output for the replies and turns whatever else
// is written to it to standard error.
func privateOutput() (*os.File, error) {
	fd, err := syscall.Dup(1)
	if err != nil {
		return nil, fmt.Errorf("duplicate standard output: %w", err)
	}
	if C.dup2(2, 1) < 0 {
		return nil, errors.New("redirect standard output")
	}
	return os.NewFile(uintptr(fd), "replies"), nil
}

// truthloopServeZ3 answers requests on the thread with the large stack.
//
//export truthloopServeZ3
func truthloopServeZ3() { service.err = answerRequests() }

func answerRequests() error {
	if err := limitMemory(service.memoryMB); err != nil {
		return err
	}
	c, err := newContext()
	if err != nil {
		return err
	}
	out := append(make([]byte, 4, 64), greeting...)
	if _, err := service.replies.Write(frame(out)); err != nil {
		return fmt.Errorf("write greeting: %w", err)
	}
	for b := range service.requests {
		p, limit, err := parseRequest(b)
		if err != nil {
			return fmt.Errorf("request: %w", err)
		}
		r := solve(c, p, limit)
		c.close()
		r.inUse = uint64(C.Z3_get_estimated_alloc_size())
		if _, err := service.replies.Write(appendReply(out[:0], r)); err != nil {
			return fmt.Errorf("write reply: %w", err)
		}
		// The next context is made while the parent is busy with the reply.
		if c, err = newContext(); err != nil {
			return err
		}
	}
	return nil
}

// limitMemory bounds what Z3 allocates by its own counting: at the watermark the
// solver gives up in good order, at the maximum an exception ends it, or the
// process. Somewhat above that the address space of the process ends, which
// holds whatever happens.
func limitMemory(mb uint64) error {
	C.Z3_toggle_warning_messages(false)
	if err := setGlobal("memory_max_size", mb); err != nil {
		return err
	}
	service.watermark = min(mb<<20/4*3, math.MaxUint32) // the parameter's type
	if err := setGlobal("memory_high_watermark", service.watermark); err != nil {
		return err
	}

	used, err := addressSpace()
	if err != nil {
		return nil // no such file: not Linux, where the limit would mean nothing
	}
	limit := used + mb<<20*5/4
	if err := syscall.Setrlimit(syscall.RLIMIT_AS, &syscall.Rlimit{Cur: limit, Max: limit}); err != nil {
		return fmt.Errorf("limit address space to %d bytes: %w", limit, err)
	}
	return nil
}

// setGlobal sets a parameter of Z3 for all contexts to come. Setting one that
// Z3 does not have goes unreported, so it is read back.
func setGlobal(name string, value uint64) error {
	n, v := C.CString(name), C.CString(strconv.FormatUint(value, 10))
	defer C.free(unsafe.Pointer(n))
	defer C.free(unsafe.Pointer(v))
	C.Z3_global_param_set(n, v)
	var got C.Z3_string
	if !bool(C.Z3_global_param_get(n, &got)) || C.GoString(got) != strconv.FormatUint(value, 10) {
		return fmt.Errorf("set parameter %s of z3 to %d: not accepted", name, value)
	}
	return nil
}

// addressSpace is the size of the process, in bytes.
func addressSpace() (uint64, error) {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	pages, _, _ := bytes.Cut(b, []byte(" "))
	n, err := strconv.ParseUint(string(pages), 10, 64)
	return n * uint64(os.Getpagesize()), err
}

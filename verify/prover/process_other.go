//go:build !linux

package prover

import (
	"context"
	"errors"
	"os/exec"
	"strings"
)

// supervise runs cmd and kills it when ctx ends: then killed is true. Process
// groups and limits on memory that cannot be outrun are Linux's; elsewhere the
// prover's own limits must do.
func supervise(ctx context.Context, cmd *exec.Cmd, c command) (killed bool, err error) {
	cmd.Stdin = strings.NewReader(c.input)
	if err := cmd.Start(); err != nil {
		return false, err
	}
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		_ = cmd.Process.Kill() // an error is that it is gone
	})
	err = cmd.Wait()
	if !stop() {
		<-done
		killed = true
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) || errors.Is(err, exec.ErrWaitDelay) || killed {
		err = nil
	}
	return killed, err
}

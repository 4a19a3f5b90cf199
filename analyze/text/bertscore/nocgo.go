//go:build !cgo

package bertscore

import "errors"

// A network is nothing without cgo, by which ONNX Runtime is called.
type network struct{}

func openNetwork(_, _ string) (*network, error) {
	return nil, errors.New("load ONNX Runtime: this program was built without cgo, which calls it")
}

func (*network) run([]int64) (Embedding, error) { return nil, errors.New("no network") }

func (*network) close() error { return nil }

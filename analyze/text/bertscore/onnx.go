//go:build cgo

package bertscore

import (
	"errors"
	"fmt"
	"slices"

	ort "github.com/yalue/onnxruntime_go"
)

// defaultLibrary is what ONNX Runtime's own packages install.
const defaultLibrary = "libonnxruntime.so"

// A network is a model in ONNX Runtime.
type network struct {
	session *ort.DynamicAdvancedSession
	inputs  []string
	outputs []string
	vectors int // place of the output with the vectors
}

// openNetwork loads ONNX Runtime and the model.
func openNetwork(file, library string) (*network, error) {
	if ort.IsInitialized() {
		return nil, errors.New("found another model open, expected none")
	}
	if library == "" {
		library = defaultLibrary
	}
	ort.SetSharedLibraryPath(library)
	if err := ort.InitializeEnvironment(ort.WithLogLevelError()); err != nil {
		return nil, fmt.Errorf("load ONNX Runtime: %w", err)
	}
	n := &network{}
	if err := n.start(file); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", file, err), n.close())
	}
	return n, nil
}

func (n *network) start(file string) error {
	if err := n.describe(file); err != nil {
		return err
	}
	options, err := ort.NewSessionOptions()
	if err != nil {
		return err
	}
	// One thread: the sums of several come in any order.
	err = errors.Join(options.SetIntraOpNumThreads(1), options.SetInterOpNumThreads(1))
	if err == nil {
		n.session, err = ort.NewDynamicAdvancedSession(file, n.inputs, n.outputs, options)
	}
	return errors.Join(err, options.Destroy())
}

// describe finds what the model takes and gives.
func (n *network) describe(file string) error {
	inputs, outputs, err := ort.GetInputOutputInfo(file)
	if err != nil {
		return err
	}
	for _, in := range inputs {
		if !slices.Contains([]string{"input_ids", "attention_mask", "token_type_ids"}, in.Name) || in.DataType != ort.TensorElementDataTypeInt64 {
			return fmt.Errorf("found the input %s, expected input_ids, attention_mask and token_type_ids of int64", in.Name)
		}
		n.inputs = append(n.inputs, in.Name)
	}
	for i, out := range outputs {
		if out.Name == "last_hidden_state" {
			n.vectors = i
		}
		n.outputs = append(n.outputs, out.Name)
	}
	if len(outputs) == 0 || outputs[n.vectors].DataType != ort.TensorElementDataTypeFloat || len(outputs[n.vectors].Dimensions) != 3 {
		return errors.New("found no output with a vector of float32 for each token, expected last_hidden_state")
	}
	return nil
}

// run gives the vectors of a sentence.
func (n *network) run(ids []int64) (e Embedding, err error) {
	shape := ort.NewShape(1, int64(len(ids)))
	var values []ort.Value
	defer func() {
		for _, v := range values {
			if v != nil {
				err = errors.Join(err, v.Destroy())
			}
		}
	}()
	for _, name := range n.inputs {
		data := ids
		switch name {
		case "attention_mask":
			data = slices.Repeat([]int64{1}, len(ids))
		case "token_type_ids":
			data = make([]int64, len(ids))
		}
		v, err := ort.NewTensor(shape, data)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	outputs := make([]ort.Value, len(n.outputs)) // ONNX Runtime makes them
	err = n.session.Run(values, outputs)
	values = append(values, outputs...)
	if err != nil {
		return nil, err
	}
	out, ok := outputs[n.vectors].(*ort.Tensor[float32])
	if !ok {
		return nil, fmt.Errorf("found an output of %T, expected float32", outputs[n.vectors])
	}
	if s := out.GetShape(); len(s) != 3 || s[0] != 1 || s[1] != int64(len(ids)) || s[2] < 1 {
		return nil, fmt.Errorf("found vectors of the shape %v, expected one for each of %d tokens", s, len(ids))
	}
	for v := range slices.Chunk(out.GetData(), int(out.GetShape()[2])) {
		e = append(e, slices.Clone(v))
	}
	return e, nil
}

func (n *network) close() error {
	var err error
	if n.session != nil {
		err = n.session.Destroy()
	}
	return errors.Join(err, ort.DestroyEnvironment())
}

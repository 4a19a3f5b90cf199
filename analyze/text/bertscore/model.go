package bertscore

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/truthloop/truthloop/analyze/text/wordpiece"
)

// A Model gives tokens their vectors. It is not safe for use by several
// goroutines.
type Model struct {
	tokenizer *wordpiece.Tokenizer
	network   *network
	last      map[string]Embedding // of the last few sentences: references come again
}

// keep is how many sentences' vectors a Model keeps.
const keep = 64

// Open opens the model in dir: an ONNX file, model.onnx there or in onnx/, with
// its tokenizer. library is the file of ONNX Runtime 1.24 or later; empty, it is
// the one that the system's linker finds. A process has one Model at a time.
func Open(dir, library string) (*Model, error) {
	file := filepath.Join(dir, "model.onnx")
	if _, err := os.Stat(file); err != nil {
		if file = filepath.Join(dir, "onnx", "model.onnx"); !isFile(file) {
			return nil, fmt.Errorf("open model: %s: found no model.onnx, there or in onnx", dir)
		}
	}
	tokenizer, err := wordpiece.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("open model: %w", err)
	}
	network, err := openNetwork(file, library)
	if err != nil {
		return nil, fmt.Errorf("open model: %w", err)
	}
	return &Model{tokenizer, network, map[string]Embedding{}}, nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Close lets go of the network and of ONNX Runtime.
func (m *Model) Close() error { return m.network.close() }

// Embed gives the tokens of a sentence their vectors.
func (m *Model) Embed(sentence string) (Embedding, error) {
	if e, ok := m.last[sentence]; ok {
		return e, nil
	}
	e, err := m.network.run(m.tokenizer.Encode(sentence))
	if err != nil {
		return nil, fmt.Errorf("embed %.60q: %w", sentence, err)
	}
	if len(m.last) == keep {
		clear(m.last)
	}
	m.last[sentence] = e
	return e, nil
}

// Score compares a sentence with a reference.
func (m *Model) Score(sentence, reference string) (Score, error) {
	s, err := m.Embed(sentence)
	if err != nil {
		return Score{}, err
	}
	r, err := m.Embed(reference)
	if err != nil {
		return Score{}, err
	}
	return Of(s, r), nil
}

package report

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"

	"github.com/truthloop/truthloop/format/record"
)

// chunkRows is how many rows are unpacked at a time: enough to compress what
// they share, few enough to unpack in some ten milliseconds.
const chunkRows = 200

// A shown row is what the browser of rows tells of one.
type shown struct {
	ID            string                `json:"id,omitempty"`
	Where         string                `json:"where"` // file and line
	Batch         *int64                `json:"batch,omitempty"`
	Index         *int64                `json:"index,omitempty"`
	FS            string                `json:"fs,omitempty"`
	NL            string                `json:"nl,omitempty"`
	Back          string                `json:"back,omitempty"`
	Reason        string                `json:"reason,omitempty"`
	Engine        string                `json:"engine,omitempty"`
	Relation      string                `json:"relation,omitempty"`
	Why           string                `json:"why,omitempty"` // the witness in words
	Witness       string                `json:"witness,omitempty"`
	Certificate   string                `json:"certificate,omitempty"`
	Premises      []string              `json:"premises,omitempty"`
	Conclusion    string                `json:"conclusion,omitempty"`
	Leak          bool                  `json:"leak,omitempty"`
	Params        string                `json:"params,omitempty"`
	Error         *record.Error         `json:"error,omitempty"`
	Judgements    []record.Judgement    `json:"judgements,omitempty"`
	Conversations []record.Conversation `json:"conversations,omitempty"`
}

// filters lists the fields that the browser filters by.
var filters = []string{"model", "dataset", "prompt", "verdict", "diagnosis", "relation"}

// An index holds, for each row, the codes of what filters look at.
type index struct {
	Values map[string][]string `json:"values"`
	Codes  map[string][]int    `json:"codes"`
	place  map[string]map[string]int
}

func newIndex() *index {
	x := &index{map[string][]string{}, map[string][]int{}, map[string]map[string]int{}}
	for _, f := range filters {
		x.place[f] = map[string]int{}
	}
	return x
}

func (x *index) add(filter, value string) {
	code, ok := x.place[filter][value]
	if !ok {
		code = len(x.Values[filter])
		x.place[filter][value] = code
		x.Values[filter] = append(x.Values[filter], value)
	}
	x.Codes[filter] = append(x.Codes[filter], code)
}

// A rowStore packs rows into chunks as they come.
type rowStore struct {
	limit         int
	conversations bool
	index         *index
	rows          int
	pending       []*shown
	chunks        [][]byte // gzip in base64
}

func (s *rowStore) add(r *record.Row, where, diagnosis string) error {
	if s.rows >= s.limit {
		return nil
	}
	s.rows++
	for _, f := range filters {
		value := diagnosis
		if f != "diagnosis" {
			value, _ = r.Text(f)
		}
		s.index.add(f, value)
	}
	row := &shown{
		ID: r.ID, Where: where, Batch: r.Batch, Index: r.Index, FS: r.FS, NL: r.NL, Back: r.FSOut,
		Reason: r.VerdictReason, Engine: r.VerdictEngine, Relation: string(r.Relation),
		Why: inWords(r.Witness), Witness: r.Witness, Certificate: r.Certificate,
		Premises: r.Premises, Conclusion: r.Conclusion, Leak: r.NLLeak != nil && *r.NLLeak, Params: r.Params, Error: r.Error,
	}
	if s.conversations {
		row.Conversations, row.Judgements = r.Conversations, r.Judgements
	}
	s.pending = append(s.pending, row)
	if len(s.pending) == chunkRows {
		return s.pack()
	}
	return nil
}

// pack makes a chunk of the pending rows.
func (s *rowStore) pack() error {
	if len(s.pending) == 0 {
		return nil
	}
	text, err := json.Marshal(s.pending)
	if err != nil {
		return fmt.Errorf("pack rows: %w", err)
	}
	var b bytes.Buffer
	encoder := base64.NewEncoder(base64.StdEncoding, &b)
	z := gzip.NewWriter(encoder)
	// Writes to memory do not fail.
	_, _ = z.Write(text)
	_ = z.Close()
	_ = encoder.Close()
	s.chunks = append(s.chunks, b.Bytes())
	s.pending = s.pending[:0]
	return nil
}

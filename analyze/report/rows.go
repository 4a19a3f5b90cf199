package report

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"unique"

	"github.com/klauspost/compress/zstd"

	"github.com/truthloop/truthloop/format/record"
)

// chunkRows is the number of rows in a chunk: enough to compress what they share,
// few enough to unpack in some ten milliseconds.
const chunkRows = 200

// A shown row has what the browser of rows shows.
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
	Repair        string                `json:"repair,omitempty"`
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

// filters lists the fields to filter by.
var filters = []string{"model", "dataset", "prompt", "verdict", "diagnosis", "relation"}

// An index holds, for each filter, its values and their codes by row.
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

// A rowStore keeps all rows up to a limit, and a simple random sample of more
// (algorithm R; J. S. Vitter, ACM Transactions on Mathematical Software 11, 1985, p.
// 37): the n-th row takes the place of a kept one with probability limit/n. Rows are
// compressed one by one, with the first as the dictionary, since rows share their
// prompts.
type rowStore struct {
	limit         int
	conversations bool
	words         func(witness string) string
	draw          *rand.Rand
	seen          int
	kept          []*keptRow
	packer        *zstd.Encoder
	first         []byte // the dictionary
	buffer        []byte
}

// A keptRow is a compressed row with its values for the filters.
type keptRow struct {
	place  int
	values []unique.Handle[string]
	packed []byte
}

func newRowStore(o Options) rowStore {
	return rowStore{limit: o.Rows, conversations: o.Conversations, words: o.Witness, draw: rand.New(rand.NewPCG(o.Seed, 0))}
}

func (s *rowStore) add(r *record.Row, where, diagnosis string) error {
	k := &keptRow{place: s.seen}
	s.seen++
	at := k.place
	if at >= s.limit {
		if at = s.draw.IntN(s.seen); at >= s.limit {
			return nil
		}
	}
	for _, f := range filters {
		value := diagnosis
		if f != "diagnosis" {
			value, _ = r.Text(f)
		}
		k.values = append(k.values, unique.Make(value))
	}
	text, err := json.Marshal(s.shown(r, where))
	if err != nil {
		return fmt.Errorf("pack a row: %w", err)
	}
	if s.packer == nil {
		s.first = text[:min(len(text), 1<<16)]
		if s.packer, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderDictRaw(1, s.first)); err != nil {
			return fmt.Errorf("pack a row: %w", err)
		}
	}
	s.buffer = s.packer.EncodeAll(text, s.buffer[:0])
	k.packed = bytes.Clone(s.buffer)
	if at == len(s.kept) {
		s.kept = append(s.kept, nil)
	}
	s.kept[at] = k
	return nil
}

func (s *rowStore) shown(r *record.Row, where string) *shown {
	row := &shown{
		ID: r.ID, Where: where, Batch: r.Batch, Index: r.Index, FS: r.FS, NL: r.NL, Back: r.FSOut,
		Reason: r.VerdictReason, Engine: r.VerdictEngine, Relation: string(r.Relation), Repair: r.Repair,
		Witness: r.Witness, Certificate: r.Certificate,
		Premises: r.Premises, Conclusion: r.Conclusion, Leak: r.NLLeak != nil && *r.NLLeak, Params: r.Params, Error: r.Error,
	}
	if s.words != nil {
		row.Why = s.words(r.Witness)
	}
	if s.conversations {
		row.Conversations, row.Judgements = r.Conversations, r.Judgements
	}
	return row
}

// chunks returns the rows in their order, chunkRows at a time as gzip in base64, and
// their index. No row may be added afterwards.
func (s *rowStore) chunks() (chunks [][]byte, x *index, err error) {
	x = newIndex()
	if len(s.kept) == 0 {
		return nil, x, nil
	}
	slices.SortFunc(s.kept, func(a, b *keptRow) int { return cmp.Compare(a.place, b.place) })
	unpacker, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderDictRaw(1, s.first))
	if err != nil {
		return nil, nil, fmt.Errorf("unpack rows: %w", err)
	}
	defer unpacker.Close()
	for part := range slices.Chunk(s.kept, chunkRows) {
		var rows [][]byte
		for _, k := range part {
			for i, f := range filters {
				x.add(f, k.values[i].Value())
			}
			text, err := unpacker.DecodeAll(k.packed, nil)
			if err != nil {
				return nil, nil, fmt.Errorf("unpack rows: %w", err)
			}
			rows = append(rows, text)
		}
		chunks = append(chunks, chunk(rows))
	}
	return chunks, x, nil
}

// chunk compresses rows into one text.
func chunk(rows [][]byte) []byte {
	var b bytes.Buffer
	encoder := base64.NewEncoder(base64.StdEncoding, &b)
	z := gzip.NewWriter(encoder)
	// Writes to memory do not fail.
	_, _ = z.Write([]byte("["))
	_, _ = z.Write(bytes.Join(rows, []byte(",")))
	_, _ = z.Write([]byte("]"))
	_ = z.Close()
	_ = encoder.Close()
	return b.Bytes()
}

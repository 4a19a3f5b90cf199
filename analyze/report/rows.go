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

	"github.com/truthloop/truthloop/analyze/metrics"
	"github.com/truthloop/truthloop/format/record"
)

// chunkRows is the number of rows in a chunk. It is large enough to compress what rows
// share, and small enough to unpack a chunk in about ten milliseconds.
const chunkRows = 200

// A rowStore keeps all rows up to a limit. Of more rows, it keeps a simple random sample
// (algorithm R; J. S. Vitter, ACM Transactions on Mathematical Software 11, 1985, p.
// 37): the n-th row replaces a kept one with probability limit/n.
type rowStore struct {
	limit         int
	conversations bool
	words         func(witness string) string
	draw          *rand.Rand
	seen          int
	kept          []*keptRow
	talks         bool // a row has conversations or judgements
}

// A keptRow has the values by which the browser selects and sorts a row. text and talk
// are JSON: the text that is searched, and the conversations.
type keptRow struct {
	place      int
	values     []unique.Handle[string] // of the filters
	numbers    []int64                 // of measures; −1 if absent
	id         unique.Handle[string]
	text, talk []byte
}

func newRowStore(o Options) rowStore {
	return rowStore{limit: o.Rows, conversations: o.Conversations, words: o.Witness, draw: rand.New(rand.NewPCG(o.Seed, 0))}
}

func (s *rowStore) add(r *record.Row, where string, task metrics.Task, diagnosis string) error {
	k := &keptRow{place: s.seen, id: unique.Make(r.ID)}
	s.seen++
	at := k.place
	if at >= s.limit {
		if at = s.draw.IntN(s.seen); at >= s.limit {
			return nil
		}
	}
	for _, f := range filters {
		var value string
		switch f {
		case "task":
			value = string(task)
		case "diagnosis":
			value = diagnosis
		default:
			value, _ = r.Text(f)
		}
		k.values = append(k.values, unique.Make(value))
	}
	for _, m := range measures {
		k.numbers = append(k.numbers, m.of(r))
	}
	var err error
	if k.text, err = encode(textOf(r, where, s.words)); err != nil {
		return err
	}
	if s.conversations && len(r.Conversations)+len(r.Judgements) > 0 {
		said, err := encode(talk{r.Conversations, r.Judgements})
		if err != nil {
			return err
		}
		k.talk, s.talks = said, true
	}
	if at == len(s.kept) {
		s.kept = append(s.kept, nil)
	}
	s.kept[at] = k
	return nil
}

// plainRows is the largest number of rows whose texts stand in the page as they are, so
// that grep finds them. More rows are compressed.
const plainRows = 10_000

// packed holds the rows in their order, in chunks of chunkRows, and their index. A chunk
// of conversations is empty if no row of it has any. If Plain is set, the texts are JSON.
type packed struct {
	Texts, Talks, Index []string
	Plain               bool
}

// pack packs the rows. No row may be added afterwards.
func (s *rowStore) pack() (p packed, err error) {
	slices.SortFunc(s.kept, func(a, b *keptRow) int { return cmp.Compare(a.place, b.place) })
	index, err := json.Marshal(indexOf(s.kept))
	if err != nil {
		return p, fmt.Errorf("pack the index of the rows: %w", err)
	}
	p.Index, p.Plain = []string{squeeze(string(index))}, len(s.kept) <= plainRows
	for part := range slices.Chunk(s.kept, chunkRows) {
		texts, talks, found := make([][]byte, len(part)), make([][]byte, len(part)), false
		for i, k := range part {
			texts[i], talks[i] = k.text, []byte("null")
			if k.talk != nil {
				talks[i], found = k.talk, true
			}
		}
		p.Texts, p.Talks = append(p.Texts, list(texts)), append(p.Talks, "")
		if !p.Plain {
			p.Texts[len(p.Texts)-1] = squeeze(list(texts))
		}
		if found {
			p.Talks[len(p.Talks)-1] = squeeze(list(talks))
		}
	}
	return p, nil
}

// encode returns a value as JSON for a script element.
func encode(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("pack a row: %w", err)
	}
	// Without <, the text cannot end its script element, and grep finds the other signs.
	return bytes.ReplaceAll(bytes.TrimSpace(b.Bytes()), []byte("<"), []byte(`\u003c`)), nil
}

// list returns the values as a JSON list.
func list(values [][]byte) string { return "[" + string(bytes.Join(values, []byte(",\n"))) + "]" }

// squeeze compresses a text with gzip and encodes it in base64.
func squeeze(text string) string {
	var b bytes.Buffer
	encoder := base64.NewEncoder(base64.StdEncoding, &b)
	z := gzip.NewWriter(encoder)
	// Writes to memory do not fail.
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	_ = encoder.Close()
	return b.String()
}

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
	texts, talks  packer
}

// A keptRow has the values by which the browser selects and sorts a row. text and talk
// are compressed: the text that is searched, and the conversations.
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
			value = taskNames[task]
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
	if k.text, err = s.texts.pack(textOf(r, where, s.words)); err != nil {
		return err
	}
	if s.conversations && len(r.Conversations)+len(r.Judgements) > 0 {
		if k.talk, err = s.talks.pack(talk{r.Conversations, r.Judgements}); err != nil {
			return err
		}
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
	x := newIndex()
	for _, k := range s.kept {
		x.add(k)
	}
	index, err := json.Marshal(x)
	if err != nil {
		return p, fmt.Errorf("pack the index of the rows: %w", err)
	}
	p.Index, p.Plain = []string{squeeze(index)}, len(s.kept) <= plainRows
	for part := range slices.Chunk(s.kept, chunkRows) {
		texts, err := s.texts.chunk(part, p.Plain, func(k *keptRow) []byte { return k.text })
		if err != nil {
			return p, err
		}
		talks, err := s.talks.chunk(part, false, func(k *keptRow) []byte { return k.talk })
		if err != nil {
			return p, err
		}
		p.Texts, p.Talks = append(p.Texts, texts), append(p.Talks, talks)
	}
	return p, nil
}

// A packer compresses values one by one. The first value is the dictionary, since rows
// share their prompts.
type packer struct {
	first  []byte
	zip    *zstd.Encoder
	buffer []byte
}

func (p *packer) pack(value any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("pack a row: %w", err)
	}
	// Without <, the text cannot end its script element, and grep finds the other signs.
	text := bytes.ReplaceAll(bytes.TrimSpace(b.Bytes()), []byte("<"), []byte(`\u003c`))
	if p.zip == nil {
		p.first = text[:min(len(text), 1<<16)]
		var err error
		if p.zip, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderDictRaw(1, p.first)); err != nil {
			return nil, fmt.Errorf("pack a row: %w", err)
		}
	}
	p.buffer = p.zip.EncodeAll(text, p.buffer[:0])
	return bytes.Clone(p.buffer), nil
}

// chunk returns a list of the rows' values or nulls, squeezed unless it is plain; "" without
// values.
func (p *packer) chunk(rows []*keptRow, plain bool, of func(*keptRow) []byte) (string, error) {
	if p.zip == nil {
		return "", nil
	}
	unzip, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderDictRaw(1, p.first))
	if err != nil {
		return "", fmt.Errorf("unpack rows: %w", err)
	}
	defer unzip.Close()
	texts, found := make([][]byte, len(rows)), false
	for i, k := range rows {
		texts[i] = []byte("null")
		if of(k) == nil {
			continue
		}
		found = true
		if texts[i], err = unzip.DecodeAll(of(k), nil); err != nil {
			return "", fmt.Errorf("unpack rows: %w", err)
		}
	}
	if !found {
		return "", nil
	}
	list := []byte("[" + string(bytes.Join(texts, []byte(",\n"))) + "]")
	if plain {
		return string(list), nil
	}
	return squeeze(list), nil
}

// squeeze compresses the parts with gzip and encodes them in base64.
func squeeze(parts ...[]byte) string {
	var b bytes.Buffer
	encoder := base64.NewEncoder(base64.StdEncoding, &b)
	z := gzip.NewWriter(encoder)
	// Writes to memory do not fail.
	for _, part := range parts {
		_, _ = z.Write(part)
	}
	_ = z.Close()
	_ = encoder.Close()
	return b.String()
}

package z3

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/truthloop/truthloop/verify/check"
)

// Parent and worker exchange frames: four bytes of length, little-endian, then
// that many bytes. The worker first sends a greeting; from then on each request
// is answered by one frame. Numbers are unsigned varints.
//
//	request: resource limit, number of symbols, per symbol arity<<1|bool, code
//	answer:  status, length of the reason, reason, resources used, bytes in use,
//	         size of the model or 0, per symbol its table in row-major order
const (
	greeting = "truthloop z3 worker 1"
	maxFrame = maxProgram + 4<<20
)

var errFrame = errors.New("malformed frame")

// frame makes b, whose first four bytes are free, a frame.
func frame(b []byte) []byte {
	binary.LittleEndian.PutUint32(b, uint32(len(b)-4))
	return b
}

// readFrame reads a frame into buf, which it grows as needed.
func readFrame(r io.Reader, buf []byte) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return buf[:0], err
	}
	n := int(binary.LittleEndian.Uint32(head[:]))
	if n > maxFrame {
		return buf[:0], fmt.Errorf("%w: %d bytes, expected at most %d", errFrame, n, maxFrame)
	}
	if cap(buf) < n {
		buf = make([]byte, n)
	}
	buf = buf[:n]
	if _, err := io.ReadFull(r, buf); err != nil {
		return buf[:0], fmt.Errorf("frame of %d bytes: %w", n, err)
	}
	return buf, nil
}

// appendRequest appends the frame that asks whether p is satisfiable.
func appendRequest(b []byte, p program, limit uint64) []byte {
	b = append(b, 0, 0, 0, 0)
	b = binary.AppendUvarint(b, limit)
	b = binary.AppendUvarint(b, uint64(len(p.symbols)))
	for _, s := range p.symbols {
		kind := uint64(s.arity) << 1
		if s.bool {
			kind |= 1
		}
		b = binary.AppendUvarint(b, kind)
	}
	return frame(append(b, p.code...))
}

// parseRequest is the inverse of appendRequest; the symbols have lost their
// names.
func parseRequest(b []byte) (p program, limit uint64, err error) {
	r := reader{b: b}
	limit = r.uint()
	n := r.count()
	for range n {
		kind := r.uint()
		p.symbols = append(p.symbols, symbol{arity: int(kind >> 1 & (1<<31 - 1)), bool: kind&1 == 1})
	}
	p.code = r.b
	return p, limit, r.err
}

// A reply is a worker's answer. tables is parallel to the request's symbols;
// what a predicate holds of is written as 0 and 1.
type reply struct {
	status Status
	reason string
	used   uint64 // of the resource limit
	inUse  uint64 // bytes that Z3 holds after the check
	size   int    // of the model, 0 for none
	tables [][]int
}

// appendReply appends a reply's frame.
func appendReply(b []byte, a reply) []byte {
	b = append(b, 0, 0, 0, 0, byte(a.status))
	b = binary.AppendUvarint(b, uint64(len(a.reason)))
	b = append(b, a.reason...)
	b = binary.AppendUvarint(b, a.used)
	b = binary.AppendUvarint(b, a.inUse)
	b = binary.AppendUvarint(b, uint64(a.size))
	for _, t := range a.tables {
		for _, v := range t {
			b = binary.AppendUvarint(b, uint64(v))
		}
	}
	return frame(b)
}

// parseReply is the inverse of appendReply for a request with the given
// symbols. It trusts nothing: a worker may have lost its mind.
func parseReply(b []byte, symbols []symbol) (reply, error) {
	r := reader{b: b}
	a := reply{status: Status(r.byte())}
	a.reason = string(r.take(r.count()))
	a.used, a.inUse = r.uint(), r.uint()
	a.size = r.count()
	if r.err == nil && a.size > 0 {
		a.tables = make([][]int, len(symbols))
		for i, s := range symbols {
			a.tables[i] = r.table(s, a.size)
		}
	}
	switch {
	case r.err != nil:
		return reply{}, r.err
	case a.status > Unsat, a.size > 0 && a.status != Sat, len(r.b) > 0:
		return reply{}, fmt.Errorf("%w: status %d, %d elements, %d bytes left over", errFrame, a.status, a.size, len(r.b))
	}
	return a, nil
}

// A reader takes numbers from the front of a frame. After an error everything
// it gives is zero.
type reader struct {
	b   []byte
	err error
}

func (r *reader) fail() {
	r.b = nil
	if r.err == nil {
		r.err = errFrame
	}
}

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail()
		return 0
	}
	r.b = r.b[n:]
	return v
}

// count is a number of things of at least one byte each that are still to come.
func (r *reader) count() int {
	v := r.uint()
	if v > maxFrame {
		r.fail()
		return 0
	}
	return int(v)
}

func (r *reader) byte() byte {
	if b := r.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func (r *reader) take(n int) []byte {
	if n > len(r.b) {
		r.fail()
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// table reads what a symbol means in a model of size elements.
func (r *reader) table(s symbol, size int) []int {
	cells, ok := modelCells(size, s.arity)
	if !ok || cells > len(r.b) {
		r.fail()
		return nil
	}
	bound := uint64(size)
	if s.bool {
		bound = 2
	}
	t := make([]int, cells)
	for i := range t {
		v := r.uint()
		if v >= bound {
			r.fail()
			return nil
		}
		t[i] = int(v)
	}
	return t
}

// Limits of a model that is written out.
const (
	maxElements = 64
	maxCells    = 1 << 16 // over all symbols
)

// modelCells is the length of a symbol's table in a model of size elements;
// false where the model is not written out for it.
func modelCells(size, arity int) (int, bool) {
	if size > maxElements {
		return 0, false
	}
	n, ok := check.Cells(size, arity)
	return n, ok && n <= maxCells
}

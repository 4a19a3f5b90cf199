package simllm

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// A bodyHash identifies a request's body.
type bodyHash [16]byte

func hashOf(parts ...[]byte) bodyHash {
	h := sha256.New()
	for _, p := range parts {
		// Lengths separate ("a", "bc") from ("ab", "c").
		h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(p))))
		h.Write(p)
	}
	return bodyHash(h.Sum(nil)[:16])
}

// source returns the random numbers for one purpose of the n-th request with that body,
// counted from 0. They depend only on purpose, body, n and the seed.
func (s *Server) source(purpose string, body bodyHash, n int) *rand.Rand {
	seed := binary.LittleEndian.AppendUint64(nil, s.o.Seed)
	h := hashOf(seed, []byte(purpose), body[:], binary.LittleEndian.AppendUint64(nil, uint64(n)))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(h[:8]), binary.LittleEndian.Uint64(h[8:])))
}

package gen

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
)

// BatchSeed is the seed of a batch: the first eight bytes of the SHA-256 of
// the run's seed, the dataset's name and the batch's number. It is written to
// manifests.
func BatchSeed(seed uint64, dataset string, batch int) uint64 {
	sum := sha256.Sum256(fmt.Appendf(nil, "truthloop/gen/batch\x00%d\x00%s\x00%d", seed, dataset, batch))
	return binary.BigEndian.Uint64(sum[:])
}

// stream is one of the independent streams of random numbers of a batch.
func stream(batchSeed uint64, purpose string) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "truthloop/gen/stream\x00%d\x00%s", batchSeed, purpose))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:16])))
}

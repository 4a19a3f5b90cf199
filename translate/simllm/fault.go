package simllm

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A Fault is a kind of failure of a call. Its text is its name in Rates.
type Fault string

// The faults. A request has at most one. RateLimited is answered at once, and Hang is
// never answered. The others occur at the time of the answer.
const (
	None        Fault = "none"
	RateLimited Fault = "429"       // 429 with Retry-After, as if other clients had used up the limit
	ServerError Fault = "5xx"       // 500, 502 or 503
	Hang        Fault = "hang"      // no reply until the client gives up
	Drop        Fault = "drop"      // the connection breaks before the first byte or within the body
	Malformed   Fault = "malformed" // status 200 and a body that is not the JSON of a completion
)

var faults = []Fault{RateLimited, ServerError, Hang, Drop, Malformed}

// Rates are the probabilities of faults per request. Their sum is at most 1.
type Rates map[Fault]float64

// ParseRates reads "429=0.1,5xx=0.05". The empty string means no faults.
func ParseRates(s string) (Rates, error) {
	rates := Rates{}
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		name, value, found := strings.Cut(item, "=")
		if !found {
			return nil, fmt.Errorf("rate %q: expected fault=rate", item)
		}
		f := Fault(strings.TrimSpace(name))
		if _, twice := rates[f]; twice {
			return nil, fmt.Errorf("rate %q: found a second rate of %v, expected one", item, f)
		}
		var err error
		if rates[f], err = strconv.ParseFloat(strings.TrimSpace(value), 64); err != nil {
			return nil, fmt.Errorf("rate %q: found %q, expected a number from 0 to 1", item, value)
		}
	}
	return rates, rates.check()
}

func (r Rates) check() error {
	sum := 0.0
	for f, rate := range r {
		if !slices.Contains(faults, f) {
			return fmt.Errorf("fault %q: expected one of %s", f, strings.ReplaceAll(strings.Trim(fmt.Sprint(faults), "[]"), " ", ", "))
		}
		if !(rate >= 0 && rate <= 1) {
			return fmt.Errorf("rate of %v: found %v, expected a number from 0 to 1", f, rate)
		}
		sum += rate
	}
	if sum > 1+1e-9 {
		return fmt.Errorf("rates: found %v together, expected at most 1", sum)
	}
	return nil
}

// draw returns a fault with the probabilities of the rates.
func (r Rates) draw(random *rand.Rand) Fault {
	u := random.Float64()
	for _, f := range faults {
		if u < r[f] {
			return f
		}
		u -= r[f]
	}
	return None
}

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

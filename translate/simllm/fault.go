package simllm

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// A Fault is a way for a call to go wrong.
type Fault uint8

// The faults, in the order of the documentation. None is no fault; of the
// others a request has one at the most. RateLimited is answered at once, Hang
// never, and the rest when the answer would have come.
const (
	None        Fault = iota
	RateLimited       // 429 with Retry-After, as if other clients had used up the limit
	ServerError       // 500, 502 or 503
	Hang              // no reply until the client gives up
	Drop              // the connection breaks before the first byte
	DropBody          // the connection breaks in the middle of the body
	Truncated         // status 200 and a body that is whole for HTTP, but JSON cut short
	Malformed         // status 200 and a body that is not the JSON of a completion
	Refusal           // the model will not answer
	Length            // the answer is cut off, finish_reason length
	lastFault   = Length
)

var faultNames = [...]string{
	None: "none", RateLimited: "429", ServerError: "5xx", Hang: "hang", Drop: "drop", DropBody: "drop_body",
	Truncated: "truncated", Malformed: "malformed", Refusal: "refusal", Length: "length",
}

// Faults are all faults.
func Faults() []Fault {
	var fs []Fault
	for f := RateLimited; f <= lastFault; f++ {
		fs = append(fs, f)
	}
	return fs
}

func (f Fault) String() string {
	if f <= lastFault {
		return faultNames[f]
	}
	return fmt.Sprintf("Fault(%d)", uint8(f))
}

// MarshalText is String, for JSON's names.
func (f Fault) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText is ParseFault.
func (f *Fault) UnmarshalText(b []byte) (err error) {
	*f, err = ParseFault(string(b))
	return err
}

// ParseFault reads what String writes; the error lists the faults.
func ParseFault(s string) (Fault, error) {
	for _, f := range Faults() {
		if faultNames[f] == s {
			return f, nil
		}
	}
	return None, fmt.Errorf("fault %q: expected one of %s", s, strings.Join(faultNames[1:], ", "))
}

// Rates give faults their probability per request, from 0 to 1 and 1 together.
type Rates map[Fault]float64

// ParseRates reads "429=0.1,5xx=0.05"; the empty string is no faults.
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
		f, err := ParseFault(strings.TrimSpace(name))
		if err != nil {
			return nil, fmt.Errorf("rate %q: %w", item, err)
		}
		rate, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil {
			return nil, fmt.Errorf("rate %q: found %q, expected a number from 0 to 1", item, value)
		}
		if _, twice := rates[f]; twice {
			return nil, fmt.Errorf("rate %q: found a second rate of %v, expected one", item, f)
		}
		rates[f] = rate
	}
	return rates, rates.check()
}

func (r Rates) check() error {
	sum := 0.0
	for f, rate := range r {
		if f == None || f > lastFault {
			return fmt.Errorf("rates: found one of %v, expected one of %s", f, strings.Join(faultNames[1:], ", "))
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

// String writes the rates so that ParseRates reads them, in the order of the
// faults.
func (r Rates) String() string {
	var items []string
	for _, f := range Faults() {
		if r[f] > 0 {
			items = append(items, f.String()+"="+strconv.FormatFloat(r[f], 'g', -1, 64))
		}
	}
	return strings.Join(items, ",")
}

// draw is a fault, at the rates.
func (r Rates) draw(random *rand.Rand) Fault {
	u := random.Float64()
	for _, f := range Faults() {
		if u < r[f] {
			return f
		}
		u -= r[f]
	}
	return None
}

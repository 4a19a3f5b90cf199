package simllm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestLatency(t *testing.T) {
	for spec, want := range map[string]struct {
		valid               bool
		median, least, most time.Duration // of many draws
	}{
		"0":                   {true, 0, 0, 0},
		"200ms":               {true, 200 * time.Millisecond, 200 * time.Millisecond, 200 * time.Millisecond},
		"lognormal:200ms,0.5": {true, 200 * time.Millisecond, 0, 3 * time.Second},
		"lognormal:30m,10":    {true, 30 * time.Minute, 0, time.Hour},
		"lognormal:100ms,0":   {true, 100 * time.Millisecond, 100 * time.Millisecond, 100 * time.Millisecond},
		"uniform:1s..2s":      {},
		"lognormal:1s":        {},
		"lognormal:1s,-1":     {},
		"lognormal:1s,NaN":    {},
		"-1s":                 {},
		"2h":                  {},
		"normal:1s,1":         {},
		"":                    {},
	} {
		l, err := ParseLatency(spec)
		if !want.valid {
			if err == nil || !strings.Contains(err.Error(), "expected a time such as") {
				t.Errorf("%q: error %v", spec, err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", spec, err)
		}
		random := rand.New(rand.NewPCG(1, 2))
		var draws []time.Duration
		for range 2001 {
			draws = append(draws, l.draw(random))
		}
		slices.Sort(draws)
		if m := draws[1000]; math.Abs(float64(m-want.median)) > 0.1*float64(want.median)+1 && want.most != time.Hour || draws[0] < want.least || draws[2000] > want.most {
			t.Errorf("%q: drawn from %v to %v, median %v; want from %v to %v, median %v", spec, draws[0], draws[2000], m, want.least, want.most, want.median)
		}
	}
}

// Of a lognormal latency, two thirds lie within a factor of e^sigma of the
// median.
func TestLognormalSpread(t *testing.T) {
	l, err := ParseLatency("lognormal:1s,0.5")
	if err != nil {
		t.Fatal(err)
	}
	random, within := rand.New(rand.NewPCG(3, 4)), 0
	for range 10_000 {
		if d := l.draw(random).Seconds(); d > math.Exp(-0.5) && d < math.Exp(0.5) {
			within++
		}
	}
	if within < 6627 || within > 7027 { // 0.6827 of them, give or take four deviations
		t.Errorf("%d of 10,000 within one sigma, want 6,827", within)
	}
}

func TestRates(t *testing.T) {
	for spec, want := range map[string]string{
		"":                      "map[]",
		"429=0.1":               "map[429:0.1]",
		" 5xx=0.05 , 429=0.1, ": "map[429:0.1 5xx:0.05]",
		"hang=0,drop=1":         "map[drop:1 hang:0]",
		"hang":                  "expected fault=rate",
		"cold=0.1":              "expected one of 429, 5xx, hang, drop, malformed",
		"hang=often":            "expected a number from 0 to 1",
		"hang=1.5":              "expected a number from 0 to 1",
		"hang=NaN":              "expected a number from 0 to 1",
		"hang=0.1,hang=0.2":     "second rate",
		"hang=0.6,drop=0.6":     "at most 1",
		"none=0.1":              "expected one of",
	} {
		r, err := ParseRates(spec)
		if err != nil {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%q: error %v, want %q", spec, err, want)
			}
		} else if fmt.Sprint(r) != want {
			t.Errorf("%q: %v, want %q", spec, r, want)
		}
	}
}

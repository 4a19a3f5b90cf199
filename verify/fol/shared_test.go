package fol_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/truthloop/truthloop/format/logic"
	"github.com/truthloop/truthloop/verify/check"
	"github.com/truthloop/truthloop/verify/fol"
	"github.com/truthloop/truthloop/verify/prop"
)

func TestHard(t *testing.T) {
	for _, name := range []string{"hard/fol", "hard/fol-quantifiers", "reference/pairs.fol", "reference/pairs.fol_human"} {
		f, err := os.Open("../../../shared/testdata/" + name + ".jsonl")
		if err != nil {
			t.Skip(err)
		}
		sc := bufio.NewScanner(f)
		sc.Buffer(nil, 1<<20)
		by := map[string]int{}
		var times []time.Duration
		for sc.Scan() {
			var r struct {
				ID, FS1, FS2, How string
				Truth             *bool
			}
			json.Unmarshal(sc.Bytes(), &r)
			a, err1 := logic.Parse(r.FS1, logic.Options{})
			b, err2 := logic.Parse(r.FS2, logic.Options{})
			if err1 != nil || err2 != nil {
				continue
			}
			start := time.Now()
			c := fol.Compare(context.Background(), a, b, fol.Options{Fold: logic.Fold, Relation: os.Getenv("REL") != ""})
			d := time.Since(start)
			times = append(times, d)
			v := c.Equivalent()
			key := fmt.Sprint(v)
			switch v {
			case prop.Yes:
				key = "yes " + c.ForwardProof.Engine + " " + c.ForwardProof.Form
			case prop.No:
				key = "no " + c.Found
				s, l := c.LeftOnly, true
				if s == nil {
					s, l = c.RightOnly, false
				}
				va, err := check.In(s, a, logic.Fold)
				vb, err2 := check.In(s, b, logic.Fold)
				if err != nil || err2 != nil || va != l || vb == l {
					t.Errorf("%s: witness %v rejected %v %v", r.ID, s, err, err2)
				}
			default:
				key = "unknown " + c.Reason + " " + r.How
				if r.Truth != nil {
					key += fmt.Sprint(*r.Truth)
				}
			}
			by[key]++
			if r.Truth != nil && v != prop.Unknown && (v == prop.Yes) != *r.Truth {
				t.Errorf("%s: wrong %v", r.ID, v)
			}
			if d > time.Second || v == prop.Unknown {
				t.Logf("%s %v %v %+v", r.ID, d, v, c.ForwardProof)
			}
		}
		slices.Sort(times)
		var sum time.Duration
		for _, d := range times {
			sum += d
		}
		n := len(times)
		t.Logf("%s %v median %v p90 %v p99 %v max %v sum %v", name, by, times[n/2], times[n*9/10], times[n*99/100], times[n-1], sum)
	}
}

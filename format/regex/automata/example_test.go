package automata_test

import (
	"fmt"

	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/regex/automata"
)

func ExampleCompare() {
	for _, pair := range [][2]string{
		{"(0*1*)*", "(0|1)*"},
		{"01", "10"},
		{"1*11*", "1*1*1*"},
	} {
		left, _ := regex.Parse(pair[0], regex.Options{})
		right, _ := regex.Parse(pair[1], regex.Options{})
		c, err := automata.Compare(left, right, automata.Limits{})
		switch {
		case err != nil:
			fmt.Println(err)
		case c.Equal:
			fmt.Printf("%s = %s: %d pair related\n", left, right, c.Pairs)
		case c.LeftOnly == nil:
			fmt.Printf("%s < %s: only the right accepts %q\n", left, right, *c.RightOnly)
		case c.RightOnly == nil:
			fmt.Printf("%s > %s: only the left accepts %q\n", left, right, *c.LeftOnly)
		default:
			fmt.Printf("%s ≠ %s: the left accepts %q, the right %q\n", left, right, *c.LeftOnly, *c.RightOnly)
		}
	}
	// Output:
	// (0*1*)* = (0|1)*: 1 pair related
	// 01 ≠ 10: the left accepts "01", the right "10"
	// 1*11* < 1*1*1*: only the right accepts ""
}

func ExampleMeasure() {
	e, _ := regex.Parse("(0|1)*00", regex.Options{})
	size, err := automata.Measure(e, automata.Limits{})
	fmt.Println(size.States, size.Edges, size.Density, err)
	// Output: 3 6 1 <nil>
}

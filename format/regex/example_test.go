package regex_test

import (
	"fmt"

	"github.com/truthloop/truthloop/format/regex"
)

func ExampleParse() {
	for _, s := range []string{"(((1)*)*)0", "０ ∗ (1|λ)", `(a)\1`, "(0*1"} {
		e, err := regex.Parse(s, regex.Options{})
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(e)
	}
	// Output:
	// (1*)*0
	// 0*(1|ε)
	// column 4: expected an escape of a regular expression, found "\\1": backreferences, anchors such as \A, word boundaries, octal escapes and classes of Unicode are not supported
	// column 5: expected ")", found end of text: the parenthesis at column 1 is open
}

package regex_test

import (
	"errors"
	"slices"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/truthloop/truthloop/format/regex"
	"github.com/truthloop/truthloop/format/syntax"
)

// hostile draws text in which the parser's operators are more frequent than other
// characters.
var hostile = rapid.StringOf(rapid.OneOf(
	rapid.SampledFrom([]rune("01ab()*+?|.[]^-{},$\\ xuεϵλ∅∗（）０…\"'`/:=!<>")),
	rapid.Rune(),
))

// TestHostileText parses random characters. An accepted text survives printing and
// parsing; the error of a refused one has a position.
func TestHostileText(t *testing.T) {
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		s := hostile.Draw(t, "s")
		e, err := regex.Parse(s, regex.Options{})
		if err != nil {
			var se *syntax.Error
			if !errors.As(err, &se) {
				t.Fatalf("error %#v is no *syntax.Error", err)
			}
			if want := utf8.RuneCountInString(s[:se.Offset]) + 1; se.Column != want || se.Found == "" || se.Expected == "" {
				t.Fatalf("error %+v; the offset is column %d", se, want)
			}
			return
		}
		accepted++
		again, err := regex.Parse(e.String(), regex.Options{})
		if err != nil || !regex.Same(e, again) {
			t.Fatalf("%q prints %q, which reads as %v (%v)", s, e, again, err)
		}
	})
	if accepted == 0 {
		t.Error("no random text was accepted: the property held of errors only")
	}
}

// TestEverySymbolPrints prints every rune alone, in a class and beside others.
func TestEverySymbolPrints(t *testing.T) {
	for r := rune(0); r <= utf8.MaxRune; r = regex.Next(r) {
		if r > 0x3000 && r%97 != 0 && (r < 0xFE00 || r > 0x10000) {
			continue
		}
		symbol := regex.Symbol(r)
		class := regex.Class(regex.Range{Lo: r, Hi: r}, regex.Range{Lo: 'm', Hi: 'n'})
		e := regex.Concat(symbol, class, regex.Star(symbol), regex.Symbol('0'))
		again, err := regex.Parse(e.String(), regex.Options{})
		if err != nil || !regex.Same(e, again) {
			t.Fatalf("%U prints %q, which reads as %v (%v)", r, e, again, err)
		}
	}
}

func TestComplement(t *testing.T) {
	tests := []struct{ class, want []regex.Range }{
		{nil, []regex.Range{{Lo: 0, Hi: utf8.MaxRune}}},
		{[]regex.Range{{Lo: 0, Hi: utf8.MaxRune}}, nil},
		{[]regex.Range{{Lo: 'b', Hi: 'c'}}, []regex.Range{{Lo: 0, Hi: 'a'}, {Lo: 'd', Hi: utf8.MaxRune}}},
		{[]regex.Range{{Lo: 0, Hi: 0xD7FF}}, []regex.Range{{Lo: 0xE000, Hi: utf8.MaxRune}}},
		{[]regex.Range{{Lo: 0xE000, Hi: utf8.MaxRune}}, []regex.Range{{Lo: 0, Hi: 0xD7FF}}},
	}
	for _, tt := range tests {
		if got := regex.Complement(tt.class); !slices.Equal(got, tt.want) {
			t.Errorf("Complement(%v) = %v, want %v", tt.class, got, tt.want)
		}
		if got := regex.Complement(regex.Complement(tt.class)); !slices.Equal(got, tt.class) {
			t.Errorf("Complement of Complement(%v) = %v", tt.class, got)
		}
	}
}

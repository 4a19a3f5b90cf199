package formattest

import (
	"errors"
	"strings"

	"github.com/truthloop/truthloop/format/syntax"
)

// A Reporter is the part of testing.TB and of rapid.T that the checks need.
type Reporter interface {
	Helper()
	Fatalf(format string, args ...any)
}

// NoSyntax fails where a description has formal syntax outside quotation marks, or the
// formula itself.
func NoSyntax(tb Reporter, fs, nl string) {
	tb.Helper()
	outside := nl
	for {
		before, after, ok := strings.Cut(outside, "“")
		if !ok {
			break
		}
		_, rest, _ := strings.Cut(after, "”")
		outside = before + rest
	}
	if i := strings.IndexAny(outside, "∧∨¬→↔∀∃⊕⊤⊥=≠&|~!()[]{}*+?<>^$\\"); i >= 0 {
		tb.Fatalf("formula %s\nEnglish holds formal syntax %q: %s", fs, outside[i:min(i+3, len(outside))], nl)
	}
	if strings.ContainsAny(fs, "∧∨¬→↔∀∃⊕=≠(*") && strings.Contains(nl, fs) {
		tb.Fatalf("formula %s\nstands in its English: %s", fs, nl)
	}
}

// ReadError fails unless err is the error of a reader of English, with a position in the
// text.
func ReadError(tb Reporter, text string, err error) {
	tb.Helper()
	var e *syntax.Error
	if !errors.As(err, &e) {
		tb.Fatalf("%q: error %v is no *syntax.Error", text, err)
	}
	if e.Offset < 0 || e.Offset > len(text) || e.Column < 1 || e.Found == "" || e.Expected == "" {
		tb.Fatalf("%q: error %#v", text, e)
	}
}

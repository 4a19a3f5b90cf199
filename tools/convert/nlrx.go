package convert

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/truthloop/truthloop/format/record"
)

// nlrx reads the layout in which Locascio et al. (EMNLP 2016) published NL-RX and the
// dataset of Kushman and Barzilay (NAACL 2013): targ.txt has a regular expression in each
// line, and src.txt beside it has its English in the same line. The name of the folder is
// the dataset.
func nlrx(name string, text []byte) (rows []*record.Row, _ error) {
	dir, base := filepath.Split(name)
	if !strings.HasPrefix(base, "targ") {
		return nil, fmt.Errorf("%s: found this name, expected targ.txt, with the expressions; src.txt beside it has the English", name)
	}
	beside := filepath.Join(dir, "src"+strings.TrimPrefix(base, "targ"))
	regexes := textLines(text)
	sentences, err := linesBeside(name, beside, len(regexes))
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	dataset := strings.ToLower(filepath.Base(filepath.Dir(abs)))
	for i, regex := range regexes {
		row := &record.Row{Dataset: dataset, Index: record.Int(i), Formalism: record.RegexBrics, FS: regex, NL: strings.TrimSpace(sentences[i])}
		if regex == "" || row.NL == "" {
			fail(row, "missing", fmt.Sprintf("%s: line %d: found an empty line here or in %s, expected an expression and its English", name, i+1, beside))
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// textLines returns the lines of a text. It keeps the spaces around a regular expression,
// because they can belong to it.
func textLines(text []byte) (lines []string) {
	for line := range strings.Lines(strings.ToValidUTF8(string(text), "\uFFFD")) {
		lines = append(lines, strings.TrimRight(line, "\r\n"))
	}
	return lines
}

// linesBeside reads the lines of the file that belong to n lines of the named one.
func linesBeside(name, beside string, n int) ([]string, error) {
	text, err := os.ReadFile(beside)
	if err != nil {
		return nil, fmt.Errorf("%s: reading what belongs to its lines: %w", name, err)
	}
	lines := textLines(text)
	if len(lines) != n {
		return nil, fmt.Errorf("%s: found %d lines, but %d in %s: line n of one belongs to line n of the other", name, n, len(lines), beside)
	}
	return lines, nil
}

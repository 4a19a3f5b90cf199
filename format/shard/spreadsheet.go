package shard

import (
	"regexp"
	"strings"
)

// A spreadsheet evaluates a cell that begins with one of some characters as a formula,
// which can send other cells away or run a program: CSV injection (OWASP). A safe cell
// has an apostrophe before such a character, as OWASP proposes, so a spreadsheet reads
// it as text. A cell that already has apostrophes there gets one more, so that every
// cell can be restored. Numbers such as -1 stay as they are.
var (
	evaluated = regexp.MustCompile(`^'*[-=+@\t\r\n\x00＝＋－＠]`)
	number    = regexp.MustCompile(`^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$`)
)

// SafeCell returns a cell that no spreadsheet evaluates.
func SafeCell(cell string) string {
	if evaluated.MatchString(cell) && !number.MatchString(cell) {
		return "'" + cell
	}
	return cell
}

// RestoreCell is the inverse of SafeCell.
func RestoreCell(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && evaluated.MatchString(cell) {
		return rest
	}
	return cell
}

// Safe returns the format with safe cells (SafeCell), for CSV and TSV. It returns other
// formats unchanged.
func (f Format) Safe() Format {
	switch f {
	case CSV:
		return safeCSV
	case TSV:
		return safeTSV
	}
	return f
}

// Package english writes the controlled English of regular expressions, and reads it. It
// describes a string by its pieces, in order: "a 1, then zero or more 0s". A long piece
// becomes a part with a name, and a later sentence describes the part. Package
// format/english has what all formalisms share.
package english

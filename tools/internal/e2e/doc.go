// Package e2e contains the end-to-end tests: they build the programs and run them as a
// user does, from a shell. The tests connect programs by pipes, kill programs and resume
// the interrupted runs, read the output files with other software, and run the commands
// in README.md, docs and the package comments.
package e2e

// Package e2e tests the built programs from a shell. The tests connect programs by
// pipes, kill programs and resume them, read the output files with other software, and
// run the commands in README, docs and package docs.
package e2e

// Package e2e tests the programs as people use them: built, on the PATH of a
// shell, in pipes, killed and resumed, with their files read by other
// software, and as README and the package docs tell.
package e2e

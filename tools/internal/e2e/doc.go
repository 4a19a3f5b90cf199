// Package e2e tests the built programs from a shell: in pipes, killed and
// resumed, with their files read by other software, and with the commands of
// README, docs and package docs.
package e2e

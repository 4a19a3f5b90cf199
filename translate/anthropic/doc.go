// Package anthropic asks Anthropic's models, by Anthropic's own client.
//
// It differs from package openai in what the protocol does: the system message
// stands beside the others, a limit on the reply's tokens is required (there
// is no default here either: Check says so before the first call), reasoning
// comes in blocks of its own, and prompt tokens that were cached are counted
// apart from the others, which Usage puts together again. As there, settings
// are put into the body as they are, the reply is read within a limit, and a
// Client makes one attempt per call. The client library would also take keys
// and addresses from the environment and from files in the home directory;
// that is turned off, since what a run uses has to be what its flags say.
package anthropic

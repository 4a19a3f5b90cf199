// Package cli is what all programs share: flags, inputs and outputs, resuming,
// progress, limits, signals and exit codes.
//
// A program is a Command whose Action calls one of four functions. RunStage
// maps rows to rows (informalize, verify), RunSource makes rows (generate), and
// EachRow reads them (report), or Select some columns of them (metrics). The
// program says what it does with a row; in which order, how often, from where
// and whereto is decided here, so that it is the same everywhere:
//
//	func main() { cli.Main(os.Args, run) }
//
//	func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
//		return cli.Run(ctx, cli.Command{Name: "shout", Groups: cli.StageGroups, Action: shout}, args, stdin, stdout, stderr)
//	}
//
// Exit codes follow from the error that run returns, by its type: see ExitCode.
// An interrupt lets rows under way finish and keeps the state; a second one
// ends the program at once, which loses those rows and nothing else. Whether a
// run was interrupted, how often, and on how many workers it ran, leaves no
// trace in its output.
//
// A manifest beside an output tells of what it was made: the inputs with their
// sizes and checksums, and the checksums of their own manifests, by which one
// gets back to the dataset. --resume of a complete output reads the inputs to see
// that they are the same, a second or so for a gigabyte. Rejected: to look at
// the times of files, which differ where nothing else does.
//
// Errors of rows are rows, and a run that has many of them still finishes:
// --max-errors and --max-unknown are judged at the end, when --retry can do
// those rows again. Rejected: stopping early, since the rows that would have
// followed might have been good.
package cli

// Package cli holds what all programs share: flags, inputs and outputs, resuming,
// progress, limits, signals and exit codes.
//
// A program is a Command. Its Action calls RunStage to map rows to rows
// (informalize, verify), RunSource to make rows (generate), EachRow to read rows
// (report), or Select to read some columns (metrics). The program processes one
// row at a time; this package decides the order, the parallel workers, the inputs
// and the outputs:
//
//	func main() { cli.Main(os.Args, run) }
//
//	func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
//		return cli.Run(ctx, cli.Command{Name: "shout", Groups: cli.StageGroups, Action: shout}, args, stdin, stdout, stderr)
//	}
//
// The type of the error that run returns determines the exit code: see ExitCode.
// After the first interrupt, the rows under way are finished and the state is
// kept; a second interrupt ends the program at once and loses only those rows.
// Interrupts and the number of workers do not change the output.
//
// Beside each output stands a manifest. It lists the inputs with their sizes and
// checksums. It also lists the checksums of the inputs' own manifests, so that an
// output can be traced to its dataset. For a complete output, --resume reads the
// inputs again to compare their checksums, which takes about a second per
// gigabyte. Rejected: comparing the times of files, which change without the
// content.
//
// A row with an error is written like other rows, and the run continues.
// --max-errors and --max-unknown are compared at the end, and --retry processes
// such rows again. Rejected: stopping early, since later rows may be good.
package cli

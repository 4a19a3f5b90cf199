// Package cli holds what all programs share: flags, inputs and outputs, the
// continuation of interrupted runs, progress, limits on the number of errors,
// signals and exit codes.
//
// A program is a Command. Its Action calls one of four functions: RunStage maps
// rows to rows (informalize, verify), RunSource makes rows (generate), EachRow
// reads rows (report), and Select reads some columns (metrics). The program
// supplies the function for one row. This package reads the inputs, runs the
// parallel workers, and writes the outputs in order:
//
//	func main() { cli.Main(os.Args, run) }
//
//	func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
//		return cli.Run(ctx, cli.Command{Name: "shout", Groups: cli.StageGroups, Action: shout}, args, stdin, stdout, stderr)
//	}
//
// Flags come from the command line, the environment, or the file of --config; see
// WithSources. Each flag of the command line has an effect or is an error. A program with several tables declares the
// flags that each of them reads (Command.Uses). Package flagtest tests this with all
// flags.
//
// The error that run returns determines the exit code: see ExitCode. A row is under
// way when a worker has begun it and not yet finished it. After the first
// interrupt, a program finishes the rows under way and keeps the state that
// --resume needs. A second interrupt ends the program at once, and loses only the
// rows under way. Interrupts and the number of workers do not change the finished
// output.
//
// Each output file has a manifest beside it. The manifest lists the inputs with
// their sizes and checksums. It also lists the checksums of the manifests of the
// inputs, so that an output can be traced to its dataset. If the output is
// complete, --resume reads the inputs again and compares their checksums. This
// takes about a second per gigabyte. Rejected: comparing the times of files, which
// can change when the content does not.
//
// A row with an error is written like other rows, and the run continues. At the
// end, the exit code is 3 if every row has an error, if more rows have errors than
// --max-errors allows, or if more rows are unknown than --max-unknown allows.
// --retry error,unknown processes the rows with an error and the unknown rows again. A
// run that reads no row, or whose --where selects none, also has the exit code 3. Such
// a run leaves no output, so that a mistake at the beginning of a pipe does not look
// like a result at its end. Rejected: ending the run at the first error, since later
// rows may be good.
package cli

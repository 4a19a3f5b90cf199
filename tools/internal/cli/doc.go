// Package cli contains the code that all programs share. It handles flags, inputs and
// outputs, interrupted runs, progress, limits on the number of errors, signals and exit
// codes.
//
// A program is a Command. Its Action calls one of four functions: RunStage maps
// rows to rows (informalize, verify), RunSource makes rows (generate), EachRow
// reads rows (report), and Select reads some columns (metrics). The program
// supplies a function that processes one row. This package reads the inputs, calls the
// function in parallel workers, and writes the results in the order of the inputs. A
// program looks like this:
//
//	func main() {
//		cli.Main(os.Args, cli.Command{Name: "shout", Groups: cli.StageGroups, Action: shout}.Run)
//	}
//
// Flags come from the command line, the environment, or the file of --config; see
// WithSources. Each flag of the command line either has an effect or is an error. So a
// program that writes several kinds of tables declares which flags each kind reads
// (Command.Uses). Package flagtest tests this with all flags.
//
// The error that run returns determines the exit code: see ExitCode.
//
// A row is under way if a worker has begun it and not yet finished it. After the first
// interrupt, a program finishes the rows under way, stores the state that --resume
// needs, and ends. A second interrupt ends the program at once. Then only the rows under
// way are lost. Neither interrupts nor the number of workers change the finished output.
//
// Each output file has a manifest beside it. The manifest lists the inputs with
// their sizes and checksums. It also lists the checksums of the manifests of the
// inputs, so that an output can be traced to its dataset. If the output is already
// complete, --resume reads the inputs again and compares their checksums with those of
// the manifest. This takes about a second per gigabyte. Rejected: comparing the times of
// files, because the time of a file can change when its content does not.
//
// A row with an error is written like other rows, and the run continues. Rejected:
// ending the run at the first error, since later rows may be good. --retry error,unknown
// repeats the rows that have an error or the verdict unknown. At the end, the exit code
// is 3 in each of these cases:
//
//   - Every row has an error.
//   - More rows have an error than --max-errors allows.
//   - More rows have the verdict unknown than --max-unknown allows.
//   - The run has read no row, or --where has selected no row. Then the run leaves no
//     output. So a mistake at the beginning of a pipe does not look like a result at its
//     end.
package cli

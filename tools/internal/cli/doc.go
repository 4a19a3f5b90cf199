// Package cli contains the code that all programs share. It handles flags, inputs and
// outputs, interrupted runs, progress, limits on the number of errors, signals and exit
// codes.
//
// A program is a Command. The Action of a Command calls one of three functions:
//
//   - RunStage maps rows to rows (informalize, verify).
//   - RunSource makes rows (generate).
//   - EachRow and Rows.Each read rows (report, metrics).
//
// RunStage calls a function for each row in parallel workers, and writes the results in the
// order of the inputs.
//
// A program looks like this, where the Action shout calls RunStage:
//
//	func main() {
//		cli.Main(os.Args, cli.Command{Name: "shout", Groups: cli.StageGroups, Action: shout}.Run)
//	}
//
// Flags come from the command line or the environment; see WithSources. Each flag of the command line either has an effect or is an error.
//
// The error that Command.Run returns determines the exit code: see ExitCode. A row with
// an error is written like other rows, and the run continues, since later rows may be
// good. At the end, the exit code is 3 in each of these cases:
//
//   - Every row has an error.
//   - More rows have an error than --max-errors allows.
//   - More rows have the verdict unknown than --max-unknown allows.
//   - The run has read no row, or --where has selected no row. Then the run leaves no
//     output, because an empty output would look like a result.
//
// After the first interrupt, a program finishes the rows under way, stores the state that
// --resume needs, and ends. After a second interrupt, it ends at once, and only the rows
// under way are lost. Neither interrupts nor the number of workers change the finished
// output.
//
// Each output file has a manifest beside it, with the settings and the checksums of the
// inputs; see Manifest. If the output is already complete, --resume checks that the inputs
// have not changed: it reads them and compares their checksums with those of the manifest.
// The times of files are not compared, because the time of a file can change when its
// content does not.
package cli

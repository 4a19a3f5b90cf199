// Package report makes one HTML file of verified rows: a summary with intervals,
// curves against complexity, what went wrong, costs, the quality of the data, their
// provenance, and a browser of the rows. The file opens from disk in any current
// browser and loads nothing from elsewhere.
//
// Rows flow in one at a time and are compressed as they come. Memory grows with the
// compressed rows up to a limit, and beyond it with groups only. Figures count all
// rows. Beyond the limit the browser shows a seeded simple random sample, in the
// order of the rows. The first rows would not do, since files are sorted by dataset
// and model; nor would a sample by verdict, since it would not show what is
// frequent.
//
// In the file the rows are chunks of gzip in base64, which the page unpacks
// (DecompressionStream) when one of their rows is shown. A small column of codes
// per field serves the filters. So 50,000 rows with their conversations take some
// ten megabytes, and filters answer at once.
//
// All text in rows is hostile. None of it becomes markup: chunks are base64, the
// rest is JSON in which <, > and & are escaped, and the page makes every node by
// createElement and textContent. The page's content security policy forbids all
// requests. Invisible characters and those that change the direction of text are
// shown by their code points.
//
// uPlot 1.6.32 (Leon Sorokin, MIT licence, in assets/) draws the curves; ECharts
// would be thirteen times its size.
package report

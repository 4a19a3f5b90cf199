// Package report makes one HTML file of verified rows: a summary with intervals,
// curves against complexity, diagnoses, costs, the quality of the data, the
// manifests of the inputs, and a browser of the rows. The file opens from disk in
// any current browser and loads nothing from elsewhere.
//
// Rows flow in one at a time and are compressed as they come. Memory grows with
// the compressed rows up to a limit, and beyond it with groups only. Figures
// count all rows. Beyond the limit the browser shows a seeded simple random
// sample, in the order of the rows. Rejected: the first rows, since files are
// sorted by dataset and model; and a sample for each verdict, since it would not
// show how frequent each verdict is.
//
// In the file, rows are stored in chunks, compressed by gzip and encoded in
// base64. The page unpacks a chunk (DecompressionStream) when it shows one of its
// rows. For the filters, each field has a small array of codes. So 50,000 rows
// with their conversations take about ten megabytes, and filters answer at once.
//
// Text in rows is not trusted. None of it becomes markup: chunks are base64, the
// rest is JSON in which <, > and & are escaped, and the page makes every node by
// createElement and textContent. The page's content security policy forbids all
// requests. Invisible characters and those that change the direction of text are
// shown by their code points.
//
// uPlot 1.6.32 (Leon Sorokin, MIT licence, in assets/) draws the curves; ECharts
// would be thirteen times its size.
package report

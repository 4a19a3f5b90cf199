// Package report writes one HTML file about rows: a summary with intervals, curves
// against complexity, diagnoses, costs, the number of rows with each defect, the
// manifests of the inputs, and a browser of the rows. For rows of rank and reason, the
// file has tables of their scores. Any current web browser opens the file from disk.
// The file loads nothing over the network.
//
// The input is one row at a time. Figures and tables count all rows. The browser
// of rows shows at most Options.Rows rows, which are kept compressed. If there are
// more, it shows a simple random sample from a seed, in the order of the input. So
// memory grows with the rows up to this limit. Above it, memory grows only with
// the groups and the items of datasets (metrics.Dataset). Two other selections were
// rejected: the first rows, since files are sorted by dataset and model; and a sample
// for each verdict, since it would not show how frequent each verdict is.
//
// In the file, rows are stored in chunks, compressed by gzip and encoded in
// base64. The page decompresses a chunk (DecompressionStream) when it shows one of
// its rows. The distinct values of each field that has a filter are listed once. An
// array holds, for each row, the index of its value in this list. So a filter
// decompresses no chunk. 50,000 rows with their conversations take about ten
// megabytes.
//
// Text in rows is not trusted. No text becomes markup: chunks are base64, the other
// data are JSON in which <, > and & are escaped, and the page makes every node by
// createElement and text nodes. The page's content security policy forbids all
// requests. Invisible characters, and characters that change the direction of text,
// are shown by their code points.
//
// uPlot 1.6.32 (Leon Sorokin, MIT licence, in assets/) draws the curves. ECharts is
// thirteen times as large.
package report

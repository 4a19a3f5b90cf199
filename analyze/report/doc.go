// Package report writes one HTML file about rows: a summary with intervals, comparisons
// of models, curves against complexity, diagnoses, costs, the number of rows with each
// defect, the manifests of the inputs, and a browser of the rows. For rows of rank and
// reason, for candidate sets and for verdicts on entailment, the file has tables of their
// own. Any current web browser opens the file from disk. The file loads nothing over the
// network.
//
// The input is one row at a time. Figures and tables count all rows. The browser
// of rows shows at most Options.Rows rows, which are kept compressed. If there are
// more, it shows a simple random sample from a seed, in the order of the input. So
// memory grows with the rows up to this limit. Above it, memory grows only with
// the groups, the items of datasets (metrics.Dataset) and the formulas of each model
// (metrics.Comparison). Two other selections were rejected: the first rows, since files
// are sorted by dataset and model; and a sample for each verdict, since it would not show
// how frequent each verdict is.
//
// In the file, rows are stored in chunks, compressed by gzip and encoded in
// base64. The page decompresses a chunk (DecompressionStream) when it shows one of
// its rows. Conversations are in chunks of their own, because they are most of the text
// and a search rarely reads them. An index has what filters and orders need: the distinct
// values of each field that has a filter, the index of each row's value in this list, and
// a few numbers of each row. So a filter decompresses no chunk.
//
// Text in rows is not trusted. No text becomes markup: chunks are base64, the other
// data are JSON in which <, > and & are escaped, and the page makes every node by
// createElement and text nodes. The page's content security policy forbids all
// requests. Invisible characters, and characters that change the direction of text,
// are shown by their code points.
//
// The page's script is in parts (assets/*.js), without a framework. The address of the
// page has the state of its controls (assets/link.js). The marks in two formulas are the
// tokens outside a longest common subsequence (E. W. Myers, Algorithmica 1, 1986, p. 251,
// defines the problem; formulas are short enough for the table of all prefixes).
//
// uPlot 1.6.32 (Leon Sorokin, MIT licence, in assets/) draws the curves. ECharts is
// thirteen times as large.
package report

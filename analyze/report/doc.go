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
// and a search rarely reads them. An index of all rows has what filters and orders need.
// For each field that has a filter, it lists the distinct values, and gives the position
// of each row's value in this list. It also has a few numbers of each row. So a filter
// decompresses no chunk.
//
// Text in rows is not trusted. No text becomes markup: chunks are base64, the other
// data are JSON in which <, > and & are escaped, and the page makes every node by
// createElement and text nodes. The page's content security policy forbids all
// requests. Invisible characters, and characters that change the direction of text,
// are shown by their code points.
//
// The page's script is in parts (assets/*.js), without a framework. The address of the
// page has the state of its controls (assets/link.js). Where the page shows fs and fs_out
// together, it marks the tokens in which they differ (assets/difference.js): those outside
// a longest common subsequence. E. W. Myers (Algorithmica 1, 1986, p. 251) defines this
// problem. Most formulas are short enough for a table of all pairs of suffixes. In longer
// texts, all tokens between the common beginning and the common end are marked.
//
// uPlot 1.6.32 (Leon Sorokin, MIT licence, in assets/) draws the curves. ECharts is
// thirteen times as large.
package report

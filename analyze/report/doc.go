// Package report writes one HTML file about rows: a summary with intervals, comparisons
// of models, curves against complexity, diagnoses, costs, the number of rows with each
// defect, the manifests of the inputs, and a list of the rows that a reader can search
// (the browser of rows). Four kinds of rows have separate tables: rows of rank, rows of
// reason, candidate sets, and rows with verdicts on entailment. Any current web browser
// opens the file from disk. The file loads nothing over the network.
//
// The input is one row at a time. Figures and tables count all rows. The browser
// of rows shows at most Options.Rows rows, which are kept compressed. If there are
// more rows, it shows a simple random sample from a seed, in the order of the input.
// So memory grows with the number of rows up to Options.Rows. With more rows, memory
// grows only with the groups, the items of datasets (metrics.Dataset) and the formulas
// of each model (metrics.Comparison).
//
// Two other ways to choose the rows were rejected. To take the rows at the beginning of
// the input would show one dataset and one model, since files are sorted by dataset and
// model. To take a sample for each verdict would not show how frequent each verdict is.
//
// In the file, rows are stored in chunks, compressed by gzip and encoded in
// base64. The page decompresses a chunk (DecompressionStream) when it shows one of
// its rows. Conversations are in chunks of their own, because they are most of the text
// and a search rarely reads them. To filter and sort the rows, the page reads an index and
// decompresses no chunk. For each field that has a filter, the index lists the
// distinct values, and gives the position of each row's value in this list. The index
// also has a few numbers of each row.
//
// Text in rows is not trusted. No text becomes markup: chunks are base64, the other
// data are JSON in which <, > and & are escaped, and the page makes every node by
// createElement and text nodes. The page's content security policy forbids all
// requests. Invisible characters, and characters that change the direction of text,
// are shown by their code points.
//
// The page's script is in parts (assets/*.js), without a framework. The address of the
// page keeps the state of the page's controls, such as filters (assets/link.js). Where
// the page shows fs and fs_out together, it marks the tokens in which they differ
// (assets/difference.js). These are the tokens outside a longest common subsequence, as
// E. W. Myers (Algorithmica 1, 1986, p. 251) defines it. A table of all pairs of suffixes
// gives the subsequence; most formulas are short enough for such a table. In longer texts,
// all tokens between the common beginning and the common end are marked.
//
// The JavaScript library uPlot 1.6.32 (Leon Sorokin, MIT licence, in assets/) draws the
// curves. The library ECharts was rejected, because it is thirteen times as large.
package report

// Package report writes one HTML file about rows. Any current web browser opens the file
// from disk, and the file loads nothing over the network. It contains:
//
//   - a summary with intervals, comparisons of models, and curves against complexity
//   - diagnoses, costs, and the number of rows with each defect, such as a missing verdict
//   - tables for the answers of the programs rank and reason
//   - the manifests of the inputs
//   - the browser of rows: a list of the rows that a reader can search, filter and sort
//
// The input is one row at a time. Figures and tables count all rows. The browser of rows
// shows at most Options.Rows rows: if there are more, it shows a simple random sample
// from a seed, in the order of the input. Memory grows with the number of shown rows
// and the number of groups. It also grows with the number of different formulas, because
// the statistics and the comparisons of models keep each formula once.
//
// The file stores rows in chunks, compressed by gzip and encoded in base64. The page
// decompresses a chunk (DecompressionStream) when it shows or searches one of its rows.
// Conversations, the largest part of the text, have chunks of their own. To filter and
// sort the rows, the page reads only an index without the texts of the rows.
//
// Text in rows is not trusted, so no text becomes markup. Chunks are base64. The other
// data are JSON in which <, > and & are escaped. The page adds text only as
// text nodes, and never parses it as HTML. Its content security policy forbids all requests.
// Invisible characters, and characters that change the direction of text, are shown by
// their code points.
//
// The page's script is in parts (assets/*.js), without a framework. The JavaScript library
// uPlot 1.6.32 (Leon Sorokin, MIT licence, in assets/) draws the curves. Where the page
// shows fs and fs_out together, it marks the tokens outside a longest common subsequence
// (E. W. Myers, Algorithmica 1, 1986, p. 251; assets/difference.js).
//
// # Rejected alternatives
//
// The browser could show the first rows of the input in place of a random sample. But files
// are sorted by dataset and model, so these rows would have one dataset and one model. A
// sample for each verdict would hide how frequent each verdict is. The library ECharts is
// thirteen times as large as uPlot.
package report

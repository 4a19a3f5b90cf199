// Package report makes one HTML file of verified rows: a summary with
// intervals, curves against complexity, what went wrong, what it cost, how good
// the data are, where they come from, and a browser of the rows. The file opens
// from disk in any current browser, and asks for nothing from anywhere.
//
// Rows flow in one at a time and are compressed as they come, so that memory
// grows with the compressed rows up to a limit, and beyond it only with groups.
// The figures are always of all rows; of more than the limit the browser holds a
// simple random sample, seeded, in the order of the rows. The first so many were
// rejected, since files are sorted by dataset and model, and so was a sample by
// verdict, since what is seen would then not be what is frequent.
//
// In the file the rows lie in chunks of
// gzip in base64, which the page unpacks (DecompressionStream) when one of them
// is looked at; beside them stands a small column of codes for each field that
// filters look at. So 50,000 rows with their conversations are some ten
// megabytes, filters answer at once, and nothing is laid out that is not seen.
//
// All text in rows is hostile. None of it is ever part of the markup: chunks are
// base64, the rest is JSON in which <, > and & are escaped, and the page makes
// every node by createElement and textContent. A content security policy in the
// page forbids whatever should get past that to ask for anything. Controls that
// change the direction of text, or are not to be seen, are written out.
//
// Curves are drawn by uPlot 1.6.32 (Leon Sorokin, MIT licence, in assets/),
// chosen over ECharts for a thirteenth of its size.
package report

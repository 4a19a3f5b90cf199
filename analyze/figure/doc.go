// Package figure draws tables of metrics as SVG, PDF or PNG, with gonum's plot. It
// draws four kinds of figures:
//
//   - lines over a numeric column such as num_operators. Bands show the intervals. If a
//     score has an upper bound, another line shows it
//   - dots over the values of a column without an order, such as model, or over named
//     scores, with intervals
//   - scatter plots of one score against another, with a trend line. Each name has a colour
//     and a shape, and lines connect the points of a name
//   - distributions of the values of a column
//
// Figures are for papers. The background is white, and there is no decoration.
// Colour-blind readers can read the figures, and the figures are readable in grey. The
// colours are those of M. Okabe and K. Ito (Color Universal Design, 2008) without yellow,
// which is too pale. Lines also differ by the shape of their points and by their
// dashes. The same table and options always give a file with the same bytes, in each of
// the three formats.
package figure

// Package figure draws tables of metrics as SVG or PNG, with gonum's plot. It draws
// four kinds of figures:
//
//   - lines over a numeric column such as num_operators, with intervals, and with
//     the upper bound of a score that has one
//   - scatter plots of one score against another. A mark is a colour and a shape, for
//     example one for each category. Points without marks have a trend line. Points
//     with marks have one only if arrows connect the points of each mark
//   - bars of named scores, with intervals
//   - distributions of the values of a column
//
// Figures are for papers. The background is white, and there is no decoration.
// Colour-blind readers can read them, and they are readable in grey. Colours are
// those of M. Okabe and K. Ito (Color Universal Design, 2008) without yellow,
// which is too pale. Lines also differ by the shape of their points and by their
// dashes.
package figure

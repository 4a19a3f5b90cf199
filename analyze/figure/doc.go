// Package figure draws tables of metrics as SVG or PNG, with gonum's plot: lines
// against complexity with intervals and bounds, scatters of one score against
// another with a trend line, and distributions.
//
// Figures are for papers: on white, without decoration, and readable by the
// colour-blind and in grey. Colours are those of M. Okabe and K. Ito (Color
// Universal Design, 2008) without yellow, which is too pale. Lines also differ by
// the shape of their points and by their dashes.
package figure

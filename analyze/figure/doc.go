// Package figure draws what the metrics measured as SVG or PNG: lines against
// complexity with bands of confidence and bounds, a panel per dataset and a
// line per model, and scatters of one score against another with a trend line.
//
// Figures are for papers: white, without decoration, and readable by the
// colour-blind and in grey. Colours are those of M. Okabe and K. Ito (Color
// Universal Design, 2008), yellow left out since it is lost on white; lines
// differ by the shape of their points and by their dashes, too. gonum's plot
// draws; names come from data and are made printable first.
package figure

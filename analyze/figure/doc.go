// Package figure draws tables of metrics as SVG or PNG, with gonum's plot. It draws
// lines over a numeric column such as num_operators, with intervals and the upper
// bound; scatter plots of one score against another, with a trend line unless the
// points have marks; and distributions.
//
// Figures are for papers. The background is white, and there is no decoration.
// Colour-blind readers can read them, and they are readable in grey. Colours are
// those of M. Okabe and K. Ito (Color Universal Design, 2008) without yellow,
// which is too pale. Lines also differ by the shape of their points and by their
// dashes.
package figure

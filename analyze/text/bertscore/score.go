package bertscore

import "math"

// A Score is in [−1, 1], and in practice above 0.
type Score struct{ Precision, Recall, F1 float64 }

// An Embedding has a vector for each token of a sentence, all of one length.
// The first and the last are those of [CLS] and [SEP].
type Embedding [][]float32

// Of compares a sentence with a reference. Without a token of its own in either
// all is 0, as in bert_score.
func Of(sentence, reference Embedding) Score {
	if len(sentence) < 3 || len(reference) < 3 {
		return Score{}
	}
	s, r := unit(sentence), unit(reference)
	closest := func(to []float64, all [][]float64) float64 {
		best := math.Inf(-1)
		for _, other := range all {
			sum := 0.0
			for i, x := range to {
				sum += x * other[i]
			}
			best = max(best, sum)
		}
		return best
	}
	mean := func(of, to [][]float64) float64 {
		sum := 0.0
		for _, v := range of[1 : len(of)-1] {
			sum += closest(v, to)
		}
		return sum / float64(len(of)-2)
	}
	score := Score{Precision: mean(s, r), Recall: mean(r, s)}
	if both := score.Precision + score.Recall; both != 0 {
		score.F1 = 2 * score.Precision * score.Recall / both
	}
	return score
}

// unit gives vectors the length 1; a zero vector stays one.
func unit(e Embedding) [][]float64 {
	all := make([][]float64, len(e))
	for i, v := range e {
		sum := 0.0
		for _, x := range v {
			sum += float64(x) * float64(x)
		}
		all[i] = make([]float64, len(v))
		if sum == 0 {
			continue
		}
		for k, x := range v {
			all[i][k] = float64(x) / math.Sqrt(sum)
		}
	}
	return all
}

# published.awk recomputes from data/scores/nlfol.csv what NL-FOL-LT says about its tables.
# It prints lines of value, source, the paper's value and the recomputed one.

NR > 1 { mean[$1, $2, $3, $4, $5] = $6; sd[$1, $2, $3, $4, $5] = $7; seen[$1, $2, $3, $4, $5] }

# differ is the distance of two numbers.
function differ(a, b) { return a > b ? a - b : b - a }

END {
	# Table 2: the gap between the datasets.
	least = 1
	for (key in seen) {
		split(key, k, SUBSEP)
		if (k[1] != 2 || k[4] != "stanford") continue
		gap = mean[key] - mean[2, k[2], k[3], "folio", k[5]]
		if (gap < least) least = gap
		if (gap > most) most = gap
	}
	printf "difference between the datasets,NL-FOL-LT table 2,0.11 to 0.14,%.2f to %.2f\n", least, most

	# Tables 3 and 4: which condition of a ranking is easier.
	for (key in seen) {
		split(key, k, SUBSEP)
		if (k[2] != "ranking equivalence" || k[1] == 6) continue
		cells[k[1]]++
		easier[k[1]] += mean[key] > mean[k[1], "ranking negation", k[3], k[4], k[5]]
	}
	printf "Ranking-Equivalence above Ranking-Negation: cells,NL-FOL-LT table 3,generally,%d of %d\n", easier[3], cells[3]
	printf "Ranking-Equivalence above Ranking-Negation: cells,NL-FOL-LT table 4,generally,%d of %d\n", easier[4], cells[4]

	# Table 5: a standard deviation of BLEU that is its distance from LE.
	for (key in seen) {
		split(key, k, SUBSEP)
		if (k[1] != 5 || k[2] != "BLEU") continue
		scores++
		distant += differ(sd[key], differ(mean[key], mean[5, "LE", k[3], k[4], k[5]])) < 0.015
	}
	printf "standard deviation of BLEU equals its distance from LE: cells,NL-FOL-LT table 5,0,%d of %d\n", distant, scores

	# Table 8 gives the scores of table 3, and table 9 those of table 2, as sums.
	for (key in seen) {
		split(key, k, SUBSEP)
		if (k[1] == 8 && k[2] == "MS and R") {
			similar = differ(mean[key] + mean[8, "MS and not R", k[3], k[4], k[5]], mean[3, "most similar", k[3], k[4], k[5]])
			ranking = differ(mean[key] + mean[8, "not MS and R", k[3], k[4], k[5]], mean[3, "ranking equivalence", k[3], k[4], k[5]])
			if (similar > eight) eight = similar
			if (ranking > eight) eight = ranking
		}
		if (k[1] == 9 && k[2] == "both") {
			split(k[5], models, " / ")
			first = differ(mean[key] + mean[9, "first only", k[3], k[4], k[5]], mean[2, "logical translation", "", k[4], models[1]])
			second = differ(mean[key] + mean[9, "second only", k[3], k[4], k[5]], mean[2, "logical translation", "", k[4], models[2]])
			if (first > nine) nine = first
			if (second > nine) nine = second
		}
	}
	printf "table 8 against table 3: largest difference,NL-FOL-LT table 8,0,%.2f\n", eight
	printf "table 9 against table 2: largest difference,NL-FOL-LT table 9,0,%.2f\n", nine
}

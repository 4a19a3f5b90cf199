# suspicious.awk prints the formulas that no answer gets right, with their commonest wrong
# answer, from the rows by dataset, nl, fs, fs_out and verdict.
#   metrics --by dataset,nl,fs,fs_out,verdict --format csv rows | awk -f csv.awk -f suspicious.awk

{
	formula = csv_cell("dataset") "," csv_cell("nl") "," csv_cell("fs")
	if (!(formula in line)) {
		line[formula] = formula
		formulas[++n] = formula
	}
	verdict = csv_cell("verdict")
	if (verdict == "equivalent" || verdict == "unknown") cleared[formula]
	if (verdict == "not_equivalent" && csv_cell("rows") + 0 > rows[formula]) {
		rows[formula] = csv_cell("rows") + 0
		answer[formula] = csv_cell("fs_out")
	}
}

END {
	if (failed) exit failed
	print "dataset,NL,FOL,answer"
	for (i = 1; i <= n; i++)
		if (rows[formulas[i]] && !(formulas[i] in cleared)) print line[formulas[i]] "," answer[formulas[i]]
}

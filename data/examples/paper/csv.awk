# csv.awk reads CSV for pivot.awk and select.awk: place[NAME] is the number of a column,
# and field[N] the text of a cell as it is written, with its quotes. A record may have
# several lines.

# csv_next splits the current record.
function csv_next(    line, more, n, i, c, quoted) {
	line = $0
	while (gsub(/"/, "&", line) % 2 == 1 && (getline more) > 0) line = line "\n" more
	split("", field)
	n = 1
	for (i = 1; i <= length(line); i++) {
		c = substr(line, i, 1)
		if (c == "\"") quoted = !quoted
		if (c == "," && !quoted) field[++n] = ""
		else field[n] = field[n] c
	}
	return n
}

# csv_cell is the text of the named column, empty if the record is too short.
function csv_cell(name) {
	if (!(name in place)) {
		print "found no column " name " in the table" > "/dev/stderr"
		exit failed = 1
	}
	return field[place[name]]
}

NR == 1 {
	for (i = csv_next(); i > 0; i--) place[field[i]] = i
	next
}

{ csv_next() }

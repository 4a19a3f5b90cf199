# pivot.awk makes a table as a paper prints it from a CSV table with a line per cell.
#   awk -v rows=task,dataset -v columns=model,form -v cell=mean,sd -f csv.awk -f pivot.awk scores.csv
# rows and columns name the columns of the input whose values become the first cells of
# a line and the head of a column. cell names the number, or two columns whose ratio it
# is (right/all), and, if there is one, the column of its standard deviation. Lines and columns keep the order in which they first occur.

# joined joins the cells that names lists.
function joined(names, separator,    list, n, i, text) {
	n = split(names, list, ",")
	text = csv_cell(list[1])
	for (i = 2; i <= n; i++) text = text separator csv_cell(list[i])
	return text
}

# head_of is a head of several cells, between quotes if it contains a comma.
function head_of(text) {
	gsub(/"/, "", text)
	sub(/ +$/, "", text)
	return text ~ /,/ ? "\"" text "\"" : text
}

{
	row = joined(rows, ",")
	column = head_of(joined(columns, " "))
	if (!(row in seen)) { seen[row]; lines[++height] = row }
	if (!(column in head)) { head[column]; heads[++width] = column }
	split(cell, parts, ",")
	number = split(parts[1], ratio, "/") == 2 ? csv_cell(ratio[1]) / csv_cell(ratio[2]) : csv_cell(parts[1])
	deviation = parts[2] == "" ? "" : csv_cell(parts[2])
	if (number != "") cells[row, column] = sprintf("%.2f", number) (deviation == "" ? "" : sprintf("±%.2f", deviation))
}

END {
	if (failed) exit failed
	printf "%s", rows
	for (j = 1; j <= width; j++) printf ",%s", heads[j]
	print ""
	for (i = 1; i <= height; i++) {
		printf "%s", lines[i]
		for (j = 1; j <= width; j++) printf ",%s", cells[lines[i], heads[j]]
		print ""
	}
}

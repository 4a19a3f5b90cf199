# select.awk prints columns of a CSV table under new names.
#   awk -v columns=fs,nl -v names=formula,description -f csv.awk -f select.awk rows.csv

{
	n = split(columns, list, ",")
	for (i = 1; i <= n; i++) lines = lines csv_cell(list[i]) (i < n ? "," : "\n")
}

END {
	if (failed) exit failed
	print names
	printf "%s", lines
}

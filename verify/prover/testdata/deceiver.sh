# Answers each question twice, the second time with another verdict.
while IFS= read -r line; do
  id=${line#'{"id":'}
  id=${id%%,*}
  echo '{"id":'$id',"verdict":"equivalent"}'
  echo '{"id":'$id',"verdict":"not_equivalent"}'
done

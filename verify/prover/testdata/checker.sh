# A checker that misbehaves as its argument says. It answers each question of which the
# left text is "good" with equivalent.
while IFS= read -r line; do
  id=${line#'{"id":'}
  id=${id%%,*}
  right='{"id":'$id',"verdict":"equivalent"}'
  case $line in *'"left":"good"'*) echo "$right"; continue ;; esac
  case $1 in
  die) echo "Traceback" >&2; echo "out of luck" >&2; exit 3 ;;
  twice) printf '%s\n%s\n' "$right" "$right" ;;
  late) echo "$right"; sleep 0.1; echo "$right" ;;
  stale) echo '{"id":'$((id - 1))',"verdict":"equivalent"}' ;;
  noid) echo '{"verdict":"equivalent"}' ;;
  prose) echo 'They are equivalent.' ;;
  empty) echo ;;
  bytes) printf '{"id":%s,"verdict":"equivalent","reason":"\377\376"}\n' "$id" ;;
  flood) while :; do echo 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; done ;;
  endless) while :; do printf 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'; done ;;
  maybe) echo '{"id":'$id',"verdict":"maybe"}' ;;
  entailed) echo '{"id":'$id',"verdict":"true"}' ;;
  torn) echo '{"id":'$id',"verdict":"equivalent","relation":"weaker"}' ;;
  hang) sleep 1000 ;;
  once) echo "$right"; exit 0 ;;
  keys) echo '{"id":'$id',"verdict":"unknown","reason":"key '"$OPENAI_API_KEY"'"}' ;;
  signs) printf '{"id":%s,"verdict":"noncompliant","reason":"a\\u001b[31mb\\nc"}\n' "$id" ;;
  witness) echo '{"id":'$id',"verdict":"not_equivalent","relation":"weaker","witness":{"x":1},"more":2}' ;;
  esac
done

HERMES=node_modules/hermes-engine-cli/linux64-bin/hermes
{
  printf 'var FILE = "%s";\n' "$(base64 < pres.xlsx | tr -d '\n')"
  cat xlsx.full.min.js sheet.js
} > all.js
$HERMES all.js | tee out.txt
tail -n 1 out.txt | base64 -d > out.xlsx

/**
 * Runs a build (`./gradlew` in the place of `gradle` where there is such a file) and hands over what its test tasks wrote
 * meanwhile: every JUnit report, each in an element that names its file, whatever modules there are. Read from the
 * standard input, so that the line that is shown of a run is the build's own.
 */
export const script = `{
begin=$(mktemp)
wrapper=$1; report=$2; program=$3; shift 3
[ -x "./$wrapper" ] && program="./$wrapper"
"$program" "$@" < /dev/null; code=$?
find . -path '*/node_modules' -prune -o -name 'TEST-*.xml' -newer "$begin" -print | sort | while IFS= read -r file; do
  printf '<report path="%s">' "$file"; sed '1s/^<?xml[^>]*?>//' "$file"; printf '</report>'
done > "$report"
rm -f "$begin"
exit $code
}`;

/** The command of a build that writes JUnit reports in folders of its own. */
export const collected = (
  program: string,
  wrapper: string,
  words: readonly string[],
): readonly [string, ...string[]] => ["bash", "-s", wrapper, "{report}", program, ...words];

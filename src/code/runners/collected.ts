/**
 * Runs a build (with `./gradlew` instead of `gradle` if it exists) and collects every JUnit report its test
 * tasks wrote, each in an element that names its file, for all modules. Read from standard input, so that
 * the displayed command is the build's own.
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

/** Returns the command of a build that writes JUnit reports into its own folders. */
export const collected = (
  program: string,
  wrapper: string,
  words: readonly string[],
): readonly [string, ...string[]] => ["bash", "-s", wrapper, "{report}", program, ...words];

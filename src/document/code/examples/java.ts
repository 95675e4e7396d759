import type { Imported } from "../../../code/index.ts";
import type { Files } from "../../../workspace/index.ts";
import type { Found } from "./setup.ts";
import { type Execution, longestTry, mark, type Running, parseVerdicts, type Verdict } from "./verdict.ts";

/**
 * Runs Java examples in one class compiled next to the sources; nothing is written into their folders.
 * Those that don't compile are identified by line and left out.
 */
export async function executeJava(
  list: readonly Found[],
  { shell, signal, files }: Running,
): Promise<Execution> {
  const folder = sourcesOf(list[0]?.symbol.file ?? "");
  const jars = await jarsOf(files);
  const run = await shell
    .run(["sh", "-s", folder, jars.join(" ")], {
      signal,
      input: scriptOf(classOf(list)),
      milliseconds: 120_000,
    })
    .catch(() => undefined);
  const none = (why: string): Execution => ({ verdicts: list.map(() => ({ why })) });
  if (!run) return none("sh isn't there");
  if (!run.stdout.includes(mark))
    return none(run.exitCode === 0 ? "none compiles beside the sources" : reasonOf(run.stderr));
  const isTold = new Set(
    parseVerdicts(run, list).flatMap(({ good }, place) => (good === undefined ? [] : [place])),
  );
  const verdicts = parseVerdicts(run, list).map((verdict, place): Verdict =>
    isTold.has(place) ? verdict : { why: "it doesn't compile" },
  );
  return { run, verdicts };
}

/** Returns the root folder of a source's packages. */
export const sourcesOf = (file: string): string =>
  /^(.*?\bsrc\/(?:main\/)?java)\//.exec(file)?.[1] ?? /^(.*?\bsrc)\//.exec(file)?.[1] ?? ".";

/** Returns a class's fully qualified name. */
export const classNamed = (file: string): string =>
  file
    .slice(sourcesOf(file) === "." ? 0 : sourcesOf(file).length + 1)
    .replace(/\.java$/, "")
    .replaceAll("/", ".");

/** Returns the folders of `pom.xml` dependencies in Maven's repository: `org/slf4j/slf4j-api`; at most 40. */
async function jarsOf(files: Files): Promise<readonly string[]> {
  const manifest = (await files.tryRead("pom.xml").catch(() => null)) ?? "";
  const found = manifest.matchAll(
    /<dependency>\s*<groupId>([\w.-]+)<\/groupId>\s*<artifactId>([\w.-]+)<\/artifactId>/g,
  );
  return [...found].slice(0, 40).map(([, group = "", name = ""]) => `${group.replaceAll(".", "/")}/${name}`);
}

const imported = ({ name, from }: Imported): string =>
  name.includes(".")
    ? `import static ${from.replaceAll("/", ".")}.${name.split(".").at(-1) ?? ""};`
    : `import ${from.endsWith(".java") ? classNamed(from) : from.replaceAll("/", ".")};`;

/** Renders a class with one example per line, so that uncompilable ones can be removed. */
function classOf(list: readonly Found[]): string {
  const imports = new Set(list.flatMap(({ uses }) => uses.map(imported)));
  return [
    "import java.util.*;",
    ...imports,
    "public class AntiphonExamples {",
    helpers,
    ...list.map(({ shown: { before = [], call, value = "" } }, place) => {
      const body = `${before.join(" ")} return same(${value}, ${call});`;
      return `  static boolean e${place}() throws Throwable { ${body} }`;
    }),
    "  public static void main(String[] given) throws Throwable {",
    `    for (int place = 0; place < ${list.length}; place++) {`,
    "      java.lang.reflect.Method one = tried(place);",
    "      if (one == null) continue;",
    "      boolean[] good = { false };",
    "      Thread run = new Thread(() -> { try { good[0] = (boolean) one.invoke(null); } catch (Throwable e) {} });",
    "      run.setDaemon(true);",
    "      run.start();",
    `      run.join(${longestTry});`,
    `      System.out.println("\\n${mark}{\\"place\\":" + place + ",\\"good\\":" + good[0] + "}");`,
    "    }",
    "    System.exit(0);",
    "  }",
    "}",
  ].join("\n");
}

/** Helpers: the example at an index, and equality as tests define it: numbers by value, arrays by content. */
const helpers = `  static java.lang.reflect.Method tried(int place) {
    try { return AntiphonExamples.class.getDeclaredMethod("e" + place); } catch (NoSuchMethodException e) { return null; }
  }
  static boolean same(long a, long b) { return a == b; }
  static boolean same(double a, double b) { return Double.compare(a, b) == 0; }
  static boolean same(boolean a, boolean b) { return a == b; }
  static boolean same(char a, char b) { return a == b; }
  static boolean same(Object a, Object b) { return java.util.Objects.deepEquals(a, b); }`;

/** Returns the first line of javac's error output. */
const reasonOf = (text: string): string =>
  /^.*\berror: .*$/m.exec(text)?.[0].trim().slice(0, 160) ?? "they ended early";

/** The end mark occurs on no line of the class. */
const scriptOf = (source: string): string => `set -eu
command -v javac java > /dev/null || { echo "error: javac or java isn't there" >&2; exit 3; }
path="$1:target/classes:build/classes/java/main:src/main/resources"
for jar in $2; do
  for one in "$HOME/.m2/repository/$jar"/*/*.jar; do
    case $one in *-sources.jar|*-javadoc.jar|*-tests.jar|*'*'*) ;; *) path="$path:$one";; esac
  done
done
mkdir "$TMPDIR/classes"
cat > "$TMPDIR/AntiphonExamples.java" <<'END OF THE EXAMPLES'
${source}
END OF THE EXAMPLES
for round in 1 2 3 4 5 6; do
  if javac -J-XX:TieredStopAtLevel=1 -nowarn -proc:none -encoding UTF-8 -Xmaxerrs 1000 -d "$TMPDIR/classes" -sourcepath "$1" -classpath "$path" \\
    "$TMPDIR/AntiphonExamples.java" < /dev/null > "$TMPDIR/said" 2>&1
  then exec java -classpath "$TMPDIR/classes:$path" AntiphonExamples < /dev/null
  fi
  broken=$(sed -n 's/^.*AntiphonExamples\\.java:\\([0-9]*\\): error.*/\\1s,.*,,/p' "$TMPDIR/said" | sort -u)
  test -n "$broken" || break
  printf '%s\\n' "$broken" > "$TMPDIR/broken"
  sed -f "$TMPDIR/broken" "$TMPDIR/AntiphonExamples.java" > "$TMPDIR/next" && mv "$TMPDIR/next" "$TMPDIR/AntiphonExamples.java"
done
cat "$TMPDIR/said" >&2
exit 6
`;

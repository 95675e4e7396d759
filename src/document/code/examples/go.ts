import { posix } from "node:path";
import type { Files } from "../../../workspace/index.ts";
import type { Found } from "./setup.ts";
import { type Execution, longestTry, mark, type Running, parseVerdicts, type Verdict } from "./verdict.ts";

/** Prevents downloads of modules and other toolchains. */
const goAlone = { GOPROXY: "off", GOTOOLCHAIN: "local", GOFLAGS: "-vet=off", GOWORK: "off" };
const goTest = "go test -v -count=1 -gcflags=-e -run=^TestAntiphonExamples$ .".split(" ");

/** Runs the examples of a Go package. Those that don't compile are identified by line and left out. */
export async function executeGo(
  list: readonly Found[],
  { shell, signal, files }: Running,
): Promise<Execution> {
  const broken = new Map<number, Verdict>();
  const verdicts = (rest: (place: number) => Verdict): readonly Verdict[] =>
    list.map((_, place) => broken.get(place) ?? rest(place));
  for (let round = 0; round < 3; round++) {
    const left = list.flatMap((item, place) => (broken.has(place) ? [] : [[place, item] as const]));
    const trial = await goTrial(left, files);
    if (!trial) break;
    const run = await shell
      .run(["sh", "-s", ...goTest], {
        folder: trial.folder,
        signal,
        input: trial.script,
        milliseconds: 180_000, // the first run compiles Go's own packages
        environment: goAlone,
      })
      .catch(() => undefined);
    if (!run) return { verdicts: verdicts(() => ({ why: "sh isn't there" })) };
    const all = parseVerdicts(run, list);
    if (run.stdout.includes(mark)) return { run, verdicts: verdicts((place) => all[place] ?? {}) };
    const text = `${run.stdout}\n${run.stderr}`;
    const known = broken.size;
    for (const [, file = "", line = "", why = ""] of text.matchAll(
      /(antiphon_\w+_test\.go):(\d+):\d+: (.*)/g,
    )) {
      const place = trial.at(file, Number(line));
      if (place !== undefined) broken.set(place, { why: `it doesn't compile: ${why.slice(0, 160)}` });
    }
    if (broken.size === known) return { verdicts: verdicts(() => ({ why: reasonOf(text) })) };
  }
  return { verdicts: verdicts(() => ({ why: "they can't be compiled beside the package" })) };
}

/** Returns the first line of Go's error output. */
const reasonOf = (text: string): string =>
  /^(?!\s*$|# |FAIL\b|go: downloading|===).+$/m.exec(text)?.[0].trim().slice(0, 160) || "they ended early";

/** Test files added to the package: one inside it, one that sees only its exports. */
const names = ["antiphon_inside_test.go", "antiphon_outside_test.go"] as const;

interface GoTrial {
  readonly folder: string;
  readonly script: string;
  /** Returns the index of the example on a line of one of the files. */
  at(file: string, line: number): number | undefined;
}

/**
 * Returns a shell script that runs examples as a test of their package, in place of its own tests, without
 * writing into it.
 */
async function goTrial(
  list: readonly (readonly [place: number, Found])[],
  files: Files,
): Promise<GoTrial | undefined> {
  const clauses = new Map<string, string>();
  for (const [, { test }] of list) if (!clauses.has(test)) clauses.set(test, await packageOf(test, files));
  const folder = posix.dirname(list[0]?.[1].symbol.file ?? "");
  const tests = list.filter(([, { test }]) => posix.dirname(test) === folder && clauses.get(test));
  const sources = names.map((_, outside) => {
    const those = tests.filter(([, { test }]) => Number(clauses.get(test)?.endsWith("_test")) === outside);
    const [one] = those;
    return one ? fileOf(clauses.get(one[1].test) ?? "", those) : undefined;
  });
  if (!sources.some(Boolean)) return undefined;
  return {
    folder,
    script: scriptOf(sources.map((source) => source?.text)),
    at: (file, line) => sources[names.findIndex((name) => name === file)]?.lines.get(line),
  };
}

const packageOf = async (test: string, files: Files): Promise<string> =>
  /^package[ \t]+([A-Za-z_]\w*)/m.exec((await files.tryRead(test).catch(() => null)) ?? "")?.[1] ?? "";

/** Renders a test file with one example per line, so that compile errors identify it. */
function fileOf(
  clause: string,
  list: readonly (readonly [place: number, Found])[],
): { readonly text: string; readonly lines: ReadonlyMap<number, number> } {
  const imports = new Set(
    list.flatMap(([, { uses }]) => uses.map(({ local, from }) => `import ${local} ${JSON.stringify(from)}`)),
  );
  const head = [`package ${clause}`, ...[...imports].toSorted(), helpers];
  const before = head.join("\n").split("\n").length;
  const tries = list.map(([place, { shown }]) => `\tantiphonTry(${place}, func() bool { ${bodyOf(shown)} })`);
  return {
    text: [...head, "func TestAntiphonExamples(*antiphonTesting.T) {", ...tries, "}", ""].join("\n"),
    lines: new Map(list.map(([place], index) => [before + 2 + index, place])),
  };
}

const helpers = `import antiphonFmt "fmt"
import antiphonReflect "reflect"
import antiphonTesting "testing"
import antiphonTime "time"
var _ = antiphonReflect.DeepEqual
func antiphonTry(place int, try func() bool) {
	told := make(chan bool, 1)
	go func() {
		defer func() {
			if recover() != nil { told <- false }
		}()
		told <- try()
	}()
	good := false
	select {
	case good = <-told:
	case <-antiphonTime.After(${longestTry} * antiphonTime.Millisecond):
	}
	antiphonFmt.Printf("\\nantiphon-example {\\"place\\":%d,\\"good\\":%t}\\n", place, good)
}`;

const bodyOf = ({ before = [], call, value = "nil", fallible }: Found["shown"]): string => {
  const isWhole = /^&?(?:[\w.*]|\[[^\]]*\])*\{/.test(value);
  const equal = isWhole
    ? `antiphonReflect.DeepEqual(interface{}(got), interface{}(${value}))`
    : `got == (${value})`;
  const checked = fallible
    ? `got, err := ${call}; return err == nil && ${equal}`
    : `got := ${call}; return ${equal}`;
  return [...before, checked].join("; ");
};

/** The end mark occurs on no line of the sources. */
const scriptOf = (sources: readonly (string | undefined)[]): string => {
  const files = names.flatMap((name, index) =>
    sources[index] === undefined ? [] : [[name, sources[index]] as const],
  );
  return `set -eu
${files.map(([name, text]) => `cat > "$TMPDIR/${name}" <<'END OF THE EXAMPLES'\n${text}END OF THE EXAMPLES\n`).join("")}
{
  printf '{"Replace":{'
  for file in *_test.go; do
    case $file in *[!A-Za-z0-9_.-]*) echo "a file's name holds other signs than letters and digits" >&2; exit 3;; esac
    printf '"%s":"",' "$file"
  done
  ${files.map(([name]) => `printf '"${name}":"%s/${name}"' "$TMPDIR"`).join(`; printf ','; `)}
  printf '}}'
} > "$TMPDIR/overlay.json"
"$@" -overlay "$TMPDIR/overlay.json" < /dev/null
`;
};

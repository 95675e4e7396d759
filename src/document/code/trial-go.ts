import { posix } from "node:path";
import type { Files } from "../../workspace/index.ts";
import type { Found } from "./setup.ts";

/** The files that a package is given beside its own, by what they see of it. */
const names = ["antiphon_inside_test.go", "antiphon_outside_test.go"] as const;

export interface GoTrial {
  /** Of the package. */
  readonly folder: string;
  readonly script: string;
  /** The place of the example that stands on a line of one of the files. */
  at(file: string, line: number): number | undefined;
}

/** A shell's script that runs examples as a test of their package, in place of its own tests, without writing into it. */
export async function goTrial(
  list: readonly (readonly [place: number, Found])[],
  files: Files,
): Promise<GoTrial | undefined> {
  const clauses = new Map<string, string>();
  for (const [, { test }] of list) if (!clauses.has(test)) clauses.set(test, await packageOf(test, files));
  const folder = posix.dirname(list[0]?.[1].symbol.file ?? "");
  const own = list.filter(([, { test }]) => posix.dirname(test) === folder && clauses.get(test));
  const sources = names.map((_, outside) => {
    const those = own.filter(([, { test }]) => Number(clauses.get(test)?.endsWith("_test")) === outside);
    const [one] = those;
    return one ? fileOf(clauses.get(one[1].test) ?? "", those) : undefined;
  });
  if (!sources.some(Boolean)) return undefined;
  return {
    folder,
    script: scriptOf(sources.map((one) => one?.text)),
    at: (file, line) => sources[names.findIndex((name) => name === file)]?.lines.get(line),
  };
}

const packageOf = async (test: string, files: Files): Promise<string> =>
  /^package[ \t]+([A-Za-z_]\w*)/m.exec((await files.tryRead(test).catch(() => null)) ?? "")?.[1] ?? "";

/** A file of tests with an example a line, so that what doesn't compile can be told from the rest. */
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
    lines: new Map(list.map(([place], at) => [before + 2 + at, place])),
  };
}

const helpers = `import antiphonFmt "fmt"
import antiphonReflect "reflect"
import antiphonTesting "testing"
var _ = antiphonReflect.DeepEqual
func antiphonTry(place int, try func() bool) {
	good := false
	defer func() {
		if recover() != nil { good = false }
		antiphonFmt.Printf("\\nantiphon-example {\\"place\\":%d,\\"good\\":%t}\\n", place, good)
	}()
	good = try()
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

/** No line of the sources is the mark that ends them. */
const scriptOf = (sources: readonly (string | undefined)[]): string => {
  const given = names.flatMap((name, at) =>
    sources[at] === undefined ? [] : [[name, sources[at]] as const],
  );
  return `set -eu
${given.map(([name, text]) => `cat > "$TMPDIR/${name}" <<'END OF THE EXAMPLES'\n${text}END OF THE EXAMPLES\n`).join("")}
{
  printf '{"Replace":{'
  for file in *_test.go; do
    case $file in *[!A-Za-z0-9_.-]*) echo "a file's name holds other signs than letters and digits" >&2; exit 3;; esac
    printf '"%s":"",' "$file"
  done
  ${given.map(([name]) => `printf '"${name}":"%s/${name}"' "$TMPDIR"`).join(`; printf ','; `)}
  printf '}}'
} > "$TMPDIR/overlay.json"
"$@" -overlay "$TMPDIR/overlay.json" < /dev/null
`;
};

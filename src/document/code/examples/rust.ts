import type { Files } from "../../../workspace/index.ts";
import type { Found } from "./setup.ts";
import { type Execution, longestTry, mark, type Running, parseVerdicts, type Verdict } from "./verdict.ts";

/** The package that examples belong to. */
interface Package {
  /** `.` for the project's root. */
  readonly folder: string;
  /** Its name in code. */
  readonly name: string;
}

/**
 * Runs Rust examples in one program next to the library, built from a copy without its test dependencies.
 * Each is tried with names from the crate's root and from their modules; uncompilable ones are left out.
 */
export async function executeRust(
  list: readonly Found[],
  { shell, signal, files }: Running,
): Promise<Execution> {
  const none = (why: string): Execution => ({ verdicts: list.map(() => ({ why })) });
  const crate = await packageOf(list[0]?.symbol.file ?? "", files);
  if (!crate) return none("no Cargo.toml names their package");
  const tries = list.flatMap((found, place) => waysOf(found, crate).map((uses) => ({ place, uses, found })));
  const run = await shell
    .run(["sh", "-s", crate.folder, crate.name], {
      signal,
      input: scriptOf(programOf(tries, crate)),
      milliseconds: 300_000, // dependencies are built too
      environment: { CARGO_NET_OFFLINE: "true", CARGO_TERM_COLOR: "never" },
    })
    .catch(() => undefined);
  if (!run) return none("sh isn't there");
  if (!run.stdout.includes(mark))
    return none(run.exitCode === 0 ? "none compiles beside the library" : reasonOf(run.stderr));
  const outcomes = parseVerdicts(run, tries);
  const verdicts = list.map((_, place): Verdict => {
    const symbolTries = tries.flatMap((item, index) =>
      item.place === place ? [{ ...outcomes[index], uses: item.uses }] : [],
    );
    const good = symbolTries.find((item) => item.good);
    return (
      good ??
      (symbolTries.some((item) => item.good === false) ? { good: false } : { why: "it doesn't compile" })
    );
  });
  return { run, verdicts };
}

/** Returns the package that a source file belongs to. */
async function packageOf(file: string, files: Files): Promise<Package | undefined> {
  const folder = crateOf(file);
  const manifest =
    (await files.tryRead(folder === "." ? "Cargo.toml" : `${folder}/Cargo.toml`).catch(() => null)) ?? "";
  const nameIn = (table: string): string | undefined =>
    new RegExp(String.raw`^\[${table}\][^[]*?^name[ \t]*=[ \t]*"([\w-]+)"`, "m").exec(manifest)?.[1];
  const name = nameIn("lib") ?? nameIn("package");
  return name === undefined ? undefined : { folder, name: name.replaceAll("-", "_") };
}

/** Returns the folder of a source's package. */
export const crateOf = (file: string): string => /^(.*?)\/?\b(?:src|tests)\//.exec(file)?.[1] || ".";

/** Returns the possible `use` lines for an example's names. */
function waysOf({ uses }: Found, crate: Package): readonly (readonly string[])[] {
  const ways = [true, false].map((fromRoot) => broughtIn(uses, (from) => pathOf(from, { crate, fromRoot })));
  return [...new Map(ways.map((way) => [way.join(), way])).values()];
}

interface Way {
  readonly crate: Package;
  readonly fromRoot: boolean;
}

/** Returns a name's path in code; for one declared in the package, a guess. */
function pathOf(from: string, { crate: { name }, fromRoot }: Way): string {
  const path = from.endsWith(".rs")
    ? [name, ...(fromRoot ? [] : modulesOf(from))]
    : from.split("/").map((part) => (part === "crate" ? name : part));
  return path.join("::");
}

/** Renders one `use` line per module. */
const broughtIn = (uses: Found["uses"], pathTo: (from: string) => string): readonly string[] =>
  [...Map.groupBy(uses, ({ from }) => pathTo(from))].toSorted().map(([path, those]) => {
    const names = those.map(({ local, name }) => (local === name ? name : `${name} as ${local}`));
    const [first, ...others] = [...new Set(names)].toSorted();
    return others.length
      ? `use ${path}::{${[first, ...others].join(", ")}};`
      : `use ${path}::${first ?? ""};`;
  });

const modulesOf = (file: string): readonly string[] =>
  file
    .replace(/^.*?\bsrc\//, "")
    .replace(/(?:^|\/)(?:lib|main|mod)?\.rs$|\.rs$/, "")
    .replace(/(?:^|\/)(?:lib|main|mod)$/, "")
    .split("/")
    .filter(Boolean);

/** Renders an example for documentation. */
export function rustLines(
  { shown: { before = [], call, value = "" } }: Found,
  uses: readonly string[],
): readonly string[] {
  const compared = `assert_eq!(${call}, ${value});`;
  const last =
    value === "true"
      ? [`assert!(${call});`]
      : value === "false" && !/ [=!<>&|]+ /.test(call)
        ? [`assert!(!${call});`]
        : compared.length <= widest
          ? [compared]
          : ["assert_eq!(", `    ${call},`, `    ${value},`, ");"];
  return [...uses, ...(uses.length ? [""] : []), ...before, ...last];
}

const widest = 90;

/** Renders a program with one example per line, so that uncompilable ones can be removed. */
const programOf = (
  tries: readonly { readonly found: Found; readonly uses: readonly string[] }[],
  { name }: Package,
): string =>
  [
    "#![allow(warnings)]",
    `extern crate ${name};`, // for editions before 2018
    "fn attempt(place: usize, run: fn()) {",
    "    let (told, heard) = std::sync::mpsc::channel();",
    "    std::thread::spawn(move || told.send(std::panic::catch_unwind(run).is_ok()));",
    `    let good = heard.recv_timeout(std::time::Duration::from_millis(${longestTry})) == Ok(true);`,
    `    println!("\\n${mark}{{\\"place\\":{},\\"good\\":{}}}", place, good);`,
    "}",
    "fn main() {",
    ...tries.map(
      ({ found, uses }, index) => `attempt(${index}, || { ${rustLines(found, uses).join(" ")} });`,
    ),
    "}",
  ].join("\n");

/** Returns the first line of cargo's error output. */
const reasonOf = (text: string): string =>
  /^(?:error\S*:|sh: ).*$/m.exec(text)?.[0].trim().slice(0, 160) ?? "they ended early";

/** The end mark occurs on no line of the program. */
const scriptOf = (program: string): string => `set -eu
command -v cargo rustc > /dev/null || { echo "error: cargo or rustc isn't there" >&2; exit 3; }
mkdir "$TMPDIR/copy"
tar -cf - --exclude=./target --exclude=./.git --exclude=./node_modules . | tar -xf - -C "$TMPDIR/copy"
cd "$TMPDIR/copy/$1"
awk '/^\\[/ { skip = /dev-dependencies|^\\[\\[(bench|test|example)\\]\\]/ } !skip' Cargo.toml > "$TMPDIR/Cargo.toml"
mv "$TMPDIR/Cargo.toml" Cargo.toml
cat > "$TMPDIR/examples.rs" <<'END OF THE EXAMPLES'
${program}
END OF THE EXAMPLES
cargo build --quiet --lib --offline --target-dir "$TMPDIR/target" --message-format=json < /dev/null > "$TMPDIR/built"
own=$(grep '"reason":"compiler-artifact"' "$TMPDIR/built" | grep "\\"name\\":\\"$2\\"" | tail -n 1)
library=$(printf '%s' "$own" | sed -n 's/.*"\\([^"]*\\.rlib\\)".*/\\1/p')
edition=$(printf '%s' "$own" | sed -n 's/.*"edition":"\\([0-9]*\\)".*/\\1/p')
test -n "$library" || { echo "error: the package has no library that programs use" >&2; exit 5; }
cd "$TMPDIR"
for round in 1 2 3 4 5 6; do
  rustc examples.rs --edition "$edition" --extern "$2=$library" -L dependency=target/debug/deps \\
    --error-format=short < /dev/null 2> said && exec ./examples < /dev/null
  broken=$(sed -n 's/^examples\\.rs:\\([0-9]*\\):[0-9]*: error.*/\\1s,.*,,/p' said | sort -u)
  test -n "$broken" || break
  printf '%s\\n' "$broken" > broken
  sed -f broken examples.rs > next && mv next examples.rs
done
cat said >&2
exit 6
`;

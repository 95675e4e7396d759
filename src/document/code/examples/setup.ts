import { posix } from "node:path";
import type { Imported, Shown } from "../../../code/index.ts";
import type { Declared, Symbol } from "../../../inspect/index.ts";
import { isTest } from "../skip.ts";
import { only } from "./meant.ts";

/** An example of a declaration found in a test. */
export interface Found {
  readonly symbol: Symbol;
  readonly shown: Shown;
  /** The names it uses, as its test imports them. */
  readonly uses: readonly Imported[];
  /** The file whose imports it uses. */
  readonly test: string;
  /** The source of the expected result; the test by default. */
  readonly by?: string;
}

/** Returns a Python import statement. */
export const statementOf = ({ local, name, from }: Imported): string =>
  name !== "*"
    ? `from ${from} import ${name}${local === name ? "" : ` as ${local}`}`
    : local === from
      ? `import ${from}`
      : `import ${from} as ${local}`;

/** Returns a Python module's dotted name. */
export const moduleOf = (file: string): string =>
  file
    .replace(/^src\//, "")
    .replace(/(?:\/__init__)?\.py$/, "")
    .replaceAll("/", ".");

export interface Setting {
  readonly test: string;
  readonly index: Declared;
  readonly imports: readonly Imported[];
}

/** Returns where each name of an example comes from; undefined if that is the test itself or a test helper. */
export function usesOf(
  { names }: Shown,
  symbol: Symbol,
  { test, index, imports }: Setting,
): readonly Imported[] | undefined {
  if (/\.(?:rs|java)$/.test(test)) return usesByName({ names }, symbol, { test, index, imports });
  const [python, go] = [test.endsWith(".py"), test.endsWith(".go")];
  const found: Imported[] = [];
  for (const name of names) {
    const meant = index.meaning(name, test);
    const imported = imports.find(({ local }) => local === name || (python && local.startsWith(`${name}.`)));
    if (meant && isTest(meant.file)) return undefined;
    if (meant?.declaration.exported && go) continue; // from its own package, or a neighbouring one
    if (meant?.declaration.exported) found.push(inFile(name, meant, test));
    else if (!meant && imported && !ofTests(imported.from, test)) found.push(imported);
    else return undefined;
  }
  return symbol.declaration.exported ? found : undefined;
}

/** The same for Java and Rust, where execution verifies guesses: unknown names are assumed to be the language's own. */
function usesByName(
  { names }: Pick<Shown, "names">,
  symbol: Symbol,
  { test, index, imports }: Setting,
): readonly Imported[] | undefined {
  const found: Imported[] = [];
  for (const name of names) {
    const imported = imports.find(({ local }) => local === name);
    const isOwn = !imported || /^(?:\.|(?:super|self|crate)(?:\/|$))/.test(imported.from);
    const meaning = isOwn ? (index.meaning(name, test) ?? only(name, test, index)) : undefined;
    if (meaning && (isTest(meaning.file) || !meaning.declaration.exported)) return undefined;
    if (meaning) found.push({ local: name, name, from: meaning.file });
    else if (imported && !isOwn && !ofTests(imported.from, test)) found.push(imported);
    else if (imported && !isOwn) return undefined;
    else if (!/^[A-Z]\w*[a-z]/.test(name)) return undefined;
  }
  return symbol.declaration.exported ? found : undefined;
}

/** Returns a declaration as an import from its file. */
function inFile(local: string, { file, declaration: { name, main } }: Symbol, test: string): Imported {
  if (test.endsWith(".py")) return { local, name, from: moduleOf(file) };
  const path = posix.relative(posix.dirname(test), file);
  return { local, name: main ? "default" : name, from: path.startsWith(".") ? path : `./${path}` };
}

/** Packages for tests. */
const testing =
  /^(?:(?:node:)?(?:assert|test)(?:\/.*)?|vitest|jest|@jest\/.*|chai|sinon|tape|ava|tap|uvu(?:\/.*)?|bun:test|pytest|unittest(?:\..*)?|mock|testing|(?:org\/junit|junit|org\/assertj|org\/hamcrest|org\/testng|org\/mockito|com\/google\/common\/truth)(?:\/.*)?|github\.com\/stretchr\/testify\/.*)$/;

/** Whether a module belongs to tests or lies next to them, so that its names mean something only there. */
function ofTests(from: string, test: string): boolean {
  if (testing.test(from)) return true;
  if (/\.(?:go|rs|java)$/.test(test)) return false;
  if (test.endsWith(".py")) return from.startsWith(".") || isTest(`${from.replaceAll(".", "/")}.py`);
  return from.startsWith(".") && isTest(posix.join(posix.dirname(test), from));
}

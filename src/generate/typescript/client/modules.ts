import type { GeneratedFile } from "../../contracts.ts";
import type { Model } from "../../specification/model.ts";
import type { Named } from "../../specification/named.ts";
import { camel, Scope } from "../../specification/specification-names.ts";
import { codeOf } from "./typescript-literals.ts";
import { operationText, type Shared } from "./operations.ts";

const typeNames = ["Answer", "Call", "Choosing", "NoParams", "Pages", "ServerSentEvent", "Unexpected"];
const valueNames = ["choosing", "operation", "pages", "reading"];
/** Functions that write bodies and queries; operations name them, so that bundlers keep only the used ones. */
const writers = ["anyBody", "jsonBody", "listPairs", "pairsOf"];

/** Generates a module of operations, each with its types and one function. `up` is the path to the other modules. */
function moduleText(operations: readonly string[], up: string, { values, answers }: Shared): string {
  const own = codeOf(operations.join("\n"));
  const named = (word: string, all: ReadonlyMap<string, string>): readonly string[] =>
    [...all].flatMap(([value, name]) =>
      new RegExp(`\\b${name}\\b`).test(own) ? [`${word} ${name} = ${value};\n`] : [],
    );
  const shared = [...named("const", values), ...named("type", answers)].join("");
  const text = [...(shared ? [shared] : []), ...operations].join("\n");
  const code = codeOf(text);
  const used = (names: readonly string[], isUsed: (name: string) => RegExp): readonly string[] =>
    names.filter((name) => isUsed(name).test(code));
  const types = used(typeNames, (name) => new RegExp(`\\b${name}\\b`));
  const functions = [
    ...used(valueNames, (name) => new RegExp(`\\b${name}\\(`)),
    ...used(writers, (name) => new RegExp(`\\b(?:pairs|write): ${name}\\b`)),
  ];
  const imports = [
    `import type { ${types.join(", ")} } from "${up}/runtime.js";`,
    `import { ${functions.join(", ")} } from "${up}/runtime.js";`,
    ...(/\bk\./.test(code) ? [`import * as k from "${up}/conversions.js";`] : []),
    ...(/\br\./.test(code) ? [`import * as r from "${up}/rules.js";`] : []),
    ...(/\bm\./.test(code) ? [`import type * as m from "${up}/types.js";`] : []),
    ...(/\bp\./.test(code) ? [`import type * as p from "${up}/parameters.js";`] : []),
    ...(/\bc\.check/.test(code) ? [`import * as c from "${up}/validators.js";`] : []),
  ];
  return `${imports.join("\n")}\n\n${text}`;
}

/** The compiler's time grows with the square of a module's length: longer modules are split into parts. */
const most = { whole: 4_000_000, part: 500_000 } as const;

/** Returns the first word of a path as a file name, in lower case because some file systems ignore case. */
const groupOf = ({ operation }: Named): string =>
  camel(operation.path.split("/").find((word) => word !== "" && !word.includes("{")) ?? "root")
    .slice(0, 60)
    .toLowerCase();

/** Splits a group into parts that are not too long. */
function cut(texts: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let length = Infinity;
  for (const text of texts) {
    if (length + text.length > most.part) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(text);
    length += text.length;
  }
  return parts;
}

/**
 * Returns the module of operations; for very many, a module for each first word of their paths, and one that
 * re-exports all.
 */
export function operationsModules(
  model: Model,
  operations: readonly Named[],
  shared: Shared,
): readonly GeneratedFile[] {
  const path = "src/operations.ts";
  if (operations.length === 0) return [{ path, text: "export {};\n" }];
  const texts = operations.map((named) => ({ named, text: operationText(named, model, shared) }));
  const textsOf = (some: typeof texts): readonly string[] => some.map(({ text }) => text);
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= most.whole) return [{ path, text: moduleText(textsOf(texts), ".", shared) }];
  const scope = new Scope(["con", "prn", "aux", "nul"]); // reserved file names on Windows
  const groups = Map.groupBy(texts, ({ named }) => groupOf(named));
  const parts = [...groups].flatMap(([group, own]) =>
    cut(textsOf(own)).map((part) => ({
      path: `src/operations/${scope.take(group)}.ts`,
      text: moduleText(part, "..", shared),
    })),
  );
  const all = parts.map(
    (part) => `export * from "./operations/${part.path.slice("src/operations/".length, -3)}.js";\n`,
  );
  return [{ path, text: all.join("") }, ...parts];
}

import type { GeneratedFile } from "../../contracts.ts";
import type { Model } from "../../specification/model.ts";
import type { Named } from "../../specification/named.ts";
import { camel, Scope } from "../../specification/specification-names.ts";
import { codeOf } from "./typescript-literals.ts";
import { operationText, type Shared } from "./operations.ts";

const typeNames = ["Answer", "Call", "Choosing", "NoParams", "Pages", "ServerSentEvent", "Unexpected"].map(
  (name) => [name, new RegExp(`\\b${name}\\b`)] as const,
);
/** Functions that operations call, and those that write bodies and queries: bundlers keep only what operations name. */
const functionNames = [
  ...["choosing", "operation", "pages", "reading"].map(
    (name) => [name, new RegExp(`\\b${name}\\(`)] as const,
  ),
  ...["anyBody", "jsonBody", "listPairs", "pairsOf"].map(
    (name) => [name, new RegExp(`\\b(?:pairs|write): ${name}\\b`)] as const,
  ),
];
const namespaces = [
  ["* as k", "conversions", /\bk\./],
  ["* as r", "rules", /\br\./],
  ["type * as m", "types", /\bm\./],
  ["type * as p", "parameters", /\bp\./],
  ["* as c", "validators", /\bc\.check/],
] as const;

/**
 * Generates a module of operations, each with its types and one function; `up` is the path to the other modules. One of
 * several has of what operations share only what its own use.
 */
function moduleText(operations: readonly string[], up: "." | "..", { values, answers }: Shared): string {
  const text = operations.join("\n");
  const code = codeOf(text);
  const words = up === "." ? undefined : new Set(code.match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu));
  const named = (word: string, all: ReadonlyMap<string, string>): readonly string[] =>
    [...all].flatMap(([value, name]) =>
      (words?.has(name) ?? true) ? [`${word} ${name} = ${value};\n`] : [],
    );
  const shared = [...named("const", values), ...named("type", answers)].join("");
  const whole = codeOf(shared) + code;
  const used = (all: readonly (readonly [name: string, isUsed: RegExp])[]): string =>
    all.flatMap(([name, isUsed]) => (isUsed.test(whole) ? [name] : [])).join(", ");
  const imports = [
    `import type { ${used(typeNames)} } from "${up}/runtime.js";`,
    `import { ${used(functionNames)} } from "${up}/runtime.js";`,
    ...namespaces.flatMap(([name, module, isUsed]) =>
      isUsed.test(whole) ? [`import ${name} from "${up}/${module}.js";`] : [],
    ),
  ];
  return `${imports.join("\n")}\n\n${shared ? `${shared}\n` : ""}${text}`;
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
  const parts = [...groups].flatMap(([group, groupOperations]) =>
    cut(textsOf(groupOperations)).map((part) => ({
      path: `src/operations/${scope.take(group)}.ts`,
      text: moduleText(part, "..", shared),
    })),
  );
  const all = parts.map(
    (part) => `export * from "./operations/${part.path.slice("src/operations/".length, -3)}.js";\n`,
  );
  return [{ path, text: all.join("") }, ...parts];
}

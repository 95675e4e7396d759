import type { GeneratedFile } from "../../contracts.ts";
import type { Model } from "./model.ts";
import type { Named } from "./named.ts";
import { camel, codeOf, Scope } from "./names.ts";
import { operationText } from "./operations.ts";

/** A module of operations: for each its types, its description and one function. `up`: where the other modules are. */
function moduleText(operations: readonly string[], up: string): string {
  const text = operations.join("\n");
  const code = codeOf(text);
  const types = ["Answer", "CallOptions", "Client", "Operation", "ServerSentEvent", "Unexpected"].filter(
    (name) => new RegExp(`\\b${name}\\b`).test(code),
  );
  const imports = [
    `import type { ${types.join(", ")} } from "${up}/runtime.js";`,
    `import { ${["call", "pagesByCursor", "pagesByNumber"].filter((name) => code.includes(`${name}(`)).join(", ")} } from "${up}/runtime.js";`,
    ...(/\br\./.test(code) ? [`import * as r from "${up}/rules.js";`] : []),
    ...(/\bm\./.test(code) ? [`import type * as m from "${up}/types.js";`] : []),
    ...(/\bp\./.test(code) ? [`import type * as p from "${up}/parameters.js";`] : []),
    ...(/\bc\.check/.test(code) ? [`import * as c from "${up}/validators.js";`] : []),
  ];
  return `${imports.join("\n")}\n\n${text}`;
}

/** The compiler's time grows with the square of a module's length: beyond `whole` characters there are parts of `part`. */
const most = { whole: 4_000_000, part: 500_000 } as const;

/** The first word of a path, as a file's name; not every system tells `a` from `A`. */
const groupOf = ({ operation }: Named): string =>
  camel(operation.path.split("/").find((word) => word !== "" && !word.includes("{")) ?? "root")
    .slice(0, 60)
    .toLowerCase();

/** Where parts that one group makes stand, cut where it gets too long. */
function partsOf(group: string, texts: readonly string[], scope: Scope): readonly GeneratedFile[] {
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
  return parts.map((part) => ({
    path: `src/operations/${scope.take(group)}.ts`,
    text: moduleText(part, ".."),
  }));
}

/** The module of operations; of very many, a module for each first word of their paths, and one that gives them all. */
export function operationsModules(
  model: Model,
  operations: readonly Named[],
  shared: ReadonlyMap<string, string>,
): readonly GeneratedFile[] {
  const path = "src/operations.ts";
  if (operations.length === 0) return [{ path, text: "export {};\n" }];
  const texts = operations.map((named) => ({ named, text: operationText(named, model, shared) }));
  const length = texts.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= most.whole)
    return [
      {
        path,
        text: moduleText(
          texts.map(({ text }) => text),
          ".",
        ),
      },
    ];
  const scope = new Scope(["con", "prn", "aux", "nul"]); // no names of files on Windows
  const groups = Map.groupBy(texts, ({ named }) => groupOf(named));
  const parts = [...groups].flatMap(([group, own]) =>
    partsOf(
      group,
      own.map(({ text }) => text),
      scope,
    ),
  );
  const all = parts.map(
    (part) => `export * from "./operations/${part.path.slice("src/operations/".length, -3)}.js";\n`,
  );
  return [{ path, text: all.join("") }, ...parts];
}

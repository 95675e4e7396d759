import type { Model } from "../../specification/model.ts";
import type { Named } from "../../specification/named.ts";
import { codeOf } from "./names.ts";
import { pascal, Scope } from "../../specification/names.ts";
import { memberText } from "./operations.ts";

/**
 * Members that several operations take with the same words, by their text: each is an interface that the objects of those
 * operations extend, so that what is said of it stands in one place.
 */
export function sharedParameters(operations: readonly Named[], model: Model): ReadonlyMap<string, string> {
  const users = new Map<string, { readonly key: string; count: number }>();
  for (const { operation, keys } of operations)
    for (const parameter of operation.parameters) {
      const key = keys.get(parameter) ?? "";
      const text = memberText(parameter, key, model);
      const known = users.get(text);
      if (known) known.count += 1;
      else users.set(text, { key, count: 1 });
    }
  const scope = new Scope(["Blob"]);
  // One line alone says as much as the name of an interface would.
  const shared = [...users].filter(([text, { count }]) => count > 1 && text.trimEnd().includes("\n"));
  return new Map(shared.map(([text, { key }]) => [text, scope.take(pascal(key))]));
}

/** The module of those interfaces. */
export function parametersModule(shared: ReadonlyMap<string, string>): string {
  const text = [...shared].map(([member, name]) => `export interface ${name} {\n${member}}\n`).join("\n");
  return /\bm\./.test(codeOf(text)) ? `import type * as m from "./types.js";\n\n${text}` : text;
}

import type { SpecParameter } from "../../../api/index.ts";
import type { Model } from "../../specification/model.ts";
import type { Named } from "../../specification/named.ts";
import { codeOf } from "./typescript-literals.ts";
import { pascal, Scope } from "../../specification/specification-names.ts";
import { memberTexts } from "./operations.ts";

/**
 * Returns the members that several operations share word for word, by their text: each becomes an interface that those
 * operations' objects extend, so that it is documented once.
 */
export function sharedParameters(operations: readonly Named[], model: Model): ReadonlyMap<string, string> {
  const users = new Map<string, { readonly key: string; count: number }>();
  for (const named of operations)
    for (const [i, text] of memberTexts(named, model).entries()) {
      const key = named.keys.get(named.operation.parameters[i] as SpecParameter) ?? ""; // a text for each
      const known = users.get(text);
      if (known) known.count += 1;
      else users.set(text, { key, count: 1 });
    }
  const scope = new Scope(["Blob"]);
  const saved = ([text, { key, count }]: readonly [
    string,
    { readonly key: string; readonly count: number },
  ]): number => (count - 1) * text.length - 25 - (count + 1) * (key.length + 5);
  const shared = [...users].filter((user) => saved(user) > 0);
  // The import of the module has a cost too.
  if (shared.reduce((sum, one) => sum + saved(one), 0) < 45) return new Map();
  return new Map(shared.map(([text, { key }]) => [text, scope.take(pascal(key))]));
}

/** Generates the module of those interfaces. */
export function parametersModule(shared: ReadonlyMap<string, string>): string {
  const text = [...shared].map(([member, name]) => `export interface ${name} {\n${member}}\n`).join("\n");
  return /\bm\./.test(codeOf(text)) ? `import type * as m from "./types.js";\n\n${text}` : text;
}

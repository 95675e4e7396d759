import type { Library } from "../evaluate/types.ts";

const named = (text: string, option: string): string | undefined =>
  new RegExp(`\\b${option}\\s*:\\s*["'](\\w+(?:\\[\\w+\\])*)["']`).exec(text)?.[1];

/** The body fields that a project's local strategies read, according to their options. */
export function password(texts: ReadonlyMap<string, string>): Library {
  let fields: readonly string[] | undefined;
  const read = (): readonly string[] => {
    const sources = [...texts.values()].filter((text) => /["']passport-local["']/.test(text));
    const first = sources.find((text) => named(text, "usernameField"));
    return sources.length
      ? [named(first ?? "", "usernameField") ?? "username", named(first ?? "", "passwordField") ?? "password"]
      : [];
  };
  return {
    signsIn(m) {
      fields ??= read();
      // `user[email]` is a nested field
      for (const name of fields)
        m.read({ kind: "input", part: "body", path: name.split(/[[\]]+/).filter(Boolean) });
    },
  };
}

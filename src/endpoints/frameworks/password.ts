import type { Library } from "../evaluate/types.ts";

const named = (text: string, option: string): string | undefined =>
  new RegExp(`\\b${option}\\s*:\\s*["'](\\w+(?:\\[\\w+\\])*)["']`).exec(text)?.[1];

/** What Passport's local strategies of a project read of the body, by the options that they are made with. */
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
      // `user[email]` is a field of a field
      for (const name of fields)
        m.read({ kind: "input", part: "body", path: name.split(/[[\]]+/).filter(Boolean) });
    },
  };
}

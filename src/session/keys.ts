import { parseEnv } from "node:util";

/** Everything that is read from a project's `.env`: keys, but never an upstream, a folder or a command. */
export const keyNames = ["ANTIPHON_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_API_KEY"] as const;

export type KeyName = (typeof keyNames)[number];

/** Reads keys from the environment; missing ones from the text of a `.env`. */
export function readKeys(
  environment: Readonly<Record<string, string | undefined>>,
  dotEnv: string,
): Readonly<Partial<Record<KeyName, string>>> {
  const local = parseEnv(dotEnv);
  return Object.fromEntries(
    keyNames.flatMap((name) => {
      const value = environment[name] || local[name];
      return value ? [[name, value]] : [];
    }),
  );
}

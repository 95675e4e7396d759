import { isObject } from "../../lib/index.ts";

/** The texts whose names contain key, token, secret, password or authorization, at any depth of a model's options. */
export function secretsOf(options: unknown): readonly string[] {
  if (Array.isArray(options)) return options.flatMap(secretsOf);
  if (!isObject(options)) return [];
  return Object.entries(options).flatMap(([name, value]) =>
    typeof value === "string" && /key|token|secret|password|authorization/i.test(name)
      ? [value]
      : secretsOf(value),
  );
}

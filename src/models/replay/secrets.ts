import { isObject } from "../../lib/index.ts";

/** The values of every `key` and header in a model's options, at any depth. */
export function secretsOf(options: unknown): readonly string[] {
  if (Array.isArray(options)) return options.flatMap(secretsOf);
  if (!isObject(options)) return [];
  return Object.entries(options).flatMap(([name, value]) =>
    typeof value === "string" && /key|token|secret|password|authorization/i.test(name)
      ? [value]
      : secretsOf(value),
  );
}

import type { Workspace } from "../workspace/index.ts";
import { isSecret } from "./protected.ts";

/**
 * Returns the values of at least eight characters in the project's secret files, longest first, to redact them from
 * what a model is shown.
 */
export async function secretValues({ files }: Workspace): Promise<readonly string[]> {
  const values = new Set<string>();
  for await (const path of files.find("**/.env*", { ignored: true })) {
    if (!isSecret(path)) continue;
    const text = await files.read(path).catch(() => "");
    for (const [, , value = ""] of text.matchAll(/^\s*(?:export\s+)?([\w.]+)\s*=\s*["']?(.*?)["']?\s*$/gm))
      if (value.length >= 8) values.add(value);
  }
  return [...values].sort((a, b) => b.length - a.length);
}

export const redact = (text: string, values: readonly string[]): string =>
  values.reduce((left, value) => left.replaceAll(value, "[secret]"), text);

import type { BodiesConfig } from "../../config/index.ts";
import { isObject } from "../../lib/index.ts";
import { withMasks, type Detect } from "../guardrails/masking.ts";

type Kind = NonNullable<BodiesConfig["redact"]>[number];

const detectors: { readonly [kind in Kind]: () => Promise<Detect> } = {
  secrets: async () => (await import("../guardrails/secrets.ts")).detectSecrets,
  async personal_data() {
    const { detectPersonalData, usualKinds } = await import("../guardrails/personal-data.ts");
    return detectPersonalData(usualKinds);
  },
};

/** Returns a function that redacts texts and field names in a value, and replaces base64 data by its length. */
export async function redactor(kinds: readonly Kind[]): Promise<(value: unknown) => Promise<unknown>> {
  const all = await Promise.all(kinds.map((kind) => detectors[kind]()));
  const clean = async (text: string): Promise<string> => {
    const findings = (await Promise.all(all.map((detect) => detect(text)))).flat();
    return findings.length > 0 ? withMasks(text, findings) : text;
  };
  const walk = async (value: unknown): Promise<unknown> => {
    if (typeof value === "string") return clean(value);
    if (Array.isArray(value)) return Promise.all(value.map(walk));
    if (!isObject(value)) return value;
    const isFile = value["type"] === "base64" && typeof value["data"] === "string";
    const entries = Object.entries(value).map(async ([name, inner]) => [
      await clean(name),
      isFile && name === "data" ? `[${String(inner).length} characters of base64]` : await walk(inner),
    ]);
    return Object.fromEntries(await Promise.all(entries)) as unknown;
  };
  return walk;
}

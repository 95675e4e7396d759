import { rules } from "@secretlint/secretlint-rule-preset-recommend";
import type { Detect, Finding } from "./masking.ts";

/** The part of secretlint's rule interface that is used. */
interface Rule {
  create(context: object, options: object): { file?(source: object): void | Promise<void> };
}
interface Report {
  readonly range: readonly [number, number];
}

/** Antiphon's own keys, which no other rule set knows. */
const pattern = /\bsk-antiphon-[\w-]{43}/g;

const preset = rules as unknown as readonly Rule[]; // the documented shape of rules

/** Detects secrets of services and programs, by secretlint's rules. */
export const detectSecrets: Detect = async (text) => {
  const findings: Finding[] = [...text.matchAll(pattern)].map(({ index, 0: secret }) => ({
    what: "a secret",
    start: index,
    end: index + secret.length,
  }));
  const context = {
    sharedOptions: {},
    createTranslator: () => () => ({ message: "", messageId: "" }),
    ignore: () => undefined,
    report: ({ range: [start, end] }: Report) => findings.push({ what: "a secret", start, end }),
  };
  const source = {
    content: text,
    contentType: "text",
    filePath: undefined,
    hasBOM: false,
    ext: ".txt",
  };
  for (const rule of preset) await rule.create(context, {}).file?.(source);
  return findings;
};

import { remembered } from "../../lib/index.ts";

/** A module, and names imported from it: `z`, `type Request`, `default as express`; none for its side effects. */
export interface Import {
  /** A package name, or `/` and a path from the project's root: `/src/database.ts`. */
  readonly from: string;
  readonly names: readonly string[];
}

/**
 * Text with the imports it needs. Created by the tagged templates of one output language, which escape
 * values by type.
 */
export interface Code {
  readonly text: string;
  readonly imports: readonly Import[];
}

export type Tag = (parts: TemplateStringsArray, ...values: readonly unknown[]) => Code;

const nothing: readonly Import[] = [];

/** Wraps trusted text as code; never use it for text from outside. */
export const code = (text: string, imports: readonly Import[] = nothing): Code => ({ text, imports });

const isCode = (value: unknown): value is Code =>
  typeof value === "object" && value !== null && "imports" in value && "text" in value;

/** Returns a name imported under itself, as code. */
export const imported = (from: string, name: string): Code =>
  code(name.replace(/^(type |default as )/, ""), [{ from, names: [name] }]);

/** Joins codes with `between` as separator. */
export const joined = (codes: readonly Code[], between = "\n"): Code =>
  code(
    codes.map(({ text }) => text).join(between),
    codes.flatMap(({ imports }) => imports),
  );

/** Creates a template tag: code is inserted as it is, everything else through the language's escaper. */
export const tag =
  (literal: (value: unknown) => string): Tag =>
  (parts, ...values) => {
    const imports: Import[] = [];
    const between = unescaped(parts);
    let text = between[0] ?? "";
    for (const [index, value] of values.entries()) {
      for (const item of Array.isArray(value) && value.length > 0 && value.every(isCode) ? value : [value]) {
        if (isCode(item)) imports.push(...item.imports);
        text += isCode(item) ? item.text : literal(item);
      }
      text += between[index + 1] ?? "";
    }
    return { text, imports };
  };

// Unescapes a template's raw text once, so that "\n" in emitted code stays as written.
const unescaped = remembered(({ raw }: TemplateStringsArray) =>
  raw.map((text) => text.replaceAll(/\\(`|\$\{)/g, "$1")),
);

import { compile, SchemaError, type Validator } from "../../../schema/index.ts";
import type { Parameter } from "../read/parameter.ts";
import type { Tool } from "../read/tool.ts";
import type { Mention, Reading } from "../text/mention.ts";
import { isCurrency } from "../text/currencies.ts";

const example =
  /(?:\b(?:like|e\.?g\.?|such as|for example|example:?|format:?)|\()\s*['"“‘`]?([\w.:/#-]*\d[\w.:/#-]*)/i;
const digits = /\d/;
const patterns = new WeakMap<object, Validator | null>();

/** What tests a string against its schema's pattern; none where there is none, or one that is refused. */
function patternOf(schema: Parameter["schema"]): Validator | undefined {
  const { pattern } = schema;
  if (typeof pattern !== "string") return undefined;
  const known = patterns.get(schema);
  if (known !== undefined) return known ?? undefined;
  let made: Validator | null = null;
  try {
    made = compile({ type: "string", pattern });
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
  }
  patterns.set(schema, made);
  return made ?? undefined;
}

/** `SO-81` as `A-9`: what an identifier looks like. */
const shape = (text: string): string => text.replaceAll(/\p{L}+/gu, "A").replaceAll(/\d+/g, "9");

/** The letters that it begins with: `SO`. */
const prefix = (text: string): string => /^\p{L}*/u.exec(text)?.[0] ?? "";

/** Whether a value looks as the schema's pattern or the description's example wants it; 0 where they say nothing. */
export function shapeFit({ type, dialect, description, schema }: Parameter, { kind, text }: Mention): number {
  if (type !== "string" || dialect || !/^(?:code|number|name|quoted|phrase)$/.test(kind)) return 0;
  const fitting = patternOf(schema);
  if (fitting) return fitting.fits(text) ? 1.5 : -4;
  const [, shown = ""] = example.exec(description) ?? [];
  if (!digits.test(shown) || !/\p{L}/u.test(shown) || !digits.test(text)) return 0;
  if (shape(shown) === shape(text)) return prefix(shown) === prefix(text) ? 2 : 1.5;
  return /[-_#]/.test(shown) || shape(shown).length > 2 ? -2 : -1;
}

const question = /\?|^\W*(?:and |so )?(?:who|where|what|when|how|which)\b/i;

/** Whether a text gives each value of a kind of its own that a tool needs: identifiers by their look, two currencies. */
export function givesKinds({ parameters }: Tool, { mentions, text }: Reading): boolean {
  const required = parameters.filter((parameter) => parameter.required);
  const money = required.filter(({ kind }) => kind === "currency").length;
  const said = mentions.filter(({ unit = "", text }) => isCurrency(unit) || isCurrency(text)).length;
  if (money > 1) return said >= money;
  const [only, more] = required;
  if (only === undefined || more || !question.test(text)) return false;
  return mentions.some((mention) => shapeFit(only, mention) >= 2);
}

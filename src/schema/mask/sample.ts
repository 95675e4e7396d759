import { isObject, type Json } from "../../lib/index.ts";
import { constrain, type Mask, type MaskOptions } from "./mask.ts";
import { vocabulary } from "./vocabulary.ts";

/** Options of `sampler` and `sample`. */
export interface Sampling extends MaskOptions {
  /** Number of bytes after which a sample tries to end; default 400. */
  readonly about?: number;
}

const CHARACTERS = [
  ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)),
  "é",
  "ß",
  "中",
  "😀",
];

/** The property names that a schema mentions. */
function namesIn(schema: unknown, found: Set<string>): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const item of schema) namesIn(item, found);
  if (!isObject(schema)) return found;
  if (isObject(schema["properties"])) for (const name of Object.keys(schema["properties"])) found.add(name);
  if (Array.isArray(schema["required"])) for (const name of schema["required"]) found.add(String(name));
  for (const child of Object.values(schema)) namesIn(child, found);
  return found;
}

/** The names that some object requires, each as JSON with a colon. */
function requiredIn(schema: unknown, found: Set<string>): ReadonlySet<string> {
  if (Array.isArray(schema)) for (const item of schema) requiredIn(item, found);
  if (!isObject(schema)) return found;
  if (Array.isArray(schema["required"]))
    for (const name of schema["required"]) found.add(`${JSON.stringify(String(name))}:`);
  for (const child of Object.values(schema)) requiredIn(child, found);
  return found;
}

interface How {
  readonly random: () => number;
  readonly hurry: boolean;
  readonly needed: ReadonlySet<string>;
}

/**
 * The probability weight of a token: names of the schema are preferred, and closing tokens once the sample should end.
 */
function weight(
  token: string,
  at: { readonly hurry: boolean; readonly named: boolean; readonly needed: ReadonlySet<string> },
): number {
  if (token.length > 2) return at.hurry ? (at.needed.has(token) ? 1e6 : 1e3) : 30;
  if (token === '"' && at.named) return at.hurry ? 1e-3 : 0.3;
  if (token === '"' || token === "}" || token === "]") return at.hurry ? 1e9 : token === '"' ? 12 : 4;
  if (token === "{" || token === "[") return at.hurry ? 1e-6 : 2;
  if (token === ",") return at.hurry ? 1e-3 : 12;
  if (at.hurry) return token === "\\" || token === " " ? 1e-6 : 1;
  if (/\d/.test(token)) return 2;
  if (/[a-z]/.test(token)) return 1;
  return token === "\\" || token === " " ? 0.1 : 0.2;
}

/**
 * Returns a generator of random values that match a schema, written by its mask; `random` returns numbers from 0 to
 * below 1. Throws SchemaError as `constrain` does, and Error if a sample can't be continued or finds no end.
 */
export function sampler(schema: unknown, options: Sampling = {}): (random: () => number) => Json {
  const constraint = constrain(schema, options);
  const names = [...namesIn(schema, new Set())].slice(0, 2_000).map((name) => `${JSON.stringify(name)}:`);
  const tokens = [...CHARACTERS, ...names];
  const words = vocabulary(tokens);
  const about = options.about ?? 400;
  const needed = new Set(requiredIn(schema, new Set()));
  return (random) => {
    const mask = constraint.begin(words);
    while (!mask.ended && !(mask.complete && random() < 0.3)) {
      if (mask.size > 20 * about) throw new Error(`the sample finds no end after ${mask.size} bytes`);
      const chosen = choose(mask, tokens, { random, hurry: mask.size > about, needed });
      if (chosen !== undefined) mask.accept(chosen);
      else if (mask.complete) break;
      else throw new Error(`the sample has no way on after ${mask.text.slice(-80)}`);
    }
    return JSON.parse(mask.text) as Json; // the mask only accepts JSON
  };
}

function choose(mask: Mask, tokens: readonly string[], how: How): number | undefined {
  const bits = mask.allowed();
  const open: number[] = [];
  bits.forEach((word, i) => {
    for (let rest = word; rest !== 0; rest &= rest - 1) open.push(i * 32 + 31 - Math.clz32(rest & -rest));
  });
  if (how.hurry && mask.left > 0) return nearest(mask, open);
  const named = open.some((token) => (tokens[token]?.length ?? 0) > 2);
  const weights = open.map((token) => weight(tokens[token] ?? "", { ...how, named }));
  let left = how.random() * weights.reduce((sum, one) => sum + one, 0);
  return open.find((_, i) => (left -= weights[i] ?? 0) < 0) ?? open.at(-1);
}

/** The token after which the least is missing. */
function nearest(mask: Mask, open: readonly number[]): number | undefined {
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const token of open) {
    const after = mask.clone();
    after.accept(token);
    if (after.left >= least) continue;
    least = after.left;
    best = token;
  }
  return best;
}

/** Returns one value of `sampler`. */
export const sample = (schema: unknown, random: () => number, options: Sampling = {}): Json =>
  sampler(schema, options)(random);

import type { Spec } from "../api/index.ts";
import { isObject, patternFault, patternPower, rememberedTwice } from "../lib/index.ts";

const isPattern = (text: string): boolean => {
  try {
    return Boolean(new RegExp(text, "u"));
  } catch {
    try {
      return Boolean(new RegExp(text)); // old dialects escape more than they need to
    } catch {
      return false;
    }
  }
};

const judged = new Map<string, boolean>();
const mostJudged = 10_000;

/** Whether matching may take excessive time for some text; true if in doubt. Patterns repeat within documents. */
function risky(pattern: string): boolean {
  const found = judged.get(pattern) ?? isRisky(pattern);
  if (judged.size >= mostJudged) judged.clear();
  judged.set(pattern, found);
  return found;
}

function isRisky(pattern: string): boolean {
  if (!isPattern(pattern) || pattern.length > 2000) return true;
  const fault = patternFault(pattern);
  if (fault?.startsWith("repeats") || patternPower(pattern) > 2) return true;
  return fault !== undefined && /[+*}]\)*[+*{]/.test(pattern.replaceAll(/\\.|\[[^\]]*\]/g, "x"));
}

/**
 * Returns the maximum length of a text to match, in characters: Infinity if matching takes linear time, else
 * `maxLength` and at most 10,000.
 */
export const mostMatched = (pattern: string, maxLength = 1000): number =>
  patternPower(pattern) > 1 ? Math.min(maxLength, 10_000) : Infinity;

/** Which patterns are dropped, and why. */
export interface Unfit {
  readonly test: (pattern: string) => boolean;
  readonly reason: string;
}

const endless: Unfit = {
  test: risky,
  reason: "texts can be read by it in so many ways that one would take a program's time without end",
};

/** Keywords whose members have names chosen by the author, so that none of them is a keyword. */
const chosen: ReadonlySet<string> = new Set(
  "properties patternProperties content responses headers encoding mapping".split(" "),
);
/** Keywords whose contents are plain values. */
const values: ReadonlySet<string> = new Set(["example", "examples", "default", "enum", "const"]);

/**
 * Copies a value without unfit patterns; returns the value itself if it has none. Dropped patterns are added to
 * `dropped`.
 */
class Walk {
  readonly dropped: string[] = [];
  readonly unfit: Unfit;

  constructor(unfit: Unfit) {
    this.unfit = unfit;
  }

  list(items: readonly unknown[], at: string): readonly unknown[] {
    const list = items.map((item, i) => this.any(item, `${at}/${i}`));
    return list.some((item, i) => item !== items[i]) ? list : items;
  }

  any(value: unknown, at: string): unknown {
    if (Array.isArray(value)) return this.list(value, at);
    return isObject(value) ? this.words(value, at) : value;
  }

  /** Visits members with author-chosen names. */
  names(value: Readonly<Record<string, unknown>>, at: string): Readonly<Record<string, unknown>> {
    return this.#members(value, (name, inner) => [name, this.any(inner, `${at}/${name}`)]);
  }

  /** Visits members whose names are keywords. */
  words(value: Readonly<Record<string, unknown>>, at: string): Readonly<Record<string, unknown>> {
    return this.#members(value, (word, inner) => {
      if (word === "pattern" && typeof inner === "string" && this.unfit.test(inner)) {
        this.#drop(`The pattern ${JSON.stringify(inner.slice(0, 80))} at ${at}`);
        return undefined;
      }
      const here = `${at}/${word}`;
      if (values.has(word)) return [word, inner];
      if (!chosen.has(word) || !isObject(inner)) return [word, this.any(inner, here)];
      return [word, this.names(word === "patternProperties" ? this.#fit(inner, here) : inner, here)];
    });
  }

  #drop(what: string): void {
    this.dropped.push(`${what} is not checked: ${this.unfit.reason}`);
  }

  #fit(patterns: Readonly<Record<string, unknown>>, at: string): Readonly<Record<string, unknown>> {
    const fitting = Object.entries(patterns).filter(([pattern]) => !this.unfit.test(pattern));
    if (fitting.length === Object.keys(patterns).length) return patterns;
    this.#drop(`A pattern of names at ${at}`);
    return Object.fromEntries(fitting);
  }

  #members(
    value: Readonly<Record<string, unknown>>,
    change: (name: string, inner: unknown) => readonly [string, unknown] | undefined,
  ): Readonly<Record<string, unknown>> {
    const before = Object.entries(value);
    const after = before.map(([name, inner]) => change(name, inner));
    return after.every((item, i) => item?.[1] === before[i]?.[1] && item !== undefined)
      ? value
      : Object.fromEntries(after.filter((item) => item !== undefined));
  }
}

interface Safe {
  readonly spec: Spec;
  readonly dropped: readonly string[];
}

/** Whether anything in a value looks like an unfit pattern. Most documents have none, and need no copy. */
function seemsUnfit(value: unknown, unfit: Unfit): boolean {
  if (Array.isArray(value)) return value.some((item) => seemsUnfit(item, unfit));
  if (!isObject(value)) return false;
  for (const key in value) {
    const inner = value[key];
    if (key === "pattern" && typeof inner === "string" && unfit.test(inner)) return true;
    if (key === "patternProperties" && isObject(inner) && Object.keys(inner).some((name) => unfit.test(name)))
      return true;
    if (typeof inner === "object" && seemsUnfit(inner, unfit)) return true;
  }
  return false;
}

function withoutUnfit(spec: Spec, unfit: Unfit): Safe {
  if (!seemsUnfit([spec.operations, spec.schemas], unfit)) return { spec, dropped: [] };
  const walk = new Walk(unfit);
  const operations = walk.list(spec.operations, "operations") as Spec["operations"]; // only optional members are removed
  const schemas = walk.names(spec.schemas, "schemas") as Spec["schemas"]; // likewise
  return { spec: { ...spec, operations, schemas }, dropped: walk.dropped };
}

/**
 * Returns the specification without patterns that are unsafe (a text could hang the program) or otherwise unfit, and
 * their locations.
 */
export const safePatterns = (spec: Spec, unfit: Unfit = endless): Safe => safe(spec, unfit);
const safe = rememberedTwice(withoutUnfit);

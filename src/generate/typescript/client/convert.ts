import type { Held } from "../../specification/held.ts";

const leaves: Readonly<Record<string, string>> = {
  toDate: `/** A time as a Date; what is none stays. */
export const toDate: Convert = (value) => (typeof value === "string" && !Number.isNaN(Date.parse(value)) ? new Date(value) : value);
`,
  toInstant: `/** A time as Temporal has it; what is none stays. */
export const toInstant: Convert = (value) => (typeof value === "string" ? attempt(() => Temporal.Instant.from(value), value) : value);
`,
  toPlainDate: `/** A day as Temporal has it; what is none stays. */
export const toPlainDate: Convert = (value) => (typeof value === "string" ? attempt(() => Temporal.PlainDate.from(value), value) : value);
`,
  toText: `/** A number with all its digits. */
export const toText: Convert = (value) => (typeof value === "number" || typeof value === "bigint" ? String(value) : value);
`,
  toInteger: `/** Digits as a number; what is none stays. */
export const toInteger: Convert = (value) => (typeof value === "string" && /^-?\\d+$/.test(value) ? BigInt(value) : value);
`,
};

const combined: Readonly<Record<string, string>> = {
  same: `export const same: Convert = (value) => value;
`,
  list: `export const list =
  (item: Convert): Convert =>
  (value) =>
    Array.isArray(value) ? value.map((one) => item(one)) : value;
`,
  tuple: `/** Items by their places, and those behind them. */
export const tuple =
  (places: readonly Convert[], rest?: Convert): Convert =>
  (value) =>
    Array.isArray(value)
      ? value.map((one, i) => {
          const convert = places[i] ?? rest;
          return convert ? convert(one) : (one as unknown);
        })
      : value;
`,
  members: `/** Members by name, and others; what is more than an object of members stays. */
export const members =
  (known: { readonly [name: string]: Convert }, rest?: Convert): Convert =>
  (value) => {
    if (typeof value !== "object" || value === null || !/^\\[object Object\\]$/.test(Object.prototype.toString.call(value))) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const convert = Object.hasOwn(known, name) ? known[name] : rest;
        return [name, convert ? convert(one) : one];
      }),
    );
  };
`,
  every: `export const every =
  (...parts: readonly Convert[]): Convert =>
  (value) =>
    parts.reduce((made, convert) => convert(made), value);
`,
  either: `/** By the first alternative that a value fits. */
export const either =
  (...alternatives: readonly (readonly [Rule, Convert])[]): Convert =>
  (value) => {
    const found = alternatives.find(([rule]) => r.fits(rule, value));
    return found ? found[1](value) : value;
  };
`,
  sentEither: `/** By the first alternative that fits once it is converted. */
export const sentEither =
  (...alternatives: readonly (readonly [Rule, Convert])[]): Convert =>
  (value) => {
    const found = alternatives.find(([rule, convert]) => r.fits(rule, convert(value)));
    return found ? found[1](value) : value;
  };
`,
};

const attempt = `const attempt = (make: () => unknown, value: unknown): unknown => {
  try {
    return make();
  } catch {
    return value;
  }
};
`;

/** Names of the functions that convert single values, for these representations. */
const leavesOf = ({ dates, int64 }: Held): readonly string[] => [
  ...(dates === "date" ? ["toDate"] : []),
  ...(dates === "temporal" ? ["toInstant", "toPlainDate"] : []),
  ...(int64 === "string" ? ["toText", "toInteger"] : []),
];

/** Generates the conversions for these representations; all are exported, because operations use them too. */
export const convert = (settings: Held): string => {
  const texts = leavesOf(settings).map((name) => leaves[name] ?? "");
  return [...(settings.dates === "temporal" ? [attempt] : []), ...texts, ...Object.values(combined)].join(
    "\n",
  );
};

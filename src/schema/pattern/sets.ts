/** Code points as inclusive ranges: `[low, high, low, high, …]`, sorted and disjoint. */
export type CharSet = readonly number[];

export const LAST = 0x10ffff;
export const ANY: CharSet = [0, LAST];
export const DIGIT: CharSet = [48, 57];
export const WORD: CharSet = [48, 57, 65, 90, 95, 95, 97, 122];
export const SPACE: CharSet = [
  9, 13, 32, 32, 160, 160, 0x1680, 0x1680, 0x2000, 0x200a, 0x2028, 0x2029, 0x202f, 0x202f, 0x205f, 0x205f,
  0x3000, 0x3000, 0xfeff, 0xfeff,
];
const NEWLINE: CharSet = [10, 10, 13, 13, 0x2028, 0x2029];

export function union(...sets: readonly CharSet[]): CharSet {
  const ranges: [number, number][] = [];
  for (const set of sets) for (let i = 0; i < set.length; i += 2) ranges.push([set[i] ?? 0, set[i + 1] ?? 0]);
  ranges.sort((a, b) => a[0] - b[0]);
  const out: number[] = [];
  for (const [low, high] of ranges) {
    const last = out.at(-1);
    if (last !== undefined && low <= last + 1) out[out.length - 1] = Math.max(last, high);
    else out.push(low, high);
  }
  return out;
}

export function negate(set: CharSet): CharSet {
  const out: number[] = [];
  let next = 0;
  for (let i = 0; i < set.length; i += 2) {
    const low = set[i] ?? 0;
    if (low > next) out.push(next, low - 1);
    next = (set[i + 1] ?? 0) + 1;
  }
  if (next <= LAST) out.push(next, LAST);
  return out;
}

export function has(set: CharSet, code: number): boolean {
  for (let i = 0; i < set.length; i += 2) if (code <= (set[i + 1] ?? 0)) return code >= (set[i] ?? 0);
  return false;
}

export const DOT: CharSet = negate(NEWLINE);

const properties = new Map<string, CharSet | undefined>();

/** The code points of `\p{name}`, from the runtime's own Unicode tables; undefined for an unknown name. */
export function property(name: string): CharSet | undefined {
  if (!properties.has(name)) {
    if (properties.size > 500) properties.clear();
    properties.set(name, scan(name));
  }
  return properties.get(name);
}

/** All code points in order, except surrogates, which would join; created on first use. */
let everything: string | undefined;
const all = (): string => {
  let text = "";
  for (let low = 0; low <= LAST; low += 2048)
    if (low !== SURROGATES[0])
      text += String.fromCodePoint(...Array.from({ length: 2048 }, (_, offset) => low + offset));
  return text;
};
const SURROGATES = [0xd800, 0xdfff] as const;

function scan(name: string): CharSet | undefined {
  if (!/^\w{1,64}(=\w{1,64})?$/.test(name)) return undefined;
  let runs: RegExp;
  try {
    runs = new RegExp(`\\p{${name}}+`, "gu");
  } catch {
    return undefined;
  }
  const ranges: (readonly [number, number])[] = [];
  for (const [run] of (everything ??= all()).matchAll(runs)) {
    const low = run.codePointAt(0) ?? 0;
    const high = run.codePointAt(run.length - (isPair(run, run.length - 2) ? 2 : 1)) ?? 0;
    const isAround = low < SURROGATES[0] && high > SURROGATES[1]; // surrogates don't occur in the searched text
    if (isAround) ranges.push([low, SURROGATES[0] - 1], [SURROGATES[1] + 1, high]);
    else ranges.push([low, high]);
  }
  if (String.fromCharCode(SURROGATES[0]).search(runs) >= 0) ranges.push(SURROGATES);
  return union(...ranges);
}

/** Whether the two code units at an index form one character. */
export const isPair = (text: string, index: number): boolean =>
  text.charCodeAt(index) >> 10 === 0x36 && text.charCodeAt(index + 1) >> 10 === 0x37;

/** The state of a text that is read character by character; it knows what may follow. */
export interface Inner {
  readonly id: number;
  /** Whether the text may end here. */
  readonly done: boolean;
  /** Minimum characters that are still missing, as far as known. */
  readonly left: number;
  step(code: number): Inner | undefined;
  /** Whether some character in a range may follow. */
  any(low: number, high: number): boolean;
}

/** The position in a JSON string: its text so far, and the bytes of an incomplete character. */
export interface Chars {
  readonly inner: Inner;
  /** "" between characters; `\` and what follows it in an escape; `+n:value` if n bytes of UTF-8 are missing. */
  readonly pending: string;
}

export const CLOSED = "closed";
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SHORT: Readonly<Record<string, number>> = {
  '"': 34,
  "\\": 92,
  "/": 47,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
};

/**
 * Reads one more byte of a JSON string: returns its new state, its end, or undefined if no text continues like this.
 */
export function stepChars({ inner, pending }: Chars, byte: number): Chars | typeof CLOSED | undefined {
  if (pending !== "")
    return pending.startsWith("\\") ? escape({ inner, pending }, byte) : utf8({ inner, pending }, byte);
  if (byte === QUOTE) return inner.done ? CLOSED : undefined;
  if (byte === BACKSLASH) return inner.any(0, 0x10ffff) ? { inner, pending: "\\" } : undefined;
  if (byte < 0x20) return undefined;
  if (byte < 0x80) return plain(inner.step(byte));
  if (byte >= 0xc2 && byte <= 0xdf) return lead(inner, 1, byte & 0x1f);
  if (byte >= 0xe0 && byte <= 0xef) return lead(inner, 2, byte & 0x0f);
  if (byte >= 0xf0 && byte <= 0xf4) return lead(inner, 3, byte & 0x07);
  return undefined;
}

const plain = (inner: Inner | undefined): Chars | undefined => inner && { inner, pending: "" };

function lead(inner: Inner, left: number, value: number): Chars | undefined {
  const shift = 6 * left;
  const least = left === 2 ? 0x800 : left === 3 ? 0x10000 : 0x80;
  const low = Math.max(least, value << shift);
  const high = Math.min(0x10ffff, ((value + 1) << shift) - 1);
  return low <= high && inner.any(low, high) ? { inner, pending: `+${left}:${value}` } : undefined;
}

function utf8({ inner, pending }: Chars, byte: number): Chars | undefined {
  if (byte >> 6 !== 2) return undefined;
  const left = Number(pending[1]) - 1;
  const value = Number(pending.slice(3)) * 64 + (byte & 0x3f);
  const shift = 6 * left;
  // an overlong sequence or a surrogate is invalid UTF-8
  const whole = left === 2 ? value >= 0x10 : left === 1 && value < 0x400 ? value >= 0x20 : true;
  if (!whole) return undefined;
  if (left === 0) return value >= 0xd800 && value <= 0xdfff ? undefined : plain(inner.step(value));
  const high = Math.min(0x10ffff, ((value + 1) << shift) - 1);
  return value << shift <= high && inner.any(value << shift, high)
    ? { inner, pending: `+${left}:${value}` }
    : undefined;
}

const isHex = (char: string): boolean => /^[\da-fA-F]$/.test(char);

/** `\`, then `u` and four digits; after a high surrogate the same again for the low one. */
function escape({ inner, pending }: Chars, byte: number): Chars | undefined {
  const char = String.fromCharCode(byte);
  const text = pending + char;
  switch (pending.length) {
    case 1: {
      if (char === "u") return unit(inner, text, "");
      const code = Object.hasOwn(SHORT, char) ? SHORT[char] : undefined;
      return code === undefined ? undefined : plain(inner.step(code));
    }
    case 6:
      return char === "\\" ? { inner, pending: text } : undefined;
    case 7:
      return char === "u" ? { inner, pending: text } : undefined;
    default:
      if (!isHex(char)) return undefined;
      if (pending.length < 6) return unit(inner, text, text.slice(2));
      return pair(inner, text, { high: Number.parseInt(text.slice(2, 6), 16), digits: text.slice(8) });
  }
}

/** The range of values whose four hexadecimal digits begin with these. */
const range = (digits: string): readonly [number, number] => {
  const shift = 4 * (4 - digits.length);
  const value = digits === "" ? 0 : Number.parseInt(digits, 16);
  return [value << shift, ((value + 1) << shift) - 1];
};

function unit(inner: Inner, pending: string, digits: string): Chars | undefined {
  const [low, high] = range(digits);
  if (digits.length === 4 && (low < 0xd800 || low > 0xdfff)) return plain(inner.step(low));
  const pairs = [Math.max(low, 0xd800), Math.min(high, 0xdbff)] as const;
  const alive =
    (digits.length < 4 && inner.any(low, high)) ||
    (pairs[0] <= pairs[1] && inner.any(astral(pairs[0], 0xdc00), astral(pairs[1], 0xdfff)));
  return alive ? { inner, pending } : undefined;
}

const astral = (high: number, low: number): number => 0x10000 + (high - 0xd800) * 1024 + (low - 0xdc00);

function pair(
  inner: Inner,
  pending: string,
  at: { readonly high: number; readonly digits: string },
): Chars | undefined {
  const [from, to] = range(at.digits);
  const [low, high] = [Math.max(from, 0xdc00), Math.min(to, 0xdfff)];
  if (low > high) return undefined;
  if (at.digits.length === 4) return plain(inner.step(astral(at.high, low)));
  return inner.any(astral(at.high, low), astral(at.high, high)) ? { inner, pending } : undefined;
}

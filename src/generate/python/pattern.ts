/** White space as in JavaScript: Rust's has one more control character and lacks the byte order mark. */
const space = "\\s\\x{feff}--\\x85]";

/**
 * Translations of a JavaScript pattern (with the flag `u`) to the dialect of Rust, which pydantic runs in linear time.
 */
const outside: Readonly<Record<string, string>> = {
  d: "[0-9]",
  D: "[^0-9]",
  w: "[0-9A-Za-z_]",
  W: "[^0-9A-Za-z_]",
  s: `[${space}`,
  S: `[^${space}`,
  b: "(?-u:\\b)",
  B: "(?-u:\\B)",
  0: "\\x00",
  "/": "/",
};

const inside: Readonly<Record<string, string>> = {
  ...outside,
  d: "0-9",
  w: "0-9A-Za-z_",
  b: "\\x08",
};

/** Translations for Python's own engine, needed for lookaround; a flag restricts it to ASCII. */
const ownEscapes: Readonly<Record<string, string>> = { 0: "\\x00", "/": "/", "-": "\\-" };

interface Dialect {
  readonly outside: Readonly<Record<string, string>>;
  readonly inside: Readonly<Record<string, string>>;
  readonly dot: string;
  readonly end: string;
  readonly group: string;
  /** Characters in a class that are special here but not in JavaScript. */
  readonly special: string;
}

const rust: Dialect = {
  outside,
  inside,
  dot: "[^\\n\\r\\x{2028}\\x{2029}]",
  end: "$",
  group: "(?<",
  special: "[&~",
};
const python: Dialect = {
  outside: ownEscapes,
  inside: ownEscapes,
  dot: "[^\\n\\r\\u2028\\u2029]",
  end: "\\Z",
  group: "(?P<",
  special: "[",
};

const looksAround = (source: string): boolean =>
  /\(\?<?[=!]|\\[1-9]|\\k</.test(source.replaceAll("\\\\", ""));

const token =
  /\\u\{([\da-f]+)\}|\\u([\da-f]{4})|\\c([A-Z])|\\k<(\w+)>|\\[pP]\{[^}]*\}|\\(.)|\(\?<(?![=!])|\[\^\]|\[\]|[\s\S]/giu;

/** Returns a code point as both dialects write it. */
const point = (hex: string): string => {
  const value = Number.parseInt(hex, 16);
  if (value < 0x80) return `\\x${value.toString(16).padStart(2, "0")}`;
  return String.fromCodePoint(value);
};

/**
 * Returns the pattern for `Matches` of the generated `src/validation.py`, and whether it needs Python's own engine.
 * @param withLookaround whether to use Python's own engine in any case
 */
export function patternOf(
  source: string,
  withLookaround = false,
): { readonly text: string; readonly looksAround: boolean } {
  const around = withLookaround || looksAround(source);
  const dialect = around ? python : rust;
  let within = false;
  const text = source.replaceAll(
    token,
    (
      all: string,
      wide: string | undefined,
      four: string | undefined,
      control: string | undefined,
      back: string | undefined,
      escaped: string | undefined,
    ) => {
      if (wide ?? four) return point(wide ?? four ?? "");
      if (control) return `\\x${(control.charCodeAt(0) % 32).toString(16).padStart(2, "0")}`;
      if (back) return `(?P=${back})`;
      if (escaped !== undefined) return (within ? dialect.inside : dialect.outside)[escaped] ?? all;
      if (all === "(?<") return within ? all : dialect.group;
      if (all === "[^]") return "[\\s\\S]";
      if (all === "[]") return "[^\\s\\S]";
      if (within) {
        if (all === "]") within = false;
        return dialect.special.includes(all) ? `\\${all}` : all;
      }
      if (all === "[") within = true;
      if (all === ".") return dialect.dot;
      return all === "$" ? dialect.end : all;
    },
  );
  return { text, looksAround: around };
}

/** Escapes that mean the same in both, or that `patternOf` can translate. */
const escapes =
  /\\(?:[dDwWsSbBfnrtv/]|0(?!\d)|x[\da-f]{2}|u[\da-f]{4}|u\{[\da-f]+\}|c[A-Z]|[pP]\{[A-Z][a-z]?\}|[^a-z\d\s<>])/giu;

/** Maximum number of copies for an engine that implements repetition by copying. */
const mostCopies = 2000;

/** Returns an upper bound of the copies that a pattern requires; a group's count multiplies the others. */
function copiesIn(source: string): number {
  let [single, grouped] = [1, 1];
  for (const [, group, least = "", most] of source.matchAll(/(\)?)\{(\d+)(?:,(\d*))?\}/g)) {
    const count = Math.max(Number(most || least), 1);
    if (group) grouped *= count;
    else single += count;
  }
  return single * grouped;
}

const isRegExp = (source: string, flags: string): boolean => {
  try {
    return Boolean(new RegExp(source, flags));
  } catch {
    return false;
  }
};

/** Whether a pattern with unnecessary escapes uses nothing else of the old dialect. */
function isPlainOld(source: string): boolean {
  const bare = source.replaceAll(/\\[^a-z0-9]/gi, "x").replaceAll(/\{\d+(,\d*)?\}/g, "");
  return isRegExp(source, "") && !/\\[pP]|\\u\{|[{}]|\\[dws]-(?!\])|[^[]-\\[dws]/i.test(bare);
}

/** Whether pydantic's engine accepts a pattern with the same meaning as in JavaScript; false if in doubt. */
export function isPlainPattern(source: string): boolean {
  if (!isRegExp(source, "u") && !isPlainOld(source)) return false;
  if (source.length > 2000 || source.includes("--") || copiesIn(source) > mostCopies) return false;
  const { text, looksAround: around } = patternOf(source);
  return !around && text.isWellFormed() && !source.replaceAll(escapes, "").includes("\\");
}

/** A source in three variants of equal length, so that offsets and lines match. */
export interface Masked {
  /** Comments blanked. */
  readonly code: string;
  /** Comments and string contents blanked; template substitutions stay. */
  readonly bare: string;
  /** Only the comments. */
  readonly comments: string;
}

const families: Readonly<Record<string, readonly string[]>> = {
  js: ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte"],
  py: ["py", "pyi"],
  go: ["go"],
  c: ["java", "kt", "rs", "c", "cc", "cpp", "h", "cs", "swift", "php", "scala", "prisma", "proto"],
  hash: ["rb", "sh", "bash", "yml", "yaml", "toml"],
};

/** Returns the comment and string syntax of a file; undefined for prose and data. */
export const familyOf = (path: string): string | undefined => {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return Object.keys(families).find((name) => families[name]?.includes(ending));
};

export const isCode = (path: string): boolean => familyOf(path) !== undefined;

const forms: Readonly<Record<string, RegExp>> = {
  js: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|`|\/(?![*/\s])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g,
  py: /#[^\n]*|[a-z]{0,2}"""(?:[^\\]|\\[\s\S])*?(?:"""|$)|[a-z]{0,2}'''(?:[^\\]|\\[\s\S])*?(?:'''|$)|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?/gi,
  go: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)+'|`[^`]*`?/g,
  c: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.){1,4}'/g,
  hash: /(?<=^|\s)#[^\n]*|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?/gm,
};

const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");

export function mask(path: string, source: string): Masked {
  const family = familyOf(path);
  const form = family && forms[family];
  if (!form) return { code: source, bare: source, comments: blank(source) };
  const [code, bare, comments]: [string[], string[], string[]] = [[], [], []];
  const put = (plain: string, kind: "code" | "string" | "comment"): void => {
    code.push(kind === "comment" ? blank(plain) : plain);
    bare.push(kind === "code" ? plain : kind === "comment" ? blank(plain) : hollow(plain));
    comments.push(kind === "comment" ? plain : blank(plain));
  };
  let index = 0;
  const depths: number[] = []; // brace depth of each open template
  const take = new RegExp(form.source, form.flags);
  const template = (from: number): number => {
    let end = from;
    for (; end < source.length && source[end] !== "`"; end++) {
      if (source[end] === "\\") end += 1;
      else if (source.startsWith("${", end)) {
        put(source.slice(from, end), "string");
        put("${", "code");
        depths.push(0);
        return end + 2;
      }
    }
    put(source.slice(from, end), "string");
    put(source.slice(end, end + 1), "code");
    return end + 1;
  };
  while (index < source.length) {
    take.lastIndex = index;
    const match = take.exec(source);
    let stop = match?.index ?? source.length;
    const close = depths.length ? closing(source, index, { stop, depths }) : undefined;
    if (close !== undefined) {
      put(source.slice(index, close + 1), "code");
      depths.pop();
      index = template(close + 1);
      continue;
    }
    if (!match) {
      put(source.slice(index), "code");
      break;
    }
    const [text] = match;
    if (family === "js" && /^\/[^/*]/.test(text) && !startsRegex(source, stop)) {
      stop += 1;
      put(source.slice(index, stop), "code");
      index = stop;
      continue;
    }
    put(source.slice(index, stop), "code");
    index = stop + text.length;
    if (family === "js" && text === "`") {
      put("`", "code");
      index = template(index);
    } else put(text, isComment(text) ? "comment" : "string");
  }
  return { code: code.join(""), bare: bare.join(""), comments: comments.join("") };
}

const isComment = (text: string): boolean => /^(?:\/[/*]|#)/.test(text);

/** Quotes stay, so that a call still shows that an argument is there. */
const hollow = (text: string): string => {
  if (!/^[a-z]*["'`]/i.test(text)) return blank(text);
  return text.replaceAll(/[^\n"'`]/g, " ");
};

/** Returns the position of the brace that ends the innermost template substitution, before `stop`. */
function closing(
  source: string,
  from: number,
  { stop, depths }: { readonly stop: number; readonly depths: number[] },
): number | undefined {
  const top = depths.length - 1;
  for (let index = from; index < stop; index++) {
    if (source[index] === "{") depths[top] = (depths[top] ?? 0) + 1;
    if (source[index] !== "}") continue;
    if ((depths[top] ?? 0) === 0) return index;
    depths[top] = (depths[top] ?? 0) - 1;
  }
  return undefined;
}

/** Whether a slash starts a regular expression; after a value it divides. */
function startsRegex(source: string, index: number): boolean {
  const before = source.slice(Math.max(0, index - 30), index).trimEnd();
  return (
    before === "" ||
    /(?:[([{,;=:!&|?+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else|await|yield|void))$/.test(before)
  );
}

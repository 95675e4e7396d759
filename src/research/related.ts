import { stem } from "../language/index.ts";

/** Common abbreviations in code; matched in both directions. */
const short: Readonly<Record<string, string>> = {
  addr: "address",
  admin: "administrator",
  alloc: "allocate",
  app: "application",
  arg: "argument",
  attr: "attribute",
  auth: "authentication authorization authenticate authorize",
  avg: "average",
  bool: "boolean",
  btn: "button",
  buf: "buffer",
  calc: "calculate",
  cert: "certificate",
  char: "character",
  cmd: "command",
  conf: "configuration",
  config: "configuration configure",
  conn: "connection",
  ctx: "context",
  db: "database",
  decl: "declaration",
  def: "definition",
  desc: "description",
  dest: "destination",
  dev: "development",
  dir: "directory",
  doc: "document documentation",
  elem: "element",
  env: "environment",
  err: "error",
  eval: "evaluate",
  exec: "execute",
  expr: "expression",
  fmt: "format",
  fn: "function",
  func: "function",
  gen: "generate",
  id: "identifier",
  idx: "index",
  img: "image",
  impl: "implementation",
  info: "information",
  init: "initialize",
  iter: "iterator",
  len: "length",
  lib: "library",
  max: "maximum",
  min: "minimum",
  msg: "message",
  nav: "navigation",
  num: "number",
  obj: "object",
  op: "operation",
  opt: "option",
  param: "parameter",
  perm: "permission",
  pkg: "package",
  pos: "position",
  prev: "previous",
  prod: "production",
  prop: "property",
  pwd: "password",
  rand: "random",
  re: "regex regexp",
  recv: "receive",
  ref: "reference",
  regex: "regular",
  regexp: "regular",
  repo: "repository",
  req: "request",
  res: "response",
  sep: "separator",
  seq: "sequence",
  sig: "signature",
  spec: "specification",
  src: "source",
  stmt: "statement",
  str: "string",
  sync: "synchronize synchronous",
  temp: "temporary",
  tmp: "temporary",
  tok: "token",
  tz: "timezone",
  util: "utility",
  val: "value",
  var: "variable",
  ver: "version",
};
const pairs = new Map<string, Set<string>>();
for (const [a, all] of Object.entries(short))
  for (const b of all.split(" "))
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const)
      pairs.set(stem(one), (pairs.get(stem(one)) ?? new Set<string>()).add(stem(other)));

/** Maximum length difference of words with the same stem: `atom` isn't `atomically`. */
const longestEnding = 4;
/** Endings of agent nouns: what counts is a counter. */
const doers = ["er", "or", "r"];
const beginning = 4;

export const alike = (a: string, b: string): boolean =>
  a === b || (a[0] === b[0] && Math.abs(a.length - b.length) <= longestEnding && stem(a) === stem(b));

/** Returns how likely two words mean the same: 1 equal, 0.9 same stem, 0.7 abbreviated, 0.4 a beginning, 0 none. */
export function sureness(word: string, there: string): number {
  if (word === there) return 1;
  if (word[0] !== there[0]) return 0; // abbreviations also share the first letter
  const [a, b] = [stem(word), stem(there)];
  if (a === b && Math.abs(word.length - there.length) <= longestEnding) return 0.9;
  if (pairs.get(a)?.has(b)) return 0.7;
  const [less, more] = a.length < b.length ? [a, b] : [b, a];
  if (less.length >= beginning && doers.some((ending) => less + ending === more)) return 0.6;
  return there.length >= beginning && word.length - there.length >= 3 && word.startsWith(there) ? 0.4 : 0;
}

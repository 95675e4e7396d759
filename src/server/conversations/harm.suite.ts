import { pick } from "./make.suite.ts";

type Random = () => number;
interface Place {
  readonly owner: Record<string, unknown>;
  readonly key: string;
}

function places(root: unknown): readonly Place[] {
  const found: Place[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const owner = node as Record<string, unknown>; // arrays have keys too
    for (const key of Object.keys(owner)) {
      found.push({ owner, key });
      walk(owner[key]);
    }
  };
  walk(root);
  return found;
}

const deep = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);
/** As texts, so that no object is ever shared. */
const junk: readonly string[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  "",
  "user",
  "assistant",
  "system",
  "toolu_1",
  [],
  {},
  [[]],
  "x".repeat(5000),
  { type: "text" },
  { type: "text", text: "" },
  { type: "tool_use", id: "toolu_1", name: "now", input: {} },
  { type: "tool_result", tool_use_id: "toolu_9", content: [] },
  { type: "thinking", thinking: "x", signature: "" },
  { type: "image", source: { type: "base64", media_type: "image/png", data: "!" } },
  { type: "constructor" },
  { type: "object", properties: { a: { $ref: "http://169.254.169.254/" } } },
  { type: "object", properties: { a: { pattern: "(a+)+$" } } },
  { type: "object", $async: true },
  { type: "object", $ref: "#" },
  { type: "object", allOf: [{ $ref: "#" }, { $ref: "#" }] },
  deep(40),
].map((value) => JSON.stringify(value));

/** Changes a request in some places; the result may still be valid. */
export function mutate(request: object, random: Random): unknown {
  const changed: unknown = JSON.parse(JSON.stringify(request));
  for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
    const found = places(changed);
    if (found.length === 0) break;
    const { owner, key } = pick(random, found);
    const what = random();
    if (what < 0.5) owner[key] = JSON.parse(pick(random, junk));
    else if (what < 0.7) delete owner[key];
    else if (what < 0.8)
      owner[pick(random, ["extra", "__proto__ ", "toString"])] = JSON.parse(pick(random, junk));
    else if (Array.isArray(owner) && random() < 0.5) owner.reverse();
    else if (Array.isArray(owner)) owner.push(owner[Number(key)]);
    else owner[key] = [owner[key]];
  }
  return changed;
}

/** Corrupts JSON bytes in ways that a parser must neither accept nor choke on. */
export function spoil(text: string, random: Random): Buffer {
  const index = Math.floor(random() * text.length);
  const cut = (put: string): string => text.slice(0, index) + put + text.slice(index + 1);
  const ways: readonly (() => string | Buffer)[] = [
    () => text.slice(0, index),
    () => cut(pick(random, ['"', "{", "}", "[", "]", ",", ":", "\\", "\0", "NaN", "1e999", "\n", "é"])),
    () => text.replace('"model"', '"model":"x","model"'),
    () => text.replace('"messages"', `"__proto__":{"model":"x"},"messages"`),
    () => `\uFEFF${text}`,
    () => text.replace(/"content":"/, '"content":"\\ud800'),
    () =>
      text.replace(
        /"max_tokens":\d+/,
        `"max_tokens":${pick(random, ["1e400", "-0", "00", "1.0", "9007199254740993"])}`,
      ),
    () =>
      Buffer.concat([
        Buffer.from(text.slice(0, index)),
        Buffer.from([0xff, 0xc0]),
        Buffer.from(text.slice(index)),
      ]),
    () => "[".repeat(2000) + "]".repeat(random() < 0.5 ? 2000 : 3),
    () => `{"a":`.repeat(2000),
    () => pick(random, ["", " ", "null", "7", '"x"', "[]", "{}", "undefined", "{'model':'x'}"]),
    () => text.repeat(2),
  ];
  const spoiled = pick(random, ways)();
  return typeof spoiled === "string" ? Buffer.from(spoiled) : spoiled;
}

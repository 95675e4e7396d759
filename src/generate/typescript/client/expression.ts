/** An expression to be generated: a name or literal, a call, a list, or an object's members. */
export type Expression =
  | string
  | { readonly call: string; readonly args: readonly Expression[] }
  | { readonly list: readonly Expression[] }
  | { readonly members: readonly (readonly [key: string, value: Expression])[] }
  | Condition
  | Lambda;

/** Conditions joined by `&&`. */
interface Condition {
  readonly every: readonly Expression[];
}
/** A function that returns its body; its head declares the parameters. */
interface Lambda {
  readonly head: string;
  readonly body: Expression;
}

export type Compound = Exclude<Expression, string>;

export const called = (call: string, ...args: readonly Expression[]): Expression => ({ call, args });

/** Yields the names that an expression uses; literals are none. */
export function* namesIn(expression: Expression): Iterable<string> {
  if (typeof expression === "string") {
    if (/^[A-Za-z_$][\w$]*$/.test(expression)) yield expression;
    return;
  }
  const inner = partsOf(expression).map(([, value]) => value);
  if ("call" in expression) yield expression.call;
  for (const expression of inner) yield* namesIn(expression);
}

type Part = readonly [key: string, value: Expression];

/** Returns the parts of an expression; only members of objects have a key. */
export function partsOf(expression: Compound): readonly Part[] {
  if ("members" in expression) return expression.members;
  if ("head" in expression) return [["", expression.body]];
  const inner =
    "call" in expression ? expression.args : "list" in expression ? expression.list : expression.every;
  return inner.map((expression) => ["", expression]);
}

/** Returns the expression with each part replaced. */
export function mapped(expression: Expression, change: (part: Expression) => Expression): Expression {
  if (typeof expression === "string") return expression;
  const parts = partsOf(expression).map(([key, expression]) => [key, change(expression)] as const);
  if ("members" in expression) return { members: parts };
  const args = parts.map(([, part]) => part);
  if ("call" in expression) return { call: expression.call, args };
  if ("list" in expression) return { list: args };
  return "every" in expression ? { every: args } : { head: expression.head, body: args[0] ?? "" };
}

const width = 110;

/** Returns the text before a part; empty for shorthand members. */
const before = (key: string, value: Expression): string =>
  key === "" || (key === value && /^(?!(?:true|false|null)$)[A-Za-z_$][\w$]*$/.test(key)) ? "" : `${key}: `;

function bracketsOf(expression: Compound): readonly [open: string, close: string, between?: string] {
  if ("call" in expression) return [`${expression.call}(`, ")"];
  if ("list" in expression) return ["[", "]"];
  if ("members" in expression) return ["{ ", " }"];
  return "every" in expression ? ["", "", " && "] : [`${expression.head} `, ""];
}

/** Returns the expression on one line; undefined if it is longer than `most`. */
function flat(expression: Expression, most: number): string | undefined {
  if (typeof expression === "string") return expression.length <= most ? expression : undefined;
  const [open, close, between = ", "] = bracketsOf(expression);
  const parts = partsOf(expression);
  if (parts.length === 0) return open.trim() + close.trim();
  let text = open;
  for (const [i, [key, expression]] of parts.entries()) {
    if (i) text += between;
    text += before(key, expression);
    const inner = flat(expression, most - text.length - close.length);
    if (inner === undefined) return undefined;
    text += inner;
  }
  return text + close;
}

/** Prints an expression that starts at a column of an indented line; broken over several lines if one is too short. */
export function print(expression: Expression, indent: number, column = indent): string {
  const short = flat(expression, width - column);
  if (short !== undefined || typeof expression === "string") return short ?? String(expression);
  if ("members" in expression) return `{${broken(expression.members, indent)}}`;
  if ("list" in expression) return `[${broken(partsOf(expression), indent)}]`;
  if ("every" in expression) return broken(partsOf(expression), indent, " &&");
  if ("head" in expression) {
    const { head, body } = expression;
    const text = print(body, indent, column + head.length + 1);
    return head + (text.startsWith("\n") ? text : ` ${text}`);
  }
  const { call, args } = expression;
  const [first, ...more] = args;
  // A call with one argument breaks inside it.
  if (first !== undefined && more.length === 0 && typeof first !== "string")
    return `${call}(${print(first, indent, column + call.length + 2)})`;
  // After names and texts, the last argument breaks inside.
  const heads = args.slice(0, -1);
  const last = args.at(-1);
  const breaks = typeof last === "object" && ("members" in last || "head" in last);
  if (breaks && heads.every((head) => typeof head === "string")) {
    const head = `${call}(${heads.join(", ")}, `;
    return `${head}${print(last, indent, column + head.length)})`;
  }
  return `${call}(${broken(partsOf(expression), indent)})`;
}

/** Prints parts between brackets, as many per line as fit. */
function broken(parts: readonly Part[], indent: number, between?: string): string {
  const inner = indent + 2;
  const lines: string[] = [];
  let line = "";
  const end = (): void => {
    if (line) lines.push(line);
    line = "";
  };
  for (const [i, [key, expression]] of parts.entries()) {
    const head = before(key, expression);
    const tail = between === undefined ? "," : i < parts.length - 1 ? between : "";
    const short = flat(expression, width - inner - head.length - tail.length);
    const length = head.length + (short?.length ?? 0) + tail.length;
    if (short === undefined || inner + line.length + length + 1 > width) end();
    line += `${line && " "}${head}${short ?? print(expression, inner, inner + head.length)}${tail}`;
    if (short === undefined) end();
  }
  end();
  return `\n${lines.map((text) => `${" ".repeat(inner)}${text}\n`).join("")}${" ".repeat(indent)}`;
}

/** An expression of the language as it will be written: a name or literal, a call, or an object's members. */
export type Expression =
  | string
  | { readonly call: string; readonly given: readonly Expression[] }
  | { readonly members: readonly (readonly [key: string, value: Expression])[] };

export const called = (call: string, ...given: readonly Expression[]): Expression => ({ call, given });

/** Names that it uses; literals are none. */
export function* namesIn(expression: Expression): Iterable<string> {
  if (typeof expression === "string") {
    if (/^[A-Za-z_$][\w$]*$/.test(expression)) yield expression;
    return;
  }
  const inner = "call" in expression ? expression.given : expression.members.map(([, value]) => value);
  if ("call" in expression) yield expression.call;
  for (const one of inner) yield* namesIn(one);
}

const width = 110;

/** On one line, as long as it is no longer than some characters. */
function flat(expression: Expression, most: number): string | undefined {
  if (typeof expression === "string") return expression.length <= most ? expression : undefined;
  const [open, close] = "call" in expression ? [`${expression.call}(`, ")"] : ["{ ", " }"];
  const parts = "call" in expression ? expression.given.map((one) => ["", one] as const) : expression.members;
  if (parts.length === 0) return "call" in expression ? `${open})` : "{}";
  let text = open;
  for (const [i, [key, one]] of parts.entries()) {
    text += `${i ? ", " : ""}${key && `${key}: `}`;
    const inner = flat(one, most - text.length - close.length);
    if (inner === undefined) return undefined;
    text += inner;
  }
  return text + close;
}

/** An expression that begins at a column of a line indented by some; broken over lines where one is too short. */
export function print(expression: Expression, indent: number, column = indent): string {
  const short = flat(expression, width - column);
  if (short !== undefined || typeof expression === "string") return short ?? String(expression);
  if ("members" in expression) return `{${broken(expression.members, indent)}}`;
  const { call, given } = expression;
  const [first, ...more] = given;
  // A call of one thing breaks inside of that.
  if (first !== undefined && more.length === 0 && typeof first !== "string")
    return `${call}(${print(first, indent, column + call.length + 2)})`;
  return `${call}(${broken(
    given.map((one) => ["", one] as const),
    indent,
  )})`;
}

/** Parts between brackets, as many on a line as there is room for. */
function broken(parts: readonly (readonly [key: string, value: Expression])[], indent: number): string {
  const inner = indent + 2;
  const lines: string[] = [];
  let line = "";
  const end = (): void => {
    if (line) lines.push(line);
    line = "";
  };
  for (const [key, one] of parts) {
    const head = key && `${key}: `;
    const short = flat(one, width - inner - head.length - 1);
    if (short !== undefined && inner + line.length + head.length + short.length + 2 > width) end();
    if (short === undefined) end();
    line += `${line && " "}${head}${short ?? print(one, inner, inner + head.length)},`;
    if (short === undefined) end();
  }
  end();
  return `\n${lines.map((text) => `${" ".repeat(inner)}${text}\n`).join("")}${" ".repeat(indent)}`;
}

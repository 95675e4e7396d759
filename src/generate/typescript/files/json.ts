/** Functions of generated code that write and read JSON whose integers are exact. */
export const exactJson = String.raw`/** A text that no value begins with by accident: integers stand behind it while the platform's JSON knows only numbers. */
const marked = (): string => "int64-" + Math.random().toString(36).slice(2) + "-";

/** JSON, with every digit of a bigint. */
function toJson(value: unknown): string {
  const mark = marked();
  let has = false;
  const text = JSON.stringify(value, (_, one: unknown) => {
    if (typeof one !== "bigint") return one;
    has = true;
    return mark + String(one);
  });
  return has ? text.replaceAll(new RegExp('"' + mark + '(-?\\d+)"', "g"), "$1") : text;
}

/** The value of JSON; an integer that a number would change is a bigint. */
function fromJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const mark = marked();
  const exact = (part: string): string => (/^-?[1-9]\d{15,}$/.test(part) && !Number.isSafeInteger(Number(part)) ? '"' + mark + part + '"' : part);
  const safe = text.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, exact);
  return JSON.parse(safe, (_, one: unknown) => (typeof one === "string" && one.startsWith(mark) ? BigInt(one.slice(mark.length)) : one));
}
`;

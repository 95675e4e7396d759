import { shipped } from "../../../shipped.ts";

/** The part of the servers' file that keeps integers exact, under the names that clients have for it. */
function exactJson(): string {
  const text = shipped("typescript/shipped/http/json.ts");
  const [from, to] = ["/** A text that no value begins with", "const isMembers"].map((mark) =>
    text.indexOf(mark),
  );
  return text
    .slice(from, to)
    .trimEnd()
    .replace("export function toJson", "function toJson")
    .replace("function exactly", "function fromJson");
}

/** JSON whose integers are exact. */
export const json = String.raw`//# !int64
const toJson = (value: unknown): string => JSON.stringify(value);

//# int64
${exactJson()}
`;

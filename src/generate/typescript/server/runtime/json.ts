import { exactJson } from "../../files/json.ts";

const exact = exactJson
  .replace("function toJson", "export function toJson")
  .replace("function fromJson", "function exactly");

/** `src/http/json.ts`: JSON whose integers of 64 bits are exact. */
export const json = String.raw`import type { Shape } from "./route.ts";

${exact}
const isMembers = (shape: Shape): shape is { readonly [member: string]: Shape } => typeof shape === "object" && !Array.isArray(shape);

/** What stands where: integers stay exact where the document says that they have 64 bits, and are numbers elsewhere. */
function settled(value: unknown, shape: Shape | undefined): unknown {
  if (typeof value === "bigint") return shape === "int64" ? value : Number(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => settled(item, Array.isArray(shape) ? (shape[0] as Shape) : undefined));
  const members = shape !== undefined && isMembers(shape) ? shape : {};
  const kind = (name: string): Shape | undefined => (Object.hasOwn(members, name) ? members[name] : Object.hasOwn(members, "*") ? members["*"] : undefined);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, settled(item, kind(name))]));
}

/** The value of JSON, in which integers of 64 bits are bigints where a number would change them. */
export const fromJson = (text: string, shape?: Shape): unknown =>
  shape === undefined || !/\d{16}/.test(text) ? JSON.parse(text) : settled(exactly(text), shape);
`;

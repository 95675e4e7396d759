import { exactJson } from "../../files/json.ts";

/** JSON whose integers are exact. */
export const json = String.raw`//# !int64
const toJson = (value: unknown): string => JSON.stringify(value);

//# int64
${exactJson}`;

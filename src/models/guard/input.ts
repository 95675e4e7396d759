import { isObject, type JsonObject, parseJson } from "../../lib/index.ts";
import { readJson } from "../repair.ts";

/** The object that a call's input is or was meant to be; `undefined` if there is none. */
export function readInput(
  text: string,
): { readonly value: JsonObject; readonly mended: boolean } | undefined {
  const plain = parseJson(text);
  if (isObject(plain)) return { value: plain as JsonObject, mended: false };
  if (text.trim() === "" || plain === null) return { value: {}, mended: true };
  const inner = typeof plain === "string" ? plain : text; // an object encoded as a JSON string
  const fenced = /^\s*```\w*\n([\s\S]*?)```\s*$/.exec(inner)?.[1] ?? inner;
  const again = fenced.trimStart().startsWith("{") ? readJson(fenced) : undefined; // prose would become a string
  return isObject(again) ? { value: again as JsonObject, mended: true } : undefined;
}

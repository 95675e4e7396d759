import { anyOf } from "../../lib/index.ts";
import { each } from "./value.ts";
import type { Machine, Value } from "./types.ts";

/*
 * A part of a request that is compared with what only the program and its confidants know is a credential, wherever
 * in the request it is: a PIN in the body, a signature in the path.
 */

/** Calls that make a text which nobody can make without a key. */
const signing = /\b(?:createHmac|hmac|createSign|sign|digest|hexdigest|hash\w*)\b/i;

const timingSafe =
  "timing_?safe_?\\w*|compare_?(?:digest|sync)?|(?:constant_?time|safe)_?(?:compare|equals?)|tsscmp";
const within = "includes|has|index(?:_?of)?|(?:starts|ends)_?with|locale_?compare|match|test|search";
/** Functions that compare two values, or look for one in another. */
const compares = new RegExp(`^(?:${anyOf(timingSafe, "equals?", "is_?equal", within)})$`, "i");

/** Bounds of what a value is made from: shared parts would be visited again and again. */
const [deepest, widest] = [4, 4];

/** Whether a value is made from some value for which `holds` is true. */
const isMadeFrom = (value: Value, holds: (part: Value) => boolean, depth = 0): boolean =>
  each(value).some(
    (part) =>
      holds(part) || (depth < deepest && partsOf(part).some((from) => isMadeFrom(from, holds, depth + 1))),
  );

function partsOf(value: Value): readonly Value[] {
  if (value.kind === "list") return value.items.slice(0, widest);
  if (value.kind !== "external") return [];
  return [...(value.args?.list.slice(0, widest) ?? []), ...(value.of ? [value.of] : [])];
}

const isSecret = (value: Value): boolean =>
  value.kind === "unknown"
    ? value.isSetting === true
    : value.kind === "external" && value.args !== undefined && signing.test(value.path);

/** Names of what people sign in with; whoever does so needs no credentials yet. */
export const password = /pass(?:word|phrase)/i;

const isSent = (value: Value): boolean =>
  value.kind === "unknown"
    ? value.isSent === true
    : value.kind === "input" && value.path.length > 0 && !value.path.some((name) => password.test(name));

/** Notes a comparison of a part of the request with a secret. */
export function compared(values: readonly Value[], { run }: Machine): void {
  if (!run || run.asksSecret) return;
  const isOwn = (value: Value): boolean => isMadeFrom(value, isSecret);
  // what is signed may itself be a part of the request
  const sent = values.filter((value) => !isOwn(value) && isMadeFrom(value, isSent));
  if (sent.length && values.some(isOwn)) run.asksSecret = true;
}

/** Notes a call by a name that compares a part of the request with a secret. */
export function comparedBy(name: string, values: readonly Value[], m: Machine): void {
  if (m.run && compares.test(name)) compared(values, m);
}

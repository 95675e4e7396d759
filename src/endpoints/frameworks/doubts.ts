import type { Machine, Value } from "../evaluate/types.ts";

/** Names under which libraries ask who is there, or what they may do. */
const asks =
  /auth(?!or)|login|logged|guard|protect|permi(?:t|ssion)|\broles?\b|jwt|current_?user|admin|staff|acl|rbac/i;
const asksFor = /(?:get|require|verify|load)_?(?:user|member|identity)/i;
/** Names that hold such a word and do something else. */
const others = /csrf|xsrf|throttl|rate_?limit|\binit|config|client|session$|handler$/i;

/**
 * Notes that something of a library may ask for credentials, which can't be followed.
 * @param isGuard Whether it stands where only such things do.
 */
export function doubt(value: Value, m: Machine, isGuard = false): void {
  if (value.kind !== "external" || !m.run) return;
  const path = (value.args ? value.of?.path : value.path) ?? value.path;
  const name = path.split(".").slice(-2).join(".");
  if (others.test(name) || !(isGuard || asks.test(name) || asksFor.test(name))) return;
  m.run.doubts.push(value.args?.file ? { file: value.args.file, at: value.args.at } : {});
}

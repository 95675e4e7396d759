import { actOn, atGate } from "../../evaluate/blame.ts";
import { args } from "../../evaluate/machine.ts";
import type { Machine, Value } from "../../evaluate/types.ts";
import { items, nothing, propOf, texts, unknown } from "../../evaluate/value.ts";
import { folderOf } from "../../program/imports.ts";
import { doubt } from "../../evaluate/uses.ts";
import { covers } from "./covers.ts";
import { answer, credentials, functionsIn } from "../observe.ts";
import { goesOn, webRequest } from "../web.ts";

export interface Gate {
  readonly fn: Value;
  readonly matchers: readonly string[];
}

/** Whether a middleware file applies to an application: it is in its root folder, or above its `src` folder. */
export function isBeside(path: string, base: string): boolean {
  const folder = folderOf(path);
  return folder === base || folder === base.replace(/(^|\/)src\/$/, "$1");
}

/** The middleware of a file, with its path patterns. */
export function gateOf(path: string, m: Machine): readonly Gate[] {
  const module = m.module(path);
  if (!module) return [];
  const exports = m.load(`/${path}`, module);
  const fn = ["middleware", "proxy", "default"]
    .map((name) => m.get(exports, name))
    .find(({ kind }) => kind === "function" || kind === "external" || kind === "native");
  const matcher = propOf(m.get(exports, "config"), "matcher");
  const matchers = items(matcher).flatMap((item) => [...texts(item), ...texts(propOf(item, "source"))]);
  return fn ? [{ fn, matchers }] : [];
}

/** Runs the middleware; false if the request ends in it. */
export function passes(gates: readonly Gate[], path: string, method: string, m: Machine): boolean {
  const { run } = m;
  const before = run?.isShared ?? false;
  // if it reads credentials, that says nothing about an endpoint unless it refuses
  if (run) run.isShared = true;
  try {
    return gates.every((gate) => letsThrough(gate, { path, method }, m));
  } finally {
    if (run) run.isShared = before;
  }
}

function letsThrough(
  { fn, matchers }: Gate,
  { path, method }: { readonly path: string; readonly method: string },
  m: Machine,
): boolean {
  if (matchers.length && !matchers.some((matcher) => covers(matcher, path))) return true;
  if (fn.kind === "external") {
    const isAuth = /next-auth|@auth\//.test(fn.path);
    if (!isAuth || !matchers.length) {
      doubt(fn, m, isAuth);
      return true;
    }
    credentials(m, "cookie:session");
    answer(m, 401);
    return m.run?.absent !== true;
  }
  const [inner] = functionsIn(fn);
  let isOpen = true;
  const asks = (): Value => (inner ? m.call(inner, args([webRequest(path, method), unknown])) : nothing);
  atGate(m, inner, () => actOn(m, asks, (value) => void (isOpen = goesOn(value, m))));
  return isOpen;
}

import type { ExternalValue, Machine, Value } from "../evaluate/types.ts";
import { external } from "../evaluate/value.ts";
import { httpError } from "./statuses.ts";

/** Middleware that refuses cross-site requests. */
const guards = /^(?:koa-csrf(?:\.default)?|csurf|@dr\.pogodin\/csurf|tiny-csrf|lusca\.csrf)$/;
const safe: ReadonlySet<string | undefined> = new Set(["get", "head", "options"]);

/** The error that such middleware throws if a request that changes something lacks its token. */
export function forged(fn: ExternalValue, { run }: Machine): readonly Value[] {
  const factory = fn.args ? fn.of : undefined;
  if (!factory || !run || safe.has(run.method) || !guards.test(factory.path)) return [];
  return [httpError(403, external(`${factory.path}.ForbiddenError`))];
}

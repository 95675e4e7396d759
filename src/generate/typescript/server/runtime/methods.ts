import { literal } from "../../client/typescript-literals.ts";
import type { ServerModel } from "../../../specification/server/model.ts";

/** Generates `src/http/methods.ts`: the methods of each path. */
export const methodsModule = (
  server: ServerModel,
): string => `import type { IncomingMessage } from "node:http";
import { Problem } from "../problem.ts";
import { pathPattern } from "./parameters.ts";

interface Served {
  readonly path: string;
  readonly methods: readonly string[];
  /** Paths that this one matches too, and that count before it. */
  readonly above?: readonly string[];
}

/** Methods by path, as the document has them. */
const served: readonly Served[] = [
${server.paths
  .map(({ path, methods, above }) => `  ${literal({ path, methods, ...(above.length ? { above } : {}) })},\n`)
  .join("")}];

let patterns: readonly (readonly [pattern: RegExp, one: Served])[] | undefined;

/** A path that is there, but not by this method. */
export class NotAllowed extends Problem {
  readonly methods: readonly string[];

  constructor(methods: readonly string[]) {
    super(405);
    this.methods = methods;
  }
}

/** Why no route takes a request: its path is none, or is asked by another method than it has. */
export function unserved(request: IncomingMessage): Problem {
  patterns ??= served.map((one) => [pathPattern(one.path), one]);
  const target = "originalUrl" in request ? String(request.originalUrl) : (request.url ?? "/");
  const path = target.split("?", 1)[0] ?? "";
  const found = patterns.flatMap(([pattern, one]) => (pattern.test(path) ? [one] : []));
  const first = found.filter(({ above }) => !found.some((other) => above?.includes(other.path)));
  const methods = new Set(first.flatMap((one) => one.methods));
  return methods.size && !methods.has(request.method ?? "") ? new NotAllowed([...methods].toSorted()) : new Problem(404);
}
`;

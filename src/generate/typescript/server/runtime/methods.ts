import { literal } from "../../client/names.ts";
import { allowedMethods, type ServerModel } from "../model.ts";

/** `src/http/methods.ts`: what each path can be asked by. */
export const methodsModule = (
  server: ServerModel,
): string => `import type { IncomingMessage } from "node:http";
import { Problem } from "../problem.ts";
import { pathPattern } from "./parameters.ts";

/** Methods by path, as the document has them. */
const served: readonly (readonly [path: string, methods: readonly string[]])[] = [
${allowedMethods(server)
  .map((one) => `  ${literal(one)},\n`)
  .join("")}];

let patterns: readonly (readonly [pattern: RegExp, methods: readonly string[]])[] | undefined;

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
  patterns ??= served.map(([path, methods]) => [pathPattern(path), methods]);
  const target = "originalUrl" in request ? String(request.originalUrl) : (request.url ?? "/");
  const path = target.split("?", 1)[0] ?? "";
  const methods = new Set(patterns.flatMap(([pattern, own]) => (pattern.test(path) ? own : [])));
  return methods.size && !methods.has(request.method ?? "") ? new NotAllowed([...methods].toSorted()) : new Problem(404);
}
`;

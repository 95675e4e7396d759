import { isPublic, isSecured, type ApiDefinition } from "../../../api/index.ts";
import { code, ts, type Code } from "../../../code/index.ts";

/** Returns methods by path; every GET path has HEAD too. */
function methodsByPath(api: ApiDefinition): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>(
    ["/openapi.json", "/docs", "/healthz"].map((path) => [path, new Set(["GET", "HEAD"])]),
  );
  for (const { path, method } of api.operations) {
    const methods = found.get(path) ?? new Set();
    found.set(path, methods.add(method.toUpperCase()));
    if (method === "get") methods.add("HEAD");
  }
  return found;
}

/** Returns a pattern of the paths that Express accepts for this one: in any case, and with a slash at the end. */
const patternOf = (path: string): string =>
  `/^${path
    .split("/")
    .slice(1)
    .map((part) => `\\/${part.startsWith("{") ? "[^/]+" : part.replaceAll(/[^\w-]/g, String.raw`\$&`)}`)
    .join("")}\\/?$/i`;

/** Whether an API with tokens has public operations. */
export const hasPublic = (api: ApiDefinition): boolean => publicPaths(api).length > 0;

const publicPaths = (api: ApiDefinition): readonly string[] =>
  isSecured(api)
    ? api.operations
        .filter((operation) => !operation.security.length && isPublic(api, operation))
        .map(({ path }) => path)
    : [];

/** Generates the test whether a request needs no token, if there are such requests. */
const openModule = (api: ApiDefinition): Code =>
  hasPublic(api)
    ? ts`

const open: readonly RegExp[] = [
  ${code(
    publicPaths(api)
      .map((path) => `${patternOf(path)},`)
      .join("\n  "),
  )}
];

/** Whether a request reads what anybody may read, without a token. */
export function isOpen({ method, originalUrl }: { readonly method: string; readonly originalUrl: string }): boolean {
  const path = originalUrl.split("?", 1)[0] ?? "";
  return (method === "GET" || method === "HEAD") && open.some((pattern) => pattern.test(path));
}`
    : code("");

/** `src/methods.ts`: the methods of each path. */
export const methodsModule = (api: ApiDefinition): Code => ts`
const served: readonly (readonly [path: RegExp, methods: readonly string[]])[] = [
  ${code(
    [...methodsByPath(api)]
      .map(([path, methods]) => `[${patternOf(path)}, ${JSON.stringify([...methods].toSorted())}],`)
      .join("\n  "),
  )}
];

/** The methods of a path that is there, but not by the one that it is asked by, as the header Allow has them. */
export function otherMethods(request: { readonly method: string; readonly originalUrl: string }): string | undefined {
  const path = request.originalUrl.split("?", 1)[0] ?? "";
  const methods = new Set(served.flatMap(([pattern, own]) => (pattern.test(path) ? own : [])));
  return methods.size && !methods.has(request.method) ? [...methods].toSorted().join(", ") : undefined;
}${openModule(api)}
`;

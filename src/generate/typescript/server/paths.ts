import type { SpecOperation } from "../../../api/index.ts";

/** A path of a server, and what it can be asked by. */
export interface ServedPath {
  /** With the path of the server before it. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Paths that this one matches too, and that are written out where it is open: they count before it. */
  readonly above: readonly string[];
}

const isOpen = (part: string): boolean => /\{[^{}]+\}/.test(part);

/** Whether one path is another with something written out in it. */
function isAbove(one: string, other: string): boolean {
  const [parts, others] = [one.split("/"), other.split("/")];
  return (
    one !== other &&
    parts.length === others.length &&
    parts.some((part, i) => !isOpen(part) && isOpen(others[i] ?? "")) &&
    parts.every((part, i) => {
      const open = others[i] ?? "";
      if (part === open || /^\{[^{}]+\}$/.test(open)) return true;
      const [start = "", ...rest] = open.split(/\{[^{}]+\}/);
      const end = rest.at(-1) ?? "";
      const known = start.length + end.length;
      return (
        rest.length > 0 &&
        !isOpen(part) &&
        part.length > known &&
        part.startsWith(start) &&
        part.endsWith(end)
      );
    })
  );
}

/** The paths of a server, its own among them, each with its methods: what can be got can be asked for. */
export function servedPaths(operations: readonly SpecOperation[], base: string): readonly ServedPath[] {
  const paths = new Map<string, ReadonlySet<string>>([
    ["/healthz", new Set(["GET", "HEAD"])],
    ["/openapi.json", new Set(["GET", "HEAD"])],
  ]);
  for (const operation of operations) {
    const path = base + operation.path;
    const method = operation.method.toUpperCase();
    paths.set(path, new Set([...(paths.get(path) ?? []), method, ...(method === "GET" ? ["HEAD"] : [])]));
  }
  // By their number of parts: thousands of paths are not compared each with each.
  const alike = Map.groupBy(paths.keys(), (path) => path.split("/").length);
  return [...paths].map(([path, methods]) => {
    const others = isOpen(path) ? (alike.get(path.split("/").length) ?? []) : [];
    return { path, methods: [...methods].toSorted(), above: others.filter((other) => isAbove(other, path)) };
  });
}

/** Which paths an operation's own matches too, though they are others' and have no such method. */
export function exceptions(
  paths: readonly ServedPath[],
  base: string,
): (operation: SpecOperation) => readonly string[] {
  const byPath = new Map(paths.map((one) => [one.path, one]));
  return ({ path, method }) =>
    (byPath.get(base + path)?.above ?? []).filter(
      (other) => !byPath.get(other)?.methods.includes(method.toUpperCase()),
    );
}

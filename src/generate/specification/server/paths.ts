import type { SpecOperation } from "../../../api/index.ts";

/** A path of a server, with its methods. */
export interface ServedPath {
  /** Includes the server's own path. */
  readonly path: string;
  readonly methods: readonly string[];
  /** Other paths that this one matches, but that are literal where it has a parameter: they take precedence. */
  readonly above: readonly string[];
}

const isOpen = (part: string): boolean => /\{[^{}]+\}/.test(part);

/** Whether one part of a path matches another that is more literal. */
function takesPart(open: string, part: string): boolean {
  if (part === open || /^\{[^{}]+\}$/.test(open)) return true;
  const [start = "", ...rest] = open.split(/\{[^{}]+\}/);
  const end = rest.at(-1) ?? "";
  const known = start.length + end.length;
  return (
    rest.length > 0 && !isOpen(part) && part.length > known && part.startsWith(start) && part.endsWith(end)
  );
}

/** Paths as a tree of parts, so that each is compared only with those that start alike. */
interface Tree {
  readonly below: Map<string, Tree>;
  readonly paths: string[];
}

function grow(tree: Tree, path: string): void {
  let at = tree;
  for (const part of path.split("/")) {
    const next: Tree = at.below.get(part) ?? { below: new Map(), paths: [] };
    at.below.set(part, next);
    at = next;
  }
  at.paths.push(path);
}

/** Returns the other paths that match this one and are literal where it has parameters. */
function above(tree: Tree, [part, ...parts]: readonly string[], written = false): readonly string[] {
  if (part === undefined) return written ? tree.paths : [];
  if (!isOpen(part)) {
    const next = tree.below.get(part);
    return next ? above(next, parts, written) : [];
  }
  return [...tree.below].flatMap(([name, next]) =>
    takesPart(part, name) ? above(next, parts, written || !isOpen(name)) : [],
  );
}

/** Returns the paths of a server, including its built-in ones, with their methods; each GET path has HEAD too. */
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
  const tree: Tree = { below: new Map(), paths: [] };
  for (const path of paths.keys()) grow(tree, path);
  return [...paths].map(([path, methods]) => ({
    path,
    methods: [...methods].toSorted(),
    above: isOpen(path) ? above(tree, path.split("/")) : [],
  }));
}

/** Returns a function for the other paths that an operation's path also matches and that don't have its method. */
export function exceptions(
  paths: readonly ServedPath[],
  base: string,
): (operation: SpecOperation) => readonly string[] {
  const byPath = new Map(paths.map((path) => [path.path, path]));
  return ({ path, method }) =>
    (byPath.get(base + path)?.above ?? []).filter(
      (other) => !byPath.get(other)?.methods.includes(method.toUpperCase()),
    );
}

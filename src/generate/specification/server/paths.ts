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

/** Whether one part of a path is another with something written out in it. */
function takesPart(open: string, part: string): boolean {
  if (part === open || /^\{[^{}]+\}$/.test(open)) return true;
  const [start = "", ...rest] = open.split(/\{[^{}]+\}/);
  const end = rest.at(-1) ?? "";
  const known = start.length + end.length;
  return (
    rest.length > 0 && !isOpen(part) && part.length > known && part.startsWith(start) && part.endsWith(end)
  );
}

/** Paths part by part, so that one is compared with those alone that begin alike. */
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

/** Paths that one takes, too, and in which something is written out that is open in it. */
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
  const tree: Tree = { below: new Map(), paths: [] };
  for (const path of paths.keys()) grow(tree, path);
  return [...paths].map(([path, methods]) => ({
    path,
    methods: [...methods].toSorted(),
    above: isOpen(path) ? above(tree, path.split("/")) : [],
  }));
}

/** Which paths an operation's own matches too, though they are others' and have no such method. */
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

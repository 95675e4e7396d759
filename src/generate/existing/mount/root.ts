/** Where an API of the application's own begins: `/api`, or a version of it. */
const apiRoot = /^\/api(?:\/v\d+)?(?=\/|$)/;

/** The path that all of an application's own routes below `/api` begin with. */
export function rootOf(paths: readonly (string | undefined)[]): string {
  const roots = paths.flatMap((path) => apiRoot.exec(path ?? "")?.[0] ?? []);
  return roots.includes("/api") ? "/api" : (roots.at(-1) ?? "/api");
}

/**
 * The router that the application gathers its API in: the last at `/api` or a version of it, else the only thing that
 * is mounted.
 * @param all routers that gather others, with their paths; undefined: the code doesn't say which
 * @param mounted how much the application mounts
 */
export const gathering = <Router extends { readonly root: string | undefined }>(
  all: readonly Router[],
  mounted: number,
): Router | undefined =>
  all.findLast(({ root = "" }) => apiRoot.exec(root)?.[0] === root) ??
  all.find(({ root }) => root !== "" && root !== "/" && mounted === 1);

/** The path that a setting or constant has, where all lines that give it one give it the same. */
export function pathNamed(texts: readonly string[], name: string): string | undefined {
  const line = new RegExp(`\\b${name}\\b[^\\n=:]*[=:][^\\n]*?["'\`](/[^"'\`\\n{}$]*)["'\`]`, "g");
  const values = new Set(texts.flatMap((text) => [...text.matchAll(line)].map(([, path = ""]) => path)));
  return values.size === 1 ? [...values][0] : undefined;
}

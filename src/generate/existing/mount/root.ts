/** Matches an API root: `/api`, or a version with or without it. */
const apiRoot = /^\/(?:api(?:\/v\d+)?|v\d+)(?=\/|$)/;

/** Returns the API root of an application's own routes: `/api`, or the last versioned one if only those exist. */
export function rootOf(paths: readonly (string | undefined)[]): string {
  const roots = paths.flatMap((path) => apiRoot.exec(path ?? "")?.[0] ?? []);
  return roots.includes("/api") ? "/api" : (roots.at(-1) ?? "/api");
}

/**
 * Returns the router that the application collects its API in: the last at `/api` or a version of it, else the only one
 * mounted.
 * @param all routers that mount others, with their paths; `undefined` if the code doesn't show the path
 * @param mounted how many handlers the application mounts
 */
export const gathering = <Router extends { readonly root: string | undefined }>(
  all: readonly Router[],
  mounted: number,
): Router | undefined =>
  all.findLast(({ root = "" }) => apiRoot.exec(root)?.[0] === root) ??
  all.find(({ root }) => root !== "" && root !== "/" && mounted === 1);

/** Returns the path assigned to a setting or constant if all assignments agree. */
export function pathNamed(texts: readonly string[], name: string): string | undefined {
  const line = new RegExp(`\\b${name}\\b[^\\n=:]*[=:][^\\n]*?["'\`](/[^"'\`\\n{}$]*)["'\`]`, "g");
  const values = new Set(texts.flatMap((text) => [...text.matchAll(line)].map(([, path = ""]) => path)));
  return values.size === 1 ? [...values][0] : undefined;
}

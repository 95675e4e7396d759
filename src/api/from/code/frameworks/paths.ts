/** Joins parts of a path by single slashes; the result starts with one and ends with none, but for the root. */
export function joined(...parts: readonly string[]): string {
  const path = `/${parts.join("/")}`.replaceAll(/\/{2,}/g, "/");
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

/** `:id`, `:id(\\d+)`, `:id?`, `*` and `{/:id}` as OpenAPI writes them. */
export function braced(path: string): string {
  return path
    .replaceAll(/\{([^{}]*:[^{}]*)\}/g, (whole, inner: string) => (/^\w+:/.test(inner) ? whole : inner))
    .replaceAll(/:([A-Za-z_]\w*)(?:\{[^{}]*\}|\((?:[^()]|\([^()]*\))*\))?[?*+]?/g, "{$1}")
    .replaceAll(/\{(\w+)\}\{[^{}]*\}/g, "{$1}")
    .replaceAll(/\(\.\*\)|\*(\w+)?/g, (_, name?: string) => `{${name ?? "path"}}`);
}

export const parametersIn = (path: string): readonly string[] =>
  [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);

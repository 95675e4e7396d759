import { resolveJavaScript, resolvePython, type Sources } from "./source.ts";

const javascript = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"'\n]+)["']/g;
const python =
  /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([\w., \t]+))/gm;

function requests(path: string, text: string): readonly string[] {
  if (!path.endsWith(".py")) return [...text.matchAll(javascript)].map(([, request = ""]) => request);
  return [...text.matchAll(python)].flatMap(([, from, names = "", plain]) => {
    if (plain !== undefined) return plain.split(",").map((one) => one.trim().split(/\s/)[0] ?? "");
    const base = from ?? "";
    const below = names
      .replaceAll(/[()]/g, "")
      .split(",")
      .map((one) => one.trim().split(/\s/)[0] ?? "");
    return [base, ...below.map((name) => (base.endsWith(".") ? base + name : `${base}.${name}`))];
  });
}

/** The files that import any of the given, in however many steps, and these themselves. */
export function withDependents(files: readonly string[], sources: Sources): readonly string[] {
  const importers = new Map<string, string[]>();
  const isPython = files.some((path) => path.endsWith(".py"));
  for (const [path, text] of sources.texts) {
    if (path.endsWith(".py") !== isPython) continue;
    const resolve = isPython ? resolvePython : resolveJavaScript;
    for (const request of requests(path, text)) {
      const to = resolve(request, path, sources);
      if (to !== undefined) importers.set(to, [...(importers.get(to) ?? []), path]);
    }
  }
  const found = new Set(files);
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return [...found];
}

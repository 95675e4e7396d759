const mostForms = 64;

/**
 * Expands `a.{js,ts}` and `a.+(js|ts)` into their alternatives. `a!(.map)` matches anything: what it excludes is seldom
 * source code.
 */
function forms(glob: string): readonly string[] {
  const plain = glob
    .replaceAll(/[+@]\(([^()]*)\)/g, (_, inner: string) => `{${inner.replaceAll("|", ",")}}`)
    .replaceAll(/!\([^()]*\)/g, "*");
  let all = [plain];
  while (all.length <= mostForms) {
    const next = all.flatMap((item) => {
      const [, before = "", inner, after = ""] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(item) ?? [];
      return inner === undefined ? [item] : inner.split(",").map((part) => before + part + after);
    });
    if (next.length === all.length) return next;
    all = next;
  }
  return all;
}

/** Whether a name matches a path segment with `*` and `?`, in time proportional to both lengths. */
function fitsPart(part: string, name: string): boolean {
  let [index, from, star, mark] = [0, 0, -1, 0];
  while (index < name.length) {
    if (part[from] === "*") [star, mark, from] = [from, index, from + 1];
    else if (part[from] === "?" || part[from] === name[index]) [index, from] = [index + 1, from + 1];
    else if (star >= 0) [mark, index, from] = [mark + 1, mark + 1, star + 1];
    else return false;
  }
  return /^\**$/.test(part.slice(from));
}

function fits(parts: readonly string[], names: readonly string[]): boolean {
  const [part, ...more] = parts;
  if (part === undefined) return names.length === 0;
  if (part === "**") return names.some((_, index) => fits(more, names.slice(index))) || fits(more, []);
  const [name, ...below] = names;
  return name !== undefined && fitsPart(part, name) && fits(more, below);
}

const partsOf = (path: string): readonly string[] =>
  path.split("/").filter((part) => part !== "" && part !== ".");

/** The files and folders that match a pattern, relative to the project's folder. */
export function globbed(glob: string, files: Iterable<string>): readonly string[] {
  const patterns = forms(glob.slice(0, 500)).map(partsOf);
  // each `**` tries every depth
  if (patterns.some((parts) => parts.filter((part) => part === "**").length > 3)) return [];
  const found = new Set<string>();
  for (const file of files) {
    const names = file.split("/");
    for (const depth of names.keys()) {
      const path = names.slice(0, depth + 1);
      if (patterns.some((parts) => fits(parts, path))) found.add(path.join("/"));
    }
  }
  return [...found].sort();
}

/** Whether a path matches a pattern. */
export const fitsGlob = (glob: string, path: string): boolean => {
  const patterns = forms(glob.slice(0, 500)).map(partsOf);
  if (patterns.some((parts) => parts.filter((part) => part === "**").length > 3)) return false;
  return patterns.some((parts) => fits(parts, partsOf(path)));
};

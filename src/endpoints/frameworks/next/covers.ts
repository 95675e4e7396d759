/** What could take long to tell: a repeated group, and what was found before. */
const isSlow = (pattern: string): boolean => pattern.length > 500 || /\)[*+{]|\\\d/.test(pattern);

/** Steps that a pattern may take at most: each part that repeats can share a path out with those before it in as many ways as it has letters. */
const mostSteps = 20_000_000;
const stepsOf = (source: string, path: string): number => path.length ** (source.split(/[*+{]/).length - 1);

/** Whether a pattern of Next.js, or of libraries for it, takes in a path. */
export function covers(pattern: string, path: string): boolean {
  if (isSlow(pattern)) return false;
  try {
    const source = pattern
      .replaceAll(/\/:\w+\*/g, "(?:/.*)?")
      .replaceAll(/\/:\w+\+/g, "/.+")
      .replaceAll(/:\w+/g, "[^/]+");
    return stepsOf(source, path) <= mostSteps && new RegExp(`^${source}$`).test(path);
  } catch {
    return false;
  }
}

/** What could take long to tell: a repeated group, and what was found before. */
const isSlow = (pattern: string): boolean => pattern.length > 500 || /\)[*+{]|\\\d/.test(pattern);

/** Whether a pattern of Next.js, or of libraries for it, takes in a path. */
export function covers(pattern: string, path: string): boolean {
  if (isSlow(pattern)) return false;
  try {
    const source = pattern
      .replaceAll(/\/:\w+\*/g, "(?:/.*)?")
      .replaceAll(/\/:\w+\+/g, "/.+")
      .replaceAll(/:\w+/g, "[^/]+");
    return new RegExp(`^${source}$`).test(path);
  } catch {
    return false;
  }
}

/** Patterns that could take too long to match: long ones, and those with repeated groups or back-references. */
const isSlow = (pattern: string): boolean => pattern.length > 500 || /\)[*+{]|\\\d/.test(pattern);

/**
 * Maximum number of steps of a match: each repeated part can split the path with the parts before it in as many ways as
 * it has letters.
 */
const mostSteps = 20_000_000;
const stepsOf = (source: string, path: string): number => path.length ** (source.split(/[*+{]/).length - 1);

/** Whether a pattern of Next.js or of its libraries matches a path. */
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

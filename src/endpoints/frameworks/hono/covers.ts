/** Whether a middleware's pattern matches a path. */
export function covers(pattern: string, path: string): boolean {
  const [a, b] = [pattern.split("/"), path.split("/")];
  for (const [index, part] of a.entries()) {
    if (part === "*" && index === a.length - 1) return true;
    const other = b[index];
    if (
      other === undefined ||
      (part !== other && part !== "*" && !part.startsWith(":") && !/^[:{]/.test(other))
    )
      return false;
  }
  return a.length === b.length;
}

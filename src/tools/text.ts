/** Maximum characters of a result, as a model's context is limited. */
export const most = 60_000;

/** Keeps the beginning and end of a long text, and states how much is omitted. */
export function shorten(text: string, limit = most): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const [head, tail] = [text.slice(0, half), text.slice(-half)];
  return `${head}\n[${text.length - 2 * half} characters omitted]\n${tail}`;
}

export const numbered = (lines: readonly string[], first: number): string =>
  lines.map((line, index) => `${String(first + index).padStart(6)}\t${line.slice(0, 2000)}`).join("\n");

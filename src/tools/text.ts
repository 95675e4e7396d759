/** Most characters of an answer; a model's room is dear. */
export const most = 60_000;

/** The beginning and the end of a long text, and how much is left out between. */
export function shorten(text: string, limit = most): string {
  if (text.length <= limit) return text;
  const half = Math.floor(limit / 2);
  const [head, tail] = [text.slice(0, half), text.slice(-half)];
  return `${head}\n[${text.length - 2 * half} characters left out]\n${tail}`;
}

export const numbered = (lines: readonly string[], first: number): string =>
  lines.map((line, index) => `${String(first + index).padStart(6)}\t${line.slice(0, 2000)}`).join("\n");

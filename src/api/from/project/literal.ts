export type JsonValue = null | boolean | number | string | readonly JsonValue[];

/** Parses a literal of SQL, Python, Prisma or TypeScript; undefined for anything else. */
export function literal(text: string): JsonValue | undefined {
  const trimmed = text.trim();
  if (/^-?\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);
  if (/^true$/i.test(trimmed)) return true;
  if (/^false$/i.test(trimmed)) return false;
  const quoted = /^(['"])((?:(?!\1)[^\\])*)\1$/.exec(trimmed);
  return quoted?.[2];
}

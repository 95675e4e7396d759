/** A text that two JSON values share exactly when they are equal: keys sorted, numbers by value. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join()}}`;
  }
  return value === 0 ? "0" : (JSON.stringify(value) ?? "undefined");
}

/** A short form of a value for messages. */
export function shown(value: unknown): string {
  const text =
    typeof value === "object" && value !== null ? canonical(value) : (JSON.stringify(value) ?? "nothing");
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

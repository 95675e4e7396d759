import { canonical } from "../../lib/index.ts";

/** Abbreviates a value for messages. */
export function formatValue(value: unknown): string {
  const text =
    typeof value === "object" && value !== null ? canonical(value) : (JSON.stringify(value) ?? "nothing");
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

import { formatMoney } from "../money.ts";
import type { Row, Value } from "../store/store.ts";
import { exported } from "./usage.ts";

export type ExportFormat = "csv" | "jsonl";

/** Formats a row for export: times as ISO 8601 in UTC, money as a decimal string. */
export const shownRow = (row: Row): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries(exported.map((name) => [name, row[name] ?? null])),
  at: new Date(Number(row["at"])).toISOString(),
  cost: row["priced_as"] === null ? null : formatMoney(Number(row["cost"])),
  tags: JSON.parse(String(row["tags"])) as unknown, // the shape that was stored
});

/** Formats a row of the list of requests: as in exports, and for refused requests how many there were, and why. */
export const listedRow = (row: Row): Readonly<Record<string, unknown>> => ({
  ...shownRow(row),
  ...(row["state"] === "refused" && {
    refused: row["requests"],
    until: timeOf(row["last"]),
    status: row["status"],
    reason: row["reason"],
    subject: row["subject"],
    limit: row["measure"],
    resets_at: timeOf(row["resets"]),
  }),
});

const timeOf = (time: Value | undefined): string | null =>
  typeof time === "number" ? new Date(time).toISOString() : null;

/** The lines of an export, including line ends. */
export async function* exportLines(rows: AsyncIterable<Row>, format: ExportFormat): AsyncGenerator<string> {
  if (format === "csv") yield `${exported.join(",")}\r\n`;
  for await (const row of rows) {
    const exportedRow = shownRow(row);
    if (format === "jsonl") yield `${JSON.stringify(exportedRow)}\n`;
    else
      yield `${exported.map((name) => cell(name === "tags" ? String(row[name]) : (exportedRow[name] as Value))).join(",")}\r\n`; // only `tags` isn't a plain value
  }
}

const number = /^-?\d+(?:\.\d+)?$/;

/** A CSV cell by RFC 4180; texts that could be formulas get a leading apostrophe, numbers don't. */
function cell(value: Value): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) && !number.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

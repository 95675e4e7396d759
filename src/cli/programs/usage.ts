import type { Administration, ExportFormat, UsageFilter } from "../../gateway/index.ts";
import { usageError } from "../../lib/index.ts";
import { administer, printResult, storeFlags, tableText, type Result } from "../gateway.ts";
import { program } from "./program.ts";

export default program({
  summary: "Sum, export or reprice the usage of a gateway's keys",
  argument: {
    name: "reprice",
    summary: "reprice recalculates settled requests at the configured prices",
    required: false,
    example: "reprice",
    choices: ["reprice"],
  },
  flags: {
    by: {
      type: "choice",
      choices: ["key", "team", "model", "upstream", "state", "error", "day", "hour"],
      summary: "How to group sums (default key)",
    },
    from: { type: "string", summary: "First day (UTC), or a time with its zone", example: "2026-01-01" },
    to: { type: "string", summary: "Last day, inclusive, or a time with its zone", example: "2026-01-31" },
    key: { type: "string", summary: "Only this key", example: "key_…" },
    team: { type: "string", summary: "Only this team", example: "search" },
    model: { type: "string", summary: "Only this model", example: "builtin" },
    export: { type: "choice", choices: ["csv", "jsonl"], summary: "Print each request as a row instead" },
    ...storeFlags,
  },
  async run({ argument, flags }, io) {
    const { exportLines, readFilter } = await import("../../gateway/index.ts");
    const action = argument.trim();
    if (action !== "" && action !== "reprice")
      throw usageError("unknown_action", `antiphon usage can't ${action.slice(0, 40)}.`, "It can reprice.");
    const filter = readFilter((name) => (flags as Readonly<Record<string, string | undefined>>)[name]); // all values are texts
    const format: ExportFormat | undefined = flags.export;
    await administer(flags, io, async (admin) => {
      if (format) for await (const line of exportLines(admin.rows(filter), format)) io.out(line);
      else if (action === "reprice") printResult(await repriced(admin, filter), io);
      else printResult(await sums(admin, { by: flags.by ?? "key", filter }), io);
    });
    return 0;
  },
});

interface Asked {
  readonly by: Parameters<Administration["usage"]>[0];
  readonly filter: UsageFilter;
}

async function sums(admin: Administration, { by, filter }: Asked): Promise<Result> {
  const { formatMoney, shownSum } = await import("../../gateway/index.ts");
  const all = await admin.usage(by, filter);
  const text = await tableText({
    title: "Usage",
    columns: [
      by,
      "requests",
      "input",
      "output",
      "cached",
      "cost",
      "interrupted",
      "failed",
      "lost",
      "unpriced",
    ],
    rows: all.map((sum) => [
      sum.group,
      sum.requests,
      sum.input + sum.cache_write,
      sum.output,
      sum.cache_read,
      formatMoney(sum.cost),
      sum.interrupted,
      sum.failed,
      sum.lost,
      sum.unpriced,
    ]),
    empty: "Nothing was used then.",
  });
  return { json: all.map(shownSum), text };
}

async function repriced(admin: Administration, filter: UsageFilter): Promise<Result> {
  const { formatMoney } = await import("../../gateway/index.ts");
  const { requests, before, after } = await admin.reprice(filter);
  const json = { requests, before: formatMoney(before), after: formatMoney(after) };
  return { json, text: `${requests} requests were billed again: ${json.before} became ${json.after}.` };
}

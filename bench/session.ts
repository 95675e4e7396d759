/**
 * Measures how long a session of 100,000 entries takes to resume, and the cost of an entry:
 * `npx node bench/session.ts`.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../src/lib/index.ts";
import { openSessions, type Entry } from "../src/session/index.ts";

const entries = 100_000;
const folder = mkdtempSync(join(tmpdir(), "antiphon-bench-"));
const sessions = openSessions(folder, "/project", systemClock);
const { id, journal } = await sessions.create();
await journal.append({ type: "mode", name: "brainstorm" });

const appended = 200;
let started = performance.now();
for (let n = 0; n < appended; n++) await journal.append({ type: "command", line: `/help ${n}` });
const one = (performance.now() - started) / appended;
started = performance.now();
await Promise.all(
  Array.from({ length: appended }, (_, n) => journal.append({ type: "command", line: `/mode ${n}` })),
);
const together = (performance.now() - started) / appended;
await journal.close();

const entry: Entry = {
  type: "loop",
  event: { type: "result", block: { type: "tool_result", tool_use_id: "tu_1", content: "x".repeat(200) } },
};
const path = join(folder, "long.jsonl");
writeFileSync(path, `${JSON.stringify({ at: 1, entry })}\n`.repeat(entries));
const { openJournal } = await import("../src/session/journal.ts");
started = performance.now();
let count = 0;
for await (const _ of openJournal(path, systemClock).read()) count += 1;
const resumed = performance.now() - started;
rmSync(folder, { recursive: true });
console.log(
  `session ${id}: an entry is durable in ${one.toFixed(2)} ms, ${together.toFixed(3)} ms when many wait`,
);
console.log(
  `${count} entries (${((JSON.stringify(entry).length * count) / 1e6).toFixed(0)} MB) read in ${resumed.toFixed(0)} ms`,
);

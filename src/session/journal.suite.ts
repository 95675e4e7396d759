import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, appendFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { argv, execPath, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { systemClock } from "../lib/index.ts";
import { openJournal } from "./journal.ts";

const numberOf = (line: string): number => Number(line.slice("entry ".length));

/** Returns the numbers in a journal, in order. */
export async function numbers(path: string): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const entry of openJournal(path, systemClock).read())
    if (entry.type === "command") found.push(numberOf(entry.line));
  return found;
}

/** The process to be killed: continues numbering entries from the journal's last one, and prints each once it is durable. */
async function write(path: string): Promise<void> {
  const journal = openJournal(path, systemClock);
  for (let next = ((await numbers(path)).at(-1) ?? 0) + 1; ; next += 3) {
    const batch = [next, next + 1, next + 2].map(async (n) => {
      await journal.append({ type: "command", line: `entry ${n}` });
      stdout.write(`${n}\n`);
    });
    await Promise.all(batch);
  }
}

/** Starts the writer, kills it after `milliseconds`, and returns the numbers that it reported as durable. */
async function writeUntilKilled(path: string, milliseconds: number): Promise<readonly number[]> {
  const child = spawn(execPath, [fileURLToPath(import.meta.url), path], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on("data", (data) => {
    text += String(data);
    timer ??= setTimeout(() => child.kill("SIGKILL"), milliseconds);
  });
  await new Promise((resolve) => child.on("close", resolve));
  clearTimeout(timer);
  return text.split("\n").slice(0, -1).map(Number);
}

/** Kills a writer repeatedly, sometimes truncating the file; throws if an entry is lost or duplicated. */
export async function survivesKills(kills: number, random: () => number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "antiphon-journal-"));
  try {
    let path = "";
    for (let kill = 0; kill < kills; kill++) {
      if (kill % 25 === 0) path = join(folder, `${kill}.jsonl`);
      const durable = await writeUntilKilled(path, random() * 30);
      const recorded = await numbers(path);
      if (recorded.some((n, i) => n !== i + 1))
        throw new Error(`kill ${kill}: lost or doubled at ${recorded.findIndex((n, i) => n !== i + 1)}`);
      if ((durable.at(-1) ?? 0) > recorded.length)
        throw new Error(`kill ${kill}: ${durable.at(-1)} was durable, ${recorded.length} are there`);
      if (random() < 0.3) await appendFile(path, (await readFile(path, "utf8")).slice(0, 20));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (argv[1] === fileURLToPath(import.meta.url) && argv[2] !== undefined) await write(argv[2]);

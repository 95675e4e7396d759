import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../lib/index.ts";
import { openJournal } from "./journal.ts";
import { numbers, survivesKills } from "./journal.suite.ts";

describe("a journal", () => {
  let folder = "";
  let path = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "antiphon-journal-"));
    path = join(folder, "a.jsonl");
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const append = async (n: number): Promise<void> => {
    const journal = openJournal(path, systemClock);
    await journal.append({ type: "command", line: `entry ${n}` });
    await journal.close();
  };

  it("keeps the order of entries that are appended together", async () => {
    const journal = openJournal(path, systemClock);
    const all = Array.from({ length: 500 }, (_, i) => i + 1);
    await Promise.all(all.map((n) => journal.append({ type: "command", line: `entry ${n}` })));
    await journal.close();
    expect(await numbers(path)).toEqual(all);
  });

  it("makes no file before the first entry, and reads none", async () => {
    expect(await numbers(path)).toEqual([]);
    await expect(readFile(path)).rejects.toThrow("ENOENT");
  });

  it("skips a last line that a kill cut, and goes on behind it", async () => {
    await append(1);
    await appendFile(path, '{"at":1,"entry":{"type":"comm');
    expect(await numbers(path)).toEqual([1]);
    await append(2);
    expect(await numbers(path)).toEqual([1, 2]);
  });

  it.each(["null\n", "[]\n", "\u0000\u0000\n", '{"entry":3}\n', "}\n"])(
    "skips the foreign line %j",
    async (text) => {
      await writeFile(path, text);
      await append(1);
      expect(await numbers(path)).toEqual([1]);
    },
  );

  it("takes entries of two processes", async () => {
    const [a, b] = [openJournal(path, systemClock), openJournal(path, systemClock)];
    for (let n = 1; n < 40; n += 2) {
      await a.append({ type: "command", line: `entry ${n}` });
      await b.append({ type: "command", line: `entry ${n + 1}` });
    }
    await Promise.all([a.close(), b.close()]);
    expect(await numbers(path)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  it("fails where it can't write", async () => {
    const journal = openJournal(join(folder, "none", "a.jsonl"), systemClock);
    await expect(journal.append({ type: "cleared" })).rejects.toThrow("ENOENT");
  });

  it("loses and doubles nothing when its writer is killed (a sample; all in the long suite)", async () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 16807) % 2147483647) / 2147483647;
    await survivesKills(6, random);
  });
});

import { spawnSync } from "node:child_process";
import { expect, it, vi } from "vitest";
import { openThread } from "./trial-thread.ts";

const moduleOf = (create: string): string =>
  `data:text/javascript,${encodeURIComponent(`export const PGlite = { create: async () => { ${create} } };`)}`;
const working = moduleOf("return { exec: async () => {}, query: async () => ({ rows: [{ a: 1 }] }) };");

it("answers", async () => {
  const db = openThread(working);
  await db.exec("select 1");
  expect(await db.query("select 1", [])).toEqual({ rows: [{ a: 1 }] });
  await db.close();
});

it("refuses what is asked of a thread that has ended", async () => {
  const db = openThread(moduleOf("throw new Error('no memory');"));
  await vi.waitFor(() => expect(db.exec("select 1")).rejects.toThrow("no memory"));
  const gone = openThread(moduleOf("process.exit(3);"));
  await expect(gone.exec("select 1")).rejects.toThrow("the thread of the trial database ended");
  await expect(gone.query("select 1", [])).rejects.toThrow("the thread of the trial database ended");
});

it("lets a program end that leaves its thread open", () => {
  const [thread, module] = [new URL("trial-thread.ts", import.meta.url).href, working].map((one) =>
    JSON.stringify(one),
  );
  const program = `import(${thread}).then(({ openThread }) => openThread(${module}).exec("select 1"))`;
  const ran = spawnSync(process.execPath, ["--eval", program], { timeout: 4000 });
  expect([ran.status, ran.stderr.toString()]).toEqual([0, ""]);
});

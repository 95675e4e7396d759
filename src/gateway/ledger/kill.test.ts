import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { place, slow, type Place } from "./ledger.suite.ts";
import { expectSumsOfRows } from "../usage/sums.suite.ts";
import { lease } from "./settle.ts";

let at: Place;
beforeEach(async () => {
  at = await place();
});
afterEach(() => at.close());

/** Ids of the requests that a process had fully answered when it was killed, after at least `after` answers. */
function killed(after: number): Promise<readonly string[]> {
  const script = join(import.meta.dirname, "kill.suite.ts");
  const child = spawn(process.execPath, ["--conditions=antiphon-source", script, at.store, at.rates], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (data) => {
    text += data;
    if (text.split("\n").length > after) child.kill("SIGKILL");
  });
  return new Promise((resolve) => child.on("close", () => resolve(text.split("\n").slice(0, -1))));
}

it("a process that is killed loses and doubles no answered request, and what it had reserved stays charged", async () => {
  const answered = (await Promise.all([killed(5), killed(12)])).flat();
  const admin = at.gateway.as("t");
  const rows: Readonly<Record<string, unknown>>[] = [];
  for await (const row of admin.rows({})) rows.push(row);
  const done = new Set(rows.filter(({ state }) => state === "done").map(({ id }) => id));
  expect(answered.filter((id) => !done.has(id))).toEqual([]);
  const open = rows.filter(({ state }) => state === "open");
  expect(open.length).toBeGreaterThanOrEqual(6); // three of each process wait forever
  await expectSumsOfRows(admin);
  const charged = rows.reduce((sum, { cost }) => sum + Number(cost), 0);
  await admin.setLimits("key:k", { spend_total: charged, concurrent_requests: open.length });
  expect(await admin.listLimits()).toMatchObject([
    { total: open.length },
    { total: charged, reserved: open.length * 58 },
  ]);
  expect(await at.ask(await at.gateway.meter(slow({ input_tokens: 8, output_tokens: 5 })), 3)).toEqual([
    429, 429, 429,
  ]);
  at.now = Date.now() + 2 * lease;
  const later = await at.open();
  const model = await later.meter(slow({ input_tokens: 8, output_tokens: 5 }));
  expect(await admin.listLimits()).toMatchObject([
    { total: 0 },
    { total: charged, reserved: open.length * 58 },
  ]);
  expect(await at.ask(model, 3)).toEqual([402, 402, 402]);
  await expectSumsOfRows(admin);
});

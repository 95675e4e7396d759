import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openGateway } from "../index.ts";
import { systemClock } from "../../lib/index.ts";
import { served, type Served } from "./served.suite.ts";

let folder: string;
let server: Served | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "antiphon-full-"));
});
afterEach(async () => {
  await server?.end();
  await rm(folder, { recursive: true });
});

it("a full disk refuses requests with 503, and loses no request that was answered", async () => {
  const store = join(folder, "gateway.db");
  const before = await openGateway({ store, clock: systemClock });
  const { secret } = await before.as("t").createKey({ name: "ci" });
  await before.close();
  // Limits file sizes in blocks; a write past that fails as on a full disk.
  server = await served([`--store=${store}`], "trap '' XFSZ; ulimit -f 800");
  expect((await server.get("/readyz")).status).toBe(200);
  let answered = 0;
  let status = await server.ask(secret);
  for (; status === 200 && answered < 2000; status = await server.ask(secret)) answered++;
  expect(status).toBe(503);
  expect(answered).toBeGreaterThan(0);
  expect(await server.ask(secret)).toBe(503);
  // This check writes less than a request's row, so it may still succeed for a while.
  let ready = 200;
  for (let i = 0; i < 100 && ready === 200; i++) ready = (await server.get("/readyz")).status;
  expect(ready).toBe(503);
  expect((await server.get("/healthz")).status).toBe(200);
  const usage = (await (await server.get("/admin/usage?by=state")).json()) as {
    readonly data: readonly { readonly group: string; readonly requests: number }[];
  }; // the documented shape
  expect(usage.data.find(({ group }) => group === "done")?.requests).toBe(answered);
}, 120_000);

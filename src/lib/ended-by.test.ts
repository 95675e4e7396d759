import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { endedBy } from "./ended-by.ts";

it("gives the outcome of a command that kept the thread busy for longer than it is waited for", async () => {
  const ending = new AbortController();
  const command = (async (): Promise<string> => {
    await sleep(1);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await sleep(5);
    return "report";
  })();
  const outcome = endedBy(command, ending.signal, 100);
  ending.abort(new Error("cancelled"));
  expect(await outcome).toBe("report");
});

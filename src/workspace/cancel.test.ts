import { expect, it } from "vitest";
import { endedBy } from "../lib/index.ts";
import { waitedFor } from "./cancel.ts";
import type { Change, Workspace } from "./workspace.ts";

/** A workspace whose write ends when told to; the other methods are never called. */
const slow = (write: Promise<unknown>, signal: AbortSignal): Workspace =>
  waitedFor({ files: { write: () => write } } as never, signal);

it("waits no longer for what is cancelled, but for a write that has begun until it is done", async () => {
  const ending = new AbortController();
  const endless = endedBy(new Promise<never>(() => undefined), ending.signal, 100);
  const write = Promise.withResolvers<never>();
  const writing = slow(write.promise, ending.signal).files.write([]);
  let isOver = false;
  void endless.catch(() => (isOver = true));
  ending.abort(new Error("cancelled"));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(isOver).toBe(false);
  write.resolve(undefined as never);
  await writing;
  await expect(endless).rejects.toThrow("cancelled");
});

it("gives the outcome of a command that ends when its write is done", async () => {
  const ending = new AbortController();
  const write = Promise.withResolvers<never>();
  const command = (async (): Promise<string> => {
    await slow(write.promise, ending.signal).files.write([]);
    return "report";
  })();
  const outcome = endedBy(command, ending.signal, 100);
  ending.abort(new Error("cancelled"));
  setTimeout(() => write.resolve(undefined as never), 300);
  expect(await outcome).toBe("report");
});

it("begins no write when it is cancelled, but one that takes back what was written", async () => {
  const begun: (string | null)[] = [];
  const ending = new AbortController();
  const write = async ([change]: readonly Change[]): Promise<void> => void begun.push(change?.after ?? null);
  const { files } = waitedFor({ files: { write } } as never, ending.signal);
  await files.write([{ path: "a", before: "old", after: "new" }]);
  ending.abort(new Error("cancelled"));
  await expect(files.write([{ path: "a", before: "new", after: "newer" }])).rejects.toThrow("cancelled");
  await expect(files.write([{ path: "b", before: "new", after: "old" }])).rejects.toThrow("cancelled");
  await files.write([{ path: "a", before: "new", after: "old" }]);
  expect(begun).toEqual(["new", "old"]);
});

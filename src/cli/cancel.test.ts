import { expect, it } from "vitest";
import type { Workspace } from "../workspace/index.ts";
import { cancellable, waitedFor } from "./cancel.ts";

/** A workspace whose write ends when it is told to; the rest of one is never asked for. */
const slow = (write: Promise<unknown>, signal: AbortSignal): Workspace =>
  waitedFor({ files: { write: () => write } } as never, signal);

it("waits no longer for what is cancelled, but for a write that has begun until it is done", async () => {
  const ending = new AbortController();
  const endless = cancellable(new Promise<never>(() => undefined), ending.signal);
  const write = Promise.withResolvers<never>();
  const writing = slow(write.promise, ending.signal).files.write([]);
  let isOver = false;
  void endless.catch(() => (isOver = true));
  ending.abort(new Error("cancelled"));
  await new Promise((resolve) => setTimeout(resolve, 1500));
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
  const outcome = cancellable(command, ending.signal);
  ending.abort(new Error("cancelled"));
  setTimeout(() => write.resolve(undefined as never), 1500);
  expect(await outcome).toBe("report");
});

it("begins no write when it is cancelled", async () => {
  let begun = 0;
  const workspace = waitedFor(
    { files: { write: () => Promise.resolve(++begun) } } as never,
    AbortSignal.abort(new Error("cancelled")),
  );
  await expect(workspace.files.write([])).rejects.toThrow("cancelled");
  expect(begun).toBe(0);
});

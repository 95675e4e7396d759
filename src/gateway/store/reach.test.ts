import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Reach } from "./reach.ts";
import { isGone } from "./store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = (): Promise<never> => new Promise(() => undefined);
const refuse = (): Promise<never> => Promise.reject(new Error("refused"));

/** Work that ends only when it is given up, and whether it ended as the server is gone. */
function waiting(reach: Reach): { isGone: boolean | undefined } {
  const { promise, reject } = Promise.withResolvers<never>();
  const state = { isGone: undefined as boolean | undefined };
  reach.use(() => promise, reject).catch((error: unknown) => (state.isGone = isGone(error)));
  return state;
}

it("gives up what a silent server doesn't answer, refuses more at once, and asks again until it answers", async () => {
  let probe: () => Promise<void> = never;
  const reach = new Reach(() => probe());
  const [first, second] = [waiting(reach), waiting(reach)];
  await vi.advanceTimersByTimeAsync(3999);
  expect([first, second]).toEqual([{ isGone: undefined }, { isGone: undefined }]);
  await vi.advanceTimersByTimeAsync(1);
  expect([first, second]).toEqual([{ isGone: true }, { isGone: true }]);
  const work = vi.fn(async () => 1);
  await expect(reach.use(work, () => undefined)).rejects.toThrow();
  expect(work).not.toHaveBeenCalled();
  probe = async () => undefined;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await reach.use(work, () => undefined)).toBe(1);
});

it("asks a silent server no more once it is closed, and still gives up what waits", async () => {
  const probe = vi.fn(never);
  const reach = new Reach(probe);
  const state = waiting(reach);
  reach.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([state, probe.mock.calls.length]).toEqual([{ isGone: true }, 1]);
});

it("lets slow work of a server that answers go on", async () => {
  const probe = vi.fn(async () => undefined);
  const state = waiting(new Reach(probe));
  await vi.advanceTimersByTimeAsync(60_000);
  expect([state, probe.mock.calls.length]).toEqual([{ isGone: undefined }, 1]);
});

it("gives up on connections to a server that now refuses them, and lets others try", async () => {
  const reach = new Reach(refuse);
  const state = waiting(reach);
  await vi.advanceTimersByTimeAsync(2000);
  expect(state).toEqual({ isGone: true });
  expect(
    await reach.use(
      async () => 1,
      () => undefined,
    ),
  ).toBe(1);
});

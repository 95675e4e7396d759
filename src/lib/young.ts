import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Maximum bytes of the young generation: with more, V8 collects less often and holds a hundred times as much. */
const most = 8 * 1024 * 1024;

/**
 * Limits memory during long work, which is otherwise mostly garbage that wasn't collected yet. Call it repeatedly:
 * starting a thread resets the limit for all.
 */
export function keepSmall(): void {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  setFlagsFromString(`--semi-space-growth-factor=${(young?.space_size ?? 0) < most ? 2 : 1}`);
  setFlagsFromString("--heap-growing-percent=40");
}

/** Restores V8's default growth. */
export function growAgain(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
  setFlagsFromString("--heap-growing-percent=0");
}

import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Bytes that the youngest objects may take: with more V8 looks for garbage less often, and holds a hundred times as much. */
const most = 8 * 1024 * 1024;

/**
 * Keeps the memory of long work small, which else is mostly garbage that wasn't looked for yet. To be called again and
 * again: a thread that starts sets this anew for all.
 */
export function keepSmall(): void {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  setFlagsFromString(`--semi-space-growth-factor=${(young?.space_size ?? 0) < most ? 2 : 1}`);
  setFlagsFromString("--heap-growing-percent=40");
}

/** What a program does by itself. */
export function growAgain(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
  setFlagsFromString("--heap-growing-percent=0");
}

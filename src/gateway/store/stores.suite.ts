import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty store for a test. */
export interface TestStore {
  readonly place: string;
  /** URL of what counts limits by the minute, if not the store itself. */
  readonly rates?: string;
  remove(): Promise<void>;
}

const file = async (): Promise<TestStore> => {
  const folder = await mkdtemp(join(tmpdir(), "antiphon-store-"));
  return { place: join(folder, "gateway.db"), remove: () => rm(folder, { recursive: true }) };
};

let make = file;

/** The suites of the ledger run on files, and again on whatever is set here before they are imported. */
export const useStores = (other: () => Promise<TestStore>): void => {
  make = other;
};

export const newStore = (): Promise<TestStore> => make();

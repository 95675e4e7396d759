import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty store for a test. */
export interface TestStore {
  readonly place: string;
  /** URL of the rate store, if it isn't the store itself. */
  readonly rates?: string;
  remove(): Promise<void>;
}

const file = async (): Promise<TestStore> => {
  const folder = await mkdtemp(join(tmpdir(), "antiphon-store-"));
  return { place: join(folder, "gateway.db"), remove: () => rm(folder, { recursive: true }) };
};

let make = file;

/** The ledger's suites run on files, and again on the store set here before they are imported. */
export const useStores = (other: () => Promise<TestStore>): void => {
  make = other;
};

export const newStore = (): Promise<TestStore> => make();

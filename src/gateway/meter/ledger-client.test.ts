import { expect, it } from "vitest";
import type { Ask } from "../ledger/reserve.ts";
import type { Outage } from "../outage/outage.ts";
import { StoreError, type Store, type Work } from "../store/store.ts";
import { LedgerClient } from "./ledger-client.ts";

it("releases a reservation that may have been written, even if the local ledger fails too", async () => {
  const fail = async () => {
    throw new StoreError(new Error("gone"), true);
  };
  const pending: (() => Work<unknown>)[] = [];
  const client = new LedgerClient({
    store: { write: fail } as unknown as Store,
    rates: undefined,
    rules: { limits: [] },
    outage: { reserve: fail } as unknown as Outage,
    later: (work) => void pending.push(work),
  });
  await expect(client.reserve({ id: "r" } as Ask, undefined)).rejects.toMatchObject({ status: 503 });
  expect(pending).toHaveLength(1);
});

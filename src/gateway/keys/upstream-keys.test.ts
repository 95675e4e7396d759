import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openGateway, openUpstreamKeys, readMasterKeys } from "../index.ts";
import { openStore } from "../store/open.ts";
import { query, type Row } from "../store/store.ts";
import { newStore, type TestStore } from "../store/stores.suite.ts";

const canary = "sk-canary-0123456789abcdef";
const [old, next] = [randomBytes(32).toString("base64"), randomBytes(32).toString("hex")];

let store: TestStore;
beforeEach(async () => {
  store = await newStore();
});
afterEach(() => store.remove());

const open = (keys: string) =>
  openUpstreamKeys({
    store: store.place,
    clock: { now: () => 5 },
    masterKeys: async () => readMasterKeys(keys),
  });
async function during<T>(
  keys: string,
  act: (keys: Awaited<ReturnType<typeof open>>) => Promise<T>,
): Promise<T> {
  const opened = await open(keys);
  try {
    return await act(opened);
  } finally {
    await opened.close();
  }
}
async function sql(text: string): Promise<readonly Row[]> {
  const opened = await openStore(store.place);
  try {
    return await opened.write(() => query(text));
  } finally {
    await opened.close();
  }
}

describe("keys of upstreams", () => {
  it("are read as they were set, replaced and removed", async () => {
    await during(old, async (keys) => {
      await keys.set("main", `${canary}\n`, "ada");
      const before = await keys.version();
      expect(await keys.read("main")).toBe(canary);
      await keys.set("main", "other", "ada");
      expect(await keys.read("main")).toBe("other");
      expect(await keys.version()).not.toBe(before);
      expect(await keys.list()).toEqual([{ name: "main", changed: 5 }]);
      await keys.remove("main", "ada");
      await expect(keys.read("main")).rejects.toMatchObject({ code: "unknown_upstream_key" });
      await expect(keys.remove("main", "ada")).rejects.toMatchObject({ code: "unknown_upstream_key" });
    });
  });

  it("leave no piece of themselves in the store or the audit log", async () => {
    await during(old, (keys) => keys.set("main", canary, "ada"));
    const gateway = await openGateway({ store: store.place, clock: { now: () => 0 } });
    const audit = await gateway.as("t").audit(10);
    await gateway.close();
    expect(audit).toMatchObject([{ name: "ada", action: "set", subject: "upstream_key:main" }]);
    const storedText = JSON.stringify([await sql("SELECT * FROM upstream_keys"), audit]);
    for (let i = 0; i + 8 <= canary.length; i++) expect(storedText).not.toContain(canary.slice(i, i + 8));
    expect(storedText).not.toContain(old.slice(0, 8));
  });

  it("are opened by no other master key, and by both while it is changed", async () => {
    await during(old, (keys) => keys.set("main", canary, "ada"));
    await during(next, async (keys) => {
      await expect(keys.read("main")).rejects.toMatchObject({ code: "master_key" });
      await expect(keys.reseal("ada")).rejects.toMatchObject({ code: "master_key" });
    });
    await during(`${next}\n${old}`, async (keys) => {
      expect(await keys.read("main")).toBe(canary);
      expect(await keys.reseal("ada")).toBe(1);
    });
    await during(next, async (keys) => expect(await keys.read("main")).toBe(canary));
    await during(old, (keys) => expect(keys.read("main")).rejects.toMatchObject({ code: "master_key" }));
  });

  it("are refused where the store was tampered with", async () => {
    await during(old, async (keys) => {
      await keys.set("cheap", canary, "ada");
      await keys.set("dear", "another", "ada");
    });
    // A key that is sealed under one name can't be read under another.
    await sql(
      "UPDATE upstream_keys SET sealed = (SELECT sealed FROM upstream_keys WHERE name = 'dear') WHERE name = 'cheap'",
    );
    await during(old, (keys) => expect(keys.read("cheap")).rejects.toMatchObject({ code: "sealed_key" }));
    for (const end of ["A", "", "AAAAAAAAAAAAAAAAAAAAAAAAAAAA"])
      for (const part of [
        "SUBSTR(sealed, 1, 40)",
        "SUBSTR(sealed, 1, LENGTH(sealed) - 6)",
        "SUBSTR(sealed, 1, 9)",
      ]) {
        await during(old, (keys) => keys.set("dear", "another", "ada"));
        await sql(`UPDATE upstream_keys SET sealed = ${part} || '${end}' WHERE name = 'dear'`);
        await during(old, (keys) => expect(keys.read("dear")).rejects.toMatchObject({ code: "sealed_key" }));
      }
  });

  it("are never sealed the same twice", async () => {
    await during(old, async (keys) => {
      await keys.set("a", canary, "ada");
      await keys.set("b", canary, "ada");
    });
    const rows = await sql("SELECT sealed FROM upstream_keys");
    expect(new Set(rows.map(({ sealed }) => String(sealed).split(".")[2])).size).toBe(2);
  });

  it.each([
    ["../main", canary],
    ["", canary],
    ["main", ""],
    ["main", "two words"],
    ["main", "ключ"],
  ])("have a name and are one word: not %j, %j", (name, key) =>
    during(old, (keys) => expect(keys.set(name, key, "ada")).rejects.toMatchObject({ code: "upstream_key" })),
  );
});

it.each(["", "short", "A".repeat(42), `${old}x`, `${old} nonsense`, "g".repeat(64)])(
  "%j is no master key",
  (text) => {
    expect(() => readMasterKeys(text)).toThrow(/master key/i);
    try {
      readMasterKeys(text);
    } catch (error) {
      expect(JSON.stringify(error)).not.toContain(old.slice(0, 8));
    }
  },
);

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openGateway, type Gateway } from "../index.ts";
import { openStore } from "./open.ts";
import { query, stable } from "./store.ts";

let folder: string;
let gateway: Gateway;
const file = (): string => join(folder, "gateway.db");
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "antiphon-sqlite-"));
  gateway = await openGateway({ store: file(), clock: { now: () => 0 } });
});
afterEach(async () => {
  await gateway.close();
  await rm(folder, { recursive: true });
});

describe("a file of SQLite", () => {
  it("keeps no piece of a key's secret", async () => {
    const admin = gateway.as("ada");
    const { secret } = await admin.createKey({ name: "ci" });
    const rotated = await admin.rotateKey((await admin.listKeys({}))[0]?.id ?? "", 1000);
    const listedText = JSON.stringify([await admin.listKeys({}), await admin.audit(10)]);
    await gateway.close();
    const stored = (await readFile(file())).toString("latin1");
    for (const each of [secret, rotated.secret].map((text) => text.replace("sk-antiphon-", "")))
      for (let i = 0; i + 8 <= each.length; i++) {
        expect(stored).not.toContain(each.slice(i, i + 8));
        expect(listedText).not.toContain(each.slice(i, i + 8));
      }
    gateway = await openGateway({ store: file(), clock: { now: () => 0 } });
  });

  it("refuses one write of a turn without the others", async () => {
    const store = await openStore(join(folder, "turns.db"));
    const put = (name: string, fails = false): Promise<string> =>
      store.write(function* () {
        yield* query("INSERT INTO upstream_keys (name, sealed, changed) VALUES ($1, '', 0)", name);
        if (fails) throw new Error("refused");
        return name;
      });
    const ends = await Promise.allSettled([put("a"), put("a"), put("b", true), put("c")]);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected", "fulfilled"]);
    const kept = await store.read(() => query("SELECT name FROM upstream_keys ORDER BY name"));
    expect(kept.map(({ name }) => name)).toEqual(["a", "c"]);
    await store.close();
  });

  it("returns the same rows of keys until they change here or elsewhere, or a change is rolled back", async () => {
    const store = await openStore(file());
    const read = () => store.read(() => stable("SELECT name FROM keys"));
    const rename = (name: string, fails = false): Promise<void> =>
      store.write(function* () {
        yield* query("UPDATE keys SET name = $1", name);
        expect(yield* stable("SELECT name FROM keys")).toEqual([{ name }]);
        if (fails) throw new Error("refused");
      });
    await gateway.as("ada").createKey({ name: "first" });
    const first = await read();
    expect(first).toEqual([{ name: "first" }]);
    expect(await read()).toBe(first);
    await rename("second");
    await expect(rename("third", true)).rejects.toThrow("refused");
    expect(await read()).toEqual([{ name: "second" }]);
    const [key] = await gateway.as("ada").listKeys({});
    await gateway.as("ada").updateKey(key?.id ?? "", { name: "fourth" });
    expect(await read()).toEqual([{ name: "fourth" }]);
    expect(await store.write(() => stable("SELECT name FROM keys"))).toBe(await read());
    await store.close();
  });

  it("of a newer program is refused with its version", async () => {
    const newer = join(folder, "newer.db");
    const database = new DatabaseSync(newer);
    database.exec("PRAGMA user_version = 999");
    database.close();
    await expect(openGateway({ store: newer, clock: { now: () => 0 } })).rejects.toMatchObject({
      code: "store_version",
      message: expect.stringContaining("version 999"),
    });
  });

  it("that is no database is refused", async () => {
    await expect(
      openGateway({ store: join(import.meta.filename), clock: { now: () => 0 } }),
    ).rejects.toMatchObject({
      code: "store",
    });
  });
});

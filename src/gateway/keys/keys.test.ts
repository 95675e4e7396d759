import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openGateway, readSettings, type Gateway } from "../index.ts";
import { newStore, type TestStore } from "../store/stores.suite.ts";
import { hashOf } from "./key.ts";

const day = 86_400_000;
let store: TestStore;
let gateway: Gateway;
let now = Date.UTC(2026, 0, 1);
const open = () => openGateway({ store: store.place, clock: { now: () => now } });
beforeEach(async () => {
  store = await newStore();
  gateway = await open();
});
afterEach(async () => {
  await gateway.close();
  await store.remove();
});
const find = (secret: string, at: Gateway = gateway) => at.find(hashOf(secret));

describe("a key", () => {
  it("is found by all of its secret, and by nothing else", async () => {
    expect(await gateway.isOpen()).toBe(true);
    const { key, secret } = await gateway.as("ada").createKey({ name: "ci" });
    expect(await gateway.isOpen()).toBe(false);
    expect(await find(secret)).toMatchObject({ key: key.id, scopes: ["use"] });
    for (const other of [secret.slice(0, -1), `${secret} `, secret.toUpperCase(), "' OR 1=1 --", key.id, ""])
      expect(await find(other)).toBeUndefined();
    expect(await gateway.find(secret)).toBeUndefined();
  });

  it("that another process disables, enables or rotates is refused at once", async () => {
    const other = await open();
    const { key, secret } = await other.as("ada").createKey({});
    expect(await find(secret)).toBeDefined();
    await other.as("ada").disableKey(key.id, true);
    expect(await find(secret)).toBeUndefined();
    await other.as("ada").disableKey(key.id, false);
    expect(await find(secret)).toBeDefined();
    const rotated = await other.as("ada").rotateKey(key.id, 0);
    expect(await find(secret)).toBeUndefined();
    expect(await find(rotated.secret)).toBeDefined();
    await other.close();
  });

  it("ends when it expires, and an old secret with its grace", async () => {
    const admin = gateway.as("ada");
    await expect(admin.createKey({ expires: now })).rejects.toThrow("expires: is in the past");
    const { key, secret } = await admin.createKey({ expires: now + day });
    const { secret: next } = await admin.rotateKey(key.id, 1000);
    expect([await find(secret), await find(next)].every(Boolean)).toBe(true);
    now += 1000;
    expect(await find(secret)).toBeUndefined();
    now += day;
    expect(await find(next)).toBeUndefined();
    expect(await admin.updateKey(key.id, { expires: null })).toMatchObject({ expires: null });
    expect(await find(next)).toBeDefined();
  });

  it("may use what its lists name, also by beginnings", async () => {
    const settings = { models: ["fast", "claude-*"], tools: [], endpoints: ["messages"] };
    const { secret } = await gateway.as("ada").createKey(settings);
    const holder = await find(secret);
    const may = (what: "model" | "endpoint" | "tool", name: string) => holder?.may(what, name);
    expect(
      ["fast", "claude-", "claude-x", "faster", "Fast", "x-claude-"].map((name) => may("model", name)),
    ).toEqual([true, true, true, false, false, false]);
    expect([may("tool", "any"), may("endpoint", "messages"), may("endpoint", "models")]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("changes only with a line in the audit log", async () => {
    const admin = gateway.as("ada");
    const { key } = await admin.createKey({ name: "a" });
    await gateway.as("bob").updateKey(key.id, { team: "search", models: ["m"] });
    await admin.disableKey(key.id, true);
    await expect(admin.rotateKey("key_none", 0)).rejects.toMatchObject({ code: "unknown_key" });
    const entries = await admin.audit(10);
    expect(entries.map(({ name, action, subject }) => `${name} ${action} ${subject}`).toSorted()).toEqual(
      [`ada create ${key.id}`, `ada disable ${key.id}`, `bob update ${key.id}`].toSorted(),
    );
    expect(entries.find(({ action }) => action === "update")?.detail).toEqual({
      team: "search",
      models: ["m"],
    });
  });
});

describe("settings", () => {
  it.each([
    [{ bugdet: 1 }, /A key has no bugdet/],
    [{ models: "m" }, /models: is not a list/],
    [{ models: [] }, /models: is empty/],
    [{ endpoints: ["admin"] }, /endpoints: admin is not an endpoint/],
    [{ expires: "soon" }, /expires: is not a time/],
    [{ labels: { a: 1 } }, /labels/],
    [{ name: "a\nb" }, /name/],
    [{ ["__proto__x"]: 1 }, /A key has no/],
    [[], /must be an object/],
  ])("%j are refused", (settings, message) => {
    expect(() => readSettings(settings)).toThrow(message);
  });
});

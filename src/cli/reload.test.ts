import { mkdir, rename, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { UserError } from "../lib/index.ts";
import { takeGlobals } from "./globals.ts";
import { place, type Place } from "./host.suite.ts";
import { withGlobals, type Io } from "./io.ts";
import { programs } from "./programs/table.ts";
import { fileVersion, reloadOnChange } from "./reload.ts";
import { storedKeys } from "./stored-keys.ts";

let at: Place;
beforeEach(async () => {
  at = await place();
  await mkdir(at.host.cwd, { recursive: true });
});
afterEach(() => at.close());

const ioOf = (err: (text: string) => void = () => undefined): Io =>
  withGlobals({ ...at.host, err }, takeGlobals([], "antiphon").globals, {
    signal: new AbortController().signal,
    programs,
  });
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10));
};

it("a change that couldn't be taken over is tried again, and why it couldn't is printed once", async () => {
  await writeFile(join(at.host.cwd, "antiphon.yaml"), "upstreams: { a: builtin }\n");
  const texts: string[] = [];
  const refused: string[] = [];
  const changed = [true];
  let tries = 0;
  const io = ioOf((text) => void texts.push(text));
  const stop = reloadOnChange(io, "antiphon.yaml", {
    file: await fileVersion(io, "antiphon.yaml"),
    haveKeysChanged: async () => changed.pop() ?? false,
    refused: (problem) => void refused.push(problem),
    async apply() {
      if (++tries < 3) throw new UserError("store", "The store is away.", "Start it.");
    },
  });
  try {
    await until(() => texts.some((text) => text.includes("holds from now on")));
  } finally {
    stop();
  }
  expect(tries).toBe(3);
  expect(refused).toEqual(Array(2).fill("The store is away. Start it."));
  expect(texts.filter((text) => text.includes("still holds")).length).toBe(1);
});

it.each(["written", "replaced", "touched"])(
  "a file that was %s between being read and being watched is read again",
  async (how) => {
    const path = join(at.host.cwd, "antiphon.yaml");
    await writeFile(path, "upstreams: { a: builtin }\n");
    const file = await fileVersion(ioOf(), "antiphon.yaml");
    if (how === "written") await writeFile(path, "upstreams: { b: builtin }\n");
    if (how === "replaced") {
      await writeFile(`${path}.new`, "upstreams: { b: builtin }\n");
      await rename(`${path}.new`, path);
    }
    if (how === "touched") await utimes(path, 1, 1);
    const applied: (readonly string[])[] = [];
    const stop = reloadOnChange(ioOf(), "antiphon.yaml", {
      file,
      haveKeysChanged: async () => false,
      refused: () => undefined,
      apply: async ({ upstreams }) => void applied.push(Object.keys(upstreams ?? {})),
    });
    await until(() => applied.length > 0);
    stop();
    expect(applied).toEqual([[how === "touched" ? "a" : "b"]]);
  },
);

it("a key that was set between being read and being watched has changed, once", async () => {
  const master = { ANTIPHON_MASTER_KEY: "00".repeat(32) };
  const flags = { store: join(at.root, "gateway.db"), config: undefined };
  const set = (key: string) =>
    at.antiphon(["upstream-keys", "set", "main", `--store=${flags.store}`], key, master);
  await set("first");
  const keys = storedKeys(flags, undefined, { ...ioOf(), env: master });
  expect(await keys.haveChanged()).toBe(false);
  expect(await keys.read("main")).toBe("first");
  await set("second");
  expect([await keys.haveChanged(), await keys.haveChanged()]).toEqual([true, false]);
  expect(await keys.read("main")).toBe("second");
  await keys.close();
});

it("a store of keys that couldn't be opened is opened the next time, and holds up no end", async () => {
  const file = join(at.root, "gateway.db");
  await writeFile(file, "no store ".repeat(1000));
  const keys = storedKeys({ store: file, config: undefined }, undefined, ioOf());
  await expect(keys.read("main")).rejects.not.toMatchObject({ code: "unknown_upstream_key" });
  await keys.close();
  await writeFile(file, "");
  await expect(keys.read("main")).rejects.toMatchObject({ code: "unknown_upstream_key" });
  expect(await keys.haveChanged()).toBe(false);
  await keys.close();
});

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { UserError } from "../lib/index.ts";
import { takeGlobals } from "./globals.ts";
import { place, type Place } from "./host.suite.ts";
import { withGlobals, type Io } from "./io.ts";
import { programs } from "./programs/table.ts";
import { reloadOnChange } from "./reload.ts";
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
  let [version, tries] = ["before", 0];
  const stop = reloadOnChange(
    ioOf((text) => void texts.push(text)),
    "antiphon.yaml",
    {
      version: async () => version,
      refused: (problem) => void refused.push(problem),
      async apply() {
        if (++tries < 3) throw new UserError("store", "The store is away.", "Start it.");
      },
    },
  );
  try {
    await new Promise((resolve) => setImmediate(resolve)); // the first version has been read
    version = "after";
    await until(() => texts.some((text) => text.includes("holds from now on")));
  } finally {
    stop();
  }
  expect(tries).toBe(3);
  expect(refused).toEqual(Array(2).fill("The store is away. Start it."));
  expect(texts.filter((text) => text.includes("still holds")).length).toBe(1);
}, 30_000);

it("a store of keys that couldn't be opened is opened the next time, and holds up no end", async () => {
  const file = join(at.root, "gateway.db");
  await writeFile(file, "no store ".repeat(1000));
  const keys = storedKeys({ store: file, config: undefined }, undefined, ioOf());
  await expect(keys.read("main")).rejects.not.toMatchObject({ code: "unknown_upstream_key" });
  await keys.close();
  await writeFile(file, "");
  await expect(keys.read("main")).rejects.toMatchObject({ code: "unknown_upstream_key" });
  expect(await keys.version()).toBe("[]");
  await keys.close();
}, 30_000);

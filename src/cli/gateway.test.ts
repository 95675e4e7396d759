import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readConfig } from "../config/index.ts";
import { journalOf } from "./gateway.ts";
import type { Io } from "./io.ts";

const store = "postgres://user@127.0.0.1/antiphon";

/** Only what the function reads. */
async function place(): Promise<{ readonly io: Io; readonly errors: string[]; readonly state: string }> {
  const root = await mkdtemp(join(tmpdir(), "antiphon-"));
  const [state, errors] = [join(root, "state"), [] as string[]];
  const io = { env: {}, cwd: root, folders: { state }, err: (text: string) => errors.push(text) };
  return { io: io as unknown as Io, errors, state };
}

it("keeps the journal of an outage in the state folder", async () => {
  const { io, state } = await place();
  const { journal } = await journalOf({ store, config: undefined }, io, undefined);
  expect(journal?.startsWith(join(state, "outage-"))).toBe(true);
});

it("needs no journal for a file, or where nothing is served during an outage", async () => {
  const { io, state } = await place();
  const off = await readConfig("store_gone: { seconds: 0 }\n", "antiphon.yaml");
  expect(await journalOf({ store: "gateway.db", config: undefined }, io, undefined)).toEqual({});
  expect(await journalOf({ store, config: undefined }, io, off)).toEqual({});
  expect(existsSync(state)).toBe(false);
});

it("starts without a journal, and says so, if the folder can't be written", async () => {
  const { io, errors, state } = await place();
  await writeFile(state, "a file in its place");
  expect(await journalOf({ store, config: undefined }, io, undefined)).toEqual({});
  expect(errors.join("")).toContain("No request will be served while the database is gone");
});

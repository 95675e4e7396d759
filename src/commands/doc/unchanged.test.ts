import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemClock } from "../../lib/index.ts";
import { openWorkspace, type Workspace } from "../../workspace/index.ts";
import type { DocFlags } from "./contract.ts";
import { unchanged } from "./unchanged.ts";
import { docDataOf, type DocReport } from "./data.ts";

const flags: DocFlags = {
  format: undefined,
  update: true,
  examples: false,
  comprehensive: false,
  unreleased: false,
  online: false,
  check: false,
  threshold: undefined,
};
const report: DocReport = { title: "Documentation of src", outcome: "done", data: docDataOf(), sections: [] };

const past = (workspace: Workspace, options = flags) =>
  unchanged<DocReport>(JSON.stringify(["src", options]), workspace);

let home = "";
let root = "";
/** A clock that is ahead, so that no file counts as just changed. */
const later = { ...systemClock, now: () => Date.now() + 10_000 };
const open = (clock = later): Promise<Workspace> =>
  openWorkspace(root, { state: join(home, "state"), clock });
const known = async (clock = later): Promise<DocReport | undefined> => (await past(await open(clock))).known;
const put = (path: string, text: string): void => writeFileSync(join(root, path), text);

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), "antiphon-unchanged-"));
  root = join(home, "project");
  mkdirSync(join(root, "src"), { recursive: true });
  put("src/a.ts", "export const a = 1;\n");
  put("src/b.ts", "export const b = 2;\n");
});
afterEach(() => rmSync(home, { recursive: true }));

const keep = async (clock = later): Promise<void> => (await past(await open(clock))).keep(report);

it("is known again without a file being read", async () => {
  await keep();
  const workspace = await open();
  const texts = vi.spyOn(workspace.files, "texts");
  expect((await past(workspace)).known).toEqual(report);
  expect(texts).not.toHaveBeenCalled();
});

it("is known by contents where a file changed a moment ago, or was only touched", async () => {
  await keep(systemClock);
  expect(await known(systemClock)).toEqual(report);
  await keep();
  utimesSync(join(root, "src/a.ts"), 1, 1);
  expect(await known()).toEqual(report);
  const workspace = await open();
  const texts = vi.spyOn(workspace.files, "texts");
  await past(workspace); // and then again by its file stamps
  expect(texts).not.toHaveBeenCalled();
});

it("isn't believed after a change, also one of the same size and time", async () => {
  await keep();
  const place = join(root, "src/a.ts");
  const { atime, mtime } = statSync(place);
  put("src/a.ts", "export const a = 3;\n");
  utimesSync(place, atime, mtime);
  expect(await known()).toBeUndefined();
  put("src/a.ts", "export const a = 1;\n");
  expect(await known()).toEqual(report);
  put("src/c.ts", "");
  expect(await known()).toBeUndefined();
});

it("asks again under other flags, and where its note was cut or changed", async () => {
  await keep();
  expect((await past(await open(), { ...flags, check: true })).known).toBeUndefined();
  const [project = ""] = readdirSync(join(home, "state/projects"));
  const notes = join(home, "state/projects", project, "notes");
  const [name = ""] = readdirSync(notes);
  const whole = readFileSync(join(notes, name), "utf8");
  for (const damaged of [whole.slice(0, -9), whole.replace('"done"', '"fail"'), "", "{}"]) {
    writeFileSync(join(notes, name), damaged);
    expect(await known()).toBeUndefined();
  }
});

import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openOutside } from "../../workspace/index.ts";
import { project } from "../session.suite.ts";
import { located } from "./argument.ts";

const clock = { now: () => 0, sleep: () => Promise.resolve() };
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "located-"));
  await mkdir(join(folder, "specs"));
  await writeFile(join(folder, "specs/ship.yaml"), "resources: { Ship: {} }\n");
  await writeFile(join(folder, "secret.txt"), "no\n");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const asking = async () => {
  const session = await project({ "inside.yaml": "resources: { Boat: {} }\n" }).open({ shell: false });
  return { ...session, outside: (path: string) => openOutside(session.source.root, path, clock) };
};

describe("a file that is named outside the project", () => {
  it("is read in its own folder, where nothing is written", async () => {
    const { argument, session } = await located(join(folder, "specs/ship.yaml"), await asking());
    expect(argument).toBe("ship.yaml");
    expect(await session.source.files.read("ship.yaml")).toContain("Ship");
    await expect(session.source.files.read("../secret.txt")).rejects.toThrow("outside");
    await expect(session.source.files.write([])).rejects.toThrow("outside");
  });

  it("is refused where its folder is not there", async () => {
    await expect(located(join(folder, "nowhere/ship.yaml"), await asking())).rejects.toThrow(
      "does not exist",
    );
  });

  it("is nothing that a program may name", async () => {
    const { outside: _, ...sent } = await asking();
    const path = join(folder, "specs/ship.yaml");
    expect(await located(path, sent)).toEqual({ argument: path, session: sent });
  });

  it.each(["inside.yaml", "./inside.yaml", "Task", "delete ../x y"])("leaves %s alone", async (argument) => {
    const session = await asking();
    expect(await located(argument, session)).toEqual({ argument, session });
  });
});

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { defaults, loadSettings, type Settings } from "../session/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Globals } from "./globals.ts";
import { withoutSandbox } from "./without-sandbox.ts";

function terminal(answer: "y" | "n", { isTerminal = true, yes = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "antiphon-settings-"));
  const questions: string[] = [];
  const shared: { settings: Settings } = { settings: defaults };
  const io = {
    folders: { settings: folder, state: folder, data: folder },
    terminal: { input: isTerminal, output: true, errors: true, width: 80, color: false },
    globals: { print: false, yes } as Globals, // the others aren't read
    err: () => undefined,
    ask: {
      choose: async <const C extends string>(question: string, choices: readonly C[]): Promise<C> => {
        questions.push(question);
        return choices.find((choice) => choice === answer) ?? Promise.reject(new Error(question));
      },
      edit: async (text: string) => text,
    },
  };
  const workspace = { root: "/home/ada/shop", shellMissing: "No bubblewrap." } as Workspace; // nothing else is read
  return { folder, asked: questions, run: () => withoutSandbox(workspace, io, { shared, asks: true }) };
}

it.each(["y", "n"] as const)("asks once and keeps the answer %s in the user's settings", async (answer) => {
  const { folder, asked, run } = terminal(answer);
  writeFileSync(join(folder, "settings.yaml"), "# mine\nmode: default\n");
  expect(await run()).toBe(answer === "y");
  expect(await run()).toBe(answer === "y");
  expect(asked).toHaveLength(1);
  expect(readFileSync(join(folder, "settings.yaml"), "utf8")).toContain("# mine\nmode: default\n");
  const { sandbox } = await loadSettings({ user: folder, project: join(folder, "none") }, async () => false);
  expect(sandbox).toEqual({ "/home/ada/shop": answer === "y" ? "without" : "required" });
});

it("asks nobody without a terminal, and takes --yes for no answer", async () => {
  for (const options of [{ isTerminal: false }, { yes: true }]) {
    const { asked, run } = terminal("y", options);
    expect(await run()).toBe(false);
    expect(asked).toEqual([]);
  }
});

it("reads no such answer from a project's settings", async () => {
  const { folder } = terminal("y");
  writeFileSync(join(folder, "settings.yaml"), "sandbox: { /home/ada/shop: without }\n");
  await expect(
    loadSettings({ user: join(folder, "none"), project: folder }, async () => true),
  ).rejects.toMatchObject({ message: expect.stringContaining("sandbox") });
});

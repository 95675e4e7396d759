import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { place, type Place } from "../host.suite.ts";

let at: Place;
beforeEach(async () => {
  at = await place();
  await mkdir(join(at.root, "project"));
  await mkdir(join(at.root, "settings"));
});
afterEach(() => at.close());

const wrong = "upstreams:\n  a:\n    provider: openai\n    ulr: http://x\n";

it("checks the named file, with line and column, and exits with 1 where it is wrong", async () => {
  await writeFile(join(at.root, "project/antiphon.yaml"), wrong);
  const checked = await at.antiphon(["config", "check", "antiphon.yaml", "--json"]);
  expect(await at.antiphon(["config", "check", "--config=antiphon.yaml", "--json"])).toEqual(checked);
  expect(checked.code).toBe(1);
  expect(JSON.parse(checked.out)).toMatchObject({
    outcome: "failed",
    problems: [
      {
        place: { path: "antiphon.yaml", line: 4 },
        column: 5,
        message: "upstreams.a.ulr isn't known.",
        fix: "Did you mean url?",
      },
    ],
  });
});

it("checks the settings folder's file without a name, never the working folder's", async () => {
  await writeFile(join(at.root, "project/antiphon.yaml"), wrong);
  expect((await at.antiphon(["config", "check"])).err).toContain("There is no configuration to check.");
  await writeFile(join(at.root, "settings/antiphon.yaml"), "upstreams: {}\n");
  expect(await at.antiphon(["config", "check"])).toMatchObject({ code: 0 });
});

it("prints the schema, and names what it can do", async () => {
  expect(JSON.parse((await at.antiphon(["config", "schema"])).out)).toHaveProperty("properties.upstreams");
  expect(await at.antiphon(["config", "chekc"])).toMatchObject({ code: 2 });
});

const keyed = "upstreams: { a: { provider: anthropic, key: { env: A_KEY_THAT_IS_NOT_SET } } }\n";
const withFolder = "upstreams: { own: builtin }\nguardrails:\n  folder: ./none\n";

it("reports a key that this environment lacks, and stays valid", async () => {
  await writeFile(join(at.root, "project/antiphon.yaml"), keyed);
  const { code, out } = await at.antiphon(["config", "check", "antiphon.yaml"]);
  expect(code).toBe(0);
  expect(out).toContain("antiphon.yaml is valid");
  expect(out).toContain("A_KEY_THAT_IS_NOT_SET is not set");
});

it("refuses what a server refuses while it starts, with the same place and message", async () => {
  await writeFile(join(at.root, "project/antiphon.yaml"), withFolder);
  const started = await at.antiphon(["serve", "--config=antiphon.yaml", "--port=0"]);
  const checked = await at.antiphon(["config", "check", "antiphon.yaml", "--json"]);
  expect([started.code, checked.code]).toEqual([2, 1]);
  const [problem] = JSON.parse(checked.out).problems as { place: { line: number }; message: string }[];
  expect(problem).toMatchObject({
    place: { line: 3 },
    message: expect.stringContaining("none can't be read"),
  });
  expect(started.err).toContain(problem?.message);
});

it.each([
  ["runs no command that prints a key", (file: string) => `{ command: [touch, ${file}] }`],
  ["opens no store of keys", () => "{ stored: main }"],
])("%s", async (_, key) => {
  const file = join(at.root, "made");
  const text = `store: ${file}\nupstreams: { a: { provider: anthropic, key: ${key(file)} } }\n`;
  await writeFile(join(at.root, "project/antiphon.yaml"), text);
  const { code, out } = await at.antiphon(["config", "check", "antiphon.yaml"]);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.not.stringContaining("Missing") as string });
  await expect(access(file)).rejects.toThrow("ENOENT");
});

import { describe, expect, it } from "vitest";
import { commands, line } from "../commands/index.ts";
import { project } from "../commands/session.suite.ts";
import { commandFor, repeats } from "./plain-words.ts";

const at = project({
  "src/cart.ts": "export const total = 1;\n",
  "src/cart.test.ts": "",
  "openapi.yaml": "openapi: 3.0.0\n",
  "docs/plan.md": "# Plan\n",
});

async function lineOf(sentence: string): Promise<string | undefined> {
  const { workspace } = await at.open({ shell: false });
  const words = await commandFor(sentence, { commands, files: workspace.files });
  return words && line(words);
}

describe("plain words", () => {
  it.each([
    [
      "build me an api for books with title and author",
      '/api-gen "build me an api for books with title and author"',
    ],
    ["create a REST service for orders", '/api-gen "create a REST service for orders"'],
    [
      "make a backend for todos with fastapi",
      '/api-gen "make a backend for todos with fastapi" --framework=fastapi',
    ],
    ["generate a client from openapi.yaml", "/api-gen openapi.yaml --client"],
    ["why does this test fail", "/test"],
    ["why does src/cart.test.ts fail?", "/test src/cart.test.ts"],
    ["run all tests", "/test all"],
    ["document this folder", "/doc ."],
    ["please write docs for src/cart.ts", "/doc src/cart.ts"],
    ["write a readme", "/doc readme"],
    ["make the changelog", "/doc changelog"],
    ["check my changes before I commit", "/review"],
    ["look for security holes", "/review --focus=security"],
    ["follow the plan in docs/plan.md", "/execute-plan docs/plan.md"],
    ["fix the failing test", "/fix"],
    ["TypeError: total is not a function", '/fix "TypeError: total is not a function"'],
    ["where is the password hashed", '/research "where is the password hashed"'],
    ["how does the cart work?", '/research "how does the cart work?"'],
    ["are the tests passing?", "/test"],
    ["why is cart.test.ts red", "/test src/cart.test.ts"],
    ["my tests are failing, solve it", "/fix"],
    ["please document the src folder", "/doc src"],
    ["is there anything insecure in src", "/review src"],
    ["let users reset their password", '/feature "let users reset their password"'],
    ["revert what you just did", "/undo"],
    ["how many tokens did we use", "/cost"],
    ["execute docs/plan.md", "/execute-plan docs/plan.md"],
    ["implement export to csv", '/feature "implement export to csv"'],
  ])("%s: %s", async (sentence, expectedLine) => {
    expect(await lineOf(sentence)).toBe(expectedLine);
  });

  it.each([
    "hello there",
    "book a flight to Rome",
    "follow the plan in nowhere.md",
    "reset the database",
    "clear the cache",
  ])("choose nothing for %s", async (sentence) => {
    expect(await lineOf(sentence)).toBeUndefined();
  });

  it.each([
    ["review", "my changes", true],
    ["fix", "what is broken", true],
    ["review", "staged", false],
    ["review", "main..HEAD what changed", false],
    ["fix", "half of three gives 1", false],
    ["test", "the cart", false],
  ])("behind %s, %s repeats what the command does: %s", async (name, rest, expected) => {
    expect(await repeats(rest.split(" "), await commands.load(name))).toBe(expected);
  });

  it("are shown as a line that does the same when it is typed", async () => {
    const { workspace } = await at.open({ shell: false });
    const words = await commandFor('fix "a" in C:\\b: TypeError: x', { commands, files: workspace.files });
    expect(words && line(words)).toBe('/fix "fix \\"a\\" in C:\\\\b: TypeError: x"');
  });
});

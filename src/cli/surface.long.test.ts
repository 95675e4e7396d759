import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { commands } from "../commands/table.ts";
import { hasTmux, pane, type Pane } from "./tmux.suite.ts";

const shop = join(import.meta.dirname, "../../bench/token-efficient");

describe.skipIf(!hasTmux)("the whole surface, on a pseudo-terminal of tmux", () => {
  let at: Pane;
  beforeEach(async () => {
    at = await pane();
    const root = at.project("");
    cpSync(shop, root, { recursive: true });
    const git = (...words: readonly string[]): Buffer => execFileSync("git", words, { cwd: root });
    git("init", "--quiet");
    git("add", "--all");
    git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "--quiet", "--message=Begin");
    git("apply", "--index", "change.patch");
  });
  afterEach(() => at.close());

  it("answers every command with its report", { retry: 1 }, async () => {
    const { key, project, type, until } = at;
    const typed = new Set<string>();
    const enter = (line: string, pattern: RegExp | string): Promise<void> => {
      typed.add(line.slice(1).split(" ")[0] ?? "");
      return at.enter(line, pattern);
    };
    const read = (path: string): string => readFileSync(project(path), "utf8");
    await at.start();
    await enter("/help", "/execute-plan");
    await enter("/research where are invoices archived", "src/invoices.ts:");
    await enter("/review staged", "leftovers/todo");
    await enter("/test src/cart.test.ts", "1 failing");
    await enter("/fix src/cart.test.ts", /Offered|Not fixed|Fixed|Passes the tests/);
    expect(read("src/cart.ts")).toContain("line.quantity + line.price");

    await enter("/doc src/cart.ts", /(?:3 of 4 \(75|4 of 4 \(100) %\)/);
    expect(read("src/cart.ts")).toContain("@throws {EmptyCartError}");
    await enter("/diff", "@throws {EmptyCartError}");
    await enter("/undo", /cart\.ts/);
    expect(read("src/cart.ts")).not.toContain("@throws");
    await enter("/redo", /cart\.ts/);
    expect(read("src/cart.ts")).toContain("@throws");

    await enter("/feature archive carts by year", "docs/plans/archive-carts-by-year.md");
    expect(existsSync(project("docs/plans/archive-carts-by-year.md"))).toBe(true);
    type("/execute-plan plan.md");
    key("Enter");
    await until(/\[y\/n\] $/m);
    type("y");
    key("Enter");
    await until(/Plan (?:complete|stopped)/);
    await enter("/api-gen Task --yes --quiet --out=api", " · builtin › ");
    expect(existsSync(project("api/src/models/task.ts"))).toBe(true);
    await enter("/mode deep-research", "deep-research · builtin › ");
    await enter("/model", "builtin");
    await enter("/cost", /tokens/i);
    await enter("/ask what is here", /model/);
    await enter("/clear", "Models start over");
    expect(commands.names.filter((name) => !typed.has(name))).toEqual(["execute-plan"]); // typed key by key, above
    await at.leave();
  });
});

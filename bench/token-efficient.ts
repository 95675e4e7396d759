/**
 * Measures how many tokens `concise` and `ultra` save in each command's report, on real runs:
 * `npx node bench/token-efficient.ts [COMMAND…]`. Runs each command of the table with its own example in a copy of the small
 * project next to this file, which has a failing test and a staged change. Counts the three renderings of the report
 * with the vocabulary o200k_base. Commands that can't run this way are skipped and named.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands } from "../src/commands/index.ts";
import { words } from "./words.ts";

const here = import.meta.dirname;
const main = join(here, "..", "src", "cli", "main.ts");
const home = mkdtempSync(join(tmpdir(), "antiphon-bench-"));
const env = {
  ...process.env,
  ANTIPHON_STATE: join(home, "state"),
  ANTIPHON_SETTINGS: join(home, "settings"),
};

interface Compared {
  /** In the order default, concise, ultra. */
  readonly levels: readonly { readonly tokens: number; readonly saved: number; readonly kept: number }[];
}

function project(name: string): string {
  const folder = join(home, name);
  if (name === "api-gen") {
    mkdirSync(folder);
    return folder;
  }
  cpSync(join(here, "token-efficient"), folder, { recursive: true });
  const git = (...args: readonly string[]): Buffer => execFileSync("git", args, { cwd: folder });
  const as = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  git("init", "--quiet");
  git("add", "--all");
  git(...as, "commit", "--quiet", "--message=Carts and invoices");
  git("apply", "--index", "change.patch");
  return folder;
}

/** Commands to run first, so that a command has something to report. */
const before: Readonly<Record<string, readonly string[]>> = {
  diff: ["doc src/cart.ts"],
  undo: ["doc src/cart.ts"],
  redo: ["doc src/cart.ts", "undo"],
  cost: ["doc src/cart.ts", "mode"],
};

console.log("| command | default | concise | ultra | facts kept |\n|---|---|---|---|---|");
const left: string[] = [];
for (const name of commands.names.filter((name) => words.length === 0 || words.includes(name))) {
  const { argument } = await commands.load(name);
  const line = `/${name}${argument?.example ? ` ${argument.example}` : ""}`;
  const folder = project(name);
  for (const first of before[name] ?? [])
    execFileSync(process.execPath, [main, ...first.split(" "), "--yes", "--quiet", `--cwd=${folder}`], {
      env,
    });
  const args = [main, "tokens", "--compare", "--real", line, "--json", "--no-sandbox", `--cwd=${folder}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8", input: "" });
  if (status !== 0) {
    left.push(`${line}: ${/^antiphon: (.*)/m.exec(stderr)?.[1] ?? stderr.trim()}`);
    continue;
  }
  const compared: Compared = JSON.parse(stdout);
  const [whole, concise, ultra] = compared.levels;
  console.log(
    `| ${line} | ${whole?.tokens} tokens | −${concise?.saved} % | −${ultra?.saved} % | ${concise?.kept} %, ${ultra?.kept} % |`,
  );
}
for (const line of left) console.log(`left out: ${line}`);
rmSync(home, { recursive: true });

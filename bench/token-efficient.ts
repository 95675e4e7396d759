/**
 * What `concise` and `ultra` save of each command's report, on real runs: `npx node bench/token-efficient.ts`.
 * Every command of the table is run with its own example, dry, in a project that was just generated; the three
 * renderings of one report are counted with the vocabulary o200k_base. A command whose run fails here is left out
 * and named.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commands, examples } from "../src/commands/index.ts";

const main = join(import.meta.dirname, "..", "src", "cli", "main.ts");
const home = mkdtempSync(join(tmpdir(), "antiphon-bench-"));
const env = {
  ...process.env,
  ANTIPHON_STATE: join(home, "state"),
  ANTIPHON_SETTINGS: join(home, "settings"),
};
const project = join(home, "project");

interface Compared {
  readonly sections: { readonly tokens: { readonly blocks: readonly { readonly rows: readonly Row[] }[] } };
}
interface Row {
  readonly tokens: number;
  readonly saved: string;
  readonly "facts kept": string;
}

execFileSync(process.execPath, [main, "api-gen", "Project", "--yes", "--quiet", `--out=${project}`], { env });
console.log("| command | default | concise | ultra | facts kept |\n|---|---|---|---|---|");
const left: string[] = [];
for (const name of commands.names) {
  const line = `/${examples(name, await commands.load(name)).at(0) ?? name}`;
  const args = [main, "tokens", "--compare", line, "--json", `--cwd=${project}`];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8", input: "" });
  if (status !== 0) {
    left.push(`${line}: ${stderr.trim().split("\n").at(-2) ?? ""}`);
    continue;
  }
  const compared: Compared = JSON.parse(stdout);
  const [whole, concise, ultra] = compared.sections.tokens.blocks[0]?.rows ?? [];
  console.log(
    `| ${line} | ${whole?.tokens} tokens | −${concise?.saved} | −${ultra?.saved} | ${concise?.["facts kept"]}, ${ultra?.["facts kept"]} |`,
  );
}
for (const line of left) console.log(`left out: ${line}`);
rmSync(home, { recursive: true });

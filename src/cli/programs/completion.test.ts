import { spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const main = join(import.meta.dirname, "..", "main.ts");
const has = (shell: string): boolean => spawnSync(shell, ["--version"]).status === 0;

describe("the completion scripts", () => {
  let folder = "";
  let env: NodeJS.ProcessEnv = {};
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "antiphon-completion-"));
    const { PATH, HOME } = process.env;
    env = { PATH, HOME, ANTIPHON_STATE: join(folder, "state"), ANTIPHON_SETTINGS: join(folder, "settings") };
    await writeFile(join(folder, "orders.yaml"), "");
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** What bash would offer at the end of a line. */
  function inBash(line: string): readonly string[] {
    const script = `
antiphon() { "${process.execPath}" "${main}" "$@"; }
source <(antiphon completion bash)
COMP_LINE=${JSON.stringify(line)}; COMP_POINT=\${#COMP_LINE}; COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
_antiphon 2>/dev/null
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr, status } = spawnSync("bash", ["-c", script], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return stdout.split("\n").filter(Boolean);
  }

  it.skipIf(!has("bash"))("offer commands, programs, flags, values, modes and paths in bash", () => {
    expect(inBash("antiphon mod")).toEqual(["mode ", "model "]);
    expect(inBash("antiphon mode --format=u")).toEqual(["ultra "]);
    expect(inBash("antiphon mode tok")).toEqual(["token-efficient "]);
    expect(inBash("antiphon api-gen ord")).toEqual(["orders.yaml "]);
  });

  it.each(["zsh", "fish"])("parse in %s, where it is installed", (shell) => {
    const { stdout } = spawnSync(process.execPath, [main, "completion", shell], {
      cwd: folder,
      env,
      encoding: "utf8",
    });
    expect(stdout).toContain("completion --line=");
    if (has(shell)) expect(spawnSync(shell, ["-n"], { input: stdout }).status).toBe(0);
  });
});

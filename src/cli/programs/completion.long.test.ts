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

  /** Bash's completions for the end of a line. */
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

  const antiphon = `antiphon() { "${process.execPath}" "${main}" "$@"; }`;
  const offered = (shell: string, args: readonly string[]): readonly string[] => {
    const { stdout, stderr } = spawnSync(shell, args, { cwd: folder, env, encoding: "utf8" });
    expect(stderr).toBe("");
    return stdout.split("\n").filter(Boolean);
  };

  it.skipIf(!has("fish"))("offer the same in fish, as its Tab does", () => {
    const inFish = (line: string): readonly string[] =>
      offered("fish", [
        "--no-config",
        "--command",
        `function antiphon; "${process.execPath}" "${main}" $argv; end
antiphon completion fish | source
complete --do-complete ${JSON.stringify(line)}`,
      ]);
    expect(inFish("antiphon mod")).toEqual(["mode", "model"]);
    expect(inFish("antiphon mode --format=u")).toEqual(["--format=ultra"]);
    expect(inFish("antiphon mode tok")).toEqual(["token-efficient"]);
    expect(inFish("antiphon api-gen ord")).toEqual(["orders.yaml"]);
  });

  it.skipIf(!has("zsh"))("offer the same in zsh", () => {
    const inZsh = (...words: readonly string[]): readonly string[] =>
      offered("zsh", [
        "-f",
        "-c",
        `${antiphon}; compdef() {}; source <(antiphon completion zsh)
compadd() { while [[ $1 != -- ]]; do shift; done; shift; print -l -- "$@"; }
words=(antiphon ${words.join(" ")}); CURRENT=$#words; _antiphon`,
      ]);
    expect(inZsh("mod")).toEqual(["mode ", "model "]);
    expect(inZsh("mode", "tok")).toEqual(["token-efficient "]);
    expect(inZsh("api-gen", "ord")).toEqual(["orders.yaml "]);
  });
});

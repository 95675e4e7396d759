import { rememberSandbox, type SandboxUse } from "../session/index.ts";
import { wrap } from "../report/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Io } from "./io.ts";
import type { Shared } from "./shared.ts";

/**
 * Asks once per project whether its programs may run without a sandbox, if none works. Only a person at a terminal is
 * asked, and `--yes` doesn't count. Otherwise uses the saved answer, or no. `asks`: whether the command can't do without programs.
 */
export async function withoutSandbox(
  { root, shellMissing = "" }: Workspace,
  io: Pick<Io, "ask" | "folders" | "globals" | "terminal" | "err">,
  { shared, asks }: { readonly shared: Pick<Shared, "settings">; readonly asks: boolean },
): Promise<boolean> {
  const known = shared.settings.sandbox[root];
  if (known !== undefined) return known === "without";
  if (!asks || !io.terminal.input || io.globals.print || io.globals.yes) return false;
  io.err(
    `${wrap(
      `${shellMissing}\nWithout one, this project's tests and tools run with your own rights: they can read and change whatever you can.`,
      io.terminal.width,
    )}\n`,
  );
  const answer = await io.ask.choose(`Run them without a sandbox in ${root}?`, ["y", "n"]);
  const use: SandboxUse = answer === "y" ? "without" : "required";
  const path = await rememberSandbox(io.folders.settings, root, use);
  shared.settings = { ...shared.settings, sandbox: { ...shared.settings.sandbox, [root]: use } };
  io.err(`The answer is kept in ${path}.\n`);
  return answer === "y";
}

import { chooseSandbox, type SandboxChoice } from "../sandbox/choose.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Shell } from "../workspace.ts";
import type { Environment } from "./environment.ts";
import { openShell, type ShellGround } from "./shell.ts";

export interface ShellOptions {
  /** The environment whose allowed part programs receive. */
  readonly environment: Environment;
  /** `none`: the user explicitly goes without; `auto`: the first one that works. */
  readonly sandbox: SandboxChoice | "none";
}

/** Returns a shell, or the reason why there is none. `state`: the user's state folder, absolute. */
export async function chooseShell(
  { root, state: stateFolder, recorder }: Pick<ShellGround, "root" | "state" | "recorder">,
  { environment, sandbox: choice }: ShellOptions,
  state: string,
): Promise<Shell | string> {
  const open = (sandbox: Sandbox | undefined): Shell =>
    openShell({ root, state: stateFolder, environment, recorder, sandbox });
  if (choice === "none") return open(undefined);
  const sandbox = await chooseSandbox(choice, state, environment);
  return typeof sandbox === "string" ? sandbox : open(sandbox);
}

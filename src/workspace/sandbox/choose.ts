import type { Environment } from "../shell/environment.ts";
import type { Sandbox } from "./sandbox.ts";
import { tested } from "./selftest.ts";
import { sandboxes } from "./table.ts";

export type SandboxChoice = "auto" | (typeof sandboxes.names)[number];

/** The first sandbox that is there and passes its self-test, or the sentence that says why there is none. */
export async function chooseSandbox(
  choice: SandboxChoice,
  state: string,
  environment: Environment,
): Promise<Sandbox | string> {
  let reason: string | undefined;
  for (const name of sandboxes.names) {
    if (choice !== "auto" && choice !== name) continue;
    const sandbox = await sandboxes.load(name);
    const missing = await sandbox.missing(environment["PATH"] ?? "");
    const failed = missing ?? (await tested(sandbox, state, environment));
    if (!failed) return sandbox;
    reason ??= missing ?? `Programs aren't run, because the sandbox ${name} failed its test: ${failed}.`;
  }
  return reason ?? "Programs aren't run, because no sandbox was found.";
}

import { platform } from "node:os";
import type { Environment } from "../shell/environment.ts";
import type { Sandbox } from "./sandbox.ts";
import { tested } from "./selftest.ts";
import { sandboxes } from "./table.ts";

export type SandboxChoice = "auto" | (typeof sandboxes.names)[number];

/** Returns the first sandbox that is available and passes its self-test, or the reason why there is none. */
export async function chooseSandbox(
  choice: SandboxChoice,
  state: string,
  environment: Environment,
): Promise<Sandbox | string> {
  const reasons: string[] = [];
  for (const name of sandboxes.names) {
    if (choice !== "auto" && choice !== name) continue;
    const sandbox = await sandboxes.load(name);
    const missing = await sandbox.missing(environment["PATH"] ?? "");
    const failed = missing ?? (await tested(sandbox, state, environment));
    if (!failed) return sandbox;
    reasons.push(missing ?? `the sandbox ${name} failed its test: ${failed}`);
  }
  // On Linux the last one has the fewest requirements: report what it lacks.
  const reason = reasons.at(platform() === "linux" ? -1 : 0) ?? "no sandbox was found";
  return `Programs aren't run, because ${reason}. --no-sandbox runs them with your own rights.`;
}

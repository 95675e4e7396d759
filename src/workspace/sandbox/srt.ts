import { arch } from "node:os";
import { dirname } from "node:path";
import { SandboxManager, type SandboxRuntimeConfig } from "@anthropic-ai/sandbox-runtime";
import { packageFile } from "../../lib/index.ts";
import type { Policy, Sandbox } from "./sandbox.ts";
import { missingPrograms } from "./which.ts";

const packages = { bwrap: "bubblewrap", socat: "socat", rg: "ripgrep" };

/** The sandbox runtime: bubblewrap and seccomp on Linux, the system's sandbox on macOS. */
const srt: Sandbox = {
  name: "srt",
  async missing(path) {
    if (!SandboxManager.isSupportedPlatform()) return "there is no sandbox for this system";
    return missingPrograms(packages, path);
  },
  async wrap(command, policy) {
    const config = configOf(policy);
    await started(config);
    const { argv } = await SandboxManager.wrapWithSandboxArgv(quoted(command), undefined, config).catch(
      (error: unknown) => {
        ended();
        throw error;
      },
    );
    return {
      command: argv as [string, ...string[]], // never empty: it begins with the shell
      done: () => {
        SandboxManager.cleanupAfterCommand();
        ended();
        return Promise.resolve();
      },
    };
  },
};
export default srt;

let running = 0;
let state: Promise<void> | undefined;
let stopping: NodeJS.Timeout | undefined;
let stopped: Promise<unknown> = Promise.resolve();

/** There is one runtime per process; per-call settings are passed with each call. */
async function started(config: SandboxRuntimeConfig): Promise<void> {
  running += 1;
  clearTimeout(stopping);
  await stopped;
  state ??= SandboxManager.initialize(config);
  await state.catch((error: unknown) => {
    state = undefined;
    ended();
    throw error;
  });
}

/** Stops the runtime's helpers after a short idle time, as they would keep the process alive. */
function ended(): void {
  running -= 1;
  stopping = setTimeout(() => {
    if (running > 0 || !state) return;
    state = undefined;
    stopped = SandboxManager.reset().catch(() => undefined);
  }, idle);
}

const idle = 200;

/** A helper that the runtime starts inside the sandbox; it may be below a hidden folder such as the user's home. */
const applyPath = packageFile("@anthropic-ai/sandbox-runtime", `vendor/seccomp/${arch()}/apply-seccomp`);

function configOf({ root, writable, sealed, hidden, shown, blank, network }: Policy): SandboxRuntimeConfig {
  return {
    network: { allowedDomains: network ? ["*"] : [], deniedDomains: [] },
    seccomp: { applyPath },
    filesystem: {
      denyRead: ["/tmp", ...hidden, ...blank],
      allowRead: [...shown, root, ...writable, dirname(applyPath)],
      allowWrite: [root, ...writable],
      denyWrite: [...sealed, ...blank],
    },
  };
}

/** The runtime takes a shell line: single quotes make the shell read every word literally. */
const quoted = (command: readonly string[]): string =>
  command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");

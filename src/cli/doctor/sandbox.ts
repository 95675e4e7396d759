import { openWorkspace } from "../../workspace/index.ts";
import { ok, type Check } from "./check.ts";

/** Opens the project as a command would, including the sandbox self-test. */
const sandbox: Check = async ({ io: { cwd, folders, clock, env } }) => {
  const { shell, shellMissing } = await openWorkspace(cwd, {
    state: folders.state,
    clock,
    shell: { environment: env, sandbox: "auto" },
  });
  if (shell) return [ok("sandbox", "commands of a model run confined")];
  return [
    {
      what: "sandbox",
      state: "off",
      detail: "commands of a model can't run here; everything else works",
      fix: shellMissing ?? "Install bubblewrap, socat and ripgrep.",
    },
  ];
};
export default sandbox;

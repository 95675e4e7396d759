import { lstat } from "node:fs/promises";
import { platform } from "node:os";
import type { Policy, Sandbox } from "./sandbox.ts";
import { placeholders } from "./placeholders.ts";
import { missingPrograms } from "./which.ts";

/** Plain bubblewrap: the cheaper sandbox, Linux only. Network access is all or nothing. */
const bubblewrap: Sandbox = {
  name: "bubblewrap",
  missing: async (path) =>
    platform() === "linux" ? missingPrograms({ bwrap: "bubblewrap" }, path) : "bubblewrap needs Linux",
  async wrap(command, policy) {
    const release = await placeholders(policy.sealed);
    return { command: ["bwrap", ...(await options(policy)), "--", ...command], done: release };
  },
};
export default bubblewrap;

const isolation =
  "--unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --disable-userns --cap-drop ALL --die-with-parent --new-session".split(
    " ",
  );
const system = "--ro-bind / / --dev /dev --proc /proc".split(" ");

/** Entries of a new /proc that change the host, and that root can write without any capability. */
const kernel = "sys irq bus fs scsi acpi driver mtrr pressure sysrq-trigger"
  .split(" ")
  .map((name) => `/proc/${name}`);

/** Later options override earlier ones. */
async function options(policy: Policy): Promise<readonly string[]> {
  const { root, writable, sealed, hidden, shown, blank, network } = policy;
  const over = (option: string, paths: readonly string[]): readonly string[] =>
    paths.flatMap((path) => [option, path, path]);
  return [
    ...isolation,
    ...(network ? [] : ["--unshare-net"]),
    ...system,
    ...over("--ro-bind", await existing(kernel)),
    ...(await existing(["/run", "/tmp", "/var/tmp", "/dev/shm", ...hidden])).flatMap((path) => [
      "--tmpfs",
      path,
    ]),
    ...over("--ro-bind", await existing(shown)),
    ...over("--bind", [root, ...(await existing(writable))]),
    ...over("--ro-bind", await existing(sealed)),
    ...(await existing(blank)).flatMap((path) => ["--ro-bind", "/dev/null", path]),
    "--chdir",
    root,
  ];
}

async function existing(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const info = await lstat(path).catch(() => undefined);
    if (info && !info.isSymbolicLink()) found.push(path);
  }
  return found;
}

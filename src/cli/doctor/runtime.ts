import { access, constants } from "node:fs/promises";
import { makeFolder } from "../../lib/index.ts";
import { ok, type Check, type Finding } from "./check.ts";

const least: readonly [number, number] = [22, 19];

const runtime: Check = async ({ io: { folders } }) => [node(), await writable(folders.state)];
export default runtime;

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const detail = `Node ${process.versions.node} on ${process.platform} ${process.arch}`;
  if (major > least[0] || (major === least[0] && minor >= least[1])) return ok("runtime", detail);
  return { what: "runtime", state: "wrong", detail, fix: `Install Node ${least.join(".")} or newer.` };
}

async function writable(folder: string): Promise<Finding> {
  try {
    await makeFolder(folder, { mode: 0o700 });
    await access(folder, constants.W_OK);
    return ok("state folder", folder);
  } catch {
    const fix = "Make it writable, or set ANTIPHON_STATE to a folder that is.";
    return { what: "state folder", state: "wrong", detail: `${folder} can't be written`, fix };
  }
}

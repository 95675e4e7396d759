import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
export const admin = "canary-admin-0123456789";

export interface Served {
  readonly url: string;
  readonly process: ChildProcess;
  /** The status of a request with this key. */
  ask(key: string): Promise<number>;
  get(path: string): Promise<Response>;
  /** Ends the process, if it hasn't ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts `antiphon serve` on a free port; `before` is shell code to run first. */
export async function served(flags: readonly string[], before = ":"): Promise<Served> {
  const words = [process.execPath, join(root, "bin/antiphon.js"), "serve", "--port=0", ...flags];
  const child = spawn("sh", ["-c", `${before}; exec "$@"`, "sh", ...words], {
    env: { ...process.env, ANTIPHON_ADMIN_KEY: admin },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const found = / at (http:\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.on("close", (code) => reject(new Error(`It ended with ${code}: ${text}`)));
  });
  return {
    url,
    process: child,
    async ask(key) {
      const response = await fetch(`${url}/v1/messages`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-api-key": key },
        body: JSON.stringify({
          model: "builtin",
          max_tokens: 50,
          messages: [{ role: "user", content: "Hello" }],
        }),
      });
      await response.text();
      return response.status;
    },
    get: (path) => fetch(`${url}${path}`, { headers: { "x-api-key": admin } }),
    async end(signal = "SIGTERM") {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.kill(signal);
      await closed;
    },
  };
}

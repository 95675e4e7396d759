import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { systemClock } from "../../lib/index.ts";
import { openWorkspace } from "../index.ts";

it("runs programs without a sandbox with the user's own caches, and with no key", async () => {
  const base = mkdtempSync(join(tmpdir(), "antiphon-environment-"));
  try {
    const workspace = await openWorkspace(mkdtempSync(join(base, "p-")), {
      state: join(base, "state"),
      clock: systemClock,
      shell: {
        environment: {
          PATH: process.env["PATH"],
          HOME: base,
          GOCACHE: "/caches/go",
          XDG_CACHE_HOME: "/caches",
          ANY_API_KEY: "key",
        },
        sandbox: "none",
      },
    });
    const run = await workspace.shell?.run(["env"]);
    expect(run?.stdout).toMatch(/^GOCACHE=\/caches\/go$/m);
    expect(run?.stdout).toMatch(/^XDG_CACHE_HOME=\/caches$/m);
    expect(run?.stdout).not.toMatch(/npm_config_cache|ANY_API_KEY/);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});

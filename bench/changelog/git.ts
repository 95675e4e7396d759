import { execFileSync } from "node:child_process";
import type { Git } from "../../src/document/index.ts";

/** Runs git in a folder; returns `undefined` if it fails. */
export const gitIn =
  (folder: string): Git =>
  async (...given) => {
    try {
      return execFileSync("git", given, {
        cwd: folder,
        encoding: "utf8",
        maxBuffer: 1e9,
        stdio: ["ignore", "pipe", "ignore"],
      });
    } catch {
      return undefined;
    }
  };

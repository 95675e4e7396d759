import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Gives a test run its own temporary folder, removed afterwards; what is installed once stays outside it. Its name is
 * short: sockets are created below it, and their paths are limited to 107 bytes.
 */
export default function setup(): () => void {
  const before = tmpdir();
  const folder = mkdtempSync(join(before, "at-"));
  chmodSync(folder, 0o711); // some tests run as another user
  process.env["ANTIPHON_INSTALLED"] ??= join(before, "antiphon-installed");
  process.env["TMPDIR"] = folder;
  return () => {
    process.env["TMPDIR"] = before;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}

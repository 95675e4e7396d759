/**
 * Runs format, lint, types, architecture, patterns, nested functions and lockfile checks in parallel; prints every
 * failure in full.
 */
import { spawn } from "node:child_process";

const steps = {
  format: ["oxfmt", "--check", "."],
  lint: ["oxlint", "--deny-warnings", "."],
  types: ["tsc", "-p", ".", "--incremental", "--tsBuildInfoFile", "node_modules/.cache/types.tsbuildinfo"],
  "types of the dashboard": ["tsc", "-p", "web"],
  architecture: ["node", "scripts/architecture.ts"],
  patterns: ["node", "scripts/patterns.ts"],
  "nested functions": ["node", "scripts/nested.ts"],
  lockfile: ["npm", "ci", "--dry-run", "--offline"], // checks that a clean machine can install it
} as const;

const run = (name: string, [command, ...args]: readonly [string, ...string[]]): Promise<boolean> =>
  new Promise((resolve) => {
    const started = performance.now();
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    child.on("error", (error) => (output += error.message));
    child.on("close", (code) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      process.stdout.write(
        code === 0 ? `ok    ${name} (${seconds} s)\n` : `FAIL  ${name} (${seconds} s)\n${output}\n`,
      );
      resolve(code === 0);
    });
  });

const results = await Promise.all(Object.entries(steps).map(([name, command]) => run(name, command)));
process.exitCode = results.every(Boolean) ? 0 : 1;

/** `everyday` is everything that a change needs; `long` is the matrix of tests named `*.long.test.ts`. */
import { spawn } from "node:child_process";

const [suite = "everyday", ...rest] = process.argv.slice(2);
const child = spawn("vitest", ["run", "--config", "vitest.config.ts", ...rest], {
  stdio: "inherit",
  env: { ...process.env, ANTIPHON_SUITE: suite },
});
child.on("exit", (code) => (process.exitCode = code ?? 1));

/**
 * Runs each test of Go packages separately, failing ones first, and reports what it ran from the compiler's coverage
 * counts. Input: `{ packages, failed: { package: names of failing tests, parts by / }, module, base, budget }`, with
 * the base path prefix and the budget in wall-clock seconds. Output: `FOUND{ passed, failed, lines: { path: { line:
 * [passed, failed] } } }`.
 */
export const go = `
const { spawnSync } = require("node:child_process");
const { readFileSync, readdirSync, mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
const job = JSON.parse(readFileSync(0, "utf8"));
const end = Date.now() + job.budget * 1000;
const folder = mkdtempSync(join(require("node:os").tmpdir(), "spectrum-"));
const [program, profile] = [join(folder, "tests"), join(folder, "cover.out")];
const run = (words, cwd) => spawnSync(words[0], words.slice(1), {
  cwd, encoding: "utf8", maxBuffer: 1 << 27, timeout: Math.max(1, end - Date.now()), killSignal: "SIGKILL",
});
const found = { passed: 0, failed: 0, lines: {} };
const pattern = (name) => name.split("/").map((part) => "^" + part.replace(/[.*+?^$\\x7b\\x7d()|[\\]\\\\]/g, "\\\\$&") + "$").join("/");
const one = (name, cwd) => {
  rmSync(profile, { force: true });
  const { status } = run([program, "-test.run", pattern(name), "-test.coverprofile", profile], cwd);
  if (status === null) return;
  let text = "";
  try { text = readFileSync(profile, "utf8"); } catch {}
  const bad = status ? 1 : 0;
  found[bad ? "failed" : "passed"]++;
  const ran = {};
  for (const [, file, line, last, count] of text.matchAll(/^(.+?):(\\d+)\\.\\d+,(\\d+)\\.\\d+ \\d+ (\\d+)$/gm)) {
    if (count === "0" || !file.startsWith(job.module + "/")) continue;
    const own = (ran[job.base + file.slice(job.module.length + 1)] ||= new Set());
    for (let i = Number(line); i <= Number(last); i++) own.add(i);
  }
  for (const [file, own] of Object.entries(ran))
    for (const i of own) ((found.lines[file] ||= {})[i] ||= [0, 0])[bad]++;
};
// A panic ends the program before it writes its counts, so tests report theirs as errors.
const head = /(\\bfunc(?:[ \\t]+\\w+)?[ \\t]*\\([ \\t]*([A-Za-z]\\w*) \\*testing\\.T\\)[ \\t]*\\{)/g;
const caught = "$1 defer func() { if antiphon := recover(); antiphon != nil { $2.Error(antiphon) } }();";
const overlay = (cwd) => {
  const replaced = {};
  for (const [i, name] of readdirSync(cwd).filter((name) => name.endsWith("_test.go")).entries()) {
    replaced[join(cwd, name)] = join(folder, i + ".go");
    writeFileSync(join(folder, i + ".go"), readFileSync(join(cwd, name), "utf8").replace(head, caught));
  }
  writeFileSync(join(folder, "overlay.json"), JSON.stringify({ Replace: replaced }));
  return "-overlay=" + join(folder, "overlay.json");
};
try {
  for (const place of job.packages) {
    const cwd = join(process.cwd(), place);
    const build = (...options) =>
      run(["go", "test", "-c", "-cover", "-coverpkg=./...", ...options, "-o", program, "./" + place]).status === 0;
    if (!build(overlay(cwd)) && !build()) continue;
    const failed = job.failed[place] || [];
    for (const name of failed) one(name, cwd);
    const tops = new Set(failed.filter((name) => name.includes("/")).map((name) => name.split("/")[0]));
    const beside = tops.size ? run([program, "-test.v", "-test.run", "^(" + [...tops].join("|") + ")$"], cwd).stdout || "" : "";
    const parts = [...beside.matchAll(/^=== RUN +(\\S+)$/gm)].map((match) => match[1]);
    const leaves = parts.filter((name) => name.includes("/") && !parts.some((other) => other.startsWith(name + "/")));
    const list = (run([program, "-test.list", "."], cwd).stdout || "").split("\\n").filter((name) => /^(?:Test|Example)/.test(name));
    for (const name of [...leaves, ...list]) {
      if (Date.now() > end) break;
      if (!failed.some((other) => other === name || other.startsWith(name + "/"))) one(name, cwd);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log("FOUND" + JSON.stringify(found));
`;

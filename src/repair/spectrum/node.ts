/**
 * Code inserted in the first line of a test file. It reads V8's coverage counts between tests, to find what each test
 * ran. Input: ANTIPHON_SPECTRUM (`{ root, failed, out }`, `failed` a file with the names of failing tests reduced to
 * letters). Appends lines `{ passed, failed, lines: { path: { line: [passed, failed] } } }` to the file `out`: after each
 * failure, and once a second, so that what was seen stays if time runs out.
 */
const collector = `
const get = (name) => process.getBuiltinModule ? process.getBuiltinModule(name) : require(name);
const { root, failed: names, out } = JSON.parse(process.env.ANTIPHON_SPECTRUM);
const failed = JSON.parse(get("node:fs").readFileSync(names, "utf8"));
const session = new (get("node:inspector").Session)();
session.connect();
const post = (method, values) => {
  let answer;
  session.post(method, values, (error, value) => (answer = value));
  return answer || {};
};
post("Profiler.enable");
post("Debugger.enable");
post("Debugger.setSkipAllPauses", { skip: true });
post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const scripts = new Map();
const script = (id) => {
  if (scripts.has(id)) return scripts.get(id);
  const text = post("Debugger.getScriptSource", { scriptId: id }).scriptSource || "";
  const starts = [0];
  for (let i = text.indexOf("\\n"); i >= 0; i = text.indexOf("\\n", i + 1)) starts.push(i + 1);
  const inline = [...text.matchAll(/[#@] sourceMapping(?:URL|Source)=data:application\\/json[^,]*;base64,([\\w+/=]+)/g)].at(-1);
  let map;
  try { map = inline && new (get("node:module").SourceMap)(JSON.parse(Buffer.from(inline[1], "base64").toString())); } catch {}
  const lines = starts.map((start, i) => {
    const column = /^[\\t ]*/.exec(text.slice(start, start + 400))[0].length;
    const entry = map && map.findEntry(i, column);
    return map ? (entry && entry.originalLine !== undefined ? entry.originalLine + 1 : 0) : i + 1;
  });
  const made = { starts, lines };
  scripts.set(id, made);
  return made;
};
const lineOf = (starts, offset) => {
  let low = 0, high = starts.length - 1;
  while (low < high) { const middle = (low + high + 1) >> 1; if (starts[middle] <= offset) low = middle; else high = middle - 1; }
  return low;
};
const take = () => {
  const ran = {};
  for (const { scriptId, url, functions } of post("Profiler.takePreciseCoverage").result || []) {
    let path = url.replace(/[?#].*/, "");
    try { if (path.startsWith("file:")) path = decodeURIComponent(new URL(path).pathname); } catch { continue; }
    if (!path.startsWith(root + "/") || path.includes("/node_modules/")) continue;
    if (!functions.some(({ ranges }) => ranges[0].count > 0)) continue;
    const { starts, lines } = script(scriptId);
    const state = new Map();
    for (const { ranges } of functions)
      for (const { startOffset, endOffset, count } of ranges) {
        const from = lineOf(starts, startOffset), to = lineOf(starts, Math.max(startOffset, endOffset - 1));
        if (count > 0) for (let i = from; i <= to; i++) state.set(i, true);
        else for (let i = from + 1; i < to; i++) state.set(i, false);
      }
    const own = (ran[path.slice(root.length + 1)] ||= new Set());
    for (const [i, is] of state) if (is && lines[i]) own.add(lines[i]);
  }
  return ran;
};
const letters = (name) => String(name).toLowerCase().replace(/[^\\p{L}\\p{N}]/gu, "");
let sum = { passed: 0, failed: 0, lines: {} };
const add = (ran, isBad) => {
  sum[isBad ? "failed" : "passed"]++;
  for (const [path, lines] of Object.entries(ran))
    for (const line of lines) ((sum.lines[path] ||= {})[line] ||= [0, 0])[isBad ? 1 : 0]++;
};
const begin = () => void take();
let written = Date.now();
const end = (name, isBad = failed.some((one) => letters(name).endsWith(one))) => {
  add(take(), isBad);
  if (isBad || Date.now() > written + 1000) write();
};
const write = () => {
  written = Date.now();
  get("node:fs").appendFileSync(out, JSON.stringify(sum) + "\\n");
  sum = { passed: 0, failed: 0, lines: {} };
};
`;

/** Each runner's hooks before and after tests. */
const hooks = {
  vitest: `antiphonBefore(begin); antiphonAfter(({ task }) => {
    const names = [];
    for (let part = task; part && part.name; part = part.suite) names.unshift(part.name);
    end(names.join(" "));
  }); antiphonAll(write);`,
  jest: `beforeEach(begin); afterEach(() => end(expect.getState().currentTestName)); afterAll(write);`,
  mocha: `const [before, after, all] = typeof beforeEach === "function" ? [beforeEach, afterEach, global.after] : [setup, teardown, suiteTeardown];
    before(begin); after(function () { end(this.currentTest.fullTitle()); }); all(write);`,
  "node:test": `const test = get("node:test");
    test.beforeEach(begin); test.afterEach((context) => end(context.fullName || context.name)); test.after(write);`,
  // Its tests don't end at a failure: what ran between two assertions belongs to the later one.
  tape: `const { prototype } = require("tape/lib/test");
    const { run, _assert } = prototype;
    prototype.run = function () { begin(); return run.apply(this, arguments); };
    prototype._assert = function (isFine, options) {
      end("", !isFine && !(options && options.extra && options.extra.todo));
      const value = _assert.apply(this, arguments);
      begin();
      return value;
    };
    process.on("exit", (code) => {
      if (code && !sum.failed) end("", true);
      write();
    });`,
} as const;

export type Hooked = keyof typeof hooks;
export const isHooked = (runner: string): runner is Hooked => Object.hasOwn(hooks, runner);

/** A single line; it runs once per test file, and once per process if files share one. */
export function prelude(runner: Hooked): string {
  const imported =
    runner === "vitest"
      ? 'import { beforeEach as antiphonBefore, afterEach as antiphonAfter, afterAll as antiphonAll } from "vitest"; '
      : "";
  const isShared = runner === "mocha" || runner === "tape" || runner === "node:test";
  const body = (collector + hooks[runner]).replaceAll(/\n\s*/g, " ");
  const guard = isShared ? 'if (!process[Symbol.for("antiphon")])' : "if (true)";
  const mark = isShared ? 'process[Symbol.for("antiphon")] = true; ' : "";
  return `${imported}${guard} { ${mark}${body} } `;
}

/** Options that run tests one at a time, without other coverage. */
export const quiet: Readonly<Record<Hooked, readonly string[]>> = {
  vitest: ["--run", "--coverage.enabled=false", "--passWithNoTests"],
  jest: ["--ci", "--coverage=false"],
  mocha: [],
  "node:test": [],
  tape: [],
};

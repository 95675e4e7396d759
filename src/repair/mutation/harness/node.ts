/**
 * Tries changes under a Node test runner: each in its own runs, which see it by a module hook loaded by `options`.
 * Input: `{ root, sources, changes: [path, line, text][], commands, each, options, seconds, budget, most, after }`; a
 * change passes when every command exits with 0. With `each`, the commands print which tests fail, and a change whose
 * failures are some of those without it is partial: once there is one, only half of the time is used. Output: `PASSED{
 * passed: numbers of changes, partial: [number, failures left][], tried }`.
 */
export const node = `
const { spawn } = require("node:child_process");
let input = "";
process.stdin.on("data", (data) => (input += data)).on("end", async () => {
  const job = JSON.parse(input);
  const end = Date.now() + job.budget * 1000;
  const sources = Object.fromEntries(Object.entries(job.sources).map(([path, text]) => [path, text.split("\\n")]));
  const half = Date.now() + job.budget * 500;
  const passed = [], partial = [];
  let at = 0, tried = 0;
  const ran = (words, instead, out) => new Promise((resolve) => {
    const own = job.environment.NODE_OPTIONS ? " " + job.environment.NODE_OPTIONS : "";
    const env = { ...process.env, ...job.environment, NODE_OPTIONS: job.options + own, ANTIPHON_INSTEAD: instead };
    delete env.NODE_TEST_CONTEXT;
    const child = spawn(words[0], words.slice(1), { stdio: ["ignore", job.each ? "pipe" : "ignore", "ignore"], env, detached: true });
    child.stdout?.setEncoding("utf8").on("data", (text) => { if (out.text.length < 1e7) out.text += text; });
    const stop = () => { try { process.kill(-child.pid, "SIGKILL"); } catch {} };
    const timer = setTimeout(stop, Math.max(1, Math.min(job.seconds * 1000, end - Date.now())));
    child.on("error", () => resolve(127));
    child.on("exit", (code) => { clearTimeout(timer); stop(); setTimeout(resolve, job.each ? 1000 : 0, code); });
    child.on("close", resolve);
  });
  const report = (text) => {
    const starts = [0, text.lastIndexOf("\\n{") + 1, text.lastIndexOf("\\n{\\"num") + 1];
    for (const start of starts) try { return JSON.parse(text.slice(start)); } catch {}
  };
  // Undefined where nothing says which tests failed.
  const failing = (text) => {
    if (job.each === "tap") return [...text.matchAll(/^ *not ok \\d+ - (?!.*# (?:TODO|SKIP)).*$/gm)].map(String);
    const value = report(text);
    if (value?.failures) return value.failures.map(({ fullTitle }) => fullTitle);
    return value?.testResults?.flatMap(({ name, status, assertionResults }) => assertionResults.length
      ? assertionResults.filter((test) => test.status === "failed").map((test) => name + test.fullName)
      : status === "failed" ? [name] : []);
  };
  const outcome = async (instead) => {
    const all = [];
    for (const words of job.commands) {
      const out = { text: "" };
      const code = await ran(words, instead, out);
      if (code === 0) continue;
      const failed = job.each && code !== null ? failing(out.text) : undefined;
      if (!failed?.length) return undefined;
      all.push(...failed);
    }
    return all;
  };
  const counted = (names) => {
    const counts = new Map();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  };
  const first = (job.each && (await outcome("{}"))) || [];
  const known = counted(first);
  const isPart = (failures) => failures.length < first.length && [...counted(failures)].every(([name, count]) => count <= (known.get(name) ?? 0));
  const isOver = () => Date.now() > (partial.length && !passed.length ? half : end);
  const worker = async () => {
    while (at < job.changes.length && !isOver() && passed.length < job.most && !(passed.length && at > Math.min(...passed) + job.after)) {
      const i = at++;
      const [path, line, by] = job.changes[i];
      const instead = JSON.stringify({ [job.root + "/" + path]: sources[path].with(line - 1, by).join("\\n") });
      if (Buffer.byteLength(instead) > 120_000) continue; // the kernel's limit for an environment variable
      tried++;
      const failures = await outcome(instead);
      if (failures?.length === 0) passed.push(i);
      else if (failures && isPart(failures)) partial.push([i, failures.length]);
    }
  };
  await Promise.all([worker(), worker()]);
  const answer = "PASSED" + JSON.stringify({ passed: passed.sort((a, b) => a - b), partial, tried }) + "\\n";
  process.stdout.write(answer, () => process.exit()); // a process that a test left may hold a pipe open
});
`;

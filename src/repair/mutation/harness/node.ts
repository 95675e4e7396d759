/**
 * Tries changes under a Node test runner: each in its own runs, which see it by a module hook loaded by `options`.
 * Input: `{ root, sources, changes: [path, line, text][], commands, options, seconds, budget, most, after }`; a
 * change passes when every command exits with 0. Output: `PASSED{ passed: numbers of changes, tried }`.
 */
export const node = `
const { spawn } = require("node:child_process");
let input = "";
process.stdin.on("data", (data) => (input += data)).on("end", async () => {
  const job = JSON.parse(input);
  const end = Date.now() + job.budget * 1000;
  const sources = Object.fromEntries(Object.entries(job.sources).map(([path, text]) => [path, text.split("\\n")]));
  const passed = [];
  let at = 0, tried = 0;
  const ran = (words, path, text) => new Promise((resolve) => {
    const own = job.environment.NODE_OPTIONS ? " " + job.environment.NODE_OPTIONS : "";
    const env = { ...process.env, ...job.environment, NODE_OPTIONS: job.options + own, ANTIPHON_INSTEAD: JSON.stringify({ [job.root + "/" + path]: text }) };
    delete env.NODE_TEST_CONTEXT;
    const child = spawn(words[0], words.slice(1), { stdio: "ignore", env, detached: true });
    const stop = () => { try { process.kill(-child.pid, "SIGKILL"); } catch {} };
    const timer = setTimeout(stop, job.seconds * 1000);
    child.on("error", () => resolve(127));
    child.on("exit", (code) => { clearTimeout(timer); stop(); resolve(code); });
  });
  const worker = async () => {
    while (at < job.changes.length && Date.now() < end && passed.length < job.most && !(passed.length && at > Math.min(...passed) + job.after)) {
      const i = at++;
      const [path, line, by] = job.changes[i];
      tried++;
      let code = 0;
      const text = sources[path].with(line - 1, by).join("\\n");
      for (const words of job.commands) if ((code = await ran(words, path, text)) !== 0) break;
      if (code === 0) passed.push(i);
    }
  };
  await Promise.all([worker(), worker()]);
  console.log("PASSED" + JSON.stringify({ passed: passed.sort((a, b) => a - b), tried }));
});
`;

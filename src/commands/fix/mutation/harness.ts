/**
 * Tries many texts of one file in a run of its own: each in a fork of a Python that has pytest loaded, which reads
 * that text in the file's place. Takes `{ file, texts, targets, seconds, budget }`, gives the numbers of those that pass.
 */
export const python = `
import sys, os, json, time, signal, importlib.machinery as machinery
job = json.load(sys.stdin)
path = os.path.realpath(job["file"])
import pytest, _pytest.assertion.rewrite, _pytest.unittest, _pytest.junitxml, _pytest.doctest
def child(text):
    loader = machinery.SourceFileLoader
    read, code = loader.get_data, loader.get_code
    def get_code(self, name):
        if os.path.realpath(self.path) == path:
            return compile(text, self.path, "exec", dont_inherit=True)
        return code(self, name)
    loader.get_code = get_code
    null = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1, 2): os.dup2(null, fd)
    sys.path.insert(0, os.getcwd())
    os._exit(int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:faulthandler"] + job["targets"])))
end = time.time() + job["budget"]
passed = []
running = {}
def reap(block):
    while running:
        done = False
        for pid, (i, limit) in list(running.items()):
            got, status = os.waitpid(pid, os.WNOHANG)
            if got:
                done = True
                del running[pid]
                if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0: passed.append(i)
            elif time.time() > limit:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
                del running[pid]
                done = True
        if done or not block: return
        time.sleep(0.005)
tried = 0
for i, text in enumerate(job["texts"]):
    if time.time() > end or len(passed) >= job["most"] or (passed and i > min(passed) + job["after"]): break
    try: compile(text, path, "exec", dont_inherit=True)
    except Exception: continue
    tried += 1
    pid = os.fork()
    if pid == 0: child(text)
    running[pid] = (i, time.time() + job["seconds"])
    while len(running) >= 2: reap(True)
while running: reap(True)
print("PASSED" + json.dumps({"passed": sorted(passed), "tried": tried}))
`;

/** The same for node:test: a preloaded hook hands the text to whoever loads the file. */
export const node = `
const { spawn } = require("node:child_process");
const { realpathSync, writeFileSync, mkdtempSync } = require("node:fs");
const { join } = require("node:path");
let input = "";
process.stdin.on("data", (data) => (input += data)).on("end", async () => {
  const job = JSON.parse(input);
  const file = realpathSync(job.file);
  const folder = mkdtempSync(join(process.env.TMPDIR || "/tmp", "mutants-"));
  const hook = join(folder, "hook.cjs");
  writeFileSync(hook, \`
const Module = require("node:module"), fs = require("node:fs");
const text = process.env.MUTANT && fs.readFileSync(process.env.MUTANT, "utf8"), path = process.env.MUTATED;
const own = require("node:url").pathToFileURL(path).href;
const compile = Module.prototype._compile;
Module.prototype._compile = function (source, name, ...rest) { return compile.call(this, name === path ? text : source, name, ...rest); };
if (Module.registerHooks) Module.registerHooks({ load(url, context, next) {
  const loaded = next(url, context);
  return url === own && loaded.format !== "commonjs" ? { ...loaded, source: text } : loaded;
} });
\`);
  const end = Date.now() + job.budget * 1000;
  const passed = [];
  let at = 0, tried = 0;
  const worker = async (n) => {
    while (at < job.texts.length && Date.now() < end && passed.length < job.most && !(passed.length && at > Math.min(...passed) + job.after)) {
      const i = at++;
      tried++;
      const mutant = join(folder, "mutant" + n);
      writeFileSync(mutant, job.texts[i]);
      const env = { ...process.env, MUTANT: mutant, MUTATED: file };
      delete env.NODE_TEST_CONTEXT;
      let code = 0;
      for (const target of job.targets) {
        const child = spawn(process.execPath, ["--require", hook, target], { stdio: "ignore", env });
        const timer = setTimeout(() => child.kill("SIGKILL"), job.seconds * 1000);
        code = await new Promise((resolve) => child.on("exit", resolve));
        clearTimeout(timer);
        if (code !== 0) break;
      }
      if (code === 0) passed.push(i);
    }
  };
  await Promise.all([worker(0), worker(1)]);
  console.log("PASSED" + JSON.stringify({ passed: passed.sort((a, b) => a - b), tried }));
});
`;

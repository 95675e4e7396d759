/**
 * Tries many texts of one file in a run of its own: each in a fork of a Python that has the runner loaded, which reads
 * that text in the file's place. Takes `{ runner, file, texts, targets, seconds, budget, most, after }`, gives the numbers of those that pass.
 */
export const python = `
import sys, os, json, time, signal, importlib.machinery as machinery
job = json.load(sys.stdin)
path = os.path.realpath(job["file"])
if job["runner"] == "pytest": import pytest, _pytest.assertion.rewrite, _pytest.unittest, _pytest.junitxml, _pytest.doctest
else: import unittest
def tests():
    if job["runner"] == "pytest": return int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:faulthandler"] + job["targets"]))
    names = [one[:-3].replace("/", ".") for one in job["targets"]]
    return 0 if unittest.main(module=None, argv=["unittest", "-f"] + names, exit=False).result.wasSuccessful() else 1
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
    os._exit(tests())
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

/**
 * The same for what runs on Node: each text in runs of their own, which see it by the hook that `options` loads. Takes
 * `{ file, texts, commands, options, seconds, budget, most, after }`; a text passes when every command ends with 0.
 */
export const node = `
const { spawn } = require("node:child_process");
let input = "";
process.stdin.on("data", (data) => (input += data)).on("end", async () => {
  const job = JSON.parse(input);
  const end = Date.now() + job.budget * 1000;
  const passed = [];
  let at = 0, tried = 0;
  const ran = (words, text) => new Promise((resolve) => {
    const env = { ...process.env, NODE_OPTIONS: job.options, ANTIPHON_INSTEAD: JSON.stringify({ [job.file]: text }) };
    delete env.NODE_TEST_CONTEXT;
    const child = spawn(words[0], words.slice(1), { stdio: "ignore", env, detached: true });
    const stop = () => { try { process.kill(-child.pid, "SIGKILL"); } catch {} };
    const timer = setTimeout(stop, job.seconds * 1000);
    child.on("error", () => resolve(127));
    child.on("exit", (code) => { clearTimeout(timer); stop(); resolve(code); });
  });
  const worker = async () => {
    while (at < job.texts.length && Date.now() < end && passed.length < job.most && !(passed.length && at > Math.min(...passed) + job.after)) {
      const i = at++;
      tried++;
      let code = 0;
      for (const words of job.commands) if ((code = await ran(words, job.texts[i])) !== 0) break;
      if (code === 0) passed.push(i);
    }
  };
  await Promise.all([worker(), worker()]);
  console.log("PASSED" + JSON.stringify({ passed: passed.sort((a, b) => a - b), tried }));
});
`;
